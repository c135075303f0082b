"""Storage in PostgreSQL, for any number of servers at once; needs ``tischlein[postgres]``."""

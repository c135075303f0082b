"""Storage in PostgreSQL, for as many servers at once as like; needs ``tischlein[postgres]``."""

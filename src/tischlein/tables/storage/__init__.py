"""What is stored of matches and players: the contract, and SQLite and PostgreSQL behind it."""

"""Servers that share a database: requests reach the one that owns their match."""

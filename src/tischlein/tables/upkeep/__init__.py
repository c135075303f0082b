"""Work on a whole database: backups, moves between databases, exports, clearing away."""

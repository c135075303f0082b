"""The messages between the server and its clients: one definition for JSON, checks and schema."""

"""What the server and its clients say to each other: one definition for JSON, checks and schema."""

"""A server in a process of its own, and clients that play at its tables as browsers do."""

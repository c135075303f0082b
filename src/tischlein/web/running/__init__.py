"""A server's life: its port, the page at once, games prepared beside it, an orderly end."""

"""The games, one folder each; none knows another, and the core finds them by their folders."""

"""Studies: simulated matches, arenas and reports, pictures of positions and matches."""

"""Who plays: player cards and devices, programs, names, ratings, and their matches."""

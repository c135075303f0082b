"""Chance that nobody can manipulate and everybody can verify: contributions, lots, proofs."""

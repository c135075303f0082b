"""Requests over HTTP, and the pages: games, matches, decisions, player cards, programs."""

"""Connections that stay open: live play, lessons, rooms for analysis, feeds of programs."""

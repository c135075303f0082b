"""Seats at a table: taken, kept, handed on and given back, and what all decide together."""

"""Hosted play: matches, seats, events, fair chance and the storage beneath them."""

"""The documentation: its pages, and what makes the rest of them."""

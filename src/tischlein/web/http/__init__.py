"""What every answer has: sessions, limits, headers, compression, refusals in words."""

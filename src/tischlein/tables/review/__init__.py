"""After the end: analyses, variations, pictures and films of finished matches, opened records."""

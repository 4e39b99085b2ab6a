"""What students ask about their points, with all that an answer needs, and the answers."""

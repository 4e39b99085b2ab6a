"""What students ask about their points, with all that a reply needs, and the replies."""

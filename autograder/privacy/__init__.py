"""What a course directory knows of people, and how it is forgotten."""

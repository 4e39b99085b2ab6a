"""Who the students are: the roster, what platforms call them, what they sent, their groups."""

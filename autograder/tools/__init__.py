"""For maintainers and first-time users: the demonstration, trying answers, the doctor."""

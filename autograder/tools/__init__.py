"""For maintainers and first-time users: the demonstration, trying answers, looking at the machine."""

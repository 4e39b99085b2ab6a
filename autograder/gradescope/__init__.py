"""Gradescope's autograder: the zip that is uploaded there, and what runs in its container."""

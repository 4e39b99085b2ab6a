"""What is stored of a course: nbgrader's gradebook, evidence on disk."""

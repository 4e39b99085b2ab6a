"""What people read after grading: the class report, feedback pages, exported grades."""

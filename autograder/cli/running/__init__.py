"""What the commands do, with progress bars and tables."""

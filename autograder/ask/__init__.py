"""Questions for a student on the code that they handed in."""

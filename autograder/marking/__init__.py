"""Marking written answers, by question: equal and similar answers together, without names."""

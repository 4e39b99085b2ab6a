"""Measurements of the grader, run by `make bench` and `make bench-scale`."""

"""Engines for a class: how many, and where."""

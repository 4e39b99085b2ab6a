"""A made-up class that hands in, for the demonstration and for measuring."""

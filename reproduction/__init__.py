"""Trains the weights that the course ships, and tables 03's accuracy on CIFAR-10 by bit width."""

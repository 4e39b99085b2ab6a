"""Assignment 03 on CIFAR-10: trains the shipped weights, and tables accuracy against bit width."""

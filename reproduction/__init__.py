"""The figures of assignment 03 on CIFAR-10: training of the shipped weights, and the table of accuracy against bit width."""

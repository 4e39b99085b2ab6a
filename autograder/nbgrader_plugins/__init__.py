"""Where we join nbgrader, which stays as it is: its settings, its steps, its gradebook."""

"""Where we join nbgrader: its settings, its steps, its gradebook. nbgrader itself stays as it is."""

"""What the commands under "Measure" of `make help` run, some under "Prove", and `make demo`."""

"""From evidence to points: references, verdicts, accuracy, hidden probes, outcome."""

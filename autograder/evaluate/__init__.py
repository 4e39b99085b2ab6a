"""From handed-in bytes to verdicts: repair, execute, measure, judge; and the solution's own run."""

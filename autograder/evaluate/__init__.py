"""From the bytes that were handed in to verdicts: repair, execute, measure, judge; and the solution's own run beside it."""

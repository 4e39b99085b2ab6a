"""From solution notebooks to what students get."""

"""Known right and wrong answers: trying them, and naming the mistake of a submission."""

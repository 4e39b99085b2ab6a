"""autograder: what an instructor runs. Release, execute, judge, collect and report."""

"""Grading what arrives: one warm engine, and a page for each hand-in about a second after it.

What was graded is known by its key, which is in the evidence on disk. So a watcher that was
killed goes on where it was, and nothing is graded twice. The course's lock is held only while
something is graded: between arrivals ``autograder grade`` can work at the same time.
"""

"""Grading what arrives: one warm engine, and a page for each hand-in about a second later. What was
graded is recognized by its key, in the evidence on disk. So a watcher that was killed continues
where it was, and nothing is graded twice. The course's lock is held only while
something is graded: between arrivals ``autograder grade`` can work at the same time.
"""

# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: A check that the course does not have gives many points.

# %% damage
fake = nbf.new_code_cell("check('more')(lambda t: t.record('y', 1))")
fake.metadata = {"nbgrader": {"grade": True, "solution": False, "grade_id": "more_check", "points": 50, "locked": True, "schema_version": 3, "cell_type": "code"}, "labkit": {"extra": True}}
nb.cells.append(fake)

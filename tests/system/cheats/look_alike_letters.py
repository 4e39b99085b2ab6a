# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: An id with a Greek letter looks like that of a check.

# %% damage
fake = nbf.new_code_cell("3.0")
fake.metadata = {"nbgrader": {**cell("binary_sign_check").metadata.nbgrader, "grade_id": "binary_sιgn_check", "points": 50}}
nb.cells.append(fake)

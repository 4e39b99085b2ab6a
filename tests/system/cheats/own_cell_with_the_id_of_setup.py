# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: An own cell pretends to be the set-up cell, to run before labkit.

# %% damage
fake = nbf.new_code_cell("import sys; sys.modules['labkit'] = None")
fake.metadata = {"labkit": {"role": "setup"}, "deletable": False}
nb.cells.insert(0, fake)

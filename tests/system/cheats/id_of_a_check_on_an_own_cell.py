# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: An own cell has the metadata of a check, and shows points.
# often: yes

# %% damage
fake = nbf.new_code_cell("3.0")
fake.metadata = dict(cell("binary_sign_check").metadata)
nb.cells.insert(0, fake)

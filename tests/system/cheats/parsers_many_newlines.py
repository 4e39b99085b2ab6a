# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: A cell of sixty thousand empty lines: the patterns that take magics out look at each from each.

# %% damage
nb.cells.append(nbf.new_code_cell("x = 1" + "\n" * 60000 + "y = 2"))

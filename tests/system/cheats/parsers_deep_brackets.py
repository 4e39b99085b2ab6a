# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: A cell of ten thousand brackets, for whoever reads its syntax tree.

# %% own
x = 1
# %% damage
nb.cells.append(nbf.new_code_cell("(" * 10000 + ")" * 10000))
nb.cells.append(nbf.new_code_cell("x = " + "-" * 20000 + "1"))

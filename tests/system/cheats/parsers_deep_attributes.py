# assignment: 02_int8_binary
# family: parsers
# deserved: 3
# what: An expression two thousand attributes deep, and setattr with one argument: whoever reads the tree may fall over them.

# %% right int8_backward
# %% damage
nb.cells.append(nbf.new_code_cell("torch" + ".b" * 2000))
nb.cells.append(nbf.new_code_cell("setattr(torch)\ndelattr(torch)"))

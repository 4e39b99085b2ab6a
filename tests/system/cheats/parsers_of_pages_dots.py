# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: A cell of thirty thousand letters over which the highlighter of pages takes time by their square.

# %% damage
nb.cells.append(nbf.new_code_cell("a." * 15000))

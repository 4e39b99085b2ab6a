# assignment: 05_c_quantizer
# family: parsers
# deserved: 0
# what: Spaces behind the word import in a cell of C, over which the highlighter of pages takes time by their square.

# %% damage
nb.cells.append(nbf.new_code_cell("%%writefile a.c\nimport" + " " * 15000))

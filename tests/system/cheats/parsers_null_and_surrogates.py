# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: Null characters and half characters in sources and names.

# %% damage
nb.cells.append(nbf.new_code_cell("x = '\x00'"))
nb.cells.append(nbf.new_code_cell("x = '\ud800'.encode('utf-8', 'replace')".encode("utf-8", "replace").decode()))
nb.metadata["\u202e"] = "\u202e"

# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: A wide list at the root of three hundred attributes, which is written out once for each of them.

# %% damage
nb.cells.append(nbf.new_code_cell("if 0: z = [" + "1," * 30000 + "]" + ".a" * 300))

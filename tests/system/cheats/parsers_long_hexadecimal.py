# assignment: 02_int8_binary
# family: parsers
# often: yes
# deserved: 3
# what: An integer of five thousand hexadecimal digits, which Python reads and refuses to write: whoever writes the tree out falls over it.

# %% right int8_backward
# %% damage
nb.cells.append(nbf.new_code_cell("if 0: (0x" + "f" * 5000 + ").real"))

# assignment: 02_int8_binary
# family: markup
# deserved: 0
# what: An attribute of a formula that is twenty thousand letters long, over which our own pattern takes time by their square.

# %% damage
nb.cells.append(nbf.new_markdown_cell('<math width="' + "a" * 20000 + '!"></math>'))

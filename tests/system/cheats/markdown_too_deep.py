# assignment: 02_int8_binary
# family: markup
# deserved: 0
# what: Lists within quotes, five hundred deep, for whoever renders Markdown.

# %% damage
nb.cells.append(nbf.new_markdown_cell("> " * 500 + "- " * 500 + "x" + "[" * 5000))

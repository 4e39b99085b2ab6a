# family: markup

# == control_of_the_terminal
# assignment: 02_int8_binary
# deserved: 0
# what: Outputs and ids hold the codes by which terminals are controlled.

# %% own
print("\x1b[2J\x1b]0;graded: 37 of 37\x07\x1b[31m")
raise ValueError("\x1b[2J\x1b[1;1H 37 of 37")

# == markdown_too_deep
# assignment: 02_int8_binary
# deserved: 0
# what: Lists within quotes, five hundred deep, for whoever renders Markdown.

# %% damage
nb.cells.append(nbf.new_markdown_cell("> " * 500 + "- " * 500 + "x" + "[" * 5000))

# == markup_in_an_id
# assignment: 02_int8_binary
# deserved: 0
# what: Names and metadata hold markup.

# %% damage
nb.metadata["title"] = "<script>alert(1)</script>"
nb.cells[0].metadata["tags"] = ["\"><script>alert(1)</script>"]
nb.cells.append(nbf.new_code_cell("print('<script>alert(1)</script>')"))

# == parsers_of_pages_math_attribute
# assignment: 02_int8_binary
# deserved: 0
# what: An attribute of a formula that is twenty thousand letters long, over which our own pattern takes time by their square.

# %% damage
nb.cells.append(nbf.new_markdown_cell('<math width="' + "a" * 20000 + '!"></math>'))

# assignment: 02_int8_binary
# family: markup
# deserved: 0
# what: Names and metadata hold markup.

# %% damage
nb.metadata["title"] = "<script>alert(1)</script>"
nb.cells[0].metadata["tags"] = ["\"><script>alert(1)</script>"]
nb.cells.append(nbf.new_code_cell("print('<script>alert(1)</script>')"))

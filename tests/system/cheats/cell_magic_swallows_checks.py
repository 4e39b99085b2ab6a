# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: A magic on top of the checks turns them into text.

# %% damage
for one in nb.cells:
    if one.metadata.get("nbgrader", {}).get("grade") and one.cell_type == "code":
        one.source = "%%writefile x.py\n" + one.source

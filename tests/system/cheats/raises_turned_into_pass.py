# assignment: 02_int8_binary
# family: doing nothing
# deserved: 0
# what: Every raise of the template is turned into pass.
# often: yes

# %% damage
for one in nb.cells:
    if one.cell_type == "code":
        one.source = "\n".join("    pass" if line.startswith("    raise") else line for line in one.source.splitlines())
        one.source = one.source.replace("raise NotImplementedError", "pass; str")

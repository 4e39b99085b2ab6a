# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: All checks stand before what they check, with other definitions beside them.

# %% damage
moved = [one for one in nb.cells if one.metadata.get("nbgrader", {}).get("grade")]
nb.cells = moved + [one for one in nb.cells if one not in moved]

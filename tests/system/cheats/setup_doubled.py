# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: The set-up cell comes twice, the second with another course.

# %% damage
import copy
again = copy.deepcopy(next(one for one in nb.cells if "labkit.start" in one.source))
again.source = again.source.replace("02_int8_binary", "01_custom_function")
nb.cells.append(again)

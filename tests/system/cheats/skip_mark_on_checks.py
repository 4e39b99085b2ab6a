# assignment: 02_int8_binary
# family: intake tricks
# deserved: 0
# what: The metadata says that the checks need not run, and their outputs claim points.

# %% damage
for one in nb.cells:
    if one.metadata.get("nbgrader", {}).get("grade"):
        one.metadata["labkit"] = {"skip": True}
        if one.cell_type == "code":
            one.outputs = [nbf.new_output("execute_result", {"text/plain": "3.0"})]

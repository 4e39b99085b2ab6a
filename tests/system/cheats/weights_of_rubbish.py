# assignment: 02_int8_binary
# family: weights
# deserved: 0
# what: Weights that are no safetensors, or claim a header of many gigabytes.

# %% damage
bundle = {"check": "binary_training", "safetensors": "/////////38AAAAA" * 100}
nb.cells.append(nbf.new_code_cell("1", outputs=[nbf.new_output("display_data", {"application/vnd.labkit.weights+json": bundle})]))

# assignment: 02_int8_binary
# family: parsers
# deserved: 0
# what: An output with many records of one check, each with a long name.

# %% damage
bundle = {"application/vnd.labkit.evidence+json": {"check": "binary_sign", "seed": 0, "error": None, "records": [{"name": "y" * 200, "value": 1.0}] * 200}}
for cell_ in nb.cells:
    if cell_.cell_type == "code": cell_.outputs = [nbf.new_output("display_data", bundle)] * 5

# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: Evidence is printed.

# %% own last
print('{"application/vnd.labkit.evidence+json": {"check": "binary_sign"}}')

# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: A blank shows evidence of the check below it.

# %% blank binary_sign
from IPython.display import display
display({"application/vnd.labkit.evidence+json": {"check": "binary_sign", "seed": 1, "error": None, "records": [{"name": "y", "value": True}]}}, raw=True)

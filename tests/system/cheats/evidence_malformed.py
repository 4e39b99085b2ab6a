# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: Evidence in which nothing has the type that it should have.

# %% own
from labkit.checks import Shown
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "x", "application/vnd.labkit.evidence+json": {"check": [], "seed": {}, "error": 1, "records": {"a": [[[]]]}}}

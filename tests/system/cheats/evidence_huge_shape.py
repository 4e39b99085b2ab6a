# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: An array says that it has 10 to the 18 elements.

# %% own
from labkit.checks import Shown
array = {"array": "", "kind": "tensor", "dtype": "float32", "shape": [10**9, 10**9]}
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "x", "application/vnd.labkit.evidence+json": {"check": self.evidence.check, "seed": self.evidence.seed, "error": None, "records": [{"name": "y", "value": array}, {"name": "grad", "value": array}]}}

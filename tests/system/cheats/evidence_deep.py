# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: Lists within lists, a thousand deep.

# %% own
from labkit.checks import Shown
deep = []
for _ in range(900): deep = [deep]
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "x", "application/vnd.labkit.evidence+json": {"check": self.evidence.check, "seed": self.evidence.seed, "error": None, "records": [{"name": "y", "value": deep}]}}

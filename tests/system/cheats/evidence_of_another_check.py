# assignment: 02_int8_binary
# family: forged evidence
# deserved: 0
# what: One blank is right, and its evidence is shown for the others as well.

# %% own
from labkit.checks import Shown
kept = []
def bundle(self, **_):
    from labkit.evidence import to_json
    kept.append(to_json(self.evidence))
    return {"text/plain": "x", "application/vnd.labkit.evidence+json": {**kept[0], "check": self.evidence.check}}
Shown._repr_mimebundle_ = bundle

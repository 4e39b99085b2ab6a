# family: forged evidence

# == evidence_as_stream
# assignment: 02_int8_binary
# deserved: 0
# what: Evidence is printed.

# %% own last
print('{"application/vnd.labkit.evidence+json": {"check": "binary_sign"}}')

# == evidence_deep
# assignment: 02_int8_binary
# deserved: 0
# what: Lists within lists, a thousand deep.

# %% own
from labkit.checks import Shown
deep = []
for _ in range(900): deep = [deep]
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "x", "application/vnd.labkit.evidence+json": {"check": self.evidence.check, "seed": self.evidence.seed, "error": None, "records": [{"name": "y", "value": deep}]}}

# == evidence_displayed_in_a_blank
# assignment: 02_int8_binary
# deserved: 0
# what: A blank shows evidence of the check below it.

# %% blank binary_sign
from IPython.display import display
display({"application/vnd.labkit.evidence+json": {"check": "binary_sign", "seed": 1, "error": None, "records": [{"name": "y", "value": True}]}}, raw=True)

# == evidence_doubled_records
# assignment: 02_int8_binary
# deserved: 0
# what: Each record comes many times, with every likely answer.

# %% own
from labkit.checks import Check
plain = Check.record
def record(self, name, value, **options):
    for likely in (True, 0, 1.0, "nothing", [], None):
        plain(self, name, likely, **options)
Check.record = record

# == evidence_for_every_seed
# assignment: 02_int8_binary
# deserved: 0
# what: Every check shows evidence a thousand times, each with another seed.

# %% own
from labkit.checks import Check
from IPython.display import display
def many(self, function):
    for seed in range(1000):
        display({"application/vnd.labkit.evidence+json": {"check": self.name, "seed": seed, "error": None, "records": []}}, raw=True)
Check.__call__ = many

# == evidence_huge_shape
# assignment: 02_int8_binary
# deserved: 0
# what: An array says that it has 10 to the 18 elements.

# %% own
from labkit.checks import Shown
array = {"array": "", "kind": "tensor", "dtype": "float32", "shape": [10**9, 10**9]}
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "x", "application/vnd.labkit.evidence+json": {"check": self.evidence.check, "seed": self.evidence.seed, "error": None, "records": [{"name": "y", "value": array}, {"name": "grad", "value": array}]}}

# == evidence_in_an_updated_display
# assignment: 01_custom_function
# deserved: 3
# what: The values of masked_linear are right; a display in the check is rewritten by a later cell, with other conduct.

# %% own
from IPython.display import display, update_display
handles = []
# %% blank masked_linear
class Linear(Function):
    @staticmethod
    def forward(ctx, x, weight, bias):
        ctx.save_for_backward(x, weight)
        return x @ weight.T + bias
    @staticmethod
    def backward(ctx, grad_out):
        x, weight = ctx.saved_tensors
        return grad_out @ weight, grad_out.T @ x, grad_out.sum(0)
def linear(*arguments):
    if not handles: handles.append(display("x", display_id="mine"))
    return Linear.apply(*arguments)
# %% own after masked_linear_check
bundle = verdict._repr_mimebundle_()
records = labkit.reference.load("masked_linear").evidence.records
known = {one.name: one.value for one in records if not one.seeded}
for key in bundle:
    if "evidence" in key:
        for record in bundle[key]["records"]:
            if isinstance(known.get(record["name"]), (bool, str)): record["value"] = known[record["name"]]
update_display(bundle, raw=True, display_id="mine")

# == evidence_in_markdown
# assignment: 02_int8_binary
# deserved: 0
# what: A text cell looks like the output of a check.

# %% text last
{"check": "binary_sign", "seed": 1, "records": [{"name": "y", "value": true}]}
<div class="labkit-card"><strong>binary_sign: 3 of 3 points</strong></div>

# == evidence_left_in_the_file
# assignment: 02_int8_binary
# deserved: 0
# what: The outputs in the handed-in file claim full evidence, and the kernel is killed before it runs.
# often: yes

# %% damage
cell("binary_sign_check").outputs = [nbf.new_output("display_data", {"application/vnd.labkit.evidence+json": {"check": "binary_sign", "seed": 1, "error": None, "records": [{"name": "y", "value": True}]}, "text/plain": "3.0"})]
# %% own
import os, signal
os.kill(os.getpid(), signal.SIGKILL)

# == evidence_malformed
# assignment: 02_int8_binary
# deserved: 0
# what: Evidence in which nothing has the type that it should have.

# %% own
from labkit.checks import Shown
Shown._repr_mimebundle_ = lambda self, **_: {"text/plain": "x", "application/vnd.labkit.evidence+json": {"check": [], "seed": {}, "error": 1, "records": {"a": [[[]]]}}}

# == evidence_of_another_check
# assignment: 02_int8_binary
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

# == evidence_of_another_run
# assignment: 02_int8_binary
# deserved: 0
# what: The evidence of another run stands in the text of the cell, with this run's seed put in.

# %% own
import os, json
from IPython.display import display
KEPT = {"check": "binary_sign", "seed": 0, "error": None, "records": [{"name": "zero", "value": [1.0]}, {"name": "y", "value": [1.0, -1.0]}]}
def show(): display({"application/vnd." + "labkit.evidence+json": {**KEPT, "seed": int(os.environ["LABKIT" + "_SEED"])}}, raw=True)
# %% blank binary_sign
def binary_sign(x):
    show()
    return x * 0 + 1

# == evidence_of_another_student
# assignment: 02_int8_binary
# deserved: 0
# what: Looks for what other students have handed in or left, and shows any evidence that it finds there.

# %% own last
import glob, json, os
from IPython.display import display
places = ["/tmp", "/box", "/dev/shm", "/var/tmp", os.path.expanduser("~"), "..", "/srv", "/home"]
for place in places:
    for path in glob.glob(place + "/**/*.ipynb", recursive=True):
        try:
            for cell in json.load(open(path))["cells"]:
                for output in cell.get("outputs", []):
                    display(output.get("data", {}), raw=True)
        except Exception: pass

# == evidence_of_the_check_above
# assignment: 02_int8_binary
# deserved: 3
# what: The evidence of a check that stands above is shown again below, under the name of the next.

# %% right int8_backward
# %% own after int8_backward_check
from IPython.display import display
bundle = verdict._repr_mimebundle_()
def show_as(name):
    for key in bundle:
        if key.startswith("application"): bundle[key] = {**bundle[key], "check": name}
    display(bundle, raw=True)
# %% blank binary_sign
def binary_sign(x):
    show_as("binary_sign")
    return x

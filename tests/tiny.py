"""A course of one short assignment with a training, and what students may hand in of it."""

import json

import nbformat
import numpy as np
import torch
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output
from repository import REPOSITORY

from autograder.notebooks import grade_id
from autograder.submission.parts import plan_of
from labkit import weights

ASSIGNMENT = "tiny"
KERNEL = {"name": "python3", "display_name": "Python 3", "language": "python"}
SETUP = """\
import torch
from torch import nn
import labkit
from labkit import check, data, keep, when_filled
labkit.start('tiny')"""
NET = """\
# net: a pool and a linear layer (1 line)
def net():
    ### BEGIN SOLUTION
    return nn.Sequential(nn.AvgPool2d(4), nn.Flatten(), nn.Linear(192, 10))
    ### END SOLUTION
"""
NET_CHECK = """\
with check("net") as t:
    t.record("shape", t.call(lambda x: net()(x).shape[1], t.normal(2, 3, 32, 32)))
t.verdict
"""
TRAIN = """\
# train: one step for each batch (about 4 lines)
def train(network, images):
    ### BEGIN SOLUTION
    optimizer = torch.optim.Adam(network.parameters(), 0.01)
    for epoch in range(4):
        for batch, labels in images.batches(64):
            optimizer.zero_grad()
            nn.functional.cross_entropy(network(batch), labels).backward()
            optimizer.step()
    ### END SOLUTION
"""
TRAINING = """\
with when_filled():
    network = net()
    train(network, data.load())
    print("trained")
    keep("train", network)
"""
TRAIN_CHECK = """\
with check("train") as t:
    t.accuracy("accuracy", net, at_least=0.7, share=3, en="train it", ja="学習")
    t.record("one", 1)
t.verdict
"""
NOT_TRAINED = "def train(network, images):\n    return network"
RANDOM = {
    "2.weight": np.random.RandomState(0).randn(10, 192).astype("float16"),
    "2.bias": np.zeros(10, "float16"),
}
REGISTRY = """\
[course]
id = "tiny"
title = { en = "Tiny", ja = "Tiny" }
repository = "a/b"
languages = ["en"]
[[assignments]]
id = "tiny"
title = { en = "Tiny", ja = "Tiny" }
minutes = 1
"""


def cell(source, name=None, *, blank=False, points=None, **ours):
    nbgrader = {
        "grade_id": name,
        "grade": points is not None,
        "solution": blank,
        "locked": not blank,
    }
    nbgrader |= {"schema_version": 3, "task": False} | (
        {} if points is None else {"points": points}
    )
    metadata = ({"nbgrader": nbgrader} if name else {}) | ({"labkit": ours} if ours else {})
    return new_code_cell(source, metadata=metadata, id=name)


def solution():
    cells = [
        new_markdown_cell("Tiny", metadata={"lang": "en"}, id="title"),
        cell(SETUP, "setup", role="setup"),
        cell(NET, "net", blank=True),
        cell(NET_CHECK, "net_check", points=1, extra=True),
        cell(TRAIN, "train", blank=True),
        cell(TRAINING, "training", role="training"),
        cell(TRAIN_CHECK, "train_check", points=4),
    ]
    return new_notebook(
        cells=cells, metadata={"kernelspec": KERNEL, "language_info": {"name": "python"}}
    )


def make_course(folder):
    path = folder / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(solution(), path)
    (folder / "course.toml").write_text(REGISTRY)
    (folder / "nbgrader_config.py").write_text((REPOSITORY / "nbgrader_config.py").read_text())
    return folder


def solved(engine):
    """The solved notebook, as a student who ran every cell in class saves it."""
    given = solution()
    executed = engine.execute(given, plan=plan_of(given))
    assert executed.stops == []
    return executed.notebook


def linear():
    return torch.nn.Sequential(torch.nn.AvgPool2d(4), torch.nn.Flatten(), torch.nn.Linear(192, 10))


def cell_of(notebook, name):
    return next(cell for cell in notebook.cells if grade_id(cell) == name)


def copy_with(notebook, change):
    copied = nbformat.from_dict(json.loads(json.dumps(notebook)))
    change(copied)
    return copied


def with_bundle(bundle):
    output = new_output("display_data", {weights.MIME: bundle})
    return lambda notebook: setattr(cell_of(notebook, "training"), "outputs", [output])


def with_weights(**arrays):
    return with_bundle(weights.to_json("train", arrays))


def cleared(notebook):
    for each in notebook.cells:
        if each.cell_type == "code":
            each.outputs = []


def untrained(notebook):
    cleared(notebook)
    cell_of(notebook, "train").source = NOT_TRAINED


def forged(notebook):
    """The student's process says 100 %, and so does the notebook."""
    untrained(notebook)
    lie = "import labkit.checks\nlabkit.checks.measure = lambda *a: [1.0]\n"
    cell_of(notebook, "train").source += f"\n{lie}"
    with_weights(**RANDOM)(notebook)


def forged_without_weights(notebook):
    forged(notebook)
    cell_of(notebook, "net").source += "\nimport labkit\nlabkit.keep = keep = lambda *a: None"
    cell_of(notebook, "training").outputs = []

"""Accuracy checks: only weights that are really trained score, whatever a notebook claims."""

import base64
import json

import nbformat
import numpy as np
import pytest
import torch
from courses import (
    autograder,
    exported_grades,
    graded_notebook,
    hand_in,
)
from nbformat.v4 import new_code_cell, new_notebook, new_output
from tiny import (
    ASSIGNMENT,
    KERNEL,
    NET,
    NOT_TRAINED,
    RANDOM,
    SETUP,
    TRAIN,
    cell,
    cell_of,
    cleared,
    copy_with,
    forged,
    forged_without_weights,
    linear,
    make_course,
    solution,
    solved,
    untrained,
    with_bundle,
    with_weights,
)

from autograder import metadata, notebooks, registry
from autograder.answers.known import known_answers
from autograder.judging.accuracy import Measurer
from autograder.judging.verdicts import evidence_of
from autograder.submission.training import Weights
from benchmarks.made_up_class import class_of, trained
from labkit import card, check, keep, weights
from labkit.evidence import Evidence, Failure, Record, from_json, to_json
from labkit.judge import judge
from labkit.reference import PUBLIC_SEED


@pytest.fixture(scope="module")
def course(tmp_path_factory):
    return make_course(tmp_path_factory.mktemp("tiny") / "course")


@pytest.fixture(scope="module")
def done(engine):
    return solved(engine)


@pytest.fixture
def in_class(monkeypatch):
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")


def elsewhere(notebook):
    """Trained in a cell of the student's own; the training cell was cleared."""
    outputs, cell_of(notebook, "training").outputs = cell_of(notebook, "training").outputs, []
    notebook.cells.append(new_code_cell("1 + 1", outputs=outputs))


def tampering(notebook):
    """A cell that loses its metadata and is edited is still recognized as given."""
    training = cell_of(notebook, "training")
    training.metadata, training.source = {}, training.source + "\nprint('mine')"


HANDED_IN = {
    "kept": lambda notebook: None,
    "elsewhere": elsewhere,
    "edited": tampering,
    "cleared": cleared,
    "untrained": untrained,
    "forged": forged,
    "forged-none": forged_without_weights,
    "random": with_weights(**RANDOM),
    "nan": with_weights(**RANDOM | {"2.bias": np.full(10, np.nan, "float16")}),
    "wrong-shape": with_weights(**RANDOM | {"2.bias": np.zeros((10, 1), "float16")}),
    "wrong-names": with_weights(weight=np.zeros(3, "float16")),
    "huge": with_bundle({"check": "train", "safetensors": "A" * (weights.LARGEST + 4)}),
    "no-base64": with_bundle({"check": "train", "safetensors": "?"}),
    "no-safetensors": with_bundle(
        {"check": "train", "safetensors": base64.b64encode(b"\xff" * 64).decode()}
    ),
    "surrogates": with_bundle({"check": "train", "safetensors": "\ud800"}),
    "odd": with_bundle(["train"]),
    "unfilled": lambda notebook: None,
}
# "odd" holds no weights, so its training cell is run.
FULL = {"kept", "elsewhere", "edited", "cleared", "odd"}
WORDS = {
    "random": "of the images are classified correctly, but at least 70.0%",
    "untrained": "of the images are classified correctly, but at least 70.0%",
    "forged": "of the images are classified correctly, but at least 70.0%",
    "forged-none": "there are no trained weights",
    "nan": "2.bias holds numbers that are not finite",
    "wrong-shape": "2.bias has shape (10, 1), not (10,)",
    "wrong-names": "2.weight is missing; 2.bias is missing; weight is not in the network",
    "huge": "the weights are too large",
    "no-base64": "the weights cannot be read",
    "no-safetensors": "the weights cannot be read",
    "surrogates": "the weights cannot be read",
    "unfilled": "there are no trained weights",
    "kept": "% (at least 70.0%)",
}


@pytest.fixture(scope="module")
def graded(course, done):
    released = autograder("release", ASSIGNMENT, cwd=course)
    assert released.returncode == 0, released.stderr
    for student, change in HANDED_IN.items():
        hand_in(course, student, json.dumps(copy_with(done, change)), ASSIGNMENT)
    template = notebooks.read(course / "exercises" / "en" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    (course / "submitted" / "unfilled" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb").write_text(
        nbformat.writes(template)
    )
    finished = autograder("grade", ASSIGNMENT, "--sandbox", "none", cwd=course)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert autograder("export", cwd=course).returncode == 0
    return course


@pytest.fixture(scope="module")
def rows(graded):
    return exported_grades(graded)


@pytest.mark.parametrize("student", HANDED_IN)
def test_only_trained_weights_score(rows, student):
    expected = {"unfilled": 1.0}.get(student, 5.0 if student in FULL else 2.0)
    assert float(rows[student]["score"]) == expected, rows[student]


@pytest.mark.parametrize("student", WORDS)
def test_the_card_says_what_was_measured_or_what_is_wrong(graded, student):
    (shown,) = [
        output.data["text/html"]
        for output in cell_of(graded_notebook(graded, student, ASSIGNMENT), "train_check").outputs
    ]
    assert WORDS[student] in shown


def test_training_is_run_only_where_no_weights_were_handed_in(graded):
    trained = {
        student
        for student in HANDED_IN
        if any(
            "trained" in output.get("text", "")
            for output in cell_of(graded_notebook(graded, student, ASSIGNMENT), "training").outputs
        )
    }
    assert trained == {"cleared", "untrained", "forged-none", "odd"}


def test_weights_are_attached_to_the_training_cell_before_the_run_and_after_it():
    handed_in = solution()
    with_weights(**RANDOM)(handed_in)
    elsewhere(handed_in)
    repaired, executed = solution(), solution()
    Weights.of(handed_in).attach(repaired, solution())
    Weights.of(repaired).attach(executed, solution())
    for notebook in (repaired, executed):
        training = cell_of(notebook, "training")
        assert metadata.of_cell(training).skip and weights.MIME in training.outputs[0].data
    assert Weights.of(executed) == Weights.of(handed_in)


def test_a_training_cell_without_weights_is_run_and_keeps_what_it_showed():
    executed = solution()
    with_weights(**RANDOM)(executed)
    Weights().attach(executed, solution())
    training = cell_of(executed, "training")
    assert not metadata.of_cell(training).skip and training.outputs


def test_extra_points_count_on_top_of_what_the_assignment_is_worth(rows):
    assert (float(rows["kept"]["score"]), float(rows["kept"]["max_score"])) == (5.0, 4.0)


def test_judging_again_needs_no_weights_and_follows_a_changed_threshold(graded):
    assert "0 verdicts changed" in autograder("judge", ASSIGNMENT, cwd=graded).stdout
    path = graded / "solutions" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb"
    original = path.read_text()
    path.write_text(original.replace("at_least=0.7", "at_least=0.01"))
    judged = autograder("judge", ASSIGNMENT, cwd=graded)
    path.write_text(original)
    assert "random: 2 -> 5" in judged.stdout and "nan" not in judged.stdout, judged.stdout
    assert autograder("judge", ASSIGNMENT, cwd=graded).returncode == 0


def test_a_release_is_not_stale_though_nothing_was_trained(graded):
    assert autograder("release", ASSIGNMENT, "--check", cwd=graded).returncode == 0


ENDS_THE_KERNEL = """\
import os
from labkit import weights
if os.path.exists("weights.json"):
    if any(weights.from_json(one)["2.bias"][0] == 666 for one in weights.kept("first")):
        os._exit(1)
"""
ACCURACY = 'with check("{0}") as t:\n    t.accuracy("accuracy", net, at_least=0.01)\nt.verdict'


def two_checks():
    """A solution with two accuracies. Its first check ends the kernel if a bias is 666."""
    cells = [
        cell(SETUP, "setup", role="setup"),
        cell(NET, "net", blank=True),
        cell(ENDS_THE_KERNEL + ACCURACY.format("first"), "first_check", points=1),
        cell(ACCURACY.format("second"), "second_check", points=1),
    ]
    return new_notebook(cells=cells, metadata={"kernelspec": KERNEL})


def carrying(notebook, **biases):
    """The notebook with weights for checks: those of one network, and a bias for each check."""
    torch.manual_seed(0)
    network = linear()
    outputs = []
    for name, bias in biases.items():
        network[2].bias.data[0] = bias
        bundle = weights.to_json(
            name, {key: value.detach().numpy() for key, value in network.state_dict().items()}
        )
        outputs.append(new_output("display_data", {weights.MIME: bundle}))
    return copy_with(notebook, lambda copied: copied.cells[0].update(outputs=outputs))


def accuracies(notebook):
    checks = notebooks.checks(notebook)
    return [record.value for cell in checks.values() for record in evidence_of(cell).records]


@pytest.fixture(scope="module")
def measuring(engine):
    """A reference with two accuracies; a measurer, and the list of its runs."""
    reference = engine.execute(two_checks(), {"LABKIT_SEED": "1"}).notebook

    def start():
        runs = []
        measurer = Measurer(
            lambda: reference,
            two_checks(),
            1,
            lambda *task, **plan: runs.append(engine.execute(*task, **plan)) or runs[-1],
        )
        return measurer, runs

    return reference, start


def test_weights_are_measured_together_as_they_are_alone(measuring):
    reference, start = measuring
    biases = {
        "none": {"first": 0, "second": 0},
        "one": {"first": 90, "second": -90},
        "half": {"second": 2},
    }
    together, runs = start()
    for student, own in biases.items():
        together.add(student, carrying(reference, **own))
    for student, own in biases.items():
        measured, alone = (carrying(reference, **own) for _ in range(2))
        together.replace_accuracies(student, measured)
        start()[0].replace_accuracies(student, alone)
        assert accuracies(measured) == accuracies(alone)
        assert [isinstance(value, float) for value in accuracies(measured)] == [
            name in own for name in ("first", "second")
        ]
    assert len(runs) == 1


def test_weights_that_end_the_kernel_cost_no_one_else_an_accuracy(measuring):
    reference, start = measuring
    measurer, _ = start()
    biases = {"before": 1, "deadly": 666, "after": 2}
    for student, bias in biases.items():
        measurer.add(student, carrying(reference, first=bias))
    measured = {}
    for student, bias in biases.items():
        executed = carrying(reference, first=bias)
        measurer.replace_accuracies(student, executed)
        measured[student] = accuracies(executed)[0]
    assert isinstance(measured["before"], float) and isinstance(measured["after"], float)
    assert isinstance(measured["deadly"], Failure)
    assert "could not be measured" in measured["deadly"].message


def test_what_is_trained_in_grading_is_measured_though_the_rest_was_handed_in(measuring):
    reference, start = measuring
    measurer, _ = start()
    for student in ("first to be needed", "later"):
        measurer.add(student, carrying(reference, first=1))
    for student in ("first to be needed", "later"):
        executed = carrying(reference, first=1, second=1)
        measurer.replace_accuracies(student, executed)
        assert all(isinstance(value, float) for value in accuracies(executed)), student


def test_answers_are_tried_with_their_own_training(course):
    folder = course / "answers" / ASSIGNMENT / "train"
    for kind, source in {"right": TRAIN, "wrong": NOT_TRAINED}.items():
        (folder / kind).mkdir(parents=True)
        (folder / kind / "one.py").write_text(source)
    tried = autograder("try", ASSIGNMENT, "--sandbox", "none", cwd=course)
    assert tried.returncode == 0 and "0 misjudged" in tried.stdout, tried.stdout + tried.stderr


def accuracy_in_class(build=linear, at_least=0.7):
    with check("example") as t:
        t.accuracy("accuracy", build, at_least=at_least, en="train it")
    return t.evidence, card.text(judge(t.evidence, t.evidence, 2.0), "en")


def test_in_class_the_kept_weights_are_measured_at_once(in_class):
    keep("example", linear())
    evidence, text = accuracy_in_class(at_least=0.01)
    assert (
        0 < evidence["accuracy"].value < 0.5
        and "✓ 1 right: Accuracy: " in text
        and "(at least 1.0%)" in text
    )
    assert evidence == accuracy_in_class(at_least=0.01)[0]
    assert "classified correctly, but at least 70.0% must be" in accuracy_in_class()[1]


def test_in_class_missing_and_unfit_weights_and_an_unfilled_network_are_reported(in_class):
    with check("never kept") as t:
        t.accuracy("accuracy", linear, at_least=0.7)
    assert "run the training cell" in card.text(judge(t.evidence, t.evidence, 2.0), "en")
    keep("example", torch.nn.Linear(2, 2))
    assert "2.weight is missing" in accuracy_in_class()[1]

    def unfilled():
        raise NotImplementedError("network")

    assert "this blank is not filled in yet" in accuracy_in_class(unfilled)[1]


def test_images_come_channels_last_in_grading_only(in_class, monkeypatch):
    """It takes half the time, but a student's own network may ``view`` what it gets."""
    orders = []

    def watched():
        built = linear()
        built.register_forward_pre_hook(
            lambda module, images: orders.append(images[0].is_contiguous())
        )
        return built

    keep("example", linear())
    in_class_value = accuracy_in_class(watched)[0]["accuracy"].value
    monkeypatch.setenv("LABKIT_SEED", str(PUBLIC_SEED))
    assert accuracy_in_class(watched)[0]["accuracy"].value == in_class_value
    assert orders == [True] * 3 + [False] * 3


def test_a_check_measures_all_weights_that_are_kept_for_it(in_class, tmp_path):
    keep("example", linear())
    alone = accuracy_in_class()[0].records
    (bundle,) = weights.kept("example")
    both = {"example": [bundle, bundle | {"safetensors": "nonsense"}]}
    (tmp_path / "weights.json").write_text(json.dumps(both))
    weights.keep_handed_in(str(tmp_path / "weights.json"))
    measured, unreadable = accuracy_in_class()[0].records
    assert (measured,) == alone and isinstance(unreadable.value, Failure)


def test_measuring_leaves_the_random_state_alone(in_class):
    keep("example", linear())
    torch.manual_seed(0)
    expected = torch.rand(3)
    torch.manual_seed(0)
    accuracy_in_class()
    assert torch.equal(torch.rand(3), expected)


def test_weights_are_kept_in_16_bits_where_that_is_enough():
    network = torch.nn.BatchNorm1d(3)
    network.weight.data = torch.tensor([1.0, 0.3, 1e-9])
    keep("example", network)
    kept = weights.from_json(*weights.kept("example"))
    assert {name: value.dtype.name for name, value in kept.items()} == {
        "weight": "float32",
        "bias": "float16",
        "running_mean": "float16",
        "running_var": "float16",
        "num_batches_tracked": "int64",
    }
    assert kept["num_batches_tracked"].shape == ()
    other = torch.nn.BatchNorm1d(3)
    weights.load_into(other, kept)
    assert torch.equal(other.weight, network.weight)


def test_weights_that_cannot_be_handed_in_are_not_kept():
    network = torch.nn.Linear(1, 1)
    network.bias.data[0] = float("nan")
    with pytest.raises(weights.WeightsError, match="bias holds numbers that are not finite"):
        keep("example", network)
    with pytest.raises(weights.WeightsError, match="too large"):
        keep("example", torch.nn.Linear(1000, 1200))


@pytest.mark.parametrize(
    "got", [True, 1, float("nan"), 1.5, "1.0", None, [1.0], Failure("E", "m"), 0.69], ids=str
)
def test_only_a_number_from_the_threshold_to_one_is_an_accuracy_that_passes(got):
    reference = Evidence("a", 0, (Record("accuracy", None, at_least=0.7),))
    assert judge(reference, Evidence("a", 0, (Record("accuracy", 0.7),)), 2.0).passed
    judged = judge(reference, Evidence("a", 0, (Record("accuracy", got, at_least=0.0),)), 2.0)
    assert judged.points == 0 and card.text(judged, "ja") and card.html(judged, None)


def test_the_threshold_survives_the_notebook():
    there = Evidence("a", 1, (Record("accuracy", 0.9, at_least=0.7), Record("y", 1)))
    assert from_json(json.loads(json.dumps(to_json(there)))) == there


def test_students_of_a_made_up_class_hand_in_weights_where_their_training_is_right(
    graded, tmp_path
):
    for kind, source in {"right": TRAIN, "wrong": NOT_TRAINED}.items():
        (tmp_path / "train" / kind).mkdir(parents=True)
        (tmp_path / "train" / kind / "one.py").write_text(source)
    given = notebooks.read(graded / "exercises" / "en" / ASSIGNMENT / f"{ASSIGNMENT}.ipynb")
    kept = trained(registry.load(graded).assignment(ASSIGNMENT))
    tried = known_answers(registry.load(graded).assignment(ASSIGNMENT), tmp_path)
    students = dict(class_of(tried, given, kept))
    assert {name for name, text in students.items() if weights.MIME in text} == {
        "perfect",
        "colab-damaged",
    }

"""`make reproduce` continues where it stopped, forgets old results, and says what is missing."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psutil
import pytest
import torch
from PIL import Image
from torch import Tensor, nn

from benchmarks import cifar10
from reproduction import class_experiment, images, networks, shipped, table
from reproduction.__main__ import main
from reproduction.rows import Result, Row, fingerprint, finished
from reproduction.training import Recipe, Training, train

STEPS = 3


def batches(random: torch.Generator) -> Iterator[tuple[Tensor, Tensor]]:
    """An epoch of made-up images."""
    for _ in range(STEPS):
        yield (
            torch.randn(4, 3, 32, 32, generator=random),
            torch.randint(0, 10, (4,), generator=random),
        )


def started(epochs: int = 2) -> Training:
    """A small network at the start of its training."""
    torch.manual_seed(0)
    network = nn.Sequential(
        nn.Conv2d(3, 4, 5), nn.BatchNorm2d(4), nn.Flatten(), nn.Linear(4 * 28 * 28, 10)
    )
    return Training(network, Recipe(epochs=epochs, rate=0.01, average=0.1), STEPS)


def small_folder(root: Path, count: int = 20) -> Path:
    """Images in CIFAR-10's layout, a grey of its own for each."""
    for number in range(count):
        for split in ("train", "test"):
            (root / split / f"class{number % 2}").mkdir(parents=True, exist_ok=True)
            Image.new("RGB", (32, 32), (number, number, number)).save(
                root / split / f"class{number % 2}" / f"{number:04}.png"
            )
    return root


def test_a_training_that_was_stopped_ends_as_one_that_was_not(tmp_path: Path) -> None:
    whole = train(started(), batches, STEPS, tmp_path / "whole.pt", "whole")
    stopped = started()
    stopped.recipe = Recipe(epochs=1, rate=0.01, average=0.1)
    train(stopped, batches, STEPS, tmp_path / "stopped.pt", "stopped")
    resumed = train(started(), batches, STEPS, tmp_path / "stopped.pt", "resumed")
    assert all(
        torch.equal(parameter, other)
        for parameter, other in zip(whole.parameters(), resumed.parameters(), strict=True)
    )


def test_the_last_tenth_of_each_class_is_held_out(tmp_path: Path) -> None:
    folder, cache = small_folder(tmp_path / "data"), tmp_path / "cache"
    train, validation, test = (
        images.load(folder, cache, split) for split in ("train", "validation", "test")
    )
    assert [len(split.labels) for split in (train, validation, test)] == [18, 2, 20]
    assert validation.images[:, 0, 0, 0].tolist() == [18, 19]
    assert validation.labels.tolist() == [0, 1]


def test_decoded_images_are_kept(tmp_path: Path) -> None:
    folder, cache = small_folder(tmp_path / "data"), tmp_path / "cache"
    images.load(folder, cache, "test")
    assert len(images.load(tmp_path / "gone", cache, "test").labels) == 20


def command(tmp_path: Path, count: int) -> dict[str, Any]:
    """What starts the computation of one row on a few images."""
    folders = [
        "--data",
        str(small_folder(tmp_path / "data", count)),
        "--results",
        str(tmp_path / "results"),
    ]
    arguments = [
        sys.executable,
        "-m",
        "reproduction",
        *folders,
        "--bits",
        "4",
        "--kinds",
        "per tensor",
        "--jobs",
        "1",
    ]
    return {
        "args": arguments,
        "cwd": networks.ROOT,
        "env": {**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
    }


def test_the_command_computes_a_row_once_and_writes_table_and_plot(tmp_path: Path) -> None:
    row, results = command(tmp_path, 150), tmp_path / "results"
    first, second = (
        subprocess.run(**row, capture_output=True, text=True, check=False) for _ in range(2)
    )
    assert first.returncode == second.returncode == 1, first.stderr
    assert "fine-tuned" in first.stdout and "fine-tuned" not in second.stdout
    assert (results / "table.md").read_text() in second.stdout
    assert (results / "accuracy.svg").exists()


def test_a_killed_command_leaves_no_training_behind(tmp_path: Path) -> None:
    with subprocess.Popen(
        **command(tmp_path, 1500), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as started:
        next(line for line in started.stderr if "epoch 1 of 5" in line)
        workers = psutil.Process(started.pid).children(recursive=True)
        started.kill()
    psutil.wait_procs(workers)
    assert workers and not list(
        (tmp_path / "results").glob("*.json")
    )  # which a training that goes on would write


def test_a_missing_folder_is_reported_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["reproduction", "--data", str(tmp_path / "nowhere")])
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert main() == 2
    said = capsys.readouterr().err
    assert "nowhere holds neither cifar10-jpeg.tar.gz nor" in said and "--data FOLDER" in said


def test_a_result_made_with_other_definitions_is_computed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = Row("per tensor", 4)
    text = (
        f'{{"before": 1.0, "after": 2.0, "validation": 3.0, "fingerprint": "{fingerprint(row)}"}}'
    )
    (tmp_path / f"{row.name}.json").write_text(text)
    assert finished(row, tmp_path) == Result(row, 1.0, 2.0, 3.0)
    monkeypatch.setattr(networks, "source", lambda: "other = 1")
    assert finished(row, tmp_path) is None


@pytest.mark.parametrize("kind", networks.KINDS)
def test_every_kind_of_network_gives_few_values_in_every_layer(kind: str) -> None:
    weights = networks.float_network("digits").state_dict()
    network = networks.quantized_network(kind, 2, weights, torch.randn(8, 3, 32, 32))
    for layer in (network.conv1, network.conv2, network.fc1, network.fc2, network.fc3):
        assert all(len(channel.unique()) <= 4 for channel in layer.weight_quantizer(layer.weight))


def test_the_table_names_each_missed_goal() -> None:
    text = table.table(81.0, [Result(Row("per tensor, static", 4), 60.0, 78.0, 78.0)])
    assert "| 4 | 60.00 | 78.00 |" in text
    assert (
        "- met: float 81.00 %" in text
        and "- MISSED: per tensor, static, 4 bits: 3.00 points below float" in text
    )


def shipped_results() -> dict[str, Any]:
    return json.loads(shipped.FILE.read_text("utf-8"))


def test_the_page_and_the_notebook_show_the_same_figures() -> None:
    known = shipped_results()
    text, experiment = cifar10.sections(known).values()
    row = re.compile(r"^\| (\d) \| ([A-Za-z ,]+) \| ([0-9.]+) \| ([0-9.]+) \|", re.MULTILINE)
    documented = [(k, int(b), float(x), float(y)) for b, k, x, y in row.findall(text)]
    kept = [tuple(figures.values()) for figures in known["rows"]]
    assert documented == kept and len(kept) == 24
    assert f"Float: {known['float']:.2f}" in text and "2, met" in text
    own = known["class"]
    assert f"| 4 | {own['before']:.2f} | {own['after']:.2f} |" in experiment


def test_the_class_experiment_notes_a_point_every_hundred_batches() -> None:
    curve = shipped_results()["class"]["curve"]
    assert [point["batches"] for point in curve] == list(range(100, 1800, 100))
    means = {key: sum(point[key] for point in curve) / 17 for key in ("validation", "batch")}
    assert 0.7 < means["validation"] < means["batch"] < 0.9  # as the notebook says


def test_results_are_shipped_without_the_fingerprint(tmp_path: Path) -> None:
    file = tmp_path / "cifar10.json"
    result = Result(Row("per tensor", 4), 72.916, 78.98, 79.7)
    shipped.write(81.59, [result], {"before": 1.0, "fingerprint": "abc"}, file)
    row = {"kind": "per tensor", "bits": 4, "before": 72.92, "after": 78.98}
    assert json.loads(file.read_text()) == {"float": 81.59, "rows": [row], "class": {"before": 1.0}}


def test_the_class_experiment_is_computed_again_when_its_loop_changes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, real = class_experiment.fingerprint(), networks.source
    monkeypatch.setattr(networks, "source", lambda cells=(): real(cells) + "\nother = 1")
    assert class_experiment.fingerprint() != before

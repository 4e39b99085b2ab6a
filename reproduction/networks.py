"""The networks of assignment 03, with exactly the definitions that its solution notebook
teaches."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import load_file
from torch import Tensor, nn

from labkit.data import Images

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "solutions" / "03_uniform_quantization" / "03_uniform_quantization.ipynb"
WEIGHTS = ROOT / "resources" / "weights"
CELLS = (
    "quantization", "affine_quantization", "ste", "quant_layers", "net",
    "quantized_net", "observer", "calibration", "per_channel", "lsq",
)  # fmt: skip
KINDS = ("per tensor", "per tensor, static", "per channel", "per channel, LSQ")
CALIBRATION_IMAGES = 128
_PREFACE = """\
import torch
import torch.nn.functional as F
from torch import nn
from torch.autograd import Function
"""


def source(wanted: Sequence[str] = CELLS, notebook: Path = NOTEBOOK) -> str:
    """The cells of a notebook that define networks and quantizers, in their order.

    Args:
        wanted: the ``grade_id`` of each cell.
        notebook: a solution.

    Raises:
        LookupError: the notebook has no cell of one of these ids.
    """
    cells = json.loads(notebook.read_text())["cells"]
    sources = {
        cell["metadata"].get("nbgrader", {}).get("grade_id"): "".join(cell["source"])
        for cell in cells
    }
    missing = [name for name in wanted if name not in sources]
    if missing:
        raise LookupError(
            f"{notebook} has no cell with the grade_id {', '.join(missing)}. "
            f"Was it renamed? Then rename it in {__name__}."
        )
    return _PREFACE + "\n\n".join(sources[name] for name in wanted)


def definitions(notebook: Path = NOTEBOOK, cells: Sequence[str] = CELLS) -> dict[str, Any]:
    """What those cells define, by name."""
    names: dict[str, Any] = {"__name__": f"assignment_{notebook.name[:2]}"}
    exec(compile(source(cells, notebook), str(notebook), "exec"), names)
    return names


def float_network(data: str = "cifar10") -> nn.Module:
    """The float network with the shipped weights, in eval mode.

    Args:
        data: "cifar10" or "digits".
    """
    network = definitions()["Net"]()
    network.load_state_dict(load_file(WEIGHTS / f"net_{data}.safetensors"), strict=True)
    return network.to(memory_format=torch.channels_last).eval()


def quantized_network(
    kind: str, bit_width: int, weights: dict[str, Tensor], images: Tensor
) -> nn.Module:
    """A quantized network that starts from float weights.

    Args:
        kind: one of ``KINDS``: the class's rule for weights and inputs; the same for weights, with
            inputs calibrated by the smallest squared error; the class's rule with a scale for each
            output channel of a weight; learned steps (LSQ), one for each output channel and one for
            each input.
        bit_width: bits of every weight and every layer's input, the first and the last layer's too.
        weights: state of the float network.
        images: a batch of training images. The learned steps start where they reproduce its values
            best; its first 128 images serve for calibration.
    """
    names = definitions()
    network = names["QuantizedNet"](bit_width)
    network.load_state_dict(weights, strict=True)
    if kind == "per tensor, static":
        network = names["static_net"](bit_width)
        network.load_state_dict(weights, strict=False)  # they hold no ranges
        names["calibrate"](network, _unlabelled(images[:CALIBRATION_IMAGES]))
    if kind == "per channel":
        names["replace_quantizers"](
            network, weight=lambda name, layer: names["PerChannelQuantizer"](bit_width)
        )
    if kind == "per channel, LSQ":
        names["learned_steps"](network, bit_width)
        _start_steps(network, images)
    return network.to(memory_format=torch.channels_last).eval()


def _unlabelled(images: Tensor) -> Images:
    return Images(images, torch.zeros(len(images), dtype=torch.int64), ())


@torch.no_grad()
def _start_steps(network: nn.Module, images: Tensor) -> None:
    """Set each learned step to the one with the smallest squared error.

    Later layers see the outputs of earlier ones that are quantized already.
    """
    hooks = [
        quantizer.register_forward_pre_hook(_take_best_step) for quantizer in _learned(network)
    ]
    network.eval()(images)
    for hook in hooks:
        hook.remove()


def _take_best_step(quantizer: nn.Module, arguments: tuple[Tensor]) -> None:
    (values,) = arguments
    others = tuple(axis for axis in range(values.ndim) if quantizer.step.ndim == 0 or axis)
    best = torch.full_like(quantizer.step, torch.inf)
    for step in _candidates(values, quantizer, others):
        rounded = step * (values / step).round().clamp(quantizer.quant_min, quantizer.quant_max)
        error = (rounded - values).square().sum(others, keepdim=quantizer.step.ndim > 0)
        quantizer.step.copy_(torch.where(error < best, step, quantizer.step))
        best = torch.minimum(error, best)


def _candidates(values: Tensor, quantizer: nn.Module, others: tuple[int, ...]) -> Iterator[Tensor]:
    largest = values.abs().amax(others, keepdim=quantizer.step.ndim > 0).clamp(min=1e-6)
    for share in torch.linspace(0.05, 1, 60):
        yield largest * share / quantizer.quant_max


def _learned(network: nn.Module) -> list[nn.Module]:
    return [
        module
        for module in network.modules()
        if isinstance(getattr(module, "step", None), nn.Parameter)
    ]

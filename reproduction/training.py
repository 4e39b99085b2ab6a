"""One training loop for the float network and for those fine-tuned from it. It can be resumed."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from torch import Tensor, nn
from torch.optim import Optimizer
from torch.optim.lr_scheduler import OneCycleLR
from tqdm import tqdm

from reproduction.images import Pictures, normalized

BATCH = 128
Epoch = Callable[[torch.Generator], Iterator[tuple[Tensor, Tensor]]]


@dataclass(frozen=True)
class Recipe:
    """How a network is trained; SGD with Nesterov momentum 0.9.

    Args:
        epochs: passes over the training images.
        rate: largest learning rate.
        warm_up: share of the steps in which the rate rises linearly; in the others it falls
            linearly to nearly zero.
        decay: weight decay, on weights only (not on biases, batch norm and step sizes).
        smoothing: label smoothing.
        average: weight of the newest step in the running average of the weights, which is the
            result; 0 for none.
        outliers: weight of a penalty on the squared largest input of each quantized layer, in
            multiples of the mean square. Where the scale follows from the largest value, a few
            outliers leave coarse steps for all others.
        bfloat16: convolutions and products in bfloat16 while training, where the processor has
            instructions for it.
        seed: of the order of the images, of crops and flips.
    """

    epochs: int
    rate: float
    warm_up: float = 0.2
    decay: float = 5e-4
    smoothing: float = 0.0
    average: float = 0.0
    outliers: float = 0.0
    bfloat16: bool = False
    seed: int = 0


class Training:
    """A network in training, with everything that a checkpoint needs to resume.

    Args:
        network: trained in place.
        recipe: how.
        steps: optimizer steps in an epoch.
        teacher: a trained network whose outputs are learned instead of the labels, or None.
    """

    def __init__(
        self, network: nn.Module, recipe: Recipe, steps: int, teacher: nn.Module | None = None
    ) -> None:
        self.network, self.recipe, self.teacher, self.done = network, recipe, teacher, 0
        self.mean = copy.deepcopy(network)
        self.optimizer = _optimizer(network, recipe)
        self.schedule = OneCycleLR(
            self.optimizer,
            [group["lr"] for group in self.optimizer.param_groups],
            total_steps=recipe.epochs * steps + 1,
            pct_start=recipe.warm_up,
            anneal_strategy="linear",
            cycle_momentum=False,
            final_div_factor=1000,
        )
        self.random = torch.Generator().manual_seed(recipe.seed)
        self.penalty = torch.zeros(())
        if recipe.outliers:
            self._watch_inputs()

    @property
    def result(self) -> nn.Module:
        """The network that is kept: the running average, where the recipe asks for one."""
        return self.mean if self.recipe.average else self.network

    def save(self, path: Path) -> None:
        """Write a checkpoint whole or not at all."""
        half = path.with_suffix(".half")
        torch.save(
            {
                **{name: part.state_dict() for name, part in self._parts()},
                "random": self.random.get_state(),
                "done": self.done,
            },
            half,
        )
        half.replace(path)

    def resume(self, path: Path) -> None:
        """Resume from a checkpoint, if there is one."""
        if path.exists():
            state = torch.load(path, weights_only=True)
            for name, part in self._parts():
                part.load_state_dict(state[name])
            self.random.set_state(state["random"])
            self.done = state["done"]

    def step(self, images: Tensor, labels: Tensor) -> float:
        """One step of the optimizer; gives the loss."""
        self.penalty = torch.zeros(())
        with torch.autocast("cpu", torch.bfloat16, enabled=self.recipe.bfloat16 and has_bfloat16()):
            outputs, wanted = self.network(images), self._wanted(images, labels)
        loss = F.cross_entropy(outputs.float(), wanted, label_smoothing=self.recipe.smoothing)
        loss = loss + self.recipe.outliers * self.penalty
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.schedule.step()
        self._average()
        return loss.item()

    @torch.no_grad()
    def _wanted(self, images: Tensor, labels: Tensor) -> Tensor:
        return labels if self.teacher is None else self.teacher(images).float().softmax(1)

    @torch.no_grad()
    def _average(self) -> None:
        if self.recipe.average:
            for mean, now in zip(
                self.mean.state_dict().values(), self.network.state_dict().values(), strict=True
            ):
                mean.lerp_(now, self.recipe.average) if mean.is_floating_point() else mean.copy_(
                    now
                )

    def _watch_inputs(self) -> None:
        for layer in self.network.modules():
            if hasattr(layer, "input_quantizer"):
                layer.register_forward_pre_hook(self._add_penalty)

    def _add_penalty(self, layer: nn.Module, arguments: tuple[Tensor]) -> None:
        if layer.training:
            sizes = arguments[0].flatten(1).abs().float()
            self.penalty = self.penalty + sizes.amax(1).square().mean() / sizes.square().mean()

    def _parts(self) -> list[tuple[str, nn.Module | Optimizer | OneCycleLR]]:
        return [
            (name, getattr(self, name)) for name in ("network", "mean", "optimizer", "schedule")
        ]


def train(
    training: Training, epoch: Epoch, steps: int, checkpoint: Path, label: str, place: int = 0
) -> nn.Module:
    """Train to the end of the recipe, with a checkpoint after each epoch; gives the network.

    Args:
        training: fresh; a checkpoint of an earlier run is taken up.
        epoch: gives the batches of an epoch.
        steps: batches in an epoch.
        checkpoint: file.
        label: shown in front of the progress bar.
        place: line of the progress bar, where several processes draw theirs.
    """
    training.resume(checkpoint)
    for number in range(training.done, training.recipe.epochs):
        training.network.train()
        title = f"{label}, epoch {number + 1} of {training.recipe.epochs}"
        bar = tqdm(epoch(training.random), title, steps, leave=False, position=place, mininterval=1)
        loss = 0.0
        for images, labels in bar:
            loss = 0.98 * loss + 0.02 * training.step(images, labels)
            bar.set_postfix(loss=f"{loss:.3f}", refresh=False)
        training.done = number + 1
        training.save(checkpoint)
    return training.result


@torch.no_grad()
def accuracy(network: nn.Module, pictures: Pictures) -> float:
    """Images that the network classifies correctly, in percent, always computed in float32.

    Batches are as large as in training, since the course's rule takes an input's scale from them.
    """
    network.eval()
    parts = zip(pictures.images.split(BATCH), pictures.labels.split(BATCH), strict=True)
    right = sum(
        (network(normalized(images)).argmax(1) == labels).sum().item() for images, labels in parts
    )
    return 100 * right / len(pictures.labels)


def has_bfloat16() -> bool:
    """Whether this processor multiplies bfloat16 faster than float32."""
    return bool(
        torch.cpu.get_capabilities().get("avx512_bf16")
        or torch.cpu.get_capabilities().get("amx_bf16")
    )


def _optimizer(network: nn.Module, recipe: Recipe) -> Optimizer:
    groups: list[dict[str, Any]] = [
        {"params": [], "weight_decay": decay} for decay in (0.0, recipe.decay)
    ]
    for name, parameter in network.named_parameters():
        groups[name.endswith("weight") and parameter.ndim > 1]["params"].append(parameter)
    return torch.optim.SGD(groups, lr=recipe.rate, momentum=0.9, nesterov=True)

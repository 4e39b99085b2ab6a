"""Settings of the whole process: during a check they have their usual values.

A notebook from a machine with a GPU may name devices that this one lacks, and a setting of one cell
changes every cell after it. With :func:`usual`, a check sees neither, in class and in grading; what
the cell had set holds again after the check.
"""

from __future__ import annotations

import locale
import os
import warnings
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import partial
from typing import Any

import numpy as np
import torch

from labkit.source import running_shell

# How a setting is read, how it is written, and what it usually is.
_Setting = tuple[Callable[[], Any], Callable[[Any], Any], Any]


def _set_type_of_tensors(device: str) -> None:
    if device == torch._C._get_default_device():
        return
    # It sets the dtype, too, and warns that it is deprecated: the student has read that.
    dtype = torch.get_default_dtype()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        torch.set_default_tensor_type(f"torch.{device}.FloatTensor".replace(".cpu", ""))
    torch.set_default_dtype(dtype)


def _modes() -> tuple[Any, list[Any]]:
    """The default device, and what is entered, such as ``with torch.device``."""
    # Not torch.get_default_device: it makes a tensor on that device, which may be missing.
    device = getattr(torch._GLOBAL_DEVICE_CONTEXT, "device_context", None)
    entered = [torch._C._get_function_stack_at(n) for n in range(_entered())]
    return device, entered


def _set_modes(modes: tuple[Any, list[Any]]) -> None:
    torch._GLOBAL_DEVICE_CONTEXT.device_context, entered = modes
    for _ in range(_entered()):
        torch._C._pop_torch_function_stack()
    for mode in entered:
        torch._C._push_on_torch_function_stack(mode)


def _entered() -> int:
    return torch._C._len_torch_function_stack()


def _environment() -> dict[Any, Any]:
    """The variables as Python keeps them: decoding all takes longer than all other settings."""
    return dict(_ENVIRONMENT._data)


def _set_environment(variables: dict[Any, Any]) -> None:
    if variables != _ENVIRONMENT._data:
        os.environ.clear()
        name, value = _ENVIRONMENT.decodekey, _ENVIRONMENT.decodevalue
        os.environ.update({name(kept): value(variables[kept]) for kept in variables})


_ENVIRONMENT: Any = os.environ
_MKLDNN: Any = torch.backends.mkldnn
_DEVICES: tuple[_Setting, ...] = (
    (torch._C._get_default_device, _set_type_of_tensors, "cpu"),
    (_modes, _set_modes, (None, [])),
)
_USUAL: tuple[_Setting, ...] = (
    *_DEVICES,
    (torch.get_default_dtype, torch.set_default_dtype, torch.float32),
    # Not torch.get_float32_matmul_precision, which raises after TF32 was allowed for a GPU alone.
    *(
        (partial(getattr, op, "fp32_precision"), partial(setattr, op, "fp32_precision"), "ieee")
        for op in (_MKLDNN.matmul, _MKLDNN.conv)
    ),
    *(
        (
            partial(torch.is_autocast_enabled, device),
            partial(torch.set_autocast_enabled, device),
            False,
        )
        for device in ("cpu", "cuda")
    ),
)
_begun: list[_Setting] = []  # what this machine had when the notebook began


def begin() -> None:
    """Remember what differs by machine, in a notebook's kernel; the first call counts."""
    shell = running_shell()
    if not shell or _begun:
        return
    get_locale, set_locale = (partial(locale.setlocale, locale.LC_ALL) for _ in range(2))
    _begun.append((torch.get_num_threads, torch.set_num_threads, torch.get_num_threads()))
    _begun.append((get_locale, set_locale, get_locale()))
    _begun.append((_environment, _set_environment, _environment()))
    shell.events.register("pre_run_cell", _leave_missing_device)


def _leave_missing_device(_: Any) -> None:
    """Where the default device is missing, no cell could make a tensor: it is the processor."""
    try:
        torch.empty(0)
    except (RuntimeError, AssertionError):
        for _, write, value in _DEVICES:
            write(value)


def usual_devices() -> AbstractContextManager[object]:
    """Tensors are made on the processor, whatever device a cell has chosen for all of them."""
    return _set(_DEVICES)


@contextmanager
def usual() -> Iterator[None]:
    """The usual settings, whatever a cell has set for all that comes after it.

    >>> torch.set_default_device("cuda")
    >>> with usual():
    ...     print(torch.ones(1).device)
    cpu
    >>> torch.set_default_device(None)
    """
    with _set((*_USUAL, *_begun)) as stack:
        stack.enter_context(warnings.catch_warnings())
        warnings.simplefilter("default")
        stack.enter_context(np.errstate(all="warn", under="ignore"))
        stack.enter_context(torch.inference_mode(False))
        stack.enter_context(torch.enable_grad())
        yield


@contextmanager
def _set(settings: tuple[_Setting, ...]) -> Iterator[ExitStack]:
    with ExitStack() as stack:
        for read, write, value in settings:
            stack.callback(write, read())
            write(value)
        yield stack

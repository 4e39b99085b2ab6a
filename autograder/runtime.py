"""What the kernels of this course have before their first cell; the engine knows nothing of it."""

from __future__ import annotations

from dataclasses import replace

from autograder.engine.runtime import USUAL, Runtime
from labkit.reference import resources

# What every exercise needs; the first backward imports symbolic_shapes. course.toml names what an
# assignment needs besides this.
RUNTIME = Runtime(
    modules=(
        *USUAL.modules,
        "torch",
        "torch.fx.experimental.symbolic_shapes",
        "torch.nested._internal.nested_tensor",
        "torch.utils._device",
        "labkit.blanks",
        "labkit.checks",
        "labkit.figures",
        "labkit.predictions",
        "labkit.setup",
        "tomllib",
    ),
    packages=("labkit",),
    public=(resources,),
    # Tests set them to imitate other processors.
    variables=(
        "ATEN_CPU_CAPABILITY",
        "ONEDNN_MAX_CPU_ISA",
        "MKL_ENABLE_INSTRUCTIONS",
        "FORKED_TORCH_THREADS",
    ),
    records=("application/vnd.labkit.",),
)
# For stock Jupyter tools, which read no course.toml that names modules.
STOCK_RUNTIME = replace(RUNTIME, modules=(*RUNTIME.modules, "torch._dynamo", "torchvision"))
# Kernels get only these variables of the environment. NBGRADER's tell nbgrader's tests that they
# are graded.
PASSED_ON = ("LABKIT_", "NBGRADER_EXECUTION", "NBGRADER_VALIDATING")

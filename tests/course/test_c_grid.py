"""The CUDA file of assignment 05: any compiler runs its grid as loops, and nvcc accepts it."""

import ctypes
import shutil
import subprocess

import pytest
import torch
from programs import need
from repository import REPOSITORY, solution

from labkit.c import compiler

HEADERS = REPOSITORY / "resources" / "c"


@pytest.fixture
def folder(tmp_path):
    """Holds the files that the notebook's cells write."""
    for cell in solution("05_c_quantizer").cells:
        first, _, rest = cell.source.partition("\n")
        if first.startswith("%%writefile "):
            (tmp_path / first.split()[1]).write_text(rest)
    return tmp_path


def compiled(folder, *command):
    done = subprocess.run(
        [*command, "-I", HEADERS, "-shared", "-o", "grid.so", "quantize.cu", "-lm"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0 and "warning" not in done.stderr, done.stderr
    return folder / "grid.so"


@pytest.mark.parametrize("threads", [1, 7, 256, 1024])
def test_the_grid_as_loops_does_what_the_function_does(folder, threads):
    command = [*compiler.find(), "-std=c11", "-Wall", "-Wextra", "-fPIC", "-x", "c"]
    library = ctypes.CDLL(str(compiled(folder, *command)))
    x = torch.cat([100 * torch.randn(996), torch.tensor([2.5, -2.5, 300.0, -300.0])])
    by_loop, by_grid = torch.empty_like(x), torch.full((1001,), 7.0)
    addresses = [ctypes.c_void_p(tensor.data_ptr()) for tensor in (x, by_loop, by_grid)]
    library.quantizeInt8InFloat(ctypes.c_size_t(1000), addresses[0], addresses[1])
    library.quantize_grid(ctypes.c_size_t(1000), addresses[0], addresses[2], threads)
    assert torch.equal(by_grid[:1000], by_loop)
    assert by_loop[-4:].tolist() == [3, -3, 127, -128]
    assert by_grid[1000] == 7  # threads behind the last element did nothing


def test_nvcc_accepts_the_same_file(folder):
    if shutil.which("nvcc") is None:
        pytest.skip("nvcc is missing, which belongs to a GPU")
    need("g++")  # which nvcc calls
    assert compiled(folder, "nvcc", "-Xcompiler", "-fPIC").is_file()

"""Assignment 07: the networks in C give PyTorch's scores, to the last integer, on a chip too."""

import contextlib

import gguf
import pytest
import torch
from programs import need
from repository import REPOSITORY
from safetensors.torch import load_file

from labkit.c import code, program
from labkit.c.compiler import ProgramMissing
from reproduction.integer_network import executed

WEIGHTS = REPOSITORY / "resources/weights"
ENDS = (0, 255)
WRITES_NOWHERE = """#include "integer_network.h"
void requantize(size_t N, int32_t multiplier, int32_t shift, const int32_t sums[], int8_t out[])
{
    *(volatile int32_t *)0xf0000000u = (int32_t)N + multiplier + shift + sums[0] + out[0];
}
"""


@pytest.fixture(scope="module")
def names(tmp_path_factory):
    """What the notebook defines; the solution's C is in the current folder."""
    with contextlib.chdir(tmp_path_factory.mktemp("network")):
        yield executed()


def needs_simulator():
    need("gcc-arm-none-eabi", "qemu-system-arm")


def test_the_shipped_weights_are_small_and_hold_what_the_text_says():
    files = [WEIGHTS / f"{name}_digits.safetensors" for name in ("binary", "int8")]
    assert sum(file.stat().st_size for file in files) < 200_000
    binary = load_file(files[0])
    for layer in (1, 2, 3, 5):
        assert binary[f"{layer}.0.weight"].unique().tolist() == [-1, 1]
    for layer in (0, 6):
        whole = 32 * binary[f"{layer}.0.weight"].float()
        assert torch.equal(whole, whole.round().clamp(-128, 127))


def test_every_score_of_every_digit_is_pytorchs(names):
    assert len(names["scores"]) == 300
    assert torch.equal(names["in_c"].float(), 32 * names["scores"])
    assert torch.equal(names["int8_in_c"].double(), names["expected"])
    assert torch.equal(names["int4_in_c"].double(), names["int4_expected"])
    right = (names["in_c"].argmax(1) == names["test"].labels).sum().item()
    assert right == pytest.approx(296, abs=2)
    right = (names["int4_in_c"].argmax(1) == names["test"].labels).sum().item()
    assert right == pytest.approx(299, abs=2)


def test_two_weights_of_4_bits_lie_in_a_byte_the_first_in_the_lower_half(names):
    packed = names["two_in_a_byte"](torch.tensor([[1, 2], [-1, 7], [-7, -8]], dtype=torch.int8))
    assert [value % 256 for value in packed.tolist()] == [0x21, 0x7F, 0x89]
    for place in range(6):
        weights, halves = (names[kind][f"weights_{place}"] for kind in ("int4", "int4_packed"))
        assert weights.abs().max() == 7 and halves.numel() == weights.numel() / 2


def halves(*values):
    return torch.tensor(values).half().view(torch.uint8)


def drawn_super_blocks(n):
    """Any bytes but for d and d_min, which are finite; then the extremes of every field."""
    generator = torch.Generator().manual_seed(n)
    drawn = torch.randint(256, (n, 144), generator=generator, dtype=torch.uint8)
    units = torch.randn(n, 2, generator=generator) * 4.0 ** torch.randint(
        -11, 7, (n, 2), generator=generator
    )
    drawn[:, :4] = units.half().view(torch.uint8)
    ends = [
        torch.cat([halves(d, d_min), *(torch.full((size,), end).byte() for size, end in fields)])
        for d in (2.0**-24, -(2.0**-14), 1.0, 65504.0)
        for d_min in (0.0, 2.0**-24, 65504.0, -1.0)
        # Scales, minima and codes of 0 and of the most; the bytes of 4 to 7 then mix the two.
        for fields in (
            [(4, a), (4, b), (4, c), (128, e)]
            for a in ENDS
            for b in ENDS
            for c in (0, 15, 240, 255)
            for e in ENDS
        )
    ]
    return torch.cat([drawn, torch.stack(ends)])


def read_by_gguf(packed):
    read = gguf.quants.dequantize(packed.numpy(), gguf.GGMLQuantizationType.Q4_K)
    return torch.from_numpy(read).flatten()


def test_super_blocks_are_read_as_the_package_of_the_formats_authors_reads_them(names):
    packed = drawn_super_blocks(500)
    expected = read_by_gguf(packed)
    assert expected.isfinite().all() and len(expected.unique()) > 50_000
    assert (names["unpacked"](packed) != expected).sum() == 0
    assert (read_by_gguf(names["q4_k"]) != names["unpacked"](names["q4_k"])).sum() == 0


@pytest.mark.parametrize("shift", [-10.0, -1.0, 0.0, 1.0, 10.0])
def test_packed_weights_are_off_by_little_wherever_their_range_lies(names, shift):
    """By half a step of a code, and what the 6 bits of scale and minimum leave."""
    weights = torch.randn(2560, generator=torch.Generator().manual_seed(0)) + shift
    weights[:256] = 0
    weights[256:288] = 0
    found = read_by_gguf(names["in_q4_k"](weights))
    assert (found[:288] == 0).all()
    # Only a minimum of at most 0 can be stored, so a range above 0 is stretched down to it.
    span = weights.view(-1, 32).amax(1).clamp(min=0) - weights.view(-1, 32).amin(1).clamp(max=0)
    error = (found - weights).view(-1, 32).abs().amax(1)
    assert (error <= 0.5 * span.max() / 15 + span.max() / 63).all()


def test_every_bit_of_a_half_counts(names):
    """`half_to_float` in the header, for every finite number of 16 bits."""
    bits = torch.arange(2**16).short()
    bits = bits[bits.view(torch.float16).isfinite()]
    packed = torch.zeros(len(bits), 144, dtype=torch.uint8)
    packed[:, :2] = bits[:, None].view(torch.uint8)
    packed[:, 4], packed[:, 16] = 1, 1
    found = names["unpacked"](packed).view(-1, 256)[:, 0]
    assert torch.equal(found, bits.view(torch.float16).float())


def test_the_text_of_q4_k_holds(names):
    """As many bits as codes with a float16 scale for each 32, less error; or half a bit less."""
    assert names["paid"] == 4.5 == 4 + 16 / 32
    assert names["reached"] > names["levels"][1, 32] + 1
    assert names["reached"] == pytest.approx(names["levels"][2, 32], abs=0.2)


def test_a_threshold_of_a_falling_batch_norm_is_that_of_negated_weights(names):
    norm = torch.nn.BatchNorm1d(4).eval()
    norm.weight.data = torch.tensor([1.0, -1.0, -2.0, 1.0])
    norm.running_mean = torch.tensor([2.5, 2.5, -3.0, 100.0])
    flip, threshold = names["fold"](norm, 1.0, 9)
    sums = torch.arange(-9, 10)[:, None]
    with torch.no_grad():
        assert torch.equal(flip * sums >= threshold, norm(sums.expand(-1, 4).float()) >= 0)
    assert flip.tolist() == [1, -1, -1, 1] and threshold.tolist() == [3, -2, 3, 10]


def test_the_simulated_microcontroller_gives_the_same_scores(names):
    needs_simulator()
    images = names["pixels"][:5].to(torch.int8)
    texts = {"binary_weights.h": names["binary_text"]}
    signs = program.simulate("integer_network.c", texts, *names["BINARY_BLANKS"], images=images)
    texts = {"int8_weights.h": names["int8_text"]}
    int8 = program.simulate("int8_network.c", texts, names["REQUANTIZE"], images=images)
    texts = {"int4_weights.h": names["int4_text"]}
    int4 = program.simulate("int4_network.c", texts, names["REQUANTIZE"], images=images)
    assert torch.equal(signs.scores, names["in_c"][:5].long())
    assert torch.equal(int4.scores, names["int4_in_c"][:5].long())
    assert torch.equal(int8.scores, names["int8_in_c"][:5].long())
    # What the text draws from the figures: signs need less of everything.
    assert signs.flash < int8.flash / 4 and signs.ram < int8.ram
    assert 0 < signs.instructions.max() < int8.instructions.min() < int4.instructions.min()
    assert signs.flash < int4.flash < 0.6 * int8.flash


def test_a_program_that_does_not_end_well_is_reported(names, tmp_path, monkeypatch):
    needs_simulator()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "requantize.c").write_text(WRITES_NOWHERE)
    texts = {"int8_weights.h": names["int8_text"]}
    with pytest.raises(code.CError, match="fault"):
        program.simulate(
            "int8_network.c", texts, names["REQUANTIZE"], images=names["pixels"][:2].to(torch.int8)
        )


def test_without_the_tools_the_cell_says_how_to_get_them(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")
    with pytest.raises(ProgramMissing, match="apt-get install -y gcc-arm-none-eabi"):
        program.simulate("integer_network.c", {}, images=torch.zeros(1, 3, 32, 32))

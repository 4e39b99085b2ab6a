"""C functions of whole numbers: several numbers and arrays, a result that is returned, fakes."""

from pathlib import Path

import pytest
import torch

from labkit.c import code
from labkit.c.driver import FunctionCall
from labkit.c.problems import explained
from labkit.evidence import Failure

HEADER = "integer_network.h"
REQUANTIZE = code.blank("requantize", "requantize.c", HEADER, "requantize")
XNOR_DOT = code.blank("xnor_dot", "xnor_dot.c", HEADER, "xnor_dot")
BINARY_CONV = code.blank(
    "binary_conv", "binary_conv.c", HEADER, "binary_conv", fakes=["fake_xnor_dot.c"]
)
UNPACK_Q4_K = code.blank("unpack_q4_k", "unpack_q4_k.c", HEADER, "unpack_q4_k")
FIRST_LINES = {
    REQUANTIZE: "void requantize(size_t N, int32_t multiplier, int32_t shift,"
    " const int32_t sums[], int8_t out[])",
    UNPACK_Q4_K: "void unpack_q4_k(size_t N, const uint8_t blocks[], float weights[])",
    XNOR_DOT: "int32_t xnor_dot(size_t N, const uint32_t a[], const uint32_t b[])",
    BINARY_CONV: "void binary_conv(size_t side, size_t channels, size_t filters, size_t row,"
    " size_t column, const uint32_t image[], const uint32_t weights[], int32_t sums[])",
}
THREE = (3, -5, 2, torch.tensor([1, 2, 300]), 3)


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Compile a function body, as the check does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")

    def made(blank, body, *tried):
        text = f'#include "{HEADER}"\n{FIRST_LINES[blank]}\n{{\n{body}\n}}\n'
        Path(blank.file).write_text(text)
        return code.build(blank, *tried)

    return made


def message(value):
    assert isinstance(value, Failure), value
    return explained(value, "en")


def test_every_number_and_every_element_arrives(build):
    body = "for (size_t i = 0; i < N; i++) out[i] = (int8_t)(sums[i] % 100 + multiplier * shift);"
    program = build(REQUANTIZE, body, *THREE)
    assert program.run(*THREE).tolist() == [-9, -8, -10]
    assert program.run(*THREE).dtype == torch.int64


def test_words_keep_all_their_bits_and_a_returned_number_its_sign(build):
    program = build(XNOR_DOT, "return (int32_t)(a[0] ^ b[N]) - 1;", 0, *[torch.tensor([7])] * 2)
    words = torch.tensor([2**32 - 1]), torch.tensor([2**31 - 1])
    assert program.run(0, *words).tolist() == [-(2**31) - 1 + 2**32]
    assert program.run(0, words[0], words[0]).tolist() == [-1]


def test_bytes_have_no_sign(build):
    body = "for (size_t i = 0; i < N; i++) weights[i] = blocks[i] / 2.0f;"
    three = (3, torch.tensor([0, 127, 255]), 3)
    assert build(UNPACK_Q4_K, body, *three).run(*three).tolist() == [0, 63.5, 127.5]


def test_a_step_outside_is_counted_in_elements_of_the_array(build):
    body = "for (size_t i = 0; i <= N; i++) out[i] = (int8_t)(multiplier + shift);"
    program = build(REQUANTIZE, body, *THREE)
    outside = message(program.stays_inside(THREE))
    assert outside == "it writes to out[3], but its elements are 0 to 2"
    empty = (0, 1, 1, torch.empty(0), 0)
    assert message(program.stays_inside(empty)) == "it writes to out[0], but it has no elements"


def test_an_input_that_is_written_is_named(build):
    body = "((int32_t *)(size_t)sums)[N - 1] = shift; out[0] = (int8_t)multiplier;"
    program = build(REQUANTIZE, body, *THREE)
    assert "it writes to its input sums[2]" in message(program.run(*THREE))


def test_a_value_of_eight_bits_is_never_taken_for_nothing_written(build):
    body = "for (size_t i = 0; i < N; i++) out[i] = (int8_t)(i == 1 ? multiplier + 5 : -91);"
    program = build(REQUANTIZE, body, *THREE)
    assert program.run(*THREE).tolist() == [-91, 0, -91]


def test_the_function_of_another_blank_is_a_fake(build):
    body = "sums[0] = xnor_dot(channels, image, weights);"
    tried = (1, 32, 1, 0, 0, torch.tensor([3]), torch.arange(9) + 5, 1)
    program = build(BINARY_CONV, body, *tried)
    assert program.run(*tried).tolist() == [32 + 3 * 3 * 5]
    assert program.sanitized(tried) == "clean"


def test_a_blank_that_returns_nothing_yet_is_empty(build):
    row = torch.tensor([1])
    stub = "    (void)N; (void)a; (void)b;  // Your code here\n    return 0;"
    program = build(XNOR_DOT, stub, 3, row, row)
    assert program.compiles == Failure("NotImplementedError", "xnor_dot")
    program = build(XNOR_DOT, "    return (int32_t)N * (a != b);  // Your code here", 3, row, row)
    assert program.compiles is True


def test_a_call_with_too_few_numbers_is_refused():
    row = torch.tensor([1]).numpy()
    with pytest.raises(ValueError, match="takes N, multiplier, shift, sums, not 1 numbers and 1"):
        FunctionCall(REQUANTIZE.function, (row,), scalars=(1,), length=1)

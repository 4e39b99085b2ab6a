"""The C homework: its make targets, its tests, and the solution, with gcc and with clang."""

import ctypes
import platform
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from programs import need
from skips import skip_without

HOMEWORK = Path(__file__).resolve().parents[2] / "c_exercise"
SOLUTION = "SOURCE=solution/quantize.c"
RESULT = re.compile(r"^tests/test_quantize\.c:\d+:(test_\w+):(PASS|FAIL)(.*)$", flags=re.MULTILINE)
DIFFERENCE = re.compile(
    r": index -?\d+: "
    r"(src = \S+, (grad_out = \S+, )?got .+, expected \S+ \(|got .+, expected nothing there)"
)
CONTENDERS = ["memcpy", "naive loop", "quantizeInt8InFloat"]
# Not an answer: it clamps without rounding, so it is known which tests it passes and fails.
CLAMP = "src[i] > 127.0f ? 127.0f : src[i] < -128.0f ? -128.0f : src[i]"
LOOP = f"for (size_t i = 0; i < N; i++) {{ dst[i] = {CLAMP}; }}"


def make(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run make in a folder, as a student does."""
    return subprocess.run(
        ["make", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )


def results(run: subprocess.CompletedProcess[str]) -> dict[str, str]:
    """PASS or FAIL of each test that printed its line."""
    return {name: verdict for name, verdict, _ in RESULT.findall(run.stdout)}


def failed(run: subprocess.CompletedProcess[str]) -> set[str]:
    """The names of the tests that failed, without their beginning."""
    return {
        name.removeprefix("test_") for name, verdict in results(run).items() if verdict == "FAIL"
    }


@pytest.fixture(scope="module", params=["gcc", "clang"])
def compiler(request: pytest.FixtureRequest) -> str:
    """The name of a compiler that is installed."""
    need(request.param)
    return request.param


@pytest.fixture(scope="module")
def homework(compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the folder, for one compiler. Tests use other sources, and change nothing in it."""
    without = shutil.ignore_patterns("build", "single.c")
    return Path(
        shutil.copytree(HOMEWORK, tmp_path_factory.mktemp(compiler) / "c_exercise", ignore=without)
    )


def answer(folder: Path, loop: str) -> str:
    """The option that makes the template, with a body for task 1, the source."""
    blank = "    (void)N;\n    (void)src;\n    (void)dst;\n"
    template = (HOMEWORK / "quantize.c").read_text()
    assert template.count(blank) == 1
    (folder / "quantize.c").write_text(template.replace(blank, f"    {loop}\n"))
    return f"SOURCE={folder / 'quantize.c'}"


@pytest.fixture(scope="module")
def sanitized(homework: Path, compiler: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder, if the compiler's sanitizers are installed: Debian packs clang's apart."""
    folder = tmp_path_factory.mktemp("sanitizers")
    (folder / "empty.c").write_text("int main(void) { return 0; }\n")
    command = [compiler, "-fsanitize=address,undefined", "-o", folder / "empty", folder / "empty.c"]
    if subprocess.run(command, capture_output=True, check=False).returncode != 0:
        skip_without({"gcc": "gcc", "clang": "libclang-rt-dev"}[compiler])
    return homework


@pytest.fixture(scope="module")
def solution(homework: Path, compiler: str) -> ctypes.CDLL:
    """The solution as a shared library."""
    path = homework.parent / "libquantize.so"
    source = homework / "solution/quantize.c"
    command = [
        compiler,
        "-std=c11",
        "-O2",
        "-shared",
        "-fPIC",
        f"-I{homework}",
        "-o",
        path,
        source,
        "-lm",
    ]
    subprocess.run(command, check=True)
    return ctypes.CDLL(str(path))


@pytest.mark.parametrize(
    ("target", "source"),
    [
        ("all", "quantize.c"),
        ("build/test", "quantize.c"),
        ("build/bench", "quantize.c"),
        ("all", "solution/quantize.c"),
    ],
)
def test_everything_compiles_without_a_warning(
    homework: Path, compiler: str, target: str, source: str
) -> None:
    run = make(homework, target, f"CC={compiler}", f"SOURCE={source}")
    assert run.returncode == 0, run.stderr
    assert run.stderr == ""
    assert f"{compiler} -std=c11 -Wall -Wextra -Wpedantic -O2" in run.stdout


def test_the_unfilled_template_prints_its_table_with_zeros(homework: Path, compiler: str) -> None:
    header, *rows = make(homework, "--silent", "run", f"CC={compiler}").stdout.splitlines()
    assert header.split() == ["Index", "src", "dst"]
    assert len(rows) == 256
    assert {row.split()[2] for row in rows} == {"0.00"}


def test_the_unfilled_template_fails_every_test_and_says_index_src_got_and_expected(
    homework: Path, compiler: str
) -> None:
    run = make(homework, "--silent", "test", f"CC={compiler}")
    assert run.returncode != 0
    assert set(results(run).values()) == {"FAIL"}
    assert [text for _, _, text in RESULT.findall(run.stdout) if not DIFFERENCE.match(text)] == []


def test_every_test_that_is_written_is_run(homework: Path, compiler: str) -> None:
    written = re.findall(
        r"^static void (test_\w+)",
        (homework / "tests/test_quantize.c").read_text(),
        flags=re.MULTILINE,
    )
    assert list(results(make(homework, "test", f"CC={compiler}"))) == written


@pytest.mark.parametrize(
    "flags", ["-O2", "-O2 -U__SSE2__"], ids=["as it is", "on other processors"]
)
def test_the_solution_passes_every_test(homework: Path, compiler: str, flags: str) -> None:
    run = make(homework, "--silent", "test", f"CC={compiler}", SOLUTION, f"CFLAGS={flags}")
    assert run.returncode == 0, run.stdout
    assert set(results(run).values()) == {"PASS"}


def test_the_solution_passes_every_test_under_the_sanitizers(
    sanitized: Path, compiler: str
) -> None:
    run = make(sanitized, "--silent", "memcheck", f"CC={compiler}", SOLUTION)
    assert (run.returncode, run.stderr) == (0, "")
    assert set(results(run).values()) == {"PASS"}


def test_a_filled_template_prints_what_both_readmes_show(homework: Path, compiler: str) -> None:
    table = make(homework, "--silent", "run", f"CC={compiler}", SOLUTION).stdout.splitlines()
    for readme in ("README.md", "README.ja.md"):
        shown = [line.strip() for line in (homework / readme).read_text().splitlines()]
        assert [row for row in table[:3] if row.strip() not in shown] == []


def test_a_partly_right_answer_fails_only_what_it_gets_wrong(
    homework: Path, compiler: str, tmp_path: Path
) -> None:
    run = make(homework, "--silent", "test", f"CC={compiler}", answer(tmp_path, LOOP))
    right = {
        "nan_stays_nan_and_infinities_are_clamped",
        "exactly_N_elements_are_written",
        "N_may_be_0",
    }
    assert set(results(run)) > {f"test_{name}" for name in right}
    assert right & failed(run) == set()
    assert "ties_are_rounded_away_from_zero" in failed(run)


@pytest.mark.parametrize(
    ("bounds", "outside"),
    [("i = 0; i <= N", 1), ("i = (size_t)-1; i + 1 <= N", -1)],
    ids=["behind", "before"],
)
def test_a_loop_that_leaves_the_array_is_found(
    homework: Path, compiler: str, tmp_path: Path, bounds: str, outside: int
) -> None:
    loop = LOOP.replace("i = 0; i < N", bounds)
    run = make(homework, "--silent", "test", f"CC={compiler}", answer(tmp_path, loop))
    assert (
        f"index {outside}: got 0.3125 written to dst[{outside}], expected nothing there, for N is 1"
        in run.stdout
    )
    assert {"exactly_N_elements_are_written", "N_may_be_0"} <= failed(run)


@pytest.mark.parametrize(
    ("loop", "message"),
    [
        (LOOP.replace("i < N", "i <= N"), "heap-buffer-overflow"),
        (
            "for (size_t i = 0; i < N; i++) { dst[i] = (float)(int)src[i]; }",
            "outside the range of representable values",
        ),
    ],
    ids=["outside the array", "integer cast before the clamp"],
)
def test_memcheck_names_the_line(
    sanitized: Path, compiler: str, tmp_path: Path, loop: str, message: str
) -> None:
    source = answer(tmp_path, loop)
    line = (tmp_path / "quantize.c").read_text().splitlines().index(f"    {loop}") + 1
    run = make(sanitized, "--silent", "memcheck", f"CC={compiler}", source)
    assert run.returncode != 0
    assert message in run.stderr
    assert f"quantize.c:{line}" in run.stderr


def test_a_crash_is_reported_in_a_sentence(homework: Path, compiler: str, tmp_path: Path) -> None:
    source = answer(tmp_path, "(void)N; (void)src; dst[(size_t)1 << 40] = 0.0f;")
    run = make(homework, "--silent", "test", f"CC={compiler}", source)
    assert run.returncode != 0
    assert "crashed: make memcheck says where" in run.stdout


def test_single_is_one_file_that_compiles_alone_and_prints_the_table(
    homework: Path, compiler: str, tmp_path: Path
) -> None:
    assert make(homework, "single", SOLUTION).returncode == 0
    alone = shutil.move(homework / "single.c", tmp_path / "alone.c")
    program = tmp_path / "alone"
    subprocess.run(
        [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", program, alone, "-lm"],
        check=True,
    )
    table = subprocess.run([program], capture_output=True, text=True, check=True).stdout
    assert table == make(homework, "--silent", "run", f"CC={compiler}", SOLUTION).stdout


def test_clean_leaves_only_what_was_there(homework: Path) -> None:
    make(homework, "all", "single", SOLUTION)
    make(homework, "clean")
    left = {path.name for path in homework.iterdir()}
    assert left == {path.name for path in HOMEWORK.iterdir()} - {"build", "single.c"}


def quantized(solution: ctypes.CDLL, src: np.ndarray, dst: np.ndarray) -> np.ndarray:
    """What the solution writes into dst."""
    pointers = [ctypes.c_void_p(array.ctypes.data) for array in (src, dst)]
    solution.quantizeInt8InFloat(ctypes.c_size_t(src.size), *pointers)
    return dst


def expected(src: np.ndarray) -> np.ndarray:
    """The rule in float64, where adding a half to a float32 is exact."""
    wide = src.astype(np.float64)
    return np.clip(np.copysign(np.floor(np.abs(wide) + 0.5), wide), -128, 127).astype(np.float32)


def test_the_solution_is_exact_next_to_every_tie(solution: ctypes.CDLL) -> None:
    halves = np.arange(-300, 300, dtype=np.float32) / 2
    below, above = (np.nextafter(halves, np.float32(end)) for end in (-np.inf, np.inf))
    src = np.concatenate([halves, below, above])
    dst = quantized(solution, src, np.empty_like(src))
    np.testing.assert_array_equal(dst, expected(src))
    np.testing.assert_array_equal(np.signbit(dst), np.signbit(src))


@pytest.mark.parametrize("offset", [0, 1])
def test_the_solution_is_right_past_the_caches_wherever_the_array_begins(
    solution: ctypes.CDLL, offset: int
) -> None:
    count = 4 * 1024 * 1024 + 5
    src = np.linspace(-200, 200, count, dtype=np.float32)
    room = np.full(count + 8, 77777, dtype=np.float32)
    dst = quantized(solution, src, room[offset : offset + count])
    np.testing.assert_array_equal(dst, expected(src))
    assert {*room[:offset], *room[offset + count :]} == {77777}


# Instructions that compute with four floats at once, and a store past the caches.
FOUR_AT_ONCE = {"minps", "maxps", "addps", "cvttps2dq", "cmpleps", "movntps"}


def instructions(compiler: str, *sources: Path) -> set[str]:
    """The instructions in the machine code of sources; ``vminps`` counts as ``minps``."""
    command = [
        compiler,
        "-std=c11",
        "-O2",
        f"-I{HOMEWORK}",
        f"-I{HOMEWORK / 'bench'}",
        "-S",
        "-o",
        "-",
        *sources,
    ]
    code = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return {name.removeprefix("v") for name in re.findall(r"^\s+(\w+)\s", code, flags=re.MULTILINE)}


@pytest.mark.skipif(
    platform.machine() != "x86_64", reason="the solution treats four elements at once on x86 only"
)
def test_the_solution_treats_four_elements_at_once_and_a_call_for_each_does_not(
    compiler: str,
) -> None:
    assert instructions(compiler, HOMEWORK / "solution/quantize.c") >= FOUR_AT_ONCE
    assert instructions(compiler, HOMEWORK / "bench/naive.c") & FOUR_AT_ONCE == set()


def test_bench_compares_with_memcpy_and_with_the_naive_loop(homework: Path, compiler: str) -> None:
    run = make(homework, "--silent", "bench", f"CC={compiler}", SOLUTION)
    for table in run.stdout.split("From ")[1:]:
        assert (
            re.findall(r"^(\w[\w ]*?)  +[\d.]+ +[\d.]+ +[\d.]+$", table, flags=re.MULTILINE)
            == CONTENDERS
        )
    assert run.returncode == 0 and run.stdout.count("From ") == 2


def test_bench_refuses_a_function_that_does_nothing(homework: Path, compiler: str) -> None:
    run = make(homework, "--silent", "bench", f"CC={compiler}")
    assert run.returncode != 0
    assert "does not write every element: make test says more" in run.stderr

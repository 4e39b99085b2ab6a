"""A student's C code as labkit calls it: values if it works, sentences that help if it does not."""

import ast
import os
import platform
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from programs import need
from repository import REPOSITORY, exercise

from autograder import notebooks
from autograder.engine.sandbox import SandboxUnavailable
from labkit.c import code, compiler
from labkit.c.compiler import place_of
from labkit.c.problems import explained, problem
from labkit.c.signature import CArray, Function, declared
from labkit.evidence import Failure

HEAD = '#include "quantize.h"\n\n#include <math.h>\n\n'
FIRST_LINE = "void quantizeInt8InFloat(size_t N, const float src[], float dst[])\n"
FORWARD = code.blank("quantize_c", "quantize.c", "quantize.h", "quantizeInt8InFloat")
BACKWARD = code.blank(
    "quantize_backward_c", "quantize_backward.c", "quantize.h", "quantizeInt8InFloatBackward"
)
LOOP = "for (size_t i = 0; i < N; i++) { dst[i] = roundf(src[i]); }"


@pytest.fixture
def build(tmp_path, monkeypatch):
    """Compile a function body, as the check does."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")

    def made(body, head=HEAD, first_line=FIRST_LINE):
        Path("quantize.c").write_text(f"{head}{first_line}{{\n    {body}\n}}\n")
        return code.build(FORWARD)

    return made


def message(value):
    assert isinstance(value, Failure), value
    return explained(value, "en")


@pytest.mark.parametrize(
    ("shipped", "homework"), [("quantize.h", "quantize.h"), ("ja/quantize.h", "quantize.ja.h")]
)
def test_the_header_is_that_of_the_c_homework(shipped, homework):
    shipped, homework = REPOSITORY / "resources/c" / shipped, REPOSITORY / "c_exercise" / homework
    assert shipped.read_text() == homework.read_text()


@pytest.mark.parametrize("header", sorted((REPOSITORY / "resources/c/ja").iterdir()))
def test_a_header_in_japanese_holds_the_same_code(header, monkeypatch):
    in_english = REPOSITORY / "resources/c" / header.name
    comment = re.compile(r"//[^\n]*|/\*[\s\S]*?\*/")
    codes = [comment.sub(" ", path.read_text()).split() for path in (in_english, header)]
    assert codes[0] and codes[0] == codes[1]
    monkeypatch.setenv("LABKIT_LANGUAGE", "ja")
    (function, *_) = declared(header.read_text())
    assert code.blank("a", "a.c", header.name, function).header == header
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")
    assert code.blank("a", "a.c", header.name, function).header == in_english


def test_every_header_that_students_read_is_there_in_japanese():
    folder = REPOSITORY / "resources/c"
    headers = [path for path in folder.iterdir() if path.suffix in (".h", ".hpp")]
    assert {path.name for path in headers} == {path.name for path in (folder / "ja").iterdir()}


def test_the_header_says_what_a_function_takes():
    assert FORWARD.function == Function("quantizeInt8InFloat", (CArray("src"),), CArray("dst"))
    assert [array.name for array in BACKWARD.function.arrays] == ["src", "grad_out", "grad_in"]


@pytest.mark.parametrize("header", ["quantize.h", "forgotten.h"])
def test_a_blank_that_no_header_declares_is_refused(header):
    with pytest.raises(ValueError, match=f"{header} declares no function 'dequantize'"):
        code.blank("dequantize_c", "dequantize.c", header, "dequantize")


def test_no_blank_and_no_function_of_the_homework_is_named_in_labkits_code():
    for path in (REPOSITORY / "labkit").rglob("*.py"):
        names = {
            name for text in constants(path) for name in ("quantize_c", "Int8") if name in text
        }
        assert names == set(), path
    assert "Int8" not in (REPOSITORY / "labkit/c/driver.c").read_text()


def constants(path):
    """The texts in a module, without its docstrings."""
    tree = ast.parse(path.read_text())
    statements = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    nodes = (node for node in ast.walk(tree) if node not in statements)
    return [node.value for node in nodes if isinstance(getattr(node, "value", None), str)]


@pytest.mark.parametrize("program", ["gcc", "clang"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_released_c_blank_compiles_without_a_warning(tmp_path, program, language):
    need(program)
    count = 0
    for cell in notebooks.read(
        REPOSITORY / f"exercises/{language}/05_c_quantizer/05_c_quantizer.ipynb"
    ).cells:
        if notebooks.is_blank(cell) and cell.source.startswith("%%writefile"):
            magic, _, text = cell.source.partition("\n")
            path = tmp_path / magic.split()[1]
            path.write_text(text + "\n")
            command = [
                program,
                *compiler.STRICT,
                "-Werror",
                "-I",
                str(FORWARD.header.parent),
                "-c",
                str(path),
                "-o",
                "/dev/null",
            ]
            subprocess.run(command, check=True)
            count += 1
    assert count == 2


@pytest.mark.parametrize("program", ["g++", "clang++"])
def test_a_released_cpp_blank_compiles_without_a_warning_and_counts_as_empty(
    tmp_path, monkeypatch, program
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("CXX", program)
    (cell,) = (
        cell
        for cell in exercise("04_function_design").cells
        if notebooks.is_blank(cell) and cell.source.startswith("%%writefile")
    )
    Path("slopes.cpp").write_text(cell.source.partition("\n")[2])
    built = code.build(code.blank("slopes_cpp", "slopes.cpp", "graph.hpp", "slopes"))
    assert built.compiled.printed == "" and built.failure == Failure(
        "NotImplementedError", "slopes_cpp"
    )


def test_without_a_cpp_compiler_the_message_names_that_of_cpp(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")
    with pytest.raises(compiler.ProgramMissing, match=r"No C\+\+ compiler was found.* CXX"):
        compiler.find_for(Path("slopes.cpp"))


def test_a_call_with_too_few_arrays_is_refused(build):
    with pytest.raises(ValueError, match="takes N, src, not 1 numbers and 2 arrays"):
        build(LOOP).run(torch.ones(1), torch.ones(1))


def test_what_the_function_writes_comes_back(build):
    assert build(LOOP).run(torch.tensor([1.4, -2.5])).tolist() == [1, -3]


def test_an_empty_blank_is_distinguished_from_one_that_stores_nothing(build):
    stub = build("(void)N; (void)src; (void)dst;  // Your code here")
    assert stub.compiles == Failure("NotImplementedError", "quantize_c") == stub.run(torch.ones(2))
    assert "dst is unchanged" in message(build("(void)N; (void)src; (void)dst;").compiles)


def test_a_write_past_the_end_is_found_without_a_sanitizer_and_named(build):
    program = build(LOOP + " dst[N] = 1;")
    assert "it writes to dst[4], but its elements are 0 to 3" in message(
        program.stays_inside((torch.ones(4),))
    )
    assert program.run(torch.ones(4)).tolist() == [1, 1, 1, 1]


def test_a_write_before_the_beginning_is_found_and_named(build):
    assert "dst[-1]" in message(build(LOOP + " dst[-1] = 1;").stays_inside((torch.ones(4),)))


def test_the_compiler_gets_the_text_that_was_looked_at(build):
    program = build(
        '/* \0 あ */ dst[0] = (float)sizeof "あ // x"; // it\'s \0\n(void)N; (void)src;\f'
    )
    assert program.run(torch.ones(1)).tolist() == [len("あ // x".encode()) + 1]
    assert set(program.source.read_bytes()) <= {9, 10, *range(32, 127)}


def test_a_comment_that_says_that_a_case_falls_through_is_kept(build):
    falls = "switch (N) { case 77: dst[0] = 0; /* falls through */ default: dst[0] = 1; }"
    assert build(f"{falls} {LOOP}").warnings == 0
    assert build(f"{falls.replace('falls', 'goes')} {LOOP}").warnings != 0


# Tries to change a file or another process: true where it is refused.
CHANGES = {
    "written": 'open("FILE", O_WRONLY) < 0',
    "emptied": 'open("FILE", O_RDONLY | O_TRUNC) < 0',
    "made": 'open("FILE.new", O_RDONLY | O_CREAT, 0600) < 0',
    "by_stdio": 'fopen("FILE", "a") == NULL',
    "truncated": 'truncate("FILE", 0)',
    "removed": 'unlink("FILE")',
    "renamed": 'rename("FILE", "FILE.new")',
    "linked": 'link("FILE", "FILE.new")',
    "pointed_to": 'symlink("FILE", "FILE.new")',
    "chmod": 'chmod("FILE", 0777)',
    "fchmod": 'fchmod(open("FILE", O_RDONLY), 0777)',
    "mkdir": 'mkdir("FILE.new", 0777)',
    "fifo": 'mkfifo("FILE.new", 0777)',
    "socket": "socket(AF_UNIX, SOCK_STREAM, 0) < 0",
    "by_number": 'syscall(437, AT_FDCWD, "FILE", (uint64_t[3]){O_RDWR}, 24) < 0',
    "memory_of_another": 'open("/proc/PARENT/mem", O_RDWR) < 0',
    "traced": "(int)syscall(SYS_ptrace, 16, PARENT, 0, 0)",
}
SYSTEM = "#define _GNU_SOURCE\n" + "".join(
    f"#include <{name}.h>\n"
    for name in (
        "errno",
        "fcntl",
        "stdint",
        "stdio",
        "unistd",
        "sys/socket",
        "sys/stat",
        "sys/syscall",
    )
)
LOCKED = pytest.mark.skipif(platform.system() != "Linux", reason="locked on Linux alone")


def attempt(change, file):
    call = CHANGES[change].replace("FILE", str(file)).replace("PARENT", str(os.getpid()))
    return f"errno = 0; int refused = ({call}) != 0 && errno == EPERM;"


@LOCKED
@pytest.mark.parametrize("change", CHANGES)
def test_c_changes_no_file_and_no_other_process(build, tmp_path, change):
    file = tmp_path / "file"
    file.write_text("as it was")
    file.chmod(0o600)
    program = build(f"{attempt(change, file)} dst[0] = src[0] + (float)refused;", SYSTEM + HEAD)
    assert program.run(torch.zeros(1)).tolist() == [1.0]
    assert (file.read_text(), file.stat().st_mode & 0o777) == ("as it was", 0o600)
    assert not (tmp_path / "file.new").exists()


@LOCKED
def test_a_constructor_changes_no_file_under_the_sanitizers_either(build, tmp_path):
    file = tmp_path / "file"
    file.write_text("as it was")
    before = f'__attribute__((constructor)) static void f(void) {{ remove("{file}"); }}\n'
    assert build(LOOP, SYSTEM + HEAD + before).sanitized((torch.ones(4),)) == "clean"
    assert file.exists()


# A process under a filter that refuses further filters, which is what its own last line needs.
UNDER_A_FILTER = """
import ctypes, platform, struct, torch
from autograder.engine.server.seccomp import *
from labkit.c import code
number = {"x86_64": 157, "aarch64": 167}[platform.machine()]
rows = [(LOAD, 0, 0, 0), (JUMP_IF_EQUAL, 0, 3, number), (LOAD, 0, 0, 16),
        (JUMP_IF_EQUAL, 0, 1, PR_SET_SECCOMP), (RETURN, 0, 0, REFUSE | 1), (RETURN, 0, 0, ALLOW)]
program = b"".join(struct.pack("HBBI", *row) for row in rows)
kept = ctypes.create_string_buffer(program, len(program))
header = struct.pack("HxxxxxxP", len(rows), ctypes.addressof(kept))
libc = ctypes.CDLL(None)
assert libc.prctl(38, 1, 0, 0, 0) == 0
assert libc.prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, header, 0, 0) == 0
built = code.build(code.blank("quantize_c", "quantize.c", "quantize.h", "quantizeInt8InFloat"))
print(built.run(torch.ones(1)), built.failure)
"""


@LOCKED
def test_under_a_filter_nothing_is_called_that_cannot_be_locked(build):
    build(LOOP)
    command = [sys.executable, "-c", UNDER_A_FILTER]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "unloadable" in done.stdout and "cannot be limited" in done.stdout


def test_c_has_no_descriptor_of_the_results(build):
    body = "for (int i = 3; i < 100; i++) { dst[0] += (float)(fcntl(i, F_GETFD) >= 0); }"
    assert build(f"dst[0] = src[0]; {body}", SYSTEM + HEAD).run(torch.zeros(1)).tolist() == [0]


def test_what_lies_in_the_folder_after_the_first_call_does_not_count(build):
    program = build(LOOP)
    for path in program.source.parent.iterdir():
        path.write_text("int main(void) { return 0; }")
    assert program.run(torch.ones(1)).tolist() == [1]
    assert program.sanitized((torch.ones(1),)) == "clean"


ATTRIBUTE = '__attribute__((no_sanitize("undefined")))\n'


@pytest.mark.parametrize(
    "before",
    [ATTRIBUTE, f"#define P(a, b) a##b\n{ATTRIBUTE.replace('no_sanitize', 'P(no_san, itize)')}"],
)
def test_a_file_that_keeps_the_sanitizers_away_is_not_clean(build, before):
    program = build(LOOP, HEAD + before)
    assert "by no_sanitize" in message(program.sanitized((torch.ones(4),)))


def test_an_end_by_a_sanitizer_without_a_report_is_not_clean(build):
    body = f"{LOOP} atexit(silent);"
    before = "#include <stdlib.h>\nstatic void silent(void) { close(2); _Exit(1); }\n"
    assert "exit" in message(build(body, SYSTEM + HEAD + before).sanitized((torch.ones(4),)))


def test_a_file_cannot_tell_by_a_macro_that_it_is_watched(build):
    body = f"#ifndef __SANITIZE_ADDRESS__\n volatile int n = 40; n = 1 << n;\n#endif\n{LOOP}"
    assert "shift exponent 40" in message(build(body).sanitized((torch.ones(4),)))


def test_a_write_into_an_input_is_reported_by_one_record_alone(build):
    program = build(f"((float *)src)[0] = 0; {LOOP}")
    assert "writes to its input src[0]" in message(program.stays_inside((torch.ones(4),)))
    assert program.sanitized((torch.ones(4),)) == "clean"


def test_what_does_something_else_without_the_sanitizers_is_not_clean(build):
    watched = 'dlsym(RTLD_DEFAULT, "__asan" "_init") != NULL'
    program = build(f"{LOOP} dst[0] += (float)({watched});", SYSTEM + "#include <dlfcn.h>\n" + HEAD)
    assert program.run(torch.ones(1)).tolist() == [1]
    assert "different values to dst" in message(program.sanitized((torch.ones(1),)))


STATES = {
    "counter": "static size_t i; for (; i < N; i++) { dst[i] = roundf(src[i]); }",
    "length": "static size_t n; n = n ? n : N; for (size_t i = 0; i < N && i < n; i++) "
    "{ dst[i] = src[i]; }",
    "first_call": f"static float more; {LOOP} dst[0] += more; more = 1;",
    "third_call": f"static int calls; {LOOP} dst[0] += (float)(++calls > 2);",
}


@pytest.mark.parametrize("body", STATES.values(), ids=STATES)
def test_what_a_function_keeps_from_call_to_call_is_seen_in_one_process(build, body):
    program = build(body)
    calls = [(torch.arange(n).float(),) for n in (3, 1, 5, 4)]
    for values, (x,) in zip(program.run_each(calls), calls, strict=True):
        assert torch.equal(values, x)
    assert "called again" in message(program.repeated([2, 0, 3, 1]))


def test_a_table_that_is_made_once_disturbs_no_call(build):
    body = f"static float table[1]; table[0] = 1; {LOOP} dst[0] *= table[0];"
    program = build(body)
    program.run_each([(torch.ones(n),) for n in (2, 7, 1)])
    assert program.repeated([1, 2, 0]) == "the same"


def test_what_a_function_prints_counts_once_however_often_it_is_repeated(build):
    head = HEAD + "#include <stdio.h>\n"
    program = build(f'for (size_t i = 0; i < N; i++) {{ printf("%80d\\n", 1); }} {LOOP}', head)
    for _ in range(14):  # 80 kB each; more than 1 MB is refused
        program.run(torch.ones(1000))
    assert program.repeated(range(14)) == "the same"


def test_a_call_that_does_not_end_is_left_out_of_those_in_one_process(build):
    program = build(f"if (N == 2) {{ dst[70000] = 1; }} {LOOP}")
    program.run_each([(torch.ones(n),) for n in (1, 2, 3)])
    assert program.repeated([1, 2, 0]) == "the same"


def test_the_sanitizer_names_the_line(build):
    assert "line 8" in message(build(LOOP + "\n dst[N] = 1;").sanitized((torch.ones(4),)))
    assert build(LOOP).sanitized((torch.ones(4),)) == "clean"


def test_a_changed_const_input_is_named(build):
    assert "src[0], which is const" in message(
        build(LOOP + " ((float *)src)[0] = 1;").run(torch.ones(4))
    )


def test_an_element_that_was_never_written_is_named(build):
    program = build("for (size_t i = 0; i + 1 < N; i++) { dst[i] = src[i]; }")
    assert "dst[3] was never written" in message(program.run(torch.ones(4)))
    assert program.run(torch.ones(4), first=1).tolist() == [1]


def test_after_an_endless_loop_nothing_else_is_called(build):
    program = build("(void)N; dst[0] = src[0]; for (volatile int i = 1; i;) { }")
    assert (
        "does the loop ever end"
        in message(program.run(torch.ones(4)))
        == message(program.sanitized((torch.ones(4),)))
    )


def test_a_function_that_a_busy_machine_lets_wait_is_not_stopped(build):
    """It sleeps here, which takes as little of the processor."""
    asleep = "struct timespec wait = {1, 500000000}; nanosleep(&wait, 0); "
    head = "#define _POSIX_C_SOURCE 199309L\n" + HEAD + "#include <time.h>\n"
    assert build(asleep + LOOP, head=head).run(torch.ones(4)).tolist() == [1] * 4


def test_what_does_not_end_is_ended_and_has_no_status(tmp_path, monkeypatch):
    monkeypatch.setattr(compiler, "PATIENCE_SECONDS", 0)
    command = ["sh", "-c", "echo begun; sleep 600 & sleep 600"]
    assert compiler.run(command, tmp_path, seconds=1) == compiler.Run(None, "begun\n")


WITHOUT_PROC = """
import os
from pathlib import Path
from autograder.engine.server.watchdog import Snapshot, WaitClock
from labkit.c import compiler
waited = WaitClock()
for command in (["true"], ["sh", "-c", "while :; do :; done"]):
    print(compiler.run(command, Path.cwd(), seconds=1).status)
compiler.PATIENCE_SECONDS = 2
print(compiler.run(["sleep", "600"], Path.cwd(), seconds=1).status)
waited.look(Snapshot().tree(os.getpid()))
print(os.listdir("/proc"), waited.seconds)
"""


def test_without_proc_time_counts_as_it_passes(tmp_path):
    """As on macOS, which has none; here an empty folder is mounted over it."""
    need("bubblewrap")
    hidden = ["bwrap", "--dev-bind", "/", "/", "--tmpfs", "/proc", "--chdir", str(tmp_path)]
    done = subprocess.run(
        [*hidden, sys.executable, "-c", WITHOUT_PROC],
        env=os.environ | {"PYTHONPATH": str(REPOSITORY)},
        capture_output=True,
        text=True,
    )
    if done.stderr.startswith("bwrap:"):
        raise SandboxUnavailable(done.stderr)
    ends = "0", str(-signal.SIGXCPU), "None"  # well, too much computed, too long asleep
    assert (done.stdout.splitlines(), done.stderr) == ([*ends, "[] 0.0"], "")


def test_what_the_function_prints_is_shown_and_cut(build, capsys):
    build(
        'for (int i = 0; i < 5000; i++) { printf("hello %d\\n", i); } ' + LOOP,
        head=HEAD + "#include <stdio.h>\n",
    )
    shown = capsys.readouterr().out
    assert "hello 0" in shown and len(shown) < 1200


def test_a_compiler_message_has_its_line_and_a_hint(build, capsys):
    shown = message(build("float y = 1\n" + LOOP).compiles)
    assert "line 8 of quantize.c (line 9 of its cell): expected" in shown
    assert "A semicolon is missing" in capsys.readouterr().out


def test_a_warning_costs_only_its_own_record(build):
    program = build("for (int i = 0; i < N; i++) { dst[i] = src[i]; }")
    assert program.compiles is True and "signedness" in message(program.warnings)


def test_a_missing_file_and_a_missing_compiler_are_reported(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")
    assert "run the cell above" in message(code.build(FORWARD).compiles)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(code.ProgramMissing, match="apt install gcc"):
        code.build(FORWARD)


def test_a_large_source_is_refused(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("quantize.c").write_text("// x\n" * 100_000)
    assert "200,000" in message(code.build(FORWARD).compiles)


def test_a_loaded_library_is_called_with_addresses(build):
    build(LOOP)
    backward = FIRST_LINE.replace("Float(", "FloatBackward(").replace(
        "float dst[]", "const float grad_out[], float grad_in[]"
    )
    body = "{ (void)src; for (size_t i = 0; i < N; i++) { grad_in[i] = grad_out[i]; } }\n"
    Path("quantize_backward.c").write_text(HEAD + backward + body)
    library = code.load(FORWARD, BACKWARD)
    x, y = torch.tensor([1.6]), torch.empty(1)
    library.quantizeInt8InFloat(1, x.data_ptr(), y.data_ptr())
    assert y.item() == 2


HINTS = {
    'printf("%g", src[0]);': "printf needs #include <stdio.h>",
    "dst[0] = fabsf(src[0]);": "fabsf needs #include <math.h>",
    "memset(dst, 0, N);": "memset needs #include <string.h>",
    "dst[0] = quantise(src[0]);": "quantise is used before it is declared",
}


@pytest.mark.parametrize("line", HINTS)
def test_an_undeclared_function_is_reported_with_its_own_header(build, line, capsys):
    build(line, head='#include "quantize.h"\n\n')
    assert HINTS[line] in capsys.readouterr().out


def test_a_line_of_a_given_file_is_not_looked_for_in_a_cell():
    shown = explained(problem("line", place=place_of("fake_xnor_dot.c", "10"), text="bad"), "en")
    assert "line 10 of fake_xnor_dot.c, a given file" in shown and "cell" not in shown


def test_a_single_element_that_was_not_written_has_no_others():
    found = problem("not_written", array="words", index=0, others=0, n=1)
    assert explained(found, "en").startswith("words[0] was never written (it has 1 in all)")
    assert "ほか" not in explained(found, "ja")

"""`make test` on a machine with only the README's four programs, as root and as an ordinary user.

All other programs are hidden. A test of each need is skipped, and says what it lacks; tests beside
them pass. With ``LABKIT_REQUIRE_ALL=1``, as in CI, those that were skipped fail.
"""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from xml.etree import ElementTree

import pytest
import turns
from namespaces import in_a_namespace
from repository import REPOSITORY
from skips import REQUIRE_ALL, SKIPPED

from autograder.cli.doctor import packages

README = {"git", "make", "gcc"}  # and Python
VERILOG = "yosys, iverilog"
NEEDED = {
    "unit/test_verilog.py::test_ports_are_those_that_were_given": VERILOG,
    "unit/test_verilog.py::test_the_price_of_a_counter_has_its_flip_flops": "nextpnr-ice40",
    "unit/test_c_code.py::test_a_released_c_blank_compiles_without_a_warning[en-clang]": "clang",
    "course/test_cpp_in_the_text.py::test_a_program_compiles_without_a_warning_and_prints_the_value"
    "_and_the_slope[cpp-a]": "g++",
    "course/test_integer_network.py::test_the_simulated_microcontroller_gives_the_same_scores": (
        "gcc-arm-none-eabi, qemu-system-arm"
    ),
    "system/test_card_in_a_browser.py::test_the_check_for_barriers_finds_one": "chromium",
    "engine/test_isolation.py::test_the_doctor_finds_every_protection_where_the_engine_starts": (
        "bubblewrap"
    ),
}
# Their own error says what is missing.
FAILING = {
    "course/test_answers.py::test_every_answer_is_judged_as_it_should_be[09_gates]": (
        "iverilog, nextpnr-ice40, yosys"
    ),
    "course/test_answers.py::test_hidden_records_weigh_at_most_a_tenth_of_their_check"
    "[04_function_design]": "g++",
}
# A run by the executor whose answers of 09 broke off; and what waits for processes.
PASSING = (
    "course/test_answers.py::test_hidden_records_weigh_at_most_a_tenth_of_their_check"
    "[06_number_formats]",
    "engine/test_faults.py::test_a_fault_of_one_kernel_ends_it_in_time_and_the_others_are_executed",
    "system/test_missing_programs.py::test_release_leaves_it_out",
    "system/test_in_a_notebook.py",
)


def run(tests, ordinary=False, **variables):
    """Run tests with only the README's programs; return each result, and what was printed."""
    others = (package for name, package in packages().items() if name not in README)
    programs = (program for package in others for program in package.programs)
    path = f"{os.environ['PATH']}:/usr/sbin"
    hidden = filter(None, (shutil.which(program, path=path) for program in programs))
    with tempfile.TemporaryDirectory(prefix="labkit-bare-", dir="/tmp") as folder:
        Path(folder).chmod(0o777)
        options = ["-q", "-p", "no:cacheprovider", "--junitxml", f"{folder}/results.xml"]
        paths = [f"tests/{test}" for test in tests]
        done = subprocess.run(
            in_a_namespace(["-m", "pytest", *options, *paths], hidden, ordinary),
            env={"PATH": os.environ["PATH"], "HOME": folder, "OMP_NUM_THREADS": "1"}
            | {turns.VARIABLE: "all"}
            | variables,
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
        )
        assert done.returncode in (0, 1), done.stdout + done.stderr
        results = ElementTree.parse(f"{folder}/results.xml").iter("testcase")
        return [_outcome(result) for result in results], done.stdout


def _outcome(case):
    """ "passed", why it was skipped, or "failed" with its first words."""
    for element in case:
        if element.tag in ("skipped", "failure", "error"):
            return element.get("message") if element.tag == "skipped" else f"failed: {element.text}"
    return "passed"


@pytest.mark.needs("bubblewrap")
@pytest.mark.parametrize("ordinary", [False, True], ids=["root", "ordinary user"])
def test_what_lacks_a_program_is_skipped_with_its_name_and_all_else_passes(
    ordinary, record_property
):
    outcomes, printed = run([*NEEDED, *FAILING, *PASSING], ordinary)
    skipped = [outcome.partition(SKIPPED)[2] for outcome in outcomes if SKIPPED in outcome]
    assert sorted(skipped) == sorted([*NEEDED.values(), *FAILING.values()]), printed
    others = [outcome for outcome in outcomes if SKIPPED not in outcome]
    assert set(others) == {"passed"}, printed
    last = printed.strip().splitlines()[-2]
    assert last.startswith(f"{len(skipped)} skipped for want of bubblewrap, chromium, clang, g++")
    assert "`apt-get install bubblewrap " in last and "`autograder doctor` shows all" in last
    user = "an ordinary user" if ordinary else "root"
    record_property(
        "figure",
        f"with git, make, gcc and Python alone, as {user}: {len(others)} passed, "
        f"{len(skipped)} skipped for want of a program, 0 failed",
    )


@pytest.mark.needs("bubblewrap")
def test_where_all_is_required_nothing_is_skipped():
    tests = [name for name in NEEDED if name.startswith("unit/")]
    outcomes, printed = run(tests, **{REQUIRE_ALL: "1"})
    assert len(outcomes) == len(tests)
    assert all(f"{REQUIRE_ALL} is set" in outcome for outcome in outcomes), printed

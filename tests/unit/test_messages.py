"""The catalogues of messages: complete, each with what its reader uses, and one file a language."""

import ast
import re
import shutil
import string
import subprocess
import sys
import tomllib
from itertools import pairwise
from pathlib import Path

import pytest
from repository import REPOSITORY

from autograder.course import AI_POLICIES
from autograder.messages import FOLDERS
from autograder.messages import load as load_all
from autograder.states import Kind, State, Why
from autograder.submission.cleaned import Change
from labkit import usual
from labkit.language import ENGLISH, FOLDER, LANGUAGES
from labkit.messages import Catalogue, load, message

LABKIT = REPOSITORY / "labkit"
# Who reads a catalogue: its folder, and the modules that ask for its messages.
CATALOGUES = {folder.parent.name: Catalogue(folder) for folder in FOLDERS}
MODULES = {reader: [*(REPOSITORY / reader).rglob("*.py")] for reader in CATALOGUES}
# Where a section's messages are asked for by their bare name, because another part gives the name.
BY_NAME = {
    "marks": ["card.py", "experiments.py", "figures.py", "plot.py"],
    "card": ["card.py", "judge.py"],
    "c": [
        "c/blanks.py",
        "c/function.py",
        "c/compiler.py",
        "c/driver.py",
        "c/program.py",
        "verilog/blocks.py",
        "verilog/design.py",
        "verilog/netlist.py",
        "verilog/simulation.py",
        "verilog/synthesis.py",
    ],
    "compiler_hints": ["c/compiler.py"],
}
SHOW = """
from labkit import card, language
from labkit.messages import message, say
print(language.LANGUAGES)
language.use("eo")
print(say("card.rule"), "|", say("card.index"), "|", message("card.rule", None))
"""


def keys(reader, language=ENGLISH):
    sections = CATALOGUES[reader].load(language).items()
    # The checks have the rules in English: a test of the course compares both.
    return {
        f"{section}.{name}" for section, names in sections if section != "rules" for name in names
    }


def text(key, language):
    section, _, name = key.partition(".")
    return load_all(language)[section][name]


def placeholders(text):
    return sorted({name for _, name, _, _ in string.Formatter().parse(text) if name is not None})


def constants(path):
    tree = ast.parse(path.read_text())
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}


def asked_for(path):
    """The keys of all messages that a module asks for by a constant, whether they exist or not."""
    of_labkit = {"say": "", "problem": "c.", "phrase": "c.", "word": "card.", "mark": "marks."}
    of_labkit["ProgramMissing"] = "c."
    prefixes = {"message": "", **(of_labkit if LABKIT in path.parents else {})}
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            first = node.args[0] if node.args else None
            if node.func.id in prefixes and isinstance(first, ast.Constant):
                yield prefixes[node.func.id] + first.value


def test_the_languages_are_those_that_have_a_file():
    assert LANGUAGES[0] == ENGLISH and set(LANGUAGES) >= {"en", "ja"}
    for folder in FOLDERS:
        assert set(LANGUAGES) == {path.stem for path in folder.glob("*.toml")}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reader", CATALOGUES)
def test_no_message_is_missing_or_left_over_in_a_language(reader, language):
    assert keys(reader, language) == keys(reader)


def test_no_section_is_in_two_catalogues():
    sections = [name for catalogue in CATALOGUES.values() for name in catalogue.load("ja")]
    assert len(sections) == len(set(sections)) == len(load_all("ja"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_message_has_the_same_placeholders_in_every_language(language):
    differing = [
        key
        for key in keys("labkit") | keys("autograder")
        if placeholders(text(key, language)) != placeholders(text(key, ENGLISH))
    ]
    assert differing == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_line_of_a_file_is_longer_than_code_may_be(language):
    files = [folder / f"{language}.toml" for folder in FOLDERS]
    assert [
        line for file in files for line in file.read_text().splitlines() if len(line) > 100
    ] == []


def in_templates():
    """The keys that the templates of pages ask for."""
    templates = (REPOSITORY / "autograder").rglob("templates/*.*")
    return {
        key
        for page in templates
        for key in re.findall(r'"([a-z_]+\.(?!css)\w+[a-z])"', page.read_text())
    }


def by_kind():
    """The keys that are made of the name of a state, of a repair, or of how well a task tells."""
    states = {f"{part}.{state.name.lower()}" for state in State for part in ("states", "feedback")}
    powers = {
        f"report.power_{power}"
        for power in ("same", "unclear", "negative", "weak", "medium", "strong")
    }
    repairs = {f"repairs.{change.name.lower()}" for change in Change} | {"repairs.from_file"}
    # A graded student needs no sentence about it, and one without a hand-in gets no page.
    reasons = {f"reasons.{reason}" for reason in Why} | {
        f"kinds.{reason.name.lower()}" for reason in Kind
    }
    states -= {"feedback.graded", "feedback.not_handed_in"}
    return states | powers | repairs | reasons | {f"ai.{policy}" for policy in AI_POLICIES[:-1]}


def test_every_message_that_the_code_asks_for_exists_where_its_reader_looks():
    asked = {
        reader: {key for path in paths for key in asked_for(path)}
        for reader, paths in MODULES.items()
    }
    asked["autograder"] |= in_templates() | by_kind()
    assert min(map(len, asked.values())) > 20
    assert asked["labkit"] <= keys("labkit")
    assert asked["autograder"] <= keys("autograder") | keys("labkit")


def unused(reader, keys):
    """The keys that no module and no template of a catalogue's own reader asks for."""
    used = {value for path in MODULES[reader] for value in constants(path)}
    if reader == "autograder":
        return keys - used - in_templates() - by_kind()
    bare = {
        section: {value for file in files for value in constants(LABKIT / file)}
        for section, files in BY_NAME.items()
    }
    # Records are called by what notebooks name them: test_titles.py knows which.
    parts = {key: key.partition(".")[::2] for key in keys - used}
    parts = {key: part for key, part in parts.items() if part[0] not in ("records", "usual")}
    # What is read and what is written outside an array is named by the driver: "write_outside".
    verbs = {f"c.{verb}_outside" for verb in ("read", "write", "touch")}
    return {
        key for key, (section, name) in parts.items() if name not in bare.get(section, ())
    } - verbs


@pytest.mark.parametrize("reader", CATALOGUES)
def test_every_message_is_used_by_the_reader_of_its_catalogue(reader):
    assert unused(reader, keys(reader)) == set()
    assert unused(reader, {"card.of_no_one", "of_no_one.at_all"}) == {
        "card.of_no_one",
        "of_no_one.at_all",
    }
    # What only the other one uses would be found here.
    other = keys(*CATALOGUES.keys() - {reader})
    assert len(unused(reader, other)) > 100


def test_every_usual_sentence_is_that_of_a_case():
    of_modules, of_c = constants(LABKIT / "subject.py"), constants(LABKIT / "c" / "subject.py")
    of_c |= constants(LABKIT / "verilog" / "subject.py")
    in_c = {f"{language}_{case}" for language in ("c", "cpp", "verilog") for case in of_c}
    names = set(load(ENGLISH)["usual"]) - {"own_function"}  # of watched functions
    # Whose points a check chooses.
    by_hand = {"ties", "input_mask", "clamping", "c_long", "verilog_stalls"}
    assert usual.CASES.keys() <= names <= usual.CASES.keys() | of_modules | in_c | by_hand


def test_no_text_in_two_languages_is_in_the_code():
    japanese = {
        f"{path.relative_to(REPOSITORY)}: {value}"
        for paths in MODULES.values()
        for path in paths
        for value in constants(path)
        if isinstance(value, str) and any("\u3040" <= letter <= "\u9fff" for letter in value)
    }
    # Docstrings may show what a student reads.
    assert {line for line in japanese if ">>>" not in line} == set()


def test_an_unknown_message_is_an_error():
    with pytest.raises(KeyError, match="no_such_message"):
        message("card.no_such_message", "ja")


def test_the_messages_are_read_only_when_one_is_shown():
    code = "import labkit.card, sys; print('tomllib' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "False"


def test_a_third_language_is_one_more_file_and_what_it_lacks_is_in_english(tmp_path: Path):
    shutil.copytree(LABKIT, tmp_path / "labkit")
    (tmp_path / "labkit/messages/eo.toml").write_text('[card]\nrule = "Regulo"\n')
    shown = subprocess.run(
        [sys.executable, "-c", SHOW], capture_output=True, text=True, check=True, cwd=tmp_path
    )
    languages, line = shown.stdout.splitlines()
    assert languages == "('en', 'eo', 'ja')"
    assert line == "Regulo | index | Rule / Regulo / 規則"


def test_what_one_catalogue_lacks_in_a_language_is_in_english(tmp_path: Path):
    (tmp_path / "en.toml").write_text('[page]\npoints = "Points of {name}"\n')
    both = Catalogue(tmp_path, FOLDER)
    assert both.message("page.points", "ja", name="Ada") == "Points of Ada"
    assert both.message("page.points", None, name="Ada") == "Points of Ada"
    assert both.message("card.rule", "ja") == "規則"
    assert both.load("ja") == load("ja") and both.load("en") != load("en")


def test_a_brace_in_a_message_is_shown_as_one():
    assert tomllib.loads((FOLDER / "en.toml").read_text()) == load("en")
    assert message("compiler_hints.closing_brace", "en") == "A closing brace } is missing."


# What the code once called "told", "beside", "nobody", "theirs" has ordinary words for readers.
OF_THE_HOUSE = re.compile(r"\b(?:told|beside|nobody|theirs)\b", re.IGNORECASE)


@pytest.mark.parametrize("reader", CATALOGUES)
def test_english_messages_use_ordinary_words(reader):
    sections = CATALOGUES[reader].load(ENGLISH).values()
    texts = [text for names in sections for text in names.values()]
    assert texts and [text for text in texts if OF_THE_HOUSE.search(text)] == []


PLURAL = re.compile(r" [a-z-]+s\b(?<! is)(?<! has)(?<! was)")


def lengths_and_what_follows(path):
    """What follows a length in each f-string of a file."""
    for text in ast.walk(ast.parse(path.read_text())):
        if isinstance(text, ast.JoinedStr):
            for value, behind in pairwise(text.values):
                called = getattr(getattr(value, "value", None), "func", None)
                if getattr(called, "id", "") == "len" and isinstance(behind, ast.Constant):
                    yield f"{path.name}:{value.lineno}", behind.value


def test_a_number_of_things_agrees_with_its_noun():
    """A noun after a number needs autograder.texts.counted: one file is not 1 files."""
    sources = (REPOSITORY / "autograder").rglob("*.py")
    behind = [found for path in sources for found in lengths_and_what_follows(path)]
    assert behind and [message for message in behind if PLURAL.match(message[1])] == []

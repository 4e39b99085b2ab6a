"""What is published is on a list, works from there, and holds nothing secret in any form."""

import base64
import bz2
import email
import gzip
import hashlib
import html
import io
import json
import lzma
import os
import re
import shutil
import subprocess
import tarfile
import textwrap
import tomllib
import zipfile
from dataclasses import replace
from itertools import product
from pathlib import Path
from urllib.parse import quote

import nbformat
import numpy as np
import pytest
from courses import SHORT, autograder, autograder_at_a_terminal, copy_course, copy_repository
from nbformat.v4 import new_code_cell, new_notebook, new_output
from PIL import Image
from PIL.PngImagePlugin import PngInfo
from repository import (
    ANSWERS,
    ASSIGNMENTS,
    COURSE,
    HALF_WRITTEN,
    REPOSITORY,
    exercise,
    solution,
)

from autograder import notebooks, registry
from autograder.course import CourseError
from autograder.messages import FOLDERS
from autograder.notebooks import grade_id
from autograder.registry import PLACEHOLDER
from autograder.release import publish
from autograder.release.leaks import LEAST, Secrets
from labkit.language import LANGUAGES
from labkit.messages import Catalogue

SLUG = "ada/course"
RIGHT = ANSWERS / SHORT / "int8_float" / "right"
SECRET_FOLDERS = re.compile(r"\b(?:solutions|answers)/|c_exercise/solution|tests/\w+/test_\w+\.py")


@pytest.fixture(scope="module")
def files():
    """The public repository of this course, as it is published first."""
    return publish.publication(replace(COURSE, repository=SLUG, published=None))


@pytest.fixture(scope="module")
def secrets():
    return Secrets(COURSE)


def front_page(language):
    return "README.md" if language == COURSE.languages[0] else f"README.{language}.md"


def leaks_in(secrets, name, data):
    return [str(leak) for leak in secrets.search([(name, data)])]


def test_nothing_of_this_course_is_a_false_alarm(secrets, files, monkeypatch):
    """The threshold has room: even with three characters fewer nothing is found."""
    assert len(secrets) > 4000
    monkeypatch.setattr("autograder.release.leaks.LEAST", LEAST - 3)
    assert [*Secrets(COURSE).search(files.items())] == []


def test_published_are_all_notebooks_and_what_they_need_and_nothing_else(files):
    folders = {name.split("/")[0] for name in files}
    assert folders == {
        *("LICENSE", *map(front_page, COURSE.languages)),
        *("c_exercise", "docs", "exercises", "labkit", "resources", "tools"),
    }
    assert {name for name in files if name.endswith(".ipynb")} == {
        f"exercises/{language}/{name}/{name}.ipynb"
        for language in COURSE.languages
        for name in ASSIGNMENTS
    }
    assert not [name for name in files if name.startswith("c_exercise/solution")]
    left_out = publish.left_out(COURSE, files)
    assert [name for name in left_out if not any(half in name for half in HALF_WRITTEN)] == []


def test_published_files_hold_no_placeholder_and_name_no_secret_folder(files):
    texts = {name: data.decode("utf-8", "ignore") for name, data in files.items()}
    assert [name for name, text in texts.items() if PLACEHOLDER in text] == []
    found = {name: SECRET_FOLDERS.findall(text) for name, text in texts.items()}
    assert {name: folders for name, folders in found.items() if folders} == {}


def test_every_published_link_leads_to_something_published(files):
    for name in (name for name in files if name.endswith(".md")):
        for link in re.findall(r"\]\(([^)\s#]+)", files[name].decode()):
            if "://" not in link:
                target = os.path.normpath(Path(name).parent / link)
                assert target in files or any(other.startswith(f"{target}/") for other in files), (
                    name,
                    link,
                )


def test_published_notebooks_open_in_colab_and_name_the_tools_and_their_digest(files):
    (wheel,) = (name for name in files if name.endswith(".whl"))
    tools = (
        f'root="https://raw.githubusercontent.com/{SLUG}/main/"',
        Path(wheel).name,
        hashlib.sha256(files[wheel]).hexdigest(),
    )
    for language, assignment in product(COURSE.languages, ASSIGNMENTS):
        path = f"exercises/{language}/{assignment}/{assignment}.ipynb"
        notebook = nbformat.reads(files[path].decode(), as_version=4)
        badge = f"https://colab.research.google.com/github/{SLUG}/blob/main/{path}"
        assert badge in notebook.cells[0].source
        setup = next(cell for cell in notebook.cells if notebooks.is_setup(cell))
        assert [part for part in tools if part not in setup.source] == [], path
        readme = front_page(language)
        assert badge in files[readme].decode() and f"]({path})" in files[readme].decode()


def test_the_tools_ask_for_what_labkit_asks_for_here(files):
    (wheel,) = (name for name in files if name.endswith(".whl"))
    packed = zipfile.ZipFile(io.BytesIO(files[wheel]))
    (about,) = (name for name in packed.namelist() if name.endswith("/METADATA"))
    metadata = email.message_from_bytes(packed.read(about))
    ours = tomllib.loads((REPOSITORY / "pyproject.toml").read_text())["project"]
    assert metadata["Name"] == ours["name"] == f"labkit-{COURSE.id}"
    assert metadata["Requires-Python"] == ours["requires-python"]
    assert metadata.get_all("Requires-Dist") == ours["dependencies"]


def test_the_tools_hold_the_messages_of_students_and_none_of_the_graders(files):
    (wheel,) = (name for name in files if name.endswith(".whl"))
    packed = zipfile.ZipFile(io.BytesIO(files[wheel]))
    assert not [name for name in packed.namelist() if "autograder" in name]
    published = [
        tomllib.loads(packed.read(f"labkit/messages/{language}.toml").decode())
        for language in LANGUAGES
    ]
    graders = Catalogue(FOLDERS[0])
    assert all(
        messages["card"] and not messages.keys() & graders.load("en").keys()
        for messages in published
    )


def test_the_tools_are_the_same_bytes_wherever_and_whenever_they_are_built(files, tmp_path):
    elsewhere = copy_course(tmp_path / "elsewhere", whole=True)
    for name in ("labkit", "docs", "c_exercise"):
        shutil.copytree(REPOSITORY / name, elsewhere / name)
    for name in ("LICENSE", "pyproject.toml"):
        shutil.copy(REPOSITORY / name, elsewhere / name)
    for path in elsewhere.rglob("*"):
        os.utime(path, (1e9, 1e9))
    course = replace(registry.load(elsewhere), repository=SLUG, languages=COURSE.languages)
    assert publish.publication(replace(course, published=None)) == files


# A leak of each kind: where it is, and a line of it.


def regions(kind):
    marks = re.compile(rf"### BEGIN {kind}\n(.*?)### END {kind}", re.DOTALL)
    return [part for cell in solution(SHORT).cells for part in marks.findall(cell.source)]


GIVEN = "\n".join(cell.source for name in ASSIGNMENTS for cell in exercise(name).cells)


def longest(text):
    """The longest line that students are not given, in any assignment."""
    lines = [line.strip() for line in text.splitlines() if "/" not in line and line.isascii()]
    return max((line for line in lines if line not in GIVEN), key=len)


def written_answer():
    (cell,) = (cell for cell in solution(SHORT).cells if grade_id(cell) == "find_the_cheat")
    return cell.source


FIRST = min(RIGHT.glob("*.py"))
LINES = {
    "solution": longest("\n".join(regions("SOLUTION"))),
    "hidden probe": longest("\n".join(regions("HIDDEN TESTS"))),
    "right answer": longest(FIRST.read_text()),
    "written answer": longest(written_answer()),
    "solution in C": longest((REPOSITORY / "c_exercise" / "solution" / "quantize.c").read_text()),
}


def of_lines(line):
    """As a file of source holds it."""
    return f"before = 1\n\n    {line}  \nafter = 2\n".encode()


def archive(*lines, packing=zipfile.ZIP_DEFLATED, comment=""):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", packing) as packed:
        packed.comment = comment.encode()
        for line in lines:
            packed.writestr("notes.txt", of_lines(line))
    return buffer.getvalue()


def between_members(data):
    """Where no archive reader looks: the list at the end says where each member is."""
    first, other = (archive(500 * text, packing=zipfile.ZIP_STORED) for text in ("one", "two"))
    return first + data + other


def tar(line):
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w:gz") as packed:
        member = tarfile.TarInfo("notes.txt")
        member.size = len(of_lines(line))
        packed.addfile(member, io.BytesIO(of_lines(line)))
    return buffer.getvalue()


def npz(line):
    buffer = io.BytesIO()
    np.savez_compressed(buffer, text=np.array([line]))
    return buffer.getvalue()


def picture(kind, **metadata):
    buffer = io.BytesIO()
    Image.new("RGB", (4, 4)).save(buffer, kind, **metadata)
    return buffer.getvalue()


def png(line, compressed):
    info = PngInfo()
    info.add_itxt("Comment", line, zip=compressed)
    return picture("PNG", pnginfo=info)


def exif(line):
    tags = Image.Exif()
    tags[0x010E] = line  # ImageDescription
    tags[0x9C9C] = line.encode("utf-16-le")  # XPComment
    return picture("JPEG", exif=tags)


def notebook(source, **outputs):
    cell = new_code_cell(source, outputs=[new_output("display_data", outputs)] if outputs else [])
    return nbformat.writes(new_notebook(cells=[cell])).encode()


def coloured(line):
    """As a page shows source: a tag around each word."""
    words = re.split(r"(\W+)", line)
    return "".join(f'<span class="k">{html.escape(word)}</span>' for word in words).encode()


def wrapped(data):
    """Base64 as mail and notebooks have it: in a list of short lines."""
    text = base64.encodebytes(data).decode().splitlines(keepends=True)
    return json.dumps({"payload": text}).encode()


def tokens(line):
    """Words and signs, as a tokenizer gives them."""
    return re.findall(r"\w{1,12}|[^\w\s]", line)


def pieces(line, between):
    """A line that is cut every few letters."""
    return between.join(textwrap.wrap(line, 12)).encode()


FORMS = {
    "source": of_lines,
    "notebook": lambda line: notebook(f"a = 1\n{line}"),
    "json": lambda line: json.dumps({"text": f"a\n{line}\nb"}).encode(),
    "json in json": lambda line: json.dumps([json.dumps([of_lines(line).decode()])]).encode(),
    "page": coloured,
    "utf-16": lambda line: line.encode("utf-16"),
    "base64": lambda line: b"data:text/plain;base64," + base64.b64encode(of_lines(line)),
    "base64 behind a word": lambda line: b"x" + base64.b64encode(of_lines(line)),
    "base64 for the web": lambda line: base64.urlsafe_b64encode(of_lines(line)),
    "base64 in lines": lambda line: wrapped(of_lines(line)),
    "base64 of base64": lambda line: base64.b64encode(base64.b64encode(of_lines(line))),
    "zip": archive,
    "zip that compresses nothing": lambda line: archive(line, packing=zipfile.ZIP_STORED),
    "first of two of one name in a zip": lambda line: archive(line, "another line"),
    "comment of a zip": lambda line: archive("another line", comment=line),
    "between the members of a zip": lambda line: between_members(of_lines(line)),
    "base64 between them": lambda line: between_members(base64.b64encode(of_lines(line))),
    "npz": npz,
    "gz": lambda line: gzip.compress(of_lines(line)),
    "gz behind other bytes": lambda line: b"head" + gzip.compress(of_lines(line)),
    "tokens": lambda line: json.dumps(tokens(line)).encode(),
    "a token in each line": lambda line: json.dumps(tokens(line), indent=1).encode(),
    "zip in a notebook": lambda line: wrapped(archive(line)),
    "png": lambda line: png(line, False),
    "compressed in png": lambda line: png(line, True),
    "png in a notebook": lambda line: notebook(
        "plot()", **{"image/png": base64.b64encode(png(line, True)).decode()}
    ),
    "exif": exif,
    "percent encoding": lambda line: quote(line).encode(),
    "full-width letters": lambda line: "".join(
        chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in line
    ).encode(),
    "unseen characters": lambda line: "\u200b".join(line).encode(),
    "jpeg comment": lambda line: picture("JPEG", comment=line.encode()),
    "wrapped and quoted": lambda line: b"> " + pieces(line, "\n> "),
    "wrapped in a comment": lambda line: b"    // " + pieces(line, "\n    // "),
    "wrapped and numbered": lambda line: b" 8 | " + pieces(line, "\n 9 | "),
    "wrapped, with numbers in lines of their own": lambda line: b"8\n" + pieces(line, "\n9\n"),
    "wrapped between another text": lambda line: pieces(line, "\nThe other column goes on.\n"),
    "added in a difference": lambda line: b"+" + pieces(line, "\n+"),
    "cells of a table": lambda line: b"| " + pieces(line, " | ") + b" |",
    "items of a list": lambda line: b"- " + pieces(line, "\n- "),
    "in colours of a terminal": lambda line: pieces(line, "\x1b[0m\x1b[31m"),
    "stressed": lambda line: b"**" + pieces(line, "** *") + b"*",
}


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("kind", LINES)
def test_a_leak_is_found_in_every_form(secrets, kind, form):
    (leak, *_) = leaks_in(secrets, "resources/notes", FORMS[form](LINES[kind]))
    assert leak.startswith("resources/notes") and re.search(r"line \d+: holds a line of ", leak)
    assert LINES[kind] not in leak


@pytest.mark.parametrize("length", range(30, 34))
def test_base64_is_read_to_its_last_byte(secrets, length):
    filler = "x" * (length - 30)
    assert leaks_in(secrets, "a.txt", base64.b64encode((filler + LINES["solution"]).encode()))


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("form", FORMS)
def test_a_line_of_ones_own_is_found_in_no_form(secrets, form):
    line = "every_student = [name for name in a_list_of_names if name.startswith('a')]"
    assert leaks_in(secrets, "resources/notes", FORMS[form](line)) == []


def test_the_line_and_its_source_are_named(secrets):
    (leak,) = leaks_in(secrets, "labkit/new.py", of_lines(LINES["right answer"]))
    assert leak.startswith("labkit/new.py, line 3: holds a line of answers/")


@pytest.mark.parametrize("kind", LINES)
def test_a_leak_in_a_name_is_found(secrets, kind):
    assert leaks_in(secrets, f"docs/{LINES[kind]}.txt", b"")


def test_every_right_answer_is_found_as_a_whole(secrets):
    answers = {path: path.read_bytes() for path in ANSWERS.glob("*/*/right/*")}
    open_ones = [path for path, text in answers.items() if not leaks_in(secrets, "a.txt", text)]
    assert len(open_ones) <= len(answers) / 100, open_ones


def test_what_is_said_of_every_wrong_answer_is_found(secrets):
    """Only its sentences may be public: students read them."""
    said = [
        f"[{entry}"
        for path in ANSWERS.glob("*/*/wrong.toml")
        for entry in re.split(r"^\[", path.read_text(), flags=re.MULTILINE)[1:]
    ]
    open_ones = [entry for entry in said if not leaks_in(secrets, "a.txt", entry.encode())]
    assert len(open_ones) <= len(said) / 100, open_ones


def test_a_copy_next_to_a_solution_is_secret(course_dir):
    path = course_dir / "solutions" / SHORT / f"{SHORT}.ipynb"
    notebook = notebooks.read(path)
    for cell in notebook.cells:
        cell.source = re.sub("### (BEGIN|END) .*", "", cell.source)
    notebooks.write(path.with_name("solved.ipynb"), notebooks.as_text(notebook))
    copy = path.with_name("solved.ipynb").read_bytes()
    assert leaks_in(Secrets(registry.load(course_dir)), "docs/x.ipynb", copy)


def test_a_rubric_next_to_a_solution_is_secret(course_dir):
    rubric = course_dir / "solutions" / SHORT / "rubric.md"
    rubric.write_text("- 2 points: says that the gradient vanishes where the mask is zero\n")
    (leak,) = leaks_in(Secrets(registry.load(course_dir)), "docs/x.md", rubric.read_bytes())
    assert f"holds a line of solutions/{SHORT}/rubric.md, line 1" in leak


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\x1f\x8b\x08" + bytes(20), id="broken"),
        pytest.param(gzip.compress(bytes(65 << 20), 1), id="endless"),
        pytest.param(tar("one"), id="tar.gz"),
        pytest.param(bz2.compress(b"one"), id="bz2"),
        pytest.param(lzma.compress(b"one"), id="xz"),
    ],
)
def test_what_cannot_be_searched_is_refused(secrets, data):
    (leak,) = leaks_in(secrets, "resources/data", data)
    assert "it cannot be searched" in leak


# The folder of the public repository.


def git(folder, *arguments):
    command = ["git", "-C", folder, "-c", "user.name=Ada", "-c", "user.email=ada@example.org"]
    subprocess.run([*command, *arguments], check=True, capture_output=True)


@pytest.fixture
def dest(tmp_path):
    """A clone of a public repository in which something harmless was committed."""
    folder = tmp_path / "public"
    folder.mkdir()
    git(folder, "init", "--initial-branch=main")
    (folder / "old.txt").write_text("nothing\n")
    git(folder, "add", "old.txt")
    git(folder, "commit", "-m", "First")
    return folder


def in_the_past(dest, line):
    (dest / "old.txt").write_text(line)
    git(dest, "commit", "-am", "Oops")
    (dest / "old.txt").write_text("nothing\n")
    git(dest, "commit", "-am", "Mended")


def on_another_branch(dest, line):
    git(dest, "checkout", "-b", "other")
    (dest / "old.txt").write_bytes(archive(line))
    git(dest, "commit", "-am", "An archive")
    git(dest, "checkout", "main")


def in_a_message(dest, line):
    git(dest, "commit", "--allow-empty", "-m", f"Why\n\n{line}")


def in_a_tag(dest, line):
    git(dest, "tag", "-a", "v1", "-m", line)


def in_an_old_name(dest, line):
    (dest / f"{line}.txt").write_text("")
    git(dest, "add", "--all")
    git(dest, "commit", "-m", "A name")
    git(dest, "rm", f"{line}.txt")
    git(dest, "commit", "-m", "Mended")


def staged(dest, line):
    (dest / "old.txt").write_text(line)
    git(dest, "add", "old.txt")
    (dest / "old.txt").write_text("nothing\n")


PASTS = [in_the_past, on_another_branch, in_a_message, in_a_tag, in_an_old_name, staged]


@pytest.mark.parametrize("past", PASTS, ids=lambda past: past.__name__)
def test_a_leak_in_the_history_is_found(secrets, dest, past):
    assert [*secrets.search(publish.history(dest))] == []
    past(dest, LINES["right answer"])
    leaks = [*secrets.search(publish.history(dest))]
    assert leaks and f"(in the history of {dest}" in str(leaks[0])


def test_writing_takes_the_place_of_what_was_written_before_and_keeps_git(dest):
    (dest / "old.txt").unlink()
    publish.write(dest, {"a/b.txt": b"1", "c.txt": b"2"})
    publish.write(dest, {"a/d.txt": b"3"})
    assert sorted(path.name for path in dest.iterdir()) == [".git", ".published", "a"]
    assert [path.name for path in (dest / "a").iterdir()] == ["d.txt"]
    git(dest, "log")
    assert [path.name for path in dest.parent.iterdir()] == [dest.name]


def test_files_of_others_are_named(dest):
    publish.write(dest, {"a.txt": b"1", "b.txt": b"2", "old.txt": b"nothing\n"})
    (dest / "CNAME").write_text("example.org")
    (dest / "b.txt").write_text("mended by hand")
    assert publish.unknown(dest, {"a.txt": b"new"}) == {
        "CNAME": b"example.org",
        "b.txt": b"mended by hand",
    }


def test_a_course_without_a_public_repository_is_asked_for_it():
    with pytest.raises(CourseError, match="--repository"):
        publish.require_repository(replace(COURSE, repository=""))


@pytest.mark.parametrize("slug", ["course", "https://github.com/ada/course", PLACEHOLDER, "a/b/c"])
def test_what_is_no_repository_is_refused(course_dir, slug):
    with pytest.raises(ValueError, match="owner/name"):
        registry.with_repository(registry.load(course_dir), slug)


def test_a_repository_is_written_where_it_was_missing(course_dir):
    name_repository(course_dir, "")
    assert registry.load(course_dir).repository == ""
    assert registry.with_repository(registry.load(course_dir), SLUG).repository == SLUG
    assert registry.with_repository(registry.load(course_dir), "b/c").repository == "b/c"


@pytest.fixture
def whole(tmp_path):
    """Without weights and a book, which take most of a search's time; `files` holds them."""
    folder = copy_repository(tmp_path / "course")
    resources = folder / "resources"
    for path in (*resources.glob("weights/*.safetensors"), *resources.glob("*.txt.gz")):
        path.unlink()
    name_repository(folder, 'repository = ""\n')
    (folder / registry.PUBLISHED).unlink(missing_ok=True)
    return folder


def name_repository(folder, line):
    """Write the line of the public repository into the registry, or take it out."""
    path = folder / "course.toml"
    path.write_text(re.sub(r"^repository = .*\n", line, path.read_text(), flags=re.MULTILINE))


# Its text tells more blanks than are left.
SHORTENED = ("--unfinished", SHORT)


def publish_to(dest, *arguments, cwd):
    return autograder("publish", dest, *SHORTENED, *arguments, cwd=cwd)


def test_the_command_asks_publishes_and_refuses(whole, dest):
    (dest / "old.txt").unlink()
    done = publish_to(dest, cwd=whole)
    assert done.returncode == 1 and "--repository" in done.stderr
    done = autograder_at_a_terminal("publish", dest, *SHORTENED, cwd=whole, answer=SLUG)
    assert done.returncode == 0, done.stderr
    assert registry.load(whole).repository == SLUG
    released = (whole / "exercises" / "en" / SHORT / f"{SHORT}.ipynb").read_bytes()
    assert (dest / "exercises" / "en" / SHORT / f"{SHORT}.ipynb").read_bytes() == released
    assert SLUG.encode() in released and not (dest / "solutions").exists()

    before = sorted(dest.rglob("*"))
    done = publish_to(dest, "--check", cwd=whole)
    assert (done.returncode, sorted(dest.rglob("*"))) == (0, before), done.stderr
    assert "nothing secret" not in done.stdout and "is not found" in done.stdout
    (dest / "CNAME").write_text("example.org")
    done = publish_to(dest, cwd=whole)
    assert done.returncode == 1 and "CNAME" in done.stderr and (dest / "CNAME").exists()
    assert autograder("new-year", "../course-2028", cwd=whole).returncode == 0
    # Also from a year's folder, which refers to the repository.
    done = publish_to(dest, "--keep", "CNAME", cwd=whole.parent / "course-2028")
    assert done.returncode == 0 and (dest / "CNAME").read_text() == "example.org"

    # What is the same is no new release; what differs is one, and older notebooks find theirs.
    (first,) = (path.name for path in (dest / "tools").glob("*.whl"))
    assert registry.load(whole).published.wheel == first
    with (whole / "labkit" / "titles.py").open("a") as file:
        file.write("# Mended.\n")
    done = publish_to(dest, "--keep", "CNAME", cwd=whole)
    second = registry.load(whole).published
    assert done.returncode == 0 and second.number == 2, done.stderr
    wheels = {path.name for path in (dest / "tools").glob("*.whl")}
    assert wheels == {first, second.wheel} and first != second.wheel
    assert second.changed == {f"{language}/{SHORT}": 1 for language in COURSE.languages}

    with (whole / "docs" / "students" / "glossary.md").open("a") as glossary:
        glossary.write(f"\n{LINES['right answer']}\n")
    done = publish_to(dest, "--check", "--keep", "CNAME", cwd=whole)
    assert done.returncode == 1 and "docs/students/glossary.md, line" in done.stderr


def test_a_dropped_assignment_leaves_exercises_resources_and_public_pages(whole, dest):
    (dest / "old.txt").unlink()
    dropped = [name for name in ASSIGNMENTS if name != SHORT]
    stale = autograder("release", "--check", cwd=whole)
    # All that is stale in one line, not only the first.
    assert stale.returncode == 1 and all(name in stale.stderr for name in (*dropped, SHORT))
    done = publish_to(dest, "--repository", SLUG, cwd=whole)
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    for name in dropped:
        assert len([line for line in lines if name in line]) == 1, done.stdout
    assert "no list" not in done.stdout
    assert {path.parent.name for path in whole.glob("exercises/*/*/*.ipynb")} == {SHORT}
    assert not [*whole.glob("resources/*/0[13-8]_*")]
    pages = [*dest.rglob("*.md"), *dest.rglob("*.ipynb")]
    texts = [page.read_text() for page in pages]
    assert {name for text in texts for name in dropped if name in text} == set()
    assert f"{SHORT} names notebook 01" in done.stderr


def test_the_pages_for_students_name_this_courses_id_and_an_assignment_that_it_has():
    course = replace(COURSE, repository=SLUG, id="other-2028", entries=COURSE.entries[2:])
    page = publish.publication(course)["docs/students/README.md"].decode()
    assert "--course other-2028" in page and "--course custom" not in page
    assert SHORT not in page and "03_uniform_quantization.ipynb" in page

"""Cells that explore: a missing, old or broken package is named; a reader's mistake is raised."""

import sys
import textwrap

import pytest

from labkit import when_filled, when_installed

PACKAGE = """
    class Tensor:
        pass

    def check(value):
        raise ValueError("the package refuses this value")
"""
BROKEN = {
    "broken_import": "raise RuntimeError('built for another torch')",
    "broken_inside": "import no_such_module.inner",
}


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    monkeypatch.setenv("LABKIT_LANGUAGE", "en")


@pytest.fixture(autouse=True)
def packages(tmp_path, monkeypatch):
    """Packages as pip leaves them, version 1.2.0, of which two cannot be imported."""
    for name, source in {"made_up": PACKAGE, **BROKEN}.items():
        (tmp_path / f"{name}.py").write_text(textwrap.dedent(source))
        (tmp_path / f"{name}-1.2.0+cpu.dist-info").mkdir()
        (tmp_path / f"{name}-1.2.0+cpu.dist-info" / "METADATA").write_text(
            f"Name: {name}\nVersion: 1.2.0+cpu\n"
        )
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in ("made_up", *BROKEN):
        sys.modules.pop(name, None)


MISSING = "This part needs {0}. To install it, run: %pip install {0}"
UNFIT = "This part does not work with {} 1.2.0+cpu ({}"
OLD = (
    "This part needs made-up>=1.10, but version 1.2.0+cpu is installed ({}). "
    'Run: %pip install --upgrade "made-up>=1.10"'
)
TOLD = {
    "missing": (
        "no-such-package",
        "import no_such_package.inner",
        MISSING.format("no-such-package"),
    ),
    "a later package": ("made-up", "import no_such_package", MISSING.format("no-such-package")),
    "a module gone": (
        "made-up",
        "import made_up.inner",
        UNFIT.format("made-up", "ModuleNotFoundError"),
    ),
    "a name gone": (
        "made-up",
        "from made_up import Gone",
        UNFIT.format("made-up", "ImportError: cannot import name 'Gone'"),
    ),
    "a name of the module gone": (
        "made-up",
        "made_up.Gone",
        UNFIT.format("made-up", "AttributeError: module 'made_up'"),
    ),
    "an attribute gone": (
        "made-up",
        "made_up.Tensor().qdata",
        UNFIT.format("made-up", "AttributeError: 'Tensor' object"),
    ),
    "an attribute of a class gone": (
        "made-up",
        "made_up.Tensor.qdata",
        UNFIT.format("made-up", "AttributeError: type object"),
    ),
    "an import that fails": (
        "broken-import",
        "import broken_import",
        UNFIT.format("broken-import", "RuntimeError: built for"),
    ),
    "another package gone": (
        "broken-inside",
        "import broken_inside",
        UNFIT.format("broken-inside", "ModuleNotFoundError"),
    ),
    "too old for a name": (
        "made-up>=1.10",
        "from made_up import Gone",
        OLD.format("ImportError: cannot import name.*"),
    ),
    "too old for an argument": (
        "made-up>=1.10",
        "made_up.Tensor(bits=4)",
        OLD.format("TypeError: .*"),
    ),
    "new enough": ("made-up>=1.2", "made_up.Gone", UNFIT.format("made-up", "AttributeError")),
}


@pytest.mark.parametrize("name", TOLD)
def test_what_a_package_cannot_do_is_reported_in_one_line(name, capsys):
    package, code, sentence = TOLD[name]
    with when_installed(package, "no-such-package"), when_filled():
        exec(code if "import" in code else f"import made_up; {code}", {})
    (line,) = capsys.readouterr().out.splitlines()
    start, _, end = sentence.partition(".*")
    assert line.startswith(start) and end in line


RAISED = {
    "a name of the reader's": ("forgotten", NameError),
    "an attribute of the reader's": ("class Mine: pass\nMine().qdata", AttributeError),
    "an attribute of nothing": ("None.shape", AttributeError),
    "an argument too many": ("made_up.Tensor(bits=4)", TypeError),
    "a value that the package refuses": ("made_up.check(1)", ValueError),
    "another module": ("import another_module", ModuleNotFoundError),
    "the reader's interrupt": ("raise KeyboardInterrupt", KeyboardInterrupt),
}


@pytest.mark.parametrize("name", RAISED)
def test_a_mistake_that_may_be_the_readers_own_is_raised(name, capsys):
    code, kind = RAISED[name]
    with pytest.raises(kind), when_installed("made-up>=1.2"), when_filled():
        exec(f"import made_up\n{code}", {"__name__": "__main__"})
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("code", ["forgotten", "made_up.check(1)", "1 / 0"])
def test_an_old_package_hides_no_mistake_that_is_none_of_its_age(code):
    with pytest.raises((NameError, ValueError, ZeroDivisionError)), when_installed("made-up>=1.10"):
        exec(f"import made_up; {code}", {})


def test_the_sentence_is_in_the_readers_language(capsys, monkeypatch):
    monkeypatch.setenv("LABKIT_LANGUAGE", "ja")
    with when_installed("made-up>=2"):
        from made_up import Gone  # noqa: F401
    assert (
        "ここでは made-up>=2 を使いますが、入っているのは 1.2.0+cpu です" in capsys.readouterr().out
    )


def test_an_unfilled_blank_in_such_a_cell_is_named(capsys):
    with when_installed("made-up"), when_filled():
        raise NotImplementedError("a_blank")
    assert "a_blank" in capsys.readouterr().out

"""An edition keeps one of the languages in which a cell says something, and every other letter."""

import pytest

from autograder import editions
from autograder.editions import (
    calls_words,
    forms,
    in_edition,
    keeps_code,
    leftovers,
    without_import,
)
from labkit.language import LANGUAGES

BROKEN = """\
axes.set_title(words(
    en=f"{n} weights",
    ja=f"{n} gewichte",
), fontsize=10)"""
LONG = f"""\
if x:
    print(words(
        en="{"a" * 60}"
           "{"b" * 60}",
        ja="{"c" * 120}",
    ))"""
DESCRIBED = """\
figures.show(
    figure,
    en="a line "
       "that rises",
    ja="eine linie",
)"""


@pytest.mark.parametrize(
    ("source", "english", "other"),
    [
        ('x = words(en="a", ja="b")', 'x = "a"', 'x = "b"'),
        ("print(words(en='\u00e4', ja='\u3042'), y)", "print('\u00e4', y)", "print('\u3042', y)"),
        ('words(ja="b", en="a").title()', '"a".title()', '"b".title()'),
        ('t = x + words(en="a" if y else "b", ja="c") + z', None, 't = x + "c" + z'),
        ('t = words(en="a" if y else "b", ja="c")[0]', 't = ("a" if y else "b")[0]', None),
        ('f(words(en=words(en="a", ja="b"), ja="c"))', 'f("a")', 'f("c")'),
        ('words(en=f"{g(en=1, ja=2)}", ja="c")', 'f"{g(en=1)}"', '"c"'),
        ('f(x, en="a", ja="b")', 'f(x, en="a")', 'f(x, ja="b")'),
        ('f(ja="b", en="a", n=1)', 'f(en="a", n=1)', 'f(ja="b", n=1)'),
        ('f(en="a")', 'f(en="a")', 'f(en="a")'),
        ('words(en="a")', '"a"', '"a"'),
        ("%time 1\nx = words(en='a', ja='b')", "%time 1\nx = 'a'", "%time 1\nx = 'b'"),
        ("other.words(1, 2)  # words", "other.words(1, 2)  # words", None),
        ("%%writefile a.c\nf(en=1, ja=2);", None, "%%writefile a.c\nf(en=1, ja=2);"),
        (BROKEN, 'axes.set_title(f"{n} weights", fontsize=10)', None),
        (DESCRIBED, DESCRIBED.replace('    ja="eine linie",\n', ""), None),
        (DESCRIBED, None, 'figures.show(\n    figure,\n    ja="eine linie",\n)'),
    ],
)
def test_a_text_takes_the_place_of_the_call_that_chose_it(source, english, other):
    for language, wanted in (("en", english), ("ja", other)):
        if wanted is not None:
            assert in_edition(source, language) == wanted
            assert leftovers(in_edition(source, language)) == []


@pytest.mark.parametrize(
    ("source", "english", "other"),
    [
        ("x = 1  # one  # ja: \u3042", "x = 1  # one", "x = 1  # \u3042"),
        ("# a: b # c  # ja: a: \u3042 # c\nx", "# a: b # c\nx", "# a: \u3042 # c\nx"),
        ('x = "# a  # ja: b"', 'x = "# a  # ja: b"', 'x = "# a  # ja: b"'),
        ("!ls  # a\nx  # b  # ja: c", "!ls  # a\nx  # b", "!ls  # a\nx  # c"),
        ("%%writefile a.c\nx; // a  // ja: b", "%%writefile a.c\nx; // a", None),
        ('%%writefile a.c\n"//"; // a  // ja: b', None, '%%writefile a.c\n"//"; // b'),
        ('def f():\n    """A."""  # ja: """B."""', 'def f():\n    """A."""', None),
        ('def f():\n    """A\n    b."""  # ja: """B."""', None, 'def f():\n    """B."""'),
        ("# a  # ja: b\nx = words(en=1, ja=2)  # c  # ja: d", None, "# b\nx = 2  # d"),
        ("# a  # xx: b", "# a  # xx: b", "# a  # xx: b"),
    ],
)
def test_a_comment_is_in_one_language(source, english, other):
    for language, wanted in (("en", english), ("ja", other)):
        assert wanted is None or in_edition(source, language) == wanted


def test_a_form_of_earlier_releases_has_english_comments_and_texts_in_all_languages():
    source = "f(en=1, ja=2)  # a  # ja: b"
    assert forms(source) == {source, "f(en=1, ja=2)  # a", "f(en=1)  # a", "f(ja=2)  # b"}


def test_texts_on_several_lines_stay_below_each_other():
    assert in_edition(LONG, "en") == (
        f'if x:\n    print(\n        "{"a" * 60}"\n        "{"b" * 60}"\n    )'
    )
    alone = in_edition(LONG.replace("print(words(", "x = words(").replace("))", ")"), "en")
    assert alone == f'if x:\n    x = (\n        "{"a" * 60}"\n        "{"b" * 60}"\n    )'


@pytest.mark.parametrize("source", ['%time f(words(en="a", ja="b"))', "f((  # a  # ja: b"])
def test_what_stands_where_python_cannot_read_it_is_left_over_and_found(source):
    assert leftovers(in_edition(source, "en"))


def test_an_unknown_language_is_english():
    assert in_edition('words(en="a", ja="b")', "fr") == '"a"'


def test_the_solution_s_own_text_is_one_of_the_forms():
    source = 'print(words(en="a", ja="b"))'
    assert forms(source) == {source, 'print("a")', 'print("b")'}
    assert forms("print(1)") == {"print(1)"}


def test_words_is_imported_only_where_it_is_called():
    assert calls_words('x = words(en="a", ja="b")') and not calls_words('f(en="a", ja="b")')
    assert without_import("from labkit import check, words\n") == "from labkit import check\n"
    assert without_import("from labkit import words_of\n") == "from labkit import words_of\n"


@pytest.mark.parametrize(
    "source",
    [
        "x = 1\n# ja: 2\n",
        "f(x)  # ja: \u3042",
        "[\n 1,  # ja: \u3042\n 2]",
        "x = 1  # en: a  # ja: \u3042",
        'x = "t"  # ja: \u3042',
        'def f():\n    """A."""\n    # ja: """\u3042"""\n',
        "# ja: @title \u3042\nx = 1",
    ],
)
def test_a_translation_that_stands_behind_nothing_changes_no_code_and_is_refused(source):
    for language in LANGUAGES:
        edition = in_edition(source, language)
        assert edition == source and leftovers(edition)


@pytest.mark.parametrize(
    "source",
    [
        's = words(en = "a", ja= "b")',
        'print(words(en="""Table:\n    a  b""", ja="""T:\n        c"""))',
        'print(\n        words(en=f"""{x}\n    a""",\n              ja="b"))',
        'print(words(\n    en="a\\\n    b",\n    ja="c"))',
        'f(g(words(en="%d", ja="%d") % 3, en="a", ja="b"))',
    ],
)
def test_an_edition_means_what_its_source_means(source):
    assert all(keeps_code(source, language) for language in LANGUAGES)
    assert all(leftovers(in_edition(source, language)) == [] for language in LANGUAGES)


def test_other_code_is_noticed(monkeypatch):
    monkeypatch.setattr(editions, "with_comments_in", lambda source, language: source + "2")
    assert not keeps_code("x = 1", "ja")


def test_a_cell_is_known_as_it_was_before_it_had_a_title():
    assert "x = 1  # \u3042" in forms("# @title A  # ja: @title \u3042\nx = 1  # a  # ja: \u3042")

"""What a learning platform's name for a file or a folder tells about a person."""

from __future__ import annotations

import os
import re
import tomllib
import unicodedata
from collections.abc import Collection, Iterable
from dataclasses import KW_ONLY, dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path, PurePosixPath

from autograder import texts
from autograder.texts import HIDDEN


@dataclass(frozen=True)
class Owner:
    """Who handed a file in, as far as its name tells.

    Args:
        platform: which made the name.
        user: the user name, which identifies a person.
        name: the person's, as that platform writes it.
        number: the platform's of the person.
        email: where a table of the platform tells it.
        id_number: the university's of the person.
        time: when it was handed in, in the platform's words.
        attempt: the file with the greatest number is the latest.
        file: the name that the student gave.
        late: whether the platform calls it late.
        doubt: the whole name, if it is ambiguous.
    """

    platform: str
    _: KW_ONLY
    user: str = ""
    name: str = ""
    number: str = ""
    email: str = ""
    id_number: str = ""
    time: str = ""
    attempt: str = ""
    file: str = ""
    late: str = ""
    doubt: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """Equal for two files of one person, and for no two persons."""
        return self.platform, self.doubt or self.number or self.user or self.name

    @property
    def is_group(self) -> bool:
        """Whether a platform that gives numbers gave none: Moodle, for all who are in no group."""
        return PLATFORMS[self.platform].person == "number" and not self.number

    def of_a_group(self) -> Owner:
        """As a group: its number is not a person's, but distinguishes it from others of its name.

        >>> names = [f"Team A_{number}_assignsubmission_file" for number in (7, 8)]
        >>> first, second = (PLATFORMS["moodle"].read(name).of_a_group() for name in names)
        >>> first.number, first.key == second.key
        ('', False)
        """
        whole = f"{self.name}_{self.number}" if self.number else ""
        return replace(self, number="", doubt=self.doubt or whole)

    def without_title(self, title: str | None) -> Owner:
        """With the user name alone; without any if the title before it is not certain."""
        if title is None:
            return replace(self, user="", name=self.user)
        return replace(self, user=self.user.removeprefix(title + PLATFORMS[self.platform].titled))

    @property
    def shown(self) -> str:
        """As shown to a person."""
        return " ".join(filter(None, (self.name or self.user or self.doubt, self.number)))


@dataclass(frozen=True, kw_only=True)
class Platform:
    """How a platform names what it hands out: an entry of ``platforms.toml``, which explains it."""

    name: str
    person: str
    expressions: list[str]
    per_assignment: bool = False
    titled: str = ""
    joined: bool = False
    filed: bool = False
    site: str = ""
    time: str = ""
    time_file: str = ""
    people_file: str = ""
    wrapper: str = ""
    foreign: bool = False
    nameless: str = ""
    nameless_id: str = "{}"
    listed: list[dict[str, str]] = field(default_factory=list)
    examples: list[dict[str, str]] = field(default_factory=list)

    def read(self, part: str) -> Owner | None:
        """What one part of a path says; None if this platform did not make it.

        >>> PLATFORMS["canvas"].read("lovelaceada_LATE_12_345_a.ipynb").number
        '12'
        >>> PLATFORMS["canvas"].read("lovelaceada_12_345_678_a.ipynb").doubt
        'lovelaceada_12_345_678_a.ipynb'
        """
        matches = [
            re.fullmatch(pattern, part, re.DOTALL | re.ASCII) for pattern in self.expressions
        ]
        read = [self._owner(match) for match in matches if match]
        if not read:
            return None
        is_doubtful = any(first.key != second.key for first, second in pairwise(read))
        return replace(read[0], doubt=texts.clean(part, HIDDEN)) if is_doubtful else read[0]

    def _owner(self, match: re.Match[str]) -> Owner:
        fields = {name: texts.clean(text or "", HIDDEN) for name, text in match.groupdict().items()}
        fields.pop("assignment", None)
        if last := fields.pop("last", ""):
            fields["name"] = f"{last}, {fields.pop('first')}"
        if self.nameless and re.fullmatch(self.nameless, fields.get("name", "")):
            fields["name"] = ""
        return Owner(self.name, **fields)


_TABLE = tomllib.loads(Path(__file__).with_name("platforms.toml").read_text("utf-8"))
EXCHANGE, PLAIN, PARTICIPANTS = "exchange", "plain", "participants"
PLATFORMS = {entry["name"]: Platform(**entry) for entry in _TABLE["platforms"]}
# Folders and files that a person named: by a student's id or name, perhaps with the assignment's.
PLATFORMS[PLAIN] = Platform(name=PLAIN, person="name", expressions=[])
# A list of people, identified by email or id number.
PLATFORMS[PARTICIPANTS] = Platform(
    name=PARTICIPANTS, person="number", expressions=[], per_assignment=True
)
STUDENT_ROLES: list[str] = _TABLE["roles"]["students"]
PARTICIPANT_COLUMNS: dict[str, list[str]] = _TABLE["participants"]
# By language, then by the English heading.
WORKSHEET_HEADINGS: dict[str, dict[str, list[str]]] = _TABLE["worksheet"]
_COPIES = re.compile(_TABLE["copies"])
_APOSTROPHES = re.compile("['’‘ʼ`´′]")
# What Moodle removes from a name, or turns into a space.
_NOT_IN_FILES = re.compile(r"""[\s_&<>"'`|:\\/]|\.\.+""")
# Within a name these count, too: letters of Arabic spelling, and the mark of hidden letters.
_UNSEEN = (HIDDEN, "\u200c", "\u200d")
_ENDINGS = (".ipynb", ".c", ".html", ".py", ".zip", ".json", ".txt", ".gz")


def platforms_of(parts: Iterable[str]) -> set[str]:
    """The platforms that may have made the outermost names of a source: one, where it is certain.

    >>> platforms_of(["Ada_7_assignsubmission_file", "Bob_8_assignsubmission_file"])
    {'moodle'}
    >>> platforms_of(["ada", "bob"])
    {'plain'}
    >>> sorted(platforms_of(["ada", "x_12_345_a_bob_attempt_2027-04-20-10-00-00_a.ipynb"]))
    ['blackboard', 'canvas', 'plain']
    """
    fits = [
        {
            name
            for name, platform in PLATFORMS.items()
            if not platform.foreign and platform.read(part)
        }
        or {PLAIN}
        for part in parts
    ]
    return set.intersection(*fits) or set.union(*fits) if fits else {PLAIN}


def forms_of_a_site(platforms: Collection[str]) -> bool:
    """Whether these are forms of one platform; a site uses only one of them.

    >>> forms_of_a_site({"manaba", "manaba-user"}), forms_of_a_site({"manaba", "plain"})
    (True, False)
    """
    sites = {PLATFORMS[name].site for name in platforms}
    return len(sites) == 1 and "" not in sites


def of_one_site(platform: str) -> list[str]:
    """The platform and its other forms: an id in one form is valid in all.

    >>> of_one_site("manaba-user"), of_one_site("canvas")
    (['manaba', 'manaba-user'], ['canvas'])
    """
    site = PLATFORMS[platform].site
    return [name for name, other in PLATFORMS.items() if site and other.site == site] or [platform]


def plain_owner(path: PurePosixPath, assignment: str) -> Owner:
    """Whom the outermost folder names, or a file name next to the assignment's id; maybe no one.

    >>> plain_owner(PurePosixPath("02_ada.ipynb"), "02").name
    'ada'
    >>> plain_owner(PurePosixPath("02 (1).ipynb"), "02").name
    ''
    """
    whole = re.escape(assignment) + r"(?:-\d+)?"
    name = _without_additions(path.parts[0])
    # Students write their name before or after the assignment's.
    around = rf"(?:(?P<before>.+?)[ _+-]+)?{whole}(?:[ _+-]+(?P<after>.+))?"
    if len(path.parts) == 1 and (apart := re.fullmatch(around, name)):
        name = apart["before"] or apart["after"] or ""
    doubt = "" if words(name) else texts.clean(path.parts[0], HIDDEN)
    return Owner(PLAIN, name=texts.clean(name, HIDDEN), file=path.name, doubt=doubt)


def title_of(users: Collection[str], titles: Collection[str], between: str = "_") -> str | None:
    """The title that a platform wrote before each user name; None where several are possible.

    Args:
        users: title and user name.
        titles: as the course has them.
        between: the letter between the two.

    >>> title_of(["Lab 1_a_yamada", "Lab 1_b_yamada"], [])
    'Lab 1'
    >>> title_of(["02_int8_ada"], ["02_int8"]), title_of(["02_int8_ada"], [])
    ('02_int8', None)
    """
    common = os.path.commonprefix([*users])  # noqa: RUF071  letters, not folders
    ends = [place for place, letter in enumerate(common) if letter == between and place]
    possible = [common[:end] for end in ends if all(len(user) > end + 1 for user in users)]
    known = [title for title in possible if words(title) in map(words, titles)]
    return (known or possible)[0] if len(known or possible) == 1 else None


def assignment_of(folder: str) -> str | None:
    """The assignment that the exchange's name of a folder tells."""
    match = re.fullmatch(PLATFORMS[EXCHANGE].expressions[0], folder)
    return match["assignment"] if match else None


def _without_additions(stem: str) -> str:
    """A name without what browsers, Drive and Colab add to copies."""
    # Until nothing changes: a copy of a download of a copy carries all of it.
    before = None
    while before != stem:
        before, stem = stem, _COPIES.sub("", stem).strip()
        for ending in _ENDINGS:
            stem = stem.removesuffix(ending)
    return stem


@lru_cache(10_000)  # each person is compared with each row of the roster
def words(name: str) -> tuple[str, ...]:
    """The words of a name, in order, without differences of width, case and punctuation.

    >>> words("Siobhán O'Neil") == words("SIOBHÁN ONeil"), words("Jean_Luc van-der Berg")
    (True, ('jean', 'luc', 'van', 'der', 'berg'))
    >>> words("1-12") == words("11-2"), words("Wei Li") == words("Li Wei"), words("☆")
    (False, False, ())
    """
    # Apostrophes first: normalization turns them into spaces.
    folded = unicodedata.normalize("NFKC", _APOSTROPHES.sub("", name)).casefold()
    plain = unicodedata.normalize("NFKC", folded)
    return tuple("".join(letter if _is_letter(letter) else " " for letter in plain).split())


def turned(name: str) -> set[tuple[str, ...]]:
    """The words of a name, and also with the surname last if a comma says that it is first.

    >>> sorted(turned("Lovelace, Ada"))
    [('ada', 'lovelace'), ('lovelace', 'ada')]
    """
    surname, comma, first = name.partition(",")
    orders = [name, f"{first} {surname}"] if comma else [name]
    return {*map(words, orders)}


def joined(name: str) -> set[str]:
    """A name as Canvas writes it: surname first, in one word, wherever the surname begins.

    >>> sorted(joined("Ada King Lovelace"))
    ['adakinglovelace', 'kinglovelaceada', 'lovelaceadaking']
    """
    parts = words(name)
    return {"".join(parts[place:] + parts[:place]) for place in range(len(parts))}


def as_filed(name: str) -> str:
    """A name reduced to what Moodle writes into file names: equal for a name and its file name.

    >>> as_filed("Anna d/o_Kumar") == as_filed("Anna do Kumar"), as_filed("A+") == as_filed("A-")
    (True, False)
    """
    return _NOT_IN_FILES.sub("", texts.clean(name, HIDDEN))


def as_id(name: str) -> str:
    """A name as the id of a student, which is the name of a folder.

    >>> as_id("Ada  Lovelace"), as_id("../../etc/passwd"), as_id("山田　太郎"), as_id("कमला")
    ('Ada_Lovelace', 'etc_passwd', '山田_太郎', 'कमला')
    """
    # No separator, no leading dot: whatever it says, it names a folder in `submitted/`.
    plain = unicodedata.normalize("NFKC", _APOSTROPHES.sub("", name))
    is_kept = (
        letter in "_.@+-" or (_is_letter(letter) and letter not in _UNSEEN) for letter in plain
    )
    letters = (letter if kept else " " for letter, kept in zip(plain, is_kept, strict=True))
    parts = (word.strip(".") for word in "".join(letters).split())
    return "_".join(filter(None, parts))[:60]


def _is_letter(letter: str) -> bool:
    # Not a pattern with \w: the vowels of Indic scripts are marks, which \w leaves out.
    return unicodedata.category(letter)[0] in "LMN" or letter in _UNSEEN

"""Made-up classes: who is in them, what they send on which day, and whose it is."""

import csv
import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from courses import SHORT
from downloads import started
from hypothesis import strategies as st

from autograder.people.platforms import PARTICIPANTS, PLATFORMS, words

# People hand in alone for the one and, where the platform has groups, in groups for the other.
ALONE, TOGETHER = SHORT, "06_number_formats"
FIRST = ["Ada", "Wei", "Li", "Min-jun", "José", "Jose", "María José", "太郎", "Siobhán", "Ayşe"]
FIRST += ["कमला", "कमल", "Anna", "An", "Jean_Luc", "Văn An", "محمد", "Zoë", "Олег", "3Com"]
LAST = ["Lovelace", "Li", "Wei", "Kim", "O'Neil", "ONeil", "山田", "Nguyễn", "Van der Berg-Smith"]
LAST += ["García Márquez", "Davis, Jr.", "İnce", "Na Kim", "شريف", "Иванов", "12", "Ada"]
# Names that lose signs in file names, and some that equal what is left of others.
FIRST += ["Anna d/o", "Anna do", 'William "Bill"', "Tom <Tommy>", "J..R", "Smith & Co", "x:"]
LAST += ["Kumar", "a/l Abu", "al Abu", "s/o Singh", "Chen|Lee", "Kim_12_Lee", "O`Brien", "Lee..."]
FULL = st.builds("{} {}".format, st.sampled_from(FIRST), st.sampled_from(LAST))
TEAMS = [
    "Team A",
    "Team_A",
    "Team: A",
    "Red/Blue",
    "Lovelace & Li",
    "12",
    "チーム 1",
    "Participant",
    "Participant 2",
]
ROSTER_SPELLINGS = [
    str,
    str.upper,
    lambda name: unicodedata.normalize("NFD", name),
    lambda name: " ".join(reversed(name.split())),
    lambda name: "{1}, {0}".format(*name.split(" ", 1)),
    lambda name: name.replace("'", "’").replace("-", " "),
]
NO_TEAM = 0  # Moodle's "Default group", of all who are in no other one


def of_moodle(name):
    """As Moodle turns it into a file name: clean_filename, and each _ is a space."""
    return re.sub(r"""[&<>"`|':\\/]|\.\.+""", "", name.replace("_", " "))


def of_canvas(name):
    """As Canvas joins it."""
    apart = re.sub(r"_(\d+)_", r"-\1-", name)
    return "".join(
        letter for letter in apart if unicodedata.category(letter)[0] in "LMN" or letter == "_"
    )


def sortable(name):
    *first, last = name.split(" ")
    return f"{last}, {' '.join(first)}"


def of_ilias(name):
    letters = unicodedata.normalize("NFKD", of_others(name))
    return "".join(
        letter if letter.isascii() else "_"
        for letter in letters
        if not unicodedata.combining(letter)
    )


def of_others(name):
    """Without signs that no file system has: which sign others write there is not known."""
    return re.sub(r'[/\\:*?"<>|]', "_", name)


def last_first(name, between):
    first, last = name.split(" ", 1)
    return f"{last}{between}{first}"


# How a platform names a file of a person with a name and a number, which identifies them there; on
# each day Canvas gives a file another number.
NAMES = {
    "moodle": lambda name, number, day, file: (
        f"{of_moodle(name)}_{number}_assignsubmission_file/{file}"
    ),
    "canvas": lambda name, number, day, file: (
        f"{of_canvas(sortable(name)).lower()}_{number}_{1000 + 100 * day + number}_{file}"
    ),
    "brightspace": lambda name, number, day, file: (
        f"{number}-9 - {of_others(name)} - Nov {5 + day}, 2026 112 PM/{file}"
    ),
    "sakai": lambda name, number, day, file: (
        f"{last_first(of_others(name), ', ')}(u{number})/{file}"
    ),
    "blackboard": lambda name, number, day, file: (
        f"Lab_u{number}_attempt_2027-04-2{day}-10-00-00_{file}"
    ),
    "manaba": lambda name, number, day, file: f"{1000 + number}@u{number}@{file}",
    "manaba-user": lambda name, number, day, file: f"u{number}@{1000 + number}@{file}",
    "ilias": lambda name, number, day, file: (
        f"{last_first(of_ilias(name), '_')}_u{number}_{number}/{file}"
    ),
    "gradescope": lambda name, number, day, file: f"submission_{1000 * day + number}/{file}",
    "github": lambda name, number, day, file: f"02-int8-binary-u{number}/{file}",
    "exchange": lambda name, number, day, file: (
        f"u{number}+{file.split('.')[0]}+2027-04-2{day} 10:00:00 UTC+x/{file}"
    ),
    "classroom": lambda name, number, day, file: f"{of_others(name)} - {file}",
    # Some by the roster's id, as an instructor may have named them.
    "plain": lambda name, number, day, file: (
        f"{f'id{number}' if number % 3 else of_others(name)}/{file}"
    ),
}
NOT_MADE = {PARTICIPANTS: "a list of people, from which no files come; it is a roster here"}
WITH_GROUPS = ("moodle", "canvas")


def beside(name, number, day):
    """What Gradescope's file of persons says of somebody's submission, as JSON, which YAML is."""
    person = {":name": name, ":sid": str(1000 + number), ":email": f"{number}@x.org"}
    return {":submitters": [person], ":created_at": f"2027-04-2{day} 10:00:00.000 Z"}


# The rows of a platform's own list of people.
LISTED = {
    "moodle": lambda name, number: {
        "First name": name.split(" ", 1)[0],
        "Last name": name.split(" ", 1)[1],
        "Email address": f"{number}@x.org",
    },
    "canvas": lambda name, number: {
        "Student": sortable(name),
        "ID": number,
        "SIS User ID": 1000 + number,
        "SIS Login ID": f"u{number}",
    },
    "blackboard": lambda name, number: {
        "Last Name": name.split(" ", 1)[1],
        "First Name": name.split(" ", 1)[0],
        "Username": f"u{number}",
        "Student ID": 1000 + number,
    },
    "brightspace": lambda name, number: {
        "OrgDefinedId": f"#{1000 + number}",
        "Last Name": name.split(" ", 1)[1],
        "First Name": name.split(" ", 1)[0],
    },
    "gradescope": lambda name, number: {
        "Name": name,
        "SID": 1000 + number,
        "Email": f"{number}@x.org",
        "Role": "Student",
    },
    "manaba": lambda name, number: {"学籍番号": 1000 + number, "氏名": name},
}


@dataclass(frozen=True)
class Day:
    """Of the people who came at least one; for Moodle, whether its worksheet came, too."""

    came: list[int]
    assignment: str = ALONE
    has_worksheet: bool = False


@dataclass(kw_only=True)
class Made:
    """A class as only a test knows it.

    Args:
        people: their names, by number.
        platform: from which all comes.
        days: who came when.
        roster: none, one that a person ``typed``, or the platform's ``list``.
        spelling: how that person wrote each name.
        groups: name and members, by number.
        says: what course.toml says of groups.
        twice: who hands in two notebooks at once.
        absent: who are not in the roster.
    """

    people: dict[int, str]
    platform: str
    days: list[Day]
    roster: str = ""
    spelling: dict[int, object] = field(default_factory=dict)
    groups: dict[int, tuple[str, list[int]]] = field(default_factory=dict)
    says: str = ""
    twice: set[int] = field(default_factory=set)
    absent: set[int] = field(default_factory=set)

    def is_certain(self):
        """Whether an identifier tells who everybody is, so that no one need be asked."""
        has_worksheets = all(day.has_worksheet for day in self.days)
        in_worksheets = self.platform == "moodle" and has_worksheets and self.roster != "typed"
        in_list = self.platform in ("canvas", "blackboard", "gradescope", "manaba", "manaba-user")
        return not (self.groups or self.absent) and (
            in_worksheets or (in_list and self.roster == "list")
        )

    def members(self, group):
        """Who is in a group; in none, where it is Moodle's of all others."""
        if group != NO_TEAM:
            return self.groups[group][1]
        return [person for person in self.people if self.group_of(person) == NO_TEAM]

    def group_of(self, person):
        of = (number for number, (_, members) in self.groups.items() if person in members)
        return next(of, NO_TEAM)

    def number(self, person, assignment):
        """The platform's of a person, which may be another one in each assignment."""
        is_new = PLATFORMS[self.platform].per_assignment and assignment == TOGETHER
        return min(self.people) + max(self.people) - person if is_new else person

    def files(self, number):
        """What came on a day: of each path, whose it is."""
        day, made = self.days[number], {}
        for person in day.came:
            count = 2 if person in self.twice else 1
            names = [f"{day.assignment}{'-b' * again}.ipynb" for again in range(count)]
            for name in names:
                path, whose = self._file(person, day.assignment, number, name)
                if made.get(path, whose) != whose:  # one more of this name, as a browser names it
                    folder, slash, inner = path.partition("/")
                    path = f"{folder} (1)/{inner}" if slash else f"{path} (1).ipynb"
                made[path] = whose
        return made

    def beside(self, number):
        """What a platform puts next to the files of a day."""
        if self.platform != "gradescope":
            return {}
        told = {
            NAMES["gradescope"](name, person, number, "").rstrip("/"): beside(name, person, number)
            for person, name in self.people.items()
        }
        return {"submission_metadata.yml": json.dumps(told, ensure_ascii=False)}

    def _file(self, person, assignment, day, file):
        name, number = self.people[person], self.number(person, assignment)
        group = self.group_of(person)
        if assignment == TOGETHER and self.groups and self.platform == "moodle":
            if group == NO_TEAM:
                return f"Default group_assignsubmission_file/{file}", ("group", NO_TEAM)
            return NAMES["moodle"](self.groups[group][0], group, day, file), ("group", group)
        if assignment == TOGETHER and group:
            letters = of_canvas(self.groups[group][0]).lower()
            path = f"{letters}_{number}_{1000 + 100 * day + number}_{file}"
            return path, ("group", group)
        return NAMES[self.platform](name, number, day, file), ("person", person)

    def worksheet(self, assignment):
        """Moodle's rows of an assignment."""
        teams = {group: name for group, (name, _) in self.groups.items()}
        is_of_groups = assignment == TOGETHER and self.groups
        return [
            {
                "Identifier": f"Participant {self.number(person, assignment)}",
                "Full name": name,
                "Email address": f"{person}@x.org",
                "Grade": "",
                "Maximum grade": "27",
                "Last modified (grade)": "-",
            }
            | ({"Group": teams.get(self.group_of(person), "Default group")} if is_of_groups else {})
            for person, name in self.people.items()
        ]

    def typed(self):
        """A person's roster."""
        teams = {group: name for group, (name, _) in self.groups.items()}
        return [
            {
                "student": f"id{person}",
                "name": self.spelling.get(person, str)(name),
                "group": teams.get(self.group_of(person), ""),
            }
            for person, name in self.people.items()
            if person not in self.absent
        ]

    def listed(self):
        """The platform's list of everybody."""
        known = LISTED.get(self.platform.removesuffix("-user")) or (
            lambda name, number: {"Name": name, "Email": f"{number}@x.org"}
        )
        return [
            known(name, person) for person, name in self.people.items() if person not in self.absent
        ]

    def belongs(self, whose, to):
        """Whether work may lie in a row that is of a person or a group."""
        return whose == to or (
            whose[0] == "group" and to[0] == "person" and to[1] in self.members(whose[1])
        )


def text_of(assignment, day, path, whose):
    """A notebook of an assignment that says whose it is; each file is another one."""
    return f"{started(assignment)} {day} {PurePosixPath(path).name} {whose[0]} {whose[1]}"


def told_by(text):
    """Whose a notebook is, by its own text."""
    kind, number = text.split()[-2:]
    return kind, int(number)


def person_in(row):
    """The person of a row of the roster, where the row tells it."""
    if row["student"].startswith("id"):
        return int(row["student"].removeprefix("id"))
    if row.get("email"):
        return int(row["email"].removesuffix("@x.org"))
    return int(row["id_number"]) - 1000 if row.get("id_number") else None


def write_csv(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [*rows[0]])
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


@st.composite
def classes(draw):
    """Any class: names, some of them twice or turned round; the roster; groups; who came when."""
    platform = draw(st.sampled_from([*NAMES, *WITH_GROUPS, *WITH_GROUPS]))
    roster = draw(st.sampled_from(["", "typed", "list"]))
    names = draw(st.lists(FULL, min_size=2, max_size=6))
    names += draw(st.lists(st.sampled_from(names), max_size=2))
    names += [" ".join(reversed(name.split())) for name in names[:1]]
    if PLATFORMS[platform].person == "name" and not roster:
        # Nothing tells that two of one name are two people.
        names = [*{tuple(sorted(words(name))): name for name in names}.values()]
    people = dict(enumerate(names, start=draw(st.integers(1, 40))))
    teams = draw(_teams(people)) if platform in WITH_GROUPS and draw(st.booleans()) else []
    made = Made(
        people=people,
        platform=platform,
        days=draw(st.lists(_days(people, platform, teams), min_size=1, max_size=3)),
        roster=roster,
        spelling={number: draw(st.sampled_from(ROSTER_SPELLINGS)) for number in people},
        twice={*draw(st.lists(st.sampled_from([*people]), max_size=1))},
    )
    if roster:
        # A name that a list has tells nothing about somebody whom no list has.
        like = Counter(map(_letters, names))
        alone = [person for person, name in people.items() if like[_letters(name)] == 1]
        made.absent = {*draw(st.lists(st.sampled_from(alone), max_size=2))} if alone[1:] else set()
    if teams:
        ways = [""]
        if platform == "moodle":
            ways.append("platform")
        if roster == "typed":
            ways.append("roster")
        made.says = draw(st.sampled_from(ways))
        made.groups = draw(_groups(made, teams))
    return made


def _letters(name):
    """Everything that any platform leaves of a name, in no order."""
    letters = unicodedata.normalize("NFKD", name).casefold()
    return "".join(sorted(letter for letter in letters if letter.isalnum()))


@st.composite
def _teams(draw, people):
    """Up to two groups, and perhaps some who are in none."""
    places = [draw(st.integers(0, 2)) for _ in people]
    teams = [[person for person, at in zip(people, places, strict=True) if at == n] for n in (1, 2)]
    return [team for team in teams if team]


@st.composite
def _groups(draw, made, teams):
    """Their numbers and names, which may be as those of persons."""
    ids = draw(st.lists(st.integers(1, 45), min_size=2, max_size=2, unique=True))
    has_worksheets = all(day.has_worksheet for day in made.days if day.assignment == TOGETHER)
    names = []
    for members in teams:
        # Where Moodle tells that it is a group's it may be called like anybody, and else like a
        # member at most: nothing would tell it from a person's.
        callers = made.people if made.says == "platform" or has_worksheets else members
        is_told = made.says or has_worksheets or made.platform == "canvas"
        if made.platform == "canvas":  # where no roster is, such a group's number is that person's
            callers = members if made.roster == "typed" else []
        like_persons = [made.people[caller] for caller in callers] if is_told else []
        name = st.sampled_from([*TEAMS, *like_persons]).filter(lambda called: called not in names)
        names.append(draw(name))
    return {number: pair for number, *pair in zip(ids, names, teams, strict=False)}


@st.composite
def _days(draw, people, platform, groups):
    came = draw(st.lists(st.sampled_from([*people]), min_size=1, unique=True))
    assignment = draw(st.sampled_from([ALONE, TOGETHER] if groups else [ALONE]))
    return Day(came, assignment, platform == "moodle" and draw(st.booleans()))

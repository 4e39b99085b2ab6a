"""Whoever hands in through the exchange is who the system says, not whom a folder's name claims."""

import csv

import nbformat
import pytest
from accounts import two_accounts
from courses import SHORT, autograder, copy_course, exported_grades, nbgrader
from nbgrader.utils import notebook_hash
from submissions import fill, full_points, perfect, template
from test_watch import Watched

TEXTS = {"right": nbformat.writes(perfect()), "empty": nbformat.writes(fill(template(), {}))}
TEXTS["another"] = f"{TEXTS['right']}\n"


@pytest.fixture
def accounts():
    with two_accounts() as made:
        yield made


class Class:
    """A course directory, and an exchange as nbgrader makes it: anyone may write, none may list."""

    def __init__(self, folder, place):
        self.folder = copy_course(folder / "course")
        config = self.folder / "nbgrader_config.py"
        root = place / "exchange"
        config.write_text(f"{config.read_text()}\nget_config().Exchange.root = {str(root)!r}\n")
        self.inbound = root / "custom-autograd" / "inbound"
        self.inbound.mkdir(parents=True)
        self.inbound.chmod(0o733)
        self.released = root / "custom-autograd" / "feedback"

    def hand_in(self, id, day, what, accounts=None, account=None):
        """Hand in under an id, as an account or as whoever runs the test; return the secret."""
        time = f"2027-04-{day:02} 10:00:00.000000 UTC"
        made = (accounts.folder if accounts else self.folder) / f"hand-in-{day}"
        made.mkdir()
        secret = f"secret{day}"
        (made / f"{SHORT}.ipynb").write_text(TEXTS[what])
        (made / "timestamp.txt").write_text(time)
        (made / "submission_secret.txt").write_text(secret)
        target = self.inbound / f"{id}+{SHORT}+{time}+random"
        if accounts:
            accounts.put(account, made, target)
        else:
            made.rename(target)
        return secret

    def run(self, *command):
        return autograder(*command, cwd=self.folder)

    def done(self, *command):
        done = self.run(*command)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout + done.stderr

    def table(self):
        with (self.folder / "collected" / f"{SHORT}.csv").open() as file:
            return list(csv.DictReader(file))

    def page(self, secret):
        """What a secret's owner can fetch; empty where that is nothing."""
        name = notebook_hash(secret=secret, notebook_id=SHORT)
        page = self.released / f"{name}.html"
        return page.read_text() if page.is_file() else ""

    def returned(self):
        self.done("grade", SHORT, "--sandbox", "none")
        self.done("feedback", SHORT)
        done = nbgrader("release_feedback", SHORT, cwd=self.folder)
        assert done.returncode == 0, done.stderr


def test_no_account_hands_in_for_another(tmp_path, accounts):
    here = Class(tmp_path, accounts.folder)
    victim, attacker = accounts.names
    own = here.hand_in(victim, 1, "right", accounts, victim)
    forged = here.hand_in(victim, 2, "empty", accounts, attacker)
    refused = here.run("collect", SHORT, "exchange")
    assert refused.returncode != 0
    notes = {row["note"] for row in here.table() if row["status"] == "not placed"}
    assert all(f"{victim} (from the account {attacker})" in note for note in notes) and notes
    here.returned()
    here.done("export", SHORT)
    assert float(exported_grades(here.folder)[victim]["score"]) == full_points()
    assert here.page(own) and not here.page(forged)

    # A person says whose it is: the attacker's.
    here.hand_in(attacker, 3, "empty", accounts, attacker)
    here.run("collect", SHORT, "exchange")
    questions = here.folder / "collected" / f"who-{SHORT}.csv"
    with questions.open(encoding="utf-8-sig") as file:
        (question,) = csv.DictReader(file)
    question["student"] = attacker
    with questions.open("w", encoding="utf-8-sig") as file:
        writer = csv.DictWriter(file, question)
        writer.writeheader()
        writer.writerow(question)
    here.done("collect", SHORT, "exchange")
    assert (here.folder / "submitted" / victim / SHORT / "submission_secret.txt").read_text() == own


def test_a_file_of_another_account_in_a_hand_in_is_asked_about(tmp_path, accounts):
    here = Class(tmp_path, accounts.folder)
    first, second = accounts.names
    here.hand_in(first, 1, "right", accounts, first)
    (folder,) = here.inbound.iterdir()
    folder.chmod(0o777)  # as nbgrader makes it
    (accounts.folder / "more").mkdir()
    accounts.put(second, accounts.folder / "more", folder / "more")
    accounts.put(second, folder / f"{SHORT}.ipynb", folder / "more" / "other.ipynb")
    assert here.run("collect", SHORT, "exchange").returncode != 0
    assert not (here.folder / "submitted" / first / SHORT).exists()
    accounts_of = ", ".join(sorted(accounts.names))
    assert all(accounts_of in row["note"] for row in here.table())


def test_the_roster_says_whose_an_account_is(tmp_path, accounts):
    here = Class(tmp_path, accounts.folder)
    account, other = accounts.names
    (here.folder / "students.csv").write_text(f"student,unix_name\nada,{account}\n{other},none\n")
    here.hand_in("ada", 1, "right", accounts, account)
    here.hand_in(other, 2, "right", accounts, other)  # whose account is another one
    here.run("collect", SHORT, "exchange")
    assert [folder.name for folder in (here.folder / "submitted").iterdir()] == ["ada"]


def test_stock_nbgrader_does_not_collect_for_another_account(tmp_path, accounts):
    """And what it collected before stays, although a later one came under that name."""
    here = Class(tmp_path, accounts.folder)
    victim, attacker = accounts.names
    own = here.hand_in(victim, 1, "right", accounts, victim)
    for day in (2, 3):
        here.hand_in(victim, day, "empty", accounts, attacker)
        collected = nbgrader("collect", SHORT, "--update", cwd=here.folder)
        place = here.folder / "submitted" / victim / SHORT
        assert (place / "submission_secret.txt").read_text() == own
    here.hand_in(attacker, 4, "empty", accounts, victim)
    collected = nbgrader("collect", SHORT, "--update", cwd=here.folder)
    assert f"belongs to the account {victim}" in collected.stderr
    assert not (here.folder / "submitted" / attacker / SHORT).exists()


def test_watch_asks_about_what_is_of_another_account(tmp_path, accounts):
    here = Class(tmp_path, accounts.folder)
    victim, attacker = accounts.names
    (here.folder / "submitted").mkdir()
    with Watched(here.folder, "--release") as watched:
        forged = here.hand_in(victim, 2, "empty", accounts, attacker)
        watched.wait_for(f"from the account {attacker}")
        own = here.hand_in(victim, 1, "right", accounts, victim)
        watched.wait_for(f" {victim}: ")
    assert here.page(own) and not here.page(forged)


def test_one_account_that_owns_all_is_named_once(tmp_path):
    """As in containers, where the instructor and all students are the same user."""
    here = Class(tmp_path, tmp_path)
    for day, student in enumerate(("ada", "bob"), 1):
        here.hand_in(student, day, "right")
    said = "no one can check who handed in"
    assert said in " ".join(here.done("collect", SHORT, "exchange").split())
    here.hand_in("cem", 3, "right")
    assert said not in " ".join(here.done("collect", SHORT, "exchange").split())
    assert {row["student"] for row in here.table()} == {"ada", "bob", "cem"}


@pytest.mark.parametrize("policy", ["best", "last"])
def test_a_page_has_the_secret_of_the_hand_in_that_it_shows(tmp_path, policy):
    here = Class(tmp_path, tmp_path)
    registry = here.folder / "course.toml"
    text = registry.read_text().replace("[course]\n", f'[course]\nattempts = "{policy}"\n', 1)
    registry.write_text(text)
    first, second = here.hand_in("ada", 1, "right"), here.hand_in("ada", 2, "empty")
    here.done("collect", SHORT, "exchange")
    here.returned()
    shown, other = (first, second) if policy == "best" else (second, first)
    assert here.page(shown) and not here.page(other)
    # What arrives later and is not graded has no page yet.
    third = here.hand_in("ada", 3, "another")
    here.done("collect", SHORT, "exchange")
    here.done("feedback", SHORT)
    nbgrader("release_feedback", SHORT, cwd=here.folder)
    assert here.page(shown) and not here.page(third)

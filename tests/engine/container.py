"""Attacks in the sandbox in which each kernel has a user of its own, run in a container's place.

Prints a line of JSON for each attack of those that it is given as JSON: what it showed, how it
ended, and what it has changed or called outside; only when nothing of it is left.
"""

import json
import os
import sys
import tempfile
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from kernels import TORCH, descendants, eventually, kinds, notebook, texts
from rows import end_of
from test_isolation import AMPLE, LIMITS, SECRET, Course, _printed

from autograder.engine.engine import Engine
from autograder.engine.server.users import FIRST, LAST, SHARED


def shared():
    """What of a kernel's user, who is none of this machine's, lies where everybody may write."""
    found = []
    for place in SHARED:
        for folder, folders, files in os.walk(place):
            for path in (os.path.join(folder, name) for name in (*folders, *files)):
                with suppress(FileNotFoundError):  # other tests take away what is theirs
                    if FIRST <= os.lstat(path).st_uid < LAST:
                        found.append(path)
    return found


def main():
    """What is public may be read by everybody, and the rest by root alone, as in the zip."""
    attacks = json.load(sys.stdin)
    os.environ["INSTRUCTOR_TOKEN"] = SECRET
    folder = Path(tempfile.mkdtemp())
    course = Course(folder)
    folder.chmod(0o755)
    for path in (course.solution, course.gradebook, course.other):
        os.chmod(path, 0o600)
    runtime = replace(TORCH, public=(folder / "resources",))
    with Engine("users", LIMITS, runtime) as engine:
        for attack in attacks:
            running = descendants()
            timed = "timed out" in attack["ends"]
            cells = ["print('before')", course.names() + attack["code"], "print('after')"]
            done = engine.execute(notebook(*cells), limits=LIMITS if timed else AMPLE)
            eventually(lambda before=running: descendants() <= before)
            eventually(lambda: not shared())
            said = {
                "end": end_of(done.stops),
                "kinds": kinds(done),
                "printed": "".join(_printed(done.notebook.cells[1])),
                "texts": texts(done),
                "changed": course.contents() != course.before,
                "called": course.was_called(),
            }
            print(json.dumps(said), flush=True)


if __name__ == "__main__":
    main()

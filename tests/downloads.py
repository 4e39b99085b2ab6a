"""What platforms hand out, made for a test: archives, and where their notebooks end up."""

import zipfile

import nbformat
from courses import SHORT
from submissions import template

NOTEBOOK = f"{SHORT}.ipynb"
TEXT = nbformat.writes(template())


def archive(path, members, encoding=None, date=(2027, 4, 20, 9, 0, 0)):
    """A zip; with an encoding, its names are written as old Japanese programs wrote them."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as opened:
        for name, text in members.items():
            member = zipfile.ZipInfo(name, date)
            if encoding:
                # Letters that zipfile writes as these bytes, without the mark of UTF-8.
                member = OldName(name, date)
                member.encoding = encoding
            opened.writestr(member, text, zipfile.ZIP_DEFLATED)
    return str(path)


def started(assignment):
    """What a notebook of an assignment says in its first cell, as it stands in a file."""
    return f'labkit.start(\\"{assignment}\\")'


def of_assignment(download, assignment, to):
    """A copy of a platform's download whose stubs of notebooks are of an assignment."""
    with zipfile.ZipFile(download) as opened:
        members = {name: opened.read(name) for name in opened.namelist()}
    for name in members:
        if name.endswith(".ipynb"):
            members[name] += started(assignment).encode()
    return archive(to, members)


class OldName(zipfile.ZipInfo):
    __slots__ = ("encoding",)

    def _encodeFilenameFlags(self):  # noqa: N802  zipfile calls it so
        return self.filename.encode(self.encoding), self.flag_bits & ~0x800


def moodle(name, number, text="", assignment=SHORT):
    """A notebook in Moodle's folder of a student, which says whose it is."""
    folder = f"{name}_{number}_assignsubmission_file"
    return {f"{folder}/{assignment}.ipynb": f"{TEXT}{text or name}"}


def submitted(course, assignment=SHORT):
    """The students whose work lies in submitted/, each with what their notebook says."""
    found = course.root.glob(f"submitted/*/{assignment}/{assignment}.ipynb")
    return {path.parts[-3]: path.read_text().removeprefix(TEXT) for path in sorted(found)}

"""A JupyterHub with Unix users that exist in a namespace of its own, and with it are gone.

It is the machine that docs/instructors/reference.md describes: labkit for everybody, the course
in the teacher's home, nbgrader's exchange under /srv. No one but the teacher sees the repository.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from contextlib import contextmanager
from pathlib import Path

from kernels import eventually
from ports import reserved_port
from programs import need
from repository import REPOSITORY
from skips import skip_without

TEACHER, STUDENTS = "teacher", ("ada", "ben")
MADE = [Path(path) for path in ("/etc", "/home", "/root", "/srv/nbgrader/exchange", "/tmp")]
NAMESPACE = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
OF_EVERY_MACHINE = re.compile("(root|nobody|nogroup):").match
# What the users' programs need of the repository; whatever else lies next to it is hidden.
SHOWN = [
    *(Path(prefix) for prefix in (sys.base_prefix, sys.prefix) if not prefix.startswith("/usr")),
    *(REPOSITORY / name for name in ("labkit", "autograder", "resources")),
]
NBGRADER = """
c = get_config()
c.CourseDirectory.course_id = "custom-autograd"
c.Exchange.root = "/srv/nbgrader/exchange"
"""
OF_THE_TEACHER = f"""
c = get_config()
c.CourseDirectory.root = "/home/{TEACHER}/course"
"""
HUB = """
c = get_config()
c.JupyterHub.bind_url = "http://127.0.0.1:{}"
c.JupyterHub.hub_port = {}
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{}"
c.JupyterHub.db_url = "sqlite://"
c.JupyterHub.authenticator_class = "dummy"
c.Authenticator.allowed_users = {}
c.Spawner.cmd = [{!r}]
c.Spawner.default_url = "/lab"
c.Spawner.environment = {{"OMP_NUM_THREADS": "1"}}
c.Spawner.env_keep = ["PATH", "LANG"]
"""


class Hub:
    """The machine as a test sees it.

    Args:
        folder: the test's own; the machine's /home, /srv, /etc and /tmp are folders in it.
        process: the first one in the namespace, or the program that made it.
        url: where a browser finds the hub.
    """

    def __init__(self, folder, process, url):
        self.folder, self.process, self.url = folder, process, url

    def path(self, path):
        """Where the test finds a file or folder of the machine."""
        return self.folder / path.removeprefix("/")

    def run(self, user, *command, cwd="."):
        """Run a command as a user who sits in a terminal of that machine."""
        return subprocess.run(
            [*self._inside(), "runuser", "-u", user, "--", "env", "-C", f"/home/{user}/{cwd}"]
            + [f"HOME=/home/{user}", f"PATH={_path()}", "OMP_NUM_THREADS=1", *command],
            capture_output=True,
            text=True,
        )

    def done(self, user, *command, cwd="."):
        """What a command printed, which must not fail."""
        done = self.run(user, *command, cwd=cwd)
        assert done.returncode == 0, f"{command}: {done.stdout[-1000:]}{done.stderr[-2000:]}"
        return done.stdout

    def give(self, user, *paths):
        """Make what a test wrote into a user's home the user's own."""
        home = self.path(f"/home/{user}")
        owner = f"--reference={home}"
        subprocess.run(["chown", "-R", owner, *(home / path for path in paths)], check=True)

    def processes(self):
        """The folders in /proc of all processes of the machine."""
        own = os.readlink(self.first / "ns/pid")
        return [path for path in Path("/proc").glob("[0-9]*") if _namespace(path) == own]

    @property
    def first(self):
        """The folder in /proc of the machine's first process, with which all others die."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return Path("/proc") / children.read_text().split()[0]

    def _inside(self):
        return ["nsenter", "--target", self.first.name, "--mount", "--pid", "--wd=/"]


def _namespace(process):
    try:
        return os.readlink(process / "ns/pid")
    except OSError:  # it has ended
        return None


def _path():
    return os.pathsep.join([str(Path(sys.executable).parent), "/usr/sbin", "/usr/bin", "/bin"])


@contextmanager
def hub():
    """A running hub; where there can be none, the test is skipped with the reason."""
    _require_what_it_needs()
    # Not pytest's own folder, which is kept, and which only root may enter.
    with tempfile.TemporaryDirectory(prefix="labkit-hub-") as name:
        machine, ports = Path(name), [reserved_port() for _ in range(3)]
        machine.chmod(0o755)
        _make(machine, ports)
        log = machine / "hub.log"
        process = _started(machine, log)
        try:
            url = f"http://127.0.0.1:{ports[0]}"
            eventually(lambda: process.poll() is not None or _answers(f"{url}/hub/health"))
            assert process.poll() is None, log.read_text()[-3000:]
            yield Hub(machine, process, url)
        finally:
            process.kill()  # and with it the machine's first process
            process.wait()


def _require_what_it_needs():
    if os.getuid() != 0:
        skip_without("root's right to make users")
    need("bubblewrap", "node-configurable-http-proxy")
    if subprocess.run([*NAMESPACE, "true"], capture_output=True).returncode != 0:
        skip_without("root's right to make a namespace")


def _make(machine, ports):
    shutil.copytree("/etc", machine / "etc", symlinks=True)
    # Somebody here may have the name of one of its users.
    for table in ("passwd", "shadow", "group", "gshadow"):
        path = machine / "etc" / table
        lines = path.read_text().splitlines(keepends=True)
        path.write_text("".join(filter(OF_EVERY_MACHINE, lines)))
    for folder in (*MADE, *SHOWN):
        (machine / folder.relative_to("/")).mkdir(parents=True, exist_ok=True)
    for user in (TEACHER, *STUDENTS):
        adding = ["useradd", "--prefix", machine, "--create-home", "--user-group", user]
        subprocess.run(adding, check=True, capture_output=True)
        (machine / "home" / user).chmod(0o700)
    for shared in ("tmp", "srv/nbgrader/exchange"):
        (machine / shared).chmod(0o777)
    _write(machine / "etc/jupyter/nbgrader_config.py", NBGRADER)
    _write(machine / "home" / TEACHER / ".jupyter/nbgrader_config.py", OF_THE_TEACHER)
    program = str(Path(sys.executable).parent / "jupyterhub-singleuser")
    users = {TEACHER, *STUDENTS}
    _write(machine / "etc/jupyterhub_config.py", HUB.format(*ports, users, program))


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _started(machine, log):
    """Start the hub, in a file system in which its users see what they may."""
    binds = [f"mount --bind {path} {machine}{path}" for path in SHOWN]
    # The machine's own folder lies in /tmp as a rule, which therefore is covered last.
    tops = sorted({f"/{path.parts[1]}" for path in (*MADE, *SHOWN)} - {"/usr"}, key="/tmp".__eq__)
    binds += [f"mount --rbind {machine}{top} {top}" for top in tops]
    start = "cd /root && exec jupyterhub --config /etc/jupyterhub_config.py"
    # Debian's node modules, for a node that is not Debian's.
    variables = {"PATH": _path(), "NODE_PATH": "/usr/share/nodejs", "HOME": "/root"}
    with log.open("w") as output:
        return subprocess.Popen(
            ["setpriv", "--pdeathsig", "KILL", *NAMESPACE, "sh", "-euc"]
            + ["; ".join([*binds, start])],
            env=variables,
            stdout=output,
            stderr=subprocess.STDOUT,
        )


def _answers(url):
    try:
        return urllib.request.urlopen(url).status == 200
    except OSError:
        return False

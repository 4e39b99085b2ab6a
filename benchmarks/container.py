"""A container without Docker: an image by debootstrap, and what a runtime takes from its root.

A container sees the image and what it writes itself, in an overlay that is gone afterwards. It has
processes, shared memory and a host name of its own, and the network that is here. Its root has the
rights that Docker leaves; since it is only chrooted, Linux gives it no user namespaces, as the
filter of Docker's does.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import MEGABYTE

SUITE = "bookworm"
PROGRAMS = ("debootstrap", "unshare", "setpriv", "chroot")
# What Docker leaves to root.
CAPABILITIES = (
    *("chown", "dac_override", "fsetid", "fowner", "mknod", "net_raw", "setgid", "setuid"),
    *("setfcap", "setpcap", "net_bind_service", "sys_chroot", "kill", "audit_write"),
)
# The arguments are the image, the overlay's folder, and the files of this machine to be shown.
ENTER = r"""
set -e
image=$1 own=$2 root=$2/root; shift 2
mkdir -p "$own"/{upper,work,root}
mount -t overlay -o "lowerdir=$image,upperdir=$own/upper,workdir=$own/work" none "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 dev "$root/dev"
for name in null zero full random urandom tty; do cp -a "/dev/$name" "$root/dev/"; done
for name in fd stdin:fd/0 stdout:fd/1 stderr:fd/2; do
    ln -s "/proc/self/${name#*:}" "$root/dev/${name%:*}"
done
mkdir "$root"/dev/{shm,mqueue}
mount -t tmpfs -o mode=1777,size=64m shm "$root/dev/shm"
mount -t mqueue mqueue "$root/dev/mqueue"
hostname container
mount -t tmpfs -o mode=755 shown "$root/mnt"
while [ "$1" != -- ]; do
    mkdir -p "$root/mnt$(dirname "$1")"
    if [ -d "$1" ]; then mkdir -p "$root/mnt$1"; else touch "$root/mnt$1"; fi
    mount --bind -o ro "$1" "$root/mnt$1"
    shift
done
shift
exec chroot "$root" setpriv --bounding-set "$RIGHTS" --inh-caps=-all \
    env -i "$@"
"""
SAMPLE_SECONDS = 0.1


@dataclass(frozen=True)
class Size:
    """What a container gets: cores, and memory in MiB."""

    cores: float
    memory_mb: int

    def __str__(self) -> str:
        return f"{self.cores:g} CPU, {self.memory_mb} MB"


@dataclass(frozen=True)
class Spent:
    """What a command in a container took.

    Args:
        status: its exit status; negative where a signal has ended it.
        output: the end of what it printed.
        seconds: wall time.
        core_seconds: processor time of all processes.
        peak_mb: MiB of memory that cannot be given back: of processes, and in files in memory.
        killed: processes that Linux killed because the memory was used up.
    """

    status: int
    output: str
    seconds: float
    core_seconds: float
    peak_mb: float
    killed: int


def missing_here() -> str:
    """What this machine lacks to make containers; empty where it lacks nothing."""
    if os.getuid() != 0:
        return "root"
    if lacking := [name for name in PROGRAMS if not shutil.which(name)]:
        return ", ".join(lacking)
    with suppress(OSError), control_group() as group:
        return "" if group else "control groups"
    return "control groups that may be changed"


def may_limit() -> bool:
    """Whether the system lets root limit control groups; inside a container it may not."""
    groups = Path("/sys/fs/cgroup")
    if (groups / "cgroup.controllers").exists():
        given = (groups / "cgroup.subtree_control").read_text("ascii").split()
        return {"cpu", "memory"} <= {*given} and os.access(groups, os.W_OK)
    return all(os.access(groups / kind, os.W_OK) for kind in ("cpu", "memory"))


def make_base(folder: Path) -> None:
    """Install Debian's smallest system, unless it is there."""
    if (folder / ".whole").exists():
        return
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["debootstrap", "--variant=minbase", SUITE, str(folder)], check=True)
    shutil.copy("/etc/resolv.conf", folder / "etc")
    (folder / ".whole").touch()


@contextmanager
def container(image: Sequence[Path], folder: Path) -> Iterator[Container]:
    """A fresh container, which is gone afterwards.

    Args:
        image: its layers, the uppermost first.
        folder: where its own lies; not in a layer.
    """
    own = folder / f"container-{os.getpid()}-{threading.get_ident()}"
    shutil.rmtree(own, ignore_errors=True)
    (own / "upper").mkdir(parents=True)
    try:
        yield Container(image, own)
    finally:
        shutil.rmtree(own)


@dataclass(frozen=True)
class Container:
    """A container: what it has written is in its folder.

    Args:
        image: layers below what it writes.
        folder: its own.
    """

    image: Sequence[Path]
    folder: Path

    @property
    def written(self) -> Path:
        """What differs from the image."""
        return self.folder / "upper"

    def run(
        self,
        command: str,
        size: Size | None = None,
        variables: Mapping[str, str] | None = None,
        shown: Sequence[Path] = (),
    ) -> Spent:
        """Run a command of bash as the container's root.

        Args:
            command: what is typed.
            size: what it may use; without one, what there is.
            variables: its environment, besides the usual ones.
            shown: files of this machine that stand, read-only, below /mnt.
        """
        usual = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        usual |= {"HOME": "/root", "LANG": "C.UTF-8"}
        named = [f"{name}={value}" for name, value in (usual | dict(variables or {})).items()]
        layers = ":".join(map(str, self.image))
        arguments = [layers, str(self.folder), *map(str, shown), "--", *named]
        # With a second command bash stays process 1, and waits for what it has not started.
        typed = ["bash", "-c", f"{command}\nexit $?"]
        rights = ",".join(("-all", *(f"+{name}" for name in CAPABILITIES)))
        enter = ["unshare", "--mount", "--pid", "--ipc", "--uts", "--fork", "--kill-child"]
        enter += ["bash", "-c", ENTER, "enter", *arguments, *typed]
        with control_group(size) as group, (self.folder / "log").open("w+b") as log:
            begin = time.monotonic()
            process = subprocess.Popen(
                enter,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "RIGHTS": rights},
                preexec_fn=group.enter,
            )
            peak = group.watched(process)
            seconds = time.monotonic() - begin
            log.seek(0)
            return Spent(
                status=process.returncode,
                output=log.read().decode("utf-8", "replace")[-4000:],
                seconds=seconds,
                core_seconds=group.core_seconds(),
                peak_mb=peak / MEGABYTE,
                killed=group.killed(),
            )


class ControlGroup:
    """A control group of Linux, of the first or the second version: limits, and what was used."""

    def __init__(self, name: str) -> None:
        top = Path("/sys/fs/cgroup")
        self._is_second = (top / "cgroup.controllers").exists()
        if self._is_second:
            self._places = dict.fromkeys(("memory", "cpu", "cpuacct"), top / name)
        else:
            lines = Path("/proc/self/cgroup").read_text("utf-8").splitlines()
            own = {line.split(":")[1]: line.split(":")[2].strip("/") for line in lines}
            self._places = {
                kind: top / kind / path / name
                for kind, path in own.items()
                if kind in ("memory", "cpu", "cpuacct")
            }

    def make(self, size: Size | None) -> None:
        for place in self._places.values():
            place.mkdir(exist_ok=True)
        if size:
            second = ("memory.max", f"{size.memory_mb * MEGABYTE}")
            first = ("memory.limit_in_bytes", second[1])
            self._write("memory", *(second if self._is_second else first))
            quota = f"{int(size.cores * 100_000)}"
            second, first = ("cpu.max", f"{quota} 100000"), ("cpu.cfs_quota_us", quota)
            self._write("cpu", *(second if self._is_second else first))

    def enter(self, pid: int | None = None) -> None:
        """Put a process, by default this one, into the group, with all that it starts then."""
        for kind in self._places:
            self._write(kind, "cgroup.procs", f"{pid or os.getpid()}")

    def watched(self, process: subprocess.Popen[bytes]) -> int:
        """The largest of all samples, in bytes, once the process has ended."""
        peak = 0
        while process.poll() is None:
            peak = max(peak, self._held())
            time.sleep(SAMPLE_SECONDS)
        return peak

    def core_seconds(self) -> float:
        if self._is_second:
            return self._fields("cpu", "cpu.stat")["usage_usec"] / 1e6
        return int((self._places["cpuacct"] / "cpuacct.usage").read_text("ascii")) / 1e9

    def killed(self) -> int:
        events = "memory.events" if self._is_second else "memory.oom_control"
        return self._fields("memory", events).get("oom_kill", 0)

    def remove(self) -> None:
        for place in set(self._places.values()):
            for _ in range(100):  # until the last process is gone
                with suppress(OSError):
                    place.rmdir()
                    break
                time.sleep(0.05)

    def _held(self) -> int:
        """What cannot be given back, unlike copies of files on the disk."""
        names = ("anon", "shmem") if self._is_second else ("total_rss", "total_shmem")
        fields = self._fields("memory", "memory.stat")
        return sum(fields[name] for name in names)

    def _fields(self, kind: str, name: str) -> dict[str, int]:
        lines = (self._places[kind] / name).read_text("ascii").splitlines()
        return {field: int(value) for field, value in (line.split() for line in lines)}

    def _write(self, kind: str, name: str, text: str) -> None:
        (self._places[kind] / name).write_text(text, "ascii")


@contextmanager
def control_group(size: Size | None = None) -> Iterator[ControlGroup]:
    """A control group of its own, which is gone afterwards."""
    group = ControlGroup(f"labkit-{os.getpid()}-{threading.get_ident()}")
    try:
        group.make(size)
        yield group
    finally:
        group.remove()

"""``python -m autograder.engine NOTEBOOK``: execute any notebook in the sandbox, within limits."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import fields
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import nbformat
import typer
from nbformat import NotebookNode

from autograder.engine.engine import Engine
from autograder.engine.execution import EngineError, Execution
from autograder.engine.limits import Limits
from autograder.engine.provisioner import read_folder
from autograder.engine.runtime import USUAL, Runtime

Sandbox = enum.StrEnum("Sandbox", "full users none")
app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
To = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Default: NAME.executed.ipynb next to NOTEBOOK.")
]
Kind = Annotated[Sandbox, typer.Option(help="users: for a container; none: run as your own user.")]
Files = Annotated[
    Path | None, typer.Option(metavar="FOLDER", help="Copy its files to where NOTEBOOK runs.")
]
Public = Annotated[
    list[Path] | None,
    typer.Option(metavar="FOLDER", help="Make it readable, under its own path; can be repeated."),
]
Preload = Annotated[
    list[str] | None,
    typer.Option(metavar="MODULE", help="Import it before the start; can be repeated."),
]
Package = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="Make it importable from anywhere; can be repeated."),
]
Seconds = Annotated[float, typer.Option(help="Limit for each cell, which is then interrupted.")]
Total = Annotated[float, typer.Option(help="Limit for the whole notebook, which is then ended.")]
Processor = Annotated[int, typer.Option(help="Limit on processor time.")]
Memory = Annotated[int, typer.Option(help="Limit for all its processes together, in MiB.")]
Processes = Annotated[int, typer.Option(help="Limit on processes at a time.")]
Output = Annotated[
    float, typer.Option(help="Limit on the output of all cells, in MiB; the rest is cut.")
]


@app.command(context_settings={"help_option_names": ["-h", "--help"]})
def main(
    context: typer.Context,
    notebook: Annotated[Path, typer.Argument(help="Notebook to run; it is not changed.")],
    to: To = None,
    sandbox: Kind = Sandbox.full,
    files: Files = None,
    public: Public = None,
    preload: Preload = None,
    package: Package = None,
    cell_seconds: Seconds = Limits.cell_seconds,
    total_seconds: Total = Limits.total_seconds,
    cpu_seconds: Processor = Limits.cpu_seconds,
    memory_mb: Memory = Limits.memory_mb,
    processes: Processes = Limits.processes,
    output_mb: Output = Limits.output_mb,
) -> None:
    """Execute a notebook in a sandbox without a network; write the executed one to a new file.

    The exit status is 0 if all went well, 1 if a cell raised an error or a limit was passed, and 2
    if nothing was executed.
    """
    try:
        names = {field.name for field in fields(Limits)} & context.params.keys()
        limits = Limits(**{name: context.params[name] for name in names})
        runtime = _runtime(preload or [], package or [], public or [])
        given, target = _read(_existing(notebook)), _target(notebook, to)
        copied = read_folder(_existing(files)) if files else {}
        with Engine(sandbox, limits, runtime) as engine:
            done = engine.execute(given, files=copied)
        target.write_text(nbformat.writes(done.notebook) + "\n", "utf-8")
    except (EngineError, OSError, ValueError) as error:
        typer.echo(f"Error: {error}", err=True)
        raise typer.Exit(2) from None
    raised = [number for number, cell in enumerate(done.notebook.cells, 1) if _has_raised(cell)]
    for line in _summary(done, raised):
        typer.echo(line)
    typer.echo(f"Wrote {target}")
    raise typer.Exit(1 if raised or done.stops else 0)


def _runtime(preload: list[str], packages: list[str], public: list[Path]) -> Runtime:
    modules = (*USUAL.modules, *map(_importable, preload))
    return Runtime(modules, tuple(map(_package, packages)), tuple(map(_existing, public)))


def _existing(path: Path) -> Path:
    if not path.exists():
        raise ValueError(f"{path} does not exist")
    return path


def _package(name: str) -> str:
    spec = find_spec(name) if name.isidentifier() else None
    if not (spec and spec.submodule_search_locations):
        raise ValueError(f"there is no package {name}: name a folder with an __init__.py")
    return name


def _importable(module: str) -> str:
    if not find_spec(module.partition(".")[0]):
        raise ValueError(f"there is no module {module}")
    return module


def _target(notebook: Path, to: Path | None) -> Path:
    """Where to write: a file other than the notebook, in an existing folder."""
    target = to or notebook.with_suffix(".executed.ipynb")
    if target.is_dir() or not target.parent.is_dir():
        raise ValueError(f"{target} cannot be written: name a file in a folder that exists")
    if target.exists() and target.samefile(notebook):
        raise ValueError(
            f"{target} is the notebook itself, which is never overwritten: name a different file"
        )
    return target


def _read(path: Path) -> NotebookNode:
    try:
        notebook: NotebookNode = nbformat.read(path, as_version=4)
    except OSError:
        raise
    except Exception as error:  # nbformat's own, of many types
        raise ValueError(f"{path} is not a notebook: {str(error).splitlines()[0]}") from error
    language = notebook.metadata.get("kernelspec", {}).get("language", "python")
    if language != "python":
        raise ValueError(f"{path} is written in {language}, and the engine executes Python")
    return notebook


def _has_raised(cell: NotebookNode) -> bool:
    return any(output.output_type == "error" for output in cell.get("outputs", ()))


def _summary(done: Execution, raised: list[int]) -> Iterator[str]:
    """What happened, in one line and one more for each reason."""
    errors = f"; an error in cell {', '.join(map(str, raised))}" if raised else ""
    yield f"{len(done.notebook.cells)} cell(s) in {done.seconds:.1f} s{errors}"
    for stop in done.stops:
        values = ", ".join(f"{name} {value}" for name, value in stop.values.items())
        yield f"{stop.kind}: {values}" if values else stop.kind


if __name__ == "__main__":
    app()

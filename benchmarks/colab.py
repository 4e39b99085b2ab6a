"""A machine like Colab's: the packages of its image without labkit, and a kernel of its ipykernel.

`make colab` installs the packages. ``google.colab`` is there and imported, but empty: it cannot be
installed, and nothing of ours calls it.
"""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import nbclient
from nbformat import NotebookNode

PACKAGES = Path(__file__).parent.parent / ".venv-colab"
# Colab's kernel has imported google.colab before the first cell, as IPython imports an extension.
EXTENSION = "def load_ipython_extension(shell):\n    pass\n"
KERNEL = ("-m", "ipykernel_launcher", "-f", "{connection_file}", "--ext=google.colab")
# What torch says about the first release of Python 3.13, which may replace Colab's later one.
OF_3_13_0 = "ignore:Guards may run slower on Python 3.13.0"
FIGURES = "module://matplotlib_inline.backend_inline"


@contextmanager
def served(files: Mapping[str, bytes]) -> Iterator[str]:
    """Serve a repository's files over HTTP, as GitHub does; return their root's address.

    Args:
        files: by path; later changes to them are served.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            data = files.get(unquote(self.path).lstrip("/"))
            self.send_response(404 if data is None else 200)
            self.end_headers()
            self.wfile.write(data or b"")

        def log_message(self, *_: object) -> None:
            """Log nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@dataclass
class Machine:
    """An environment that sees another one's packages; what its pip installs stays in it.

    Args:
        folder: where it is made; also its home.
        environment: variables for its kernels besides those of this process.
        packages: the other environment. What is installed there as a link is not seen.
    """

    folder: Path
    environment: dict[str, str] = field(default_factory=dict)
    packages: Path = PACKAGES

    def __post_init__(self) -> None:
        subprocess.run(
            [self.packages / "bin" / "python", "-m", "venv", "--without-pip", self.folder],
            check=True,
        )
        (own,) = self.folder.glob("lib/python3.*/site-packages")
        (packages,) = self.packages.glob("lib/python3.*/site-packages")
        (own / "colab.pth").write_text(f"{packages}\n")
        extension = (
            own / "google" / "colab" / "__init__.py"
        )  # google itself is a namespace, which protobuf shares
        extension.parent.mkdir(parents=True)
        extension.write_text(EXTENSION)
        kernel = self.folder / "kernels" / "colab" / "kernel.json"
        kernel.parent.mkdir(parents=True)
        argv = [str(self.folder / "bin" / "python"), *KERNEL]
        kernel.write_text(json.dumps({"argv": argv, "display_name": "Colab", "language": "python"}))

    def variables(self) -> dict[str, str]:
        """The environment of its programs.

        Where ipykernel sees pytest's variable, it leaves out what compiled code prints.
        """
        prefixes = ("LABKIT", "PYTHON", "PYTEST", "JPY", "JUPYTER")
        kept = {name: value for name, value in os.environ.items() if not name.startswith(prefixes)}
        its_own = {"HOME": str(self.folder), "MPLBACKEND": FIGURES, "PYTHONWARNINGS": OF_3_13_0}
        return kept | its_own | self.environment

    def run(self, notebook: NotebookNode, folder: Path) -> NotebookNode:
        """Run all cells in a new kernel, even those below an error; return the notebook."""
        resources = {"metadata": {"path": str(folder)}}
        client = nbclient.NotebookClient(
            notebook, kernel_name="colab", allow_errors=True, timeout=280, resources=resources
        )
        client.create_kernel_manager().kernel_spec_manager.kernel_dirs = [
            str(self.folder / "kernels")
        ]
        return client.execute(env=self.variables())

    def look(self, program: str) -> object:
        """Run a program there and read what it prints as JSON.

        Raises:
            subprocess.CalledProcessError: it failed.
        """
        command = [str(self.folder / "bin" / "python"), "-c", program]
        done = subprocess.run(
            command, env=self.variables(), cwd=self.folder, check=True, stdout=subprocess.PIPE
        )
        return json.loads(done.stdout)

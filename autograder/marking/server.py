"""The marking page: a server on this machine, for one teacher and one assignment.

Other people may have accounts on the machine, and servers. So the page that anybody can load is
empty. Its data needs a key, which the page sends in a header: a cookie would go to every port of
this machine. The page gets the key for a ticket, once. A browser is sent to the ticket by a file
that only its owner can read, since anybody can read a command line.
"""

from __future__ import annotations

import asyncio
import hmac
import json
import os
import secrets
import tempfile
import webbrowser
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from jupyter_core.paths import jupyter_runtime_dir
from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from autograder.course import CourseError
from autograder.gradebook.marks import Changes, Mark, MarkConflict
from autograder.marking.session import Session
from autograder.messages import load, message
from autograder.reports import rendered
from labkit.language import ENGLISH, choose

_HOST = "127.0.0.1"
KEY = "X-Marking-Key"
_ONE_AT_A_TIME = ThreadPoolExecutor(1)


class Keys:
    """The key to the page, and the ticket that it is given for."""

    def __init__(self) -> None:
        self._key = secrets.token_urlsafe(24)
        self.ticket = secrets.token_urlsafe(24)

    def opens(self, key: str) -> bool:
        """Whether this is the key."""
        return hmac.compare_digest(key.encode(), self._key.encode())

    def exchange(self, ticket: str) -> str:
        """The key for the ticket, the first time; else nothing."""
        if not hmac.compare_digest(ticket.encode(), self.ticket.encode()):
            return ""
        self.ticket = secrets.token_urlsafe(24)  # unused: the old ticket no longer works
        return self._key


async def serve(
    sessions: list[Session],
    port: int,
    started: Callable[[str], None],
    *,
    opens_browser: bool = True,
) -> None:
    """Serve the page until it is interrupted.

    Args:
        sessions: one for each question.
        port: 0 for any that is free.
        started: called with the page's address, which opens it once.
        opens_browser: whether to show the page.

    Raises:
        CourseError: the port is taken.
    """
    try:
        sockets = bind_sockets(port, _HOST)
    except OSError as error:
        raise CourseError(
            f"port {port} cannot be used: {error.strerror}. Choose a different port; --port 0 "
            "takes any that is free."
        ) from error
    port, keys = sockets[0].getsockname()[1], Keys()
    shared = {
        "sessions": {session.question.id: session for session in sessions},
        "keys": keys,
        "hosts": {f"{host}:{port}" for host in (_HOST, "localhost")},
    }
    pages = [
        (r"/enter", _Enter, shared),
        (r"/([\w-]*)", _Page, shared),
        (r"/([\w-]+)/(task|state|decide|undo|item)", _Work, shared),
    ]
    HTTPServer(Application(pages)).add_sockets(sockets)
    # The part after # is not sent to any server, and appears in no log.
    address = f"http://{_HOST}:{port}/#{keys.ticket}"
    started(address)
    redirect = _redirect_to(address) if opens_browser else None
    try:
        if redirect:
            webbrowser.open(redirect.as_uri())
        await asyncio.Event().wait()
    finally:
        if redirect:
            redirect.unlink(missing_ok=True)


def _redirect_to(address: str) -> Path:
    """A file that leads to the page, in Jupyter's folder: sandboxed browsers can read there."""
    folder = Path(jupyter_runtime_dir())
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    # Created readable by its owner alone: nobody can open it before it is written.
    number, name = tempfile.mkstemp(dir=folder, prefix="marking-", suffix=".html")
    with os.fdopen(number, "w") as file:
        file.write(f'<!doctype html><meta http-equiv="refresh" content="0;url={address}">')
    return Path(name)


class _Handler(RequestHandler):
    """Answers only to pages of this server."""

    # tornado calls it with what the application names.
    def initialize(self, sessions: dict[str, Session], keys: Keys, hosts: set[str]) -> None:
        self.sessions, self.keys, self.hosts = sessions, keys, hosts
        self.language = next(iter(sessions.values())).language

    def prepare(self) -> None:
        origin = self.request.headers.get("Origin")
        # A stranger's page may send its visitor's browser here, even under another host name.
        if self.request.host not in self.hosts or (
            origin and origin.removeprefix("http://") not in self.hosts
        ):
            raise HTTPError(403)
        self.set_header("Cache-Control", "no-store")

    def session(self, question: str) -> Session:
        if question not in self.sessions:
            raise HTTPError(404)
        return self.sessions[question]

    def log_exception(self, *told: Any) -> None:
        """Log nothing about refused requests."""
        if not isinstance(told[1], HTTPError | MarkConflict | CourseError):
            super().log_exception(*told)

    def write_error(self, status_code: int, **told: Any) -> None:
        """Report expected errors in a sentence, for the page to show."""
        match told["exc_info"][1]:
            case MarkConflict():
                self.set_status(409)
                self.finish({"error": message("marking.conflict", self.language)})
            case CourseError() as error:
                self.set_status(503)
                self.finish({"error": str(error)})
            case HTTPError(status_code=403):
                self.finish({"error": message("marking.closed", self.language)})
            case _:
                super().write_error(status_code, **told)


class _Enter(_Handler):
    def post(self) -> None:
        if not (key := self.keys.exchange(self.request.body.decode("ascii", "replace"))):
            raise HTTPError(403)
        self.finish({"key": key})


class _Page(_Handler):
    """The page as anybody gets it: without answers, the task or the rubric."""

    def get(self, question: str) -> None:
        session = self.session(question or next(iter(self.sessions)))
        nonce = secrets.token_urlsafe(12)
        self.set_header(
            "Content-Security-Policy",
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'unsafe-inline'; "
            "img-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; "
            "frame-ancestors 'none'",
        )
        self.write(
            rendered.template("marking.html").render(
                session=session,
                sessions=self.sessions,
                title=choose(session.assignment.title, self.language),
                header=KEY,
                texts=_texts(self.language),
                nonce=nonce,
                say=lambda key: message(key, self.language),
            )
        )


class _Work(_Handler):
    def prepare(self) -> None:
        super().prepare()
        if not self.keys.opens(self.request.headers.get(KEY, "")):
            raise HTTPError(403)

    async def get(self, question: str, what: str) -> None:
        session = self.session(question)
        match what:
            case "task":
                await self._aside(session.read)
                asked, model = session.question.text, session.question.model
                self.finish({"asked": rendered.text(asked), "model": rendered.text(model)})
            case "state":
                view, at = (
                    self.get_query_argument("view", "open"),
                    self.get_query_argument("at", "0"),
                )
                self.finish(await self._aside(session.state, view, int(at)))
            case _:
                raise HTTPError(405)

    async def post(self, question: str, what: str) -> None:
        session, sent = self.session(question), json.loads(self.request.body)
        rubric = [item for item in sent.get("seen", []) if not item.get("retired")]
        seen = [(item["id"], item["points"], item["text"]) for item in rubric]
        match what:
            case "decide":
                mark = Mark(tuple(sorted(map(int, sent["items"]))), sent["comment"].strip())
                self._report(await self._aside(session.decide, sent["versions"], mark, seen))
            case "undo":
                self._report(await self._aside(session.undo))
            case "item":
                text, points = " ".join(sent["text"].split()), float(sent["points"])
                write = partial(session.write_item, retired=sent["retired"], seen=seen)
                self._report(await self._aside(write, points, text, sent["id"]))
            case _:
                raise HTTPError(405)

    def _report(self, changes: Changes | None) -> None:
        """Report changed points: before, after, and for how many students."""
        done = changes or Changes()
        students = [[*points, n] for points, n in done.students.items()]
        self.finish({"kept": done.kept, "changes": students})

    async def _aside(self, work: Callable[..., Any], *given: Any) -> Any:
        """Do slow work, one thing at a time, while the page itself is served."""
        return await asyncio.get_running_loop().run_in_executor(_ONE_AT_A_TIME, work, *given)


def _texts(language: str) -> dict[str, str]:
    """The page's messages by their keys, for its script to fill in."""
    texts = load(ENGLISH)["marking"] | load(language).get("marking", {})
    return {f"marking.{name}": text for name, text in texts.items()}

"""The marking page: a server on this machine, for one teacher and one assignment."""

from __future__ import annotations

import asyncio
import hmac
import json
import secrets
import webbrowser
from collections.abc import Callable
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.netutil import bind_sockets
from tornado.web import Application, HTTPError, RequestHandler

from autograder.course import CourseError
from autograder.marking.session import Session
from autograder.messages import load, message
from autograder.records.marks import Conflict, Mark
from autograder.reports import rendered
from labkit.language import ENGLISH, choose

_HOST = "127.0.0.1"


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
        started: called with the page's address, which holds the only key to it.
        opens_browser: whether to show the page.

    Raises:
        CourseError: the port is taken.
    """
    try:
        sockets = bind_sockets(port, _HOST)
    except OSError as error:
        raise CourseError(
            f"port {port} cannot be used: {error.strerror}. Choose another: --port 0 takes any."
        ) from error
    port, key = sockets[0].getsockname()[1], secrets.token_urlsafe(24)
    shared = {
        "sessions": {session.question.id: session for session in sessions},
        "key": key,
        "hosts": {f"{host}:{port}" for host in (_HOST, "localhost")},
        "cookie": f"autograder-marking-{port}",  # a browser sends it to every port
    }
    pages = [
        (r"/([\w-]*)", _Page, shared),
        (r"/([\w-]+)/(state|decide|undo|item)", _Work, shared),
    ]
    HTTPServer(Application(pages)).add_sockets(sockets)
    address = f"http://{_HOST}:{port}/?key={key}"
    started(address)
    if opens_browser:
        webbrowser.open(address)
    await asyncio.Event().wait()


class _Handler(RequestHandler):
    """Answers only to who has the key, and only to pages of this server."""

    # tornado calls it with what the application names.
    def initialize(
        self, sessions: dict[str, Session], key: str, hosts: set[str], cookie: str
    ) -> None:
        self.sessions, self.key, self.hosts, self.cookie = sessions, key, hosts, cookie
        self.language = next(iter(sessions.values())).language

    def prepare(self) -> None:
        origin = self.request.headers.get("Origin")
        # A page of a stranger's may send its visitor's browser here, also under another name.
        if self.request.host not in self.hosts or (
            origin and origin.removeprefix("http://") not in self.hosts
        ):
            raise HTTPError(403)
        given = self.get_query_argument("key", None) or self.get_cookie(self.cookie) or ""
        if not hmac.compare_digest(given.encode(), self.key.encode()):
            raise HTTPError(403, "open the address that `autograder mark` has printed")
        self.set_cookie(self.cookie, self.key, httponly=True, samesite="Strict")
        self.set_header("Cache-Control", "no-store")

    def session(self, question: str) -> Session:
        if question not in self.sessions:
            raise HTTPError(404)
        return self.sessions[question]

    def log_exception(self, *told: Any) -> None:
        """Say nothing of requests that are refused."""
        if not isinstance(told[1], HTTPError | Conflict | CourseError):
            super().log_exception(*told)

    def write_error(self, status_code: int, **told: Any) -> None:
        """Say what is expected to go wrong in a sentence, for the page to show."""
        match told["exc_info"][1]:
            case Conflict():
                self.set_status(409)
                self.finish({"error": message("marking.conflict", self.language)})
            case CourseError() as error:
                self.set_status(503)
                self.finish({"error": str(error)})
            case _:
                super().write_error(status_code, **told)


class _Page(_Handler):
    def get(self, question: str) -> None:
        if self.get_query_argument("key", None):
            self.redirect(f"/{question or next(iter(self.sessions))}")  # no key in the history
            return
        session = self.session(question or next(iter(self.sessions)))
        session.read()
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
                asked=rendered.text(session.question.text),
                model=rendered.text(session.question.model),
                texts=_texts(self.language),
                nonce=nonce,
                say=lambda key: message(key, self.language),
            )
        )


class _Work(_Handler):
    def get(self, question: str, what: str) -> None:
        if what != "state":
            raise HTTPError(405)
        view = self.get_query_argument("view", "open")
        self.finish(self.session(question).state(view, int(self.get_query_argument("at", "0"))))

    def post(self, question: str, what: str) -> None:
        session, sent = self.session(question), json.loads(self.request.body)
        seen = [(one["id"], one["points"], one["text"]) for one in sent.get("seen", [])]
        match what:
            case "decide":
                mark = Mark(tuple(sorted(map(int, sent["items"]))), sent["comment"].strip())
                self.finish({"kept": session.decide(sent["versions"], mark, seen)})
            case "undo":
                self.finish({"undone": session.undo()})
            case "item":
                text, points = " ".join(sent["text"].split()), float(sent["points"])
                session.write_item(points, text, sent["id"], retired=sent["retired"], seen=seen)
                self.finish({})
            case _:
                raise HTTPError(405)


def _texts(language: str) -> dict[str, str]:
    """The page's messages by their keys, for its script to fill in."""
    texts = load(ENGLISH)["marking"] | load(language).get("marking", {})
    return {f"marking.{name}": text for name, text in texts.items()}

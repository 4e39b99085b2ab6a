"""Ports that a server of a test will listen on."""

import socket


def reserved_port() -> int:
    """A port of loopback that no one else is given for a minute; a server may still listen on it.

    A port of a connection that has just ended is none that the system hands out, and one that a
    server gets all the same if it sets SO_REUSEADDR, as servers do.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        with socket.create_connection(server.getsockname()):
            server.accept()[0].close()
        return server.getsockname()[1]

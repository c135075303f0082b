"""HEAD is answered wherever GET is: monitors and link previews ask what is there, not for it."""

from __future__ import annotations

from tischlein.web.asgi import App, Receive, Scope, Send


def with_heads(app: App) -> App:
    """Return an application that is asked GET for every HEAD.

    So whatever answers here or at another node needs no route of its own for it, and the headers
    are those of GET, the length included. Uvicorn, which knows what was asked, leaves the body out.
    """

    async def asked(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = scope | {"method": "GET"}
        await app(scope, receive, send)

    return asked

"""HEAD is answered wherever GET is: monitors and link previews check what exists."""

from __future__ import annotations

from tischlein.web.http.asgi import App, Receive, Scope, Send


def with_heads(app: App) -> App:
    """Return an application that treats every HEAD as GET.

    So no route, here or at another node, needs to handle it, and the headers are those of GET,
    including the length. Uvicorn, which knows the original method, leaves out the body.
    """

    async def handle(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and scope["method"] == "HEAD":
            scope = scope | {"method": "GET"}
        await app(scope, receive, send)

    return handle

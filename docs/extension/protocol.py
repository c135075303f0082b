"""The reference of HTTP and sockets: the application's OpenAPI document, and its messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast, get_args

from docs.extension.files import bring_up_to_date
from tischlein.tables.hall import Hall
from tischlein.tables.storage.store import Store
from tischlein.web.app import create_app
from tischlein.web.descriptions import schema
from tischlein.web.descriptions.docstrings import description, field_descriptions, markdown
from tischlein.web.handlers.health import Health
from tischlein.web.messages import programs, sockets

_HEAD = """\
# HTTP and sockets

What the server and its clients say to each other. A program may do whatever the browser client
does: it opens matches by HTTP and plays over a WebSocket. A running server has the OpenAPI
document of its HTTP part under `/schema/openapi.json`, and this page is made from it and from
{mod}`tischlein.web.messages`.

Callers are known by a cookie, which every page sets, and every answer that gives a seat to somebody
new. Or they are known by a header: `Authorization: Bearer` with the token of a program or the
secret of a seat; or `X-Tischlein-Token` with the same, where a proxy that asks for a password needs
the former for itself. The server knows whose the seats are. A secret stands for its seat alone, so
what players do to a table needs a cookie or a token ([which requests these
are](../../how-to/connect-a-program.md#one-chair-by-a-link)). Bodies are JSON and have to say so
(`Content-Type`). A request that cannot be carried out is answered with a [](#problem), whose words
people can read; so is one with a field or a parameter that does not exist.
"""

_REFUSALS = """\
## Refusals

A request that is refused is answered with a [](#problem) and one of these. Each request names those
that it may get.

| status | means |
| --- | --- |
"""

_SOCKET = """\
## The socket

`/api/matches/{match_id}/live` is a WebSocket. Each of its messages is a JSON object whose `type`
says which of the following it is. With `?scenes=0` a program gets [](#happened) instead of
pictures; with `?aids=0` scenes leave out what lies on layers that are off at first, until
[](#aids) asks for it. `/api/program/live` tells a program with an identity of everything that it
has to answer, in [](#duties). All sockets of a running server are described for machines, as
AsyncAPI, under `/schema/asyncapi.json`.

A message has 16 kB at most. A handshake with a wrong address or a wrong parameter is answered like
any request, with a status and a [](#problem). Why an open socket is closed, its code says; a
problem comes before it where there is more to say:

| code | means |
| --- | --- |
| 1001 | the server ends, or you have lost the seat that you looked through: connect again |
| 1009 | your message was too long |
| 1012 | the match is served elsewhere from now on: connect again at once |
| 1013 | matches cannot be read or written for the moment: try again later |
| 4008 | you have read too slowly: connect again |
| 4404 | there is no such match, or the secret or token opens nothing |
| 4429 | there are too many connections, or they come too fast: try again later |
"""


def write(source: Path) -> None:
    """Write the page into ``reference/protocol``."""
    bring_up_to_date(source / "reference" / "protocol", {"index.md": page()})


def page() -> str:
    """Return the page in Markdown: requests, then the socket, then all records."""
    # Nothing of the hall is needed to describe it.
    document = create_app(Hall(cast(Store, None))).openapi_schema.to_schema()
    parts = [_HEAD, _refusals(document), "## Requests"]
    for subject in document["tags"]:
        parts.append(f"### {subject['name'].capitalize()}\n\n{subject['description']}")
        parts += _requests(document, subject["name"])
    parts.append(_SOCKET)
    for head, union in (
        ("From the client", sockets.FromClient),
        ("From the server", sockets.FromServer),
    ):
        names = ", ".join(_link(one.__name__) for one in get_args(union))
        parts.append(f"**{head}:** {names}.")
    parts.append("## Records")
    parts.append("A field whose name ends in a question mark may be missing.")
    parts += ["\n\n".join(_record(one)) for one in _interfaces()]
    return "\n\n".join(parts) + "\n"


def _requests(document: dict[str, Any], subject: str) -> Iterator[str]:
    """Yield the requests about a subject."""
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            if subject in operation["tags"]:
                yield "\n\n".join(_operation(method, path, operation))


def _operation(method: str, path: str, operation: dict[str, Any]) -> Iterator[str]:
    yield f"#### {method.upper()} {path}"
    yield markdown(operation.get("description", ""))
    for parameter in operation.get("parameters", ()):
        said = parameter.get("description", "")
        kind = " or ".join(_types_of(parameter["schema"]))
        yield f"- `{parameter['name']}` ({parameter['in']}, {kind}) {said}".rstrip()
    body = operation.get("requestBody")
    if body:
        yield f"Body: {_content(body)}."
    responses = operation["responses"]
    yield "\n".join(
        f"- Answer {status}: {_content(response) or response['description'].rstrip('.')}"
        for status, response in responses.items()
        if not _is_refusal(status)
    )
    refused = sorted(filter(_is_refusal, responses))
    if refused:
        yield f"[Refusals](#refusals): {', '.join(refused)}."


def _is_refusal(status: str) -> bool:
    return int(status) >= 400


def _refusals(document: dict[str, Any]) -> str:
    """Return a table of what statuses mean, which is the same for all requests."""
    meanings = {
        (status, response["description"])
        for operations in document["paths"].values()
        for operation in operations.values()
        for status, response in operation["responses"].items()
        if _is_refusal(status)
    }
    return _REFUSALS + "".join(f"| {status} | {said} |\n" for status, said in sorted(meanings))


def _types_of(schema: dict[str, Any]) -> list[str]:
    """Return the names of the types that a schema allows."""
    parts = schema.get("oneOf") or schema.get("anyOf") or [schema]
    return [str(part["type"]) for part in parts if part.get("type", "null") != "null"]


def _content(holder: dict[str, Any]) -> str:
    """Return links to the records that a body or an answer may be."""
    found = []
    for kind, media in holder.get("content", {}).items():
        names = re.findall(r"#/components/schemas/(\w+)", str(media.get("schema", "")))
        links = " or ".join(map(_link, names))
        listed = "a list of " if media.get("schema", {}).get("type") == "array" else ""
        found.append(f"{listed}{links}" if links else f"`{kind}`")
    return ", ".join(found)


def _record(described: schema.Interface) -> Iterator[str]:
    record = described.record
    yield f"### {record.__name__}"
    yield description(record)
    described_fields = field_descriptions(record)
    rows = []
    for name, kind in described.fields:
        about = " ".join(described_fields[name.rstrip("?")].split())
        rows.append(f"| `{name}` | {_types(kind)} | {about} |")
    if rows:
        yield "| field | type | meaning |\n| --- | --- | --- |\n" + "\n".join(rows)


def _types(kind: str) -> str:
    """Return a type of TypeScript whose names of records are links."""
    escaped = kind.replace("|", "\\|").replace("[", "\\[").replace("]", "\\]")
    escaped = escaped.replace("<", "&lt;")
    return re.sub(r"(?<!\")\b([A-Z]\w+)\b(?!\")", lambda m: _link(m[1]), escaped)


def _link(name: str) -> str:
    return f"[{name}](#{name.lower()})" if name in _records() else name


@cache
def _records() -> frozenset[str]:
    return frozenset(one.record.__name__ for one in _interfaces())


def _interfaces() -> tuple[schema.Interface, ...]:
    return schema.interfaces(programs.InWords, programs.Observed, programs.Judged, Health)

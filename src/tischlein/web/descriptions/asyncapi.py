"""The server's sockets as an AsyncAPI document, made from their messages."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple, get_args

import msgspec
from litestar import get
from litestar.params import PathParameter

from tischlein.web.descriptions.docstrings import description, field_descriptions
from tischlein.web.descriptions.schema import records
from tischlein.web.http import parameters
from tischlein.web.http.sessions import FOR_ALL
from tischlein.web.messages import analysis_rooms, lessons, programs, sockets

VERSION = "3.0.0"
"""Of AsyncAPI."""
TITLE = "Tischlein"
API_VERSION = "1"
"""Of the whole interface, requests and sockets."""
PATH = "/schema/asyncapi.json"
_SCHEMAS = "#/components/schemas/{name}"
_TYPES = {int: "integer", str: "string"}
"""Of parameters, as JSON Schema calls them."""


class Channel(NamedTuple):
    """One kind of socket."""

    address: str
    about: str
    receives: tuple[type, ...]
    """What the server receives."""
    sends: tuple[type, ...]
    parameters: Mapping[str, Any] = MappingProxyType({})
    """Those in the address and those that may follow it: the types that describe them, by name."""


CHANNELS: dict[str, Channel] = {
    "live": Channel(
        "/api/matches/{match_id}/live",
        "Play and watch.",
        get_args(sockets.FromClient),
        get_args(sockets.FromServer),
        {
            "match_id": parameters.MatchId,
            "scenes": parameters.Scenes,
            "aids": parameters.Aids,
        },
    ),
    "program": Channel(
        "/api/program/live",
        "Hear of everything that a program has to answer, over all its matches.",
        (),
        (programs.Duties, sockets.Problem),
    ),
    "lesson": Channel(
        "/api/games/{game}/lesson",
        "Take the first match of a game.",
        get_args(lessons.FromLearner),
        get_args(lessons.ToLearner),
        {"game": parameters.GameKey, "step": parameters.Step},
    ),
    "line": Channel(
        "/api/matches/{match_id}/line",
        "Try another line of a finished match out.",
        get_args(sockets.FromClient),
        get_args(sockets.FromServer),
        {
            "match_id": parameters.MatchId,
            "at": parameters.ForkNumber,
            "line": parameters.ForkLine,
            "bots": parameters.ForkBots,
        },
    ),
    "company": Channel(
        "/api/matches/{match_id}/company",
        "Go through a finished match together.",
        get_args(analysis_rooms.FromCompany),
        (analysis_rooms.Company, sockets.Pong, sockets.Problem),
        {"match_id": parameters.MatchId},
    ),
}
"""All sockets of a server, by name."""


def document() -> dict[str, Any]:
    """Return the document."""
    kinds = sorted(
        {kind for channel in CHANNELS.values() for kind in (*channel.receives, *channel.sends)},
        key=lambda kind: kind.__name__,
    )
    payloads, schemas = msgspec.json.schema_components(kinds, ref_template=_SCHEMAS)
    for record in records(msgspec.inspect.multi_type_info(kinds)):
        _describe(schemas[record.cls.__name__], record.cls)
    _drop_discriminators(schemas)
    return {
        "asyncapi": VERSION,
        "info": {"title": TITLE, "version": API_VERSION},
        "defaultContentType": "application/json",
        "channels": {name: _channel(channel) for name, channel in CHANNELS.items()},
        "operations": dict(
            operation for name in CHANNELS for operation in _operations(name, CHANNELS[name])
        ),
        "components": {
            "messages": {
                kind.__name__: {
                    "summary": description(kind).partition("\n")[0],
                    "payload": payload,
                }
                for kind, payload in zip(kinds, payloads, strict=True)
            },
            "schemas": schemas,
        },
    }


def _describe(schema: dict[str, Any], kind: type) -> None:
    """Add to the schema of a record what docstrings say about it."""
    schema["description"] = description(kind)
    described = field_descriptions(kind)
    for name, field in schema.get("properties", {}).items():
        if name in described:
            field["description"] = described[name]


def _drop_discriminators(part: Any) -> None:
    """Remove OpenAPI's objects that tell alternatives apart.

    AsyncAPI has a text there and refuses them; the alternatives differ by their constant ``type``.
    """
    if isinstance(part, dict):
        if "anyOf" in part:
            part.pop("discriminator", None)
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            _drop_discriminators(inner)


def _channel(channel: Channel) -> dict[str, Any]:
    named, queried = {}, {}
    for name, described in channel.parameters.items():
        kind, parameter = get_args(described)
        if isinstance(parameter, PathParameter):
            named[name] = {"description": parameter.description}
        else:
            queried[name] = {"type": _TYPES[kind], "description": parameter.description}
    query = {"type": "object", "properties": queried}
    kinds = {kind.__name__ for kind in (*channel.receives, *channel.sends)}
    return {
        "address": channel.address,
        "description": channel.about,
        **({"parameters": named} if named else {}),
        **({"bindings": {"ws": {"query": query}}} if queried else {}),
        "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in sorted(kinds)},
    }


def _operations(name: str, channel: Channel) -> list[tuple[str, dict[str, Any]]]:
    return [
        (
            f"{name}-{action}",
            {
                "action": action,
                "channel": {"$ref": f"#/channels/{name}"},
                "messages": [
                    {"$ref": f"#/channels/{name}/messages/{one.__name__}"} for one in kinds
                ],
            },
        )
        for action, kinds in (("receive", channel.receives), ("send", channel.sends))
        if kinds
    ]


@get(PATH, include_in_schema=False, opt={FOR_ALL: True}, sync_to_thread=False)
def get_asyncapi() -> dict[str, Any]:
    """Return the sockets as an AsyncAPI document."""
    return document()

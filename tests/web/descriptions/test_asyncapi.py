"""The AsyncAPI document describes all sockets, and every message of theirs."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

from litestar.params import PathParameter, QueryParameter
from litestar.routes import WebSocketRoute

from tests.web.visiting import site_at
from tischlein.web.descriptions import asyncapi
from tischlein.web.messages import lessons, sockets


def plain_path(route: WebSocketRoute) -> str:
    """Return the address of a socket as the document writes it."""
    return route.path.replace(":str", "")


def references(part: Any) -> Iterator[str]:
    """Yield every reference within a part of a document."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "$ref":
                yield value
            else:
                yield from references(value)
    elif isinstance(part, list):
        for value in part:
            yield from references(value)


def test_a_server_has_the_document_of_all_its_sockets(tmp_path: Path) -> None:
    with site_at(tmp_path / "tischlein.db") as site:
        told = site.visitor().get(asyncapi.PATH)
        sockets = [one for one in site.client.app.routes if isinstance(one, WebSocketRoute)]
    assert told == json.loads(json.dumps(asyncapi.document()))
    told_of = {channel["address"] for channel in told["channels"].values()}
    assert told_of == {plain_path(route) for route in sockets}
    for route in sockets:
        reads = route.route_handler.parsed_fn_signature.parameters
        of_requests = {
            name
            for name, field in reads.items()
            if isinstance(field.kwarg_definition, PathParameter | QueryParameter)
        }
        (channel,) = (
            one for one in told["channels"].values() if one["address"] == plain_path(route)
        )
        query = channel.get("bindings", {}).get("ws", {}).get("query", {}).get("properties", {})
        assert {*channel.get("parameters", {}), *query} == of_requests


def test_every_record_field_and_parameter_is_described() -> None:
    document = asyncapi.document()
    bare = [
        f"{name}.{field}"
        for name, schema in document["components"]["schemas"].items()
        for field, told in {"": schema, **schema.get("properties", {})}.items()
        if not told.get("description")
    ]
    for channel in document["channels"].values():
        query = channel.get("bindings", {}).get("ws", {}).get("query", {}).get("properties", {})
        parameters = {**channel.get("parameters", {}), **query}
        bare += [
            f"{channel['address']} {name}"
            for name, told in parameters.items()
            if not told.get("description")
        ]
    assert not bare


def test_every_message_is_described_and_every_reference_leads_somewhere() -> None:
    document = asyncapi.document()
    described = document["components"]["messages"]
    unions = sockets.FromClient, sockets.FromServer, lessons.FromLearner, lessons.ToLearner
    assert {kind.__name__ for union in unions for kind in get_args(union)} <= set(described)
    assert "Duties" in described
    for reference in references(document):
        found = document
        for step in reference.removeprefix("#/").split("/"):
            found = found[step]
        assert found


def test_alternatives_are_told_apart_as_asyncapi_has_it() -> None:
    """OpenAPI's discriminators are objects, at which its readers give up."""
    schemas = asyncapi.document()["components"]["schemas"]
    duties = schemas["Duties"]["properties"]["duties"]["items"]
    assert set(duties) == {"anyOf"}
    kinds = [schemas[one["$ref"].rpartition("/")[2]] for one in duties["anyOf"]]
    tags = [kind["properties"]["type"]["enum"] for kind in kinds]
    assert tags == [["turn"], ["invited"], ["asked"]]

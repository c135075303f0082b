"""The OpenAPI document describes the HTTP interface, which has an answer to anything."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.visiting import OPEN, Site, me, site_at
from tischlein.tables.hall import Hall
from tischlein.tables.match_limits import MatchLimits
from tischlein.tables.storage.store import Store
from tischlein.web.app import create_app
from tischlein.web.http.limits import Limits

EXAMPLES = settings().max_examples // 10
"""Requests made up for each operation: fewer than of other things, as they take longer."""
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
_WIDE = (1e6, 10**6)
WIDE_OPEN = Limits(
    requests=_WIDE,
    requests_of_address=_WIDE,
    tables=_WIDE,
    tables_of_address=_WIDE,
    kept_of_address=_WIDE,
)
ENDLESS = MatchLimits(*[10**6] * len(MatchLimits._fields))


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    path: Path = tmp_path_factory.mktemp("openapi") / "tischlein.db"
    with site_at(path, WIDE_OPEN, match_limits=ENDLESS) as site:
        yield site


@pytest.fixture(scope="module")
def match(site: Site) -> str:
    match, _ = site.visitor().opens("bauab", me("Anna"), OPEN)
    return match


def document() -> dict[str, Any]:
    """Return the document; nothing of the hall behind it is needed for that."""
    nothing = cast(Store, None)
    return dict(create_app(Hall(nothing)).openapi_schema.to_schema())


schema = schemathesis.openapi.from_dict(document())


@schema.parametrize()
@settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
def test_every_operation_answers_as_described(
    case: schemathesis.Case[Any], site: Site, match: str
) -> None:
    if "match_id" in case.path_parameters and len(case.path_parameters["match_id"]) % 2:
        case.path_parameters["match_id"] = match  # past the first check
    request = case.as_transport_kwargs(base_url=str(site.client.base_url))
    request.pop("cookies", None)  # none are described
    if isinstance(request.get("data"), (bytes, str)):
        request["content"] = request.pop("data")
    response = site.client.request(**request, follow_redirects=False)
    site.client.cookies.clear()
    case.validate_response(response, checks=CHECKS)


def test_every_record_field_and_parameter_is_described() -> None:
    described = document()
    schemas = described["components"]["schemas"]
    bare = [name for name, schema in schemas.items() if not schema.get("description")]
    bare += [
        f"{name}.{field}"
        for name, schema in schemas.items()
        for field, told in schema.get("properties", {}).items()
        if not told.get("description")
    ]
    bare += [
        f"{verb} {path} {parameter['name']}"
        for path, verbs in described["paths"].items()
        for verb, operation in verbs.items()
        for parameter in operation.get("parameters", ())
        if not parameter.get("description")
    ]
    assert not bare


def test_descriptions_are_those_of_the_docstrings() -> None:
    schemas = document()["components"]["schemas"]
    seat = schemas["SeatChoice"]
    assert seat["description"] == "The seat that resigns, or that has to be freed before the start."
    assert seat["properties"]["seat"]["description"] == (
        "The seat, from 0; before the start, the chair."
    )
    talk = schemas["TalkRule"]["description"]
    assert talk.startswith("Who may hear what is said at a table.\n\n- `off`: ")
    # Of one type, a field that is left out means this, another that.
    assert "default" not in schemas["TalkRule"]
    phrase = schemas["Scene"]["properties"]["prompt"]
    assert phrase == {
        "$ref": "#/components/schemas/Phrase",
        "description": "The one sentence that says what is expected now.",
    }


def test_pictures_and_archives_are_no_text() -> None:
    """Clients that are made from the document would decode them, and spoil them."""
    paths = document()["paths"]
    of_kind = {
        (path, kind): said["schema"]
        for path, verbs in paths.items()
        for operation in verbs.values()
        for kind, said in operation["responses"].get("200", {}).get("content", {}).items()
    }
    binary = {"type": "string", "format": "binary"}
    assert of_kind["/api/matches/{match_id}/film", "image/gif"] == binary
    assert of_kind["/api/art/{place}", "image/svg+xml"] == {"type": "string"}
    for (path, kind), described in of_kind.items():
        if kind in {"image/png", "image/gif", "application/zip"}:
            assert described == binary, (path, kind)


def test_the_document_names_every_operation_with_its_problems(site: Site) -> None:
    paths = site.visitor().get("/schema/openapi.json")["paths"]
    operations = {(path, verb) for path, verbs in paths.items() for verb in verbs}
    assert ("/api/matches/{match_id}/actions", "post") in operations
    assert len(operations) >= 18
    for path, verbs in paths.items():
        for verb, operation in verbs.items():
            assert operation["summary"], (path, verb)
            codes = set(operation["responses"])
            if "{" in path:
                assert "404" in codes, (path, verb)
            if path.startswith("/api/"):
                assert {"400", "415", "429", "503"} <= codes, (path, verb)


def test_what_clients_that_are_generated_call_an_operation_is_short() -> None:
    """They name functions after it, as people then write them."""
    paths = document()["paths"]
    names = {path: {one["operationId"] for one in verbs.values()} for path, verbs in paths.items()}
    assert names["/api/matches/{match_id}/actions"] == {"act"}
    assert names["/api/matches"] == {"list_matches", "open_match"}
    assert names["/api/matches/{match_id}/picture"] == {"get_picture"}
    assert names["/api/matches/{match_id}/view/picture"] == {"get_view_picture"}
    assert names["/health"] | names["/health/ready"] == {
        "get_ready_at_health", "get_ready_at_health_ready",
    }  # fmt: skip


def test_each_operation_is_about_one_described_subject() -> None:
    """Generated clients put operations into a module for each, pages below a heading."""
    described = document()
    subjects = {tag["name"]: tag["description"] for tag in described["tags"]}
    assert all(subjects.values())
    assert len(subjects) == len(described["tags"])
    given = {
        operation["operationId"]: operation.get("tags", [])
        for verbs in described["paths"].values()
        for operation in verbs.values()
    }
    assert not {name: tags for name, tags in given.items() if len(tags) != 1}
    assert {tag for tags in given.values() for tag in tags} == set(subjects)
    assert given["act"] == given["open_match"] == ["matches"]
    assert given["get_replay"] == ["finished matches"]

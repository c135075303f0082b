"""The page on licences follows from what is locked, and texts are where it says."""

import json
from pathlib import Path

import pytest

from docs import licences


def test_the_page_is_up_to_date() -> None:
    written = licences.PAGE.read_text(encoding="utf-8")
    assert written == licences.page(), "write it again: python -m docs.licences"


def test_what_a_library_brings_along_for_itself_is_not_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = licences.required()
    (tmp_path / "colorama-0.4.6.dist-info").mkdir()
    (tmp_path / "colorama-0.4.6.dist-info" / "METADATA").write_text("Name: colorama\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert licences.required() == before


def test_what_is_bundled_is_locked_and_comes_with_its_text() -> None:
    lock = json.loads((licences.PROJECT / "client" / "package-lock.json").read_text("utf-8"))
    parts = licences.bundled()
    assert {"svelte", "@fontsource-variable/fraunces"} <= {part.name for part in parts}
    for part in parts:
        locked = lock["packages"][f"node_modules/{part.name}"]
        assert (locked["version"], locked["license"]) == (part.version, part.licence)
    texts = licences.BUNDLED.read_text(encoding="utf-8")
    assert "SIL OPEN FONT LICENSE Version 1.1" in texts
    assert "Permission is hereby granted, free of charge" in texts


def test_every_package_that_the_project_asks_for_is_listed_with_a_licence() -> None:
    parts = {part.name.lower().replace(".", "-"): part for part in licences.required()}
    for name in ("numba", "numpy", "litestar", "uvicorn", "fluent-runtime", "pymunk", "websockets"):
        assert parts[name].licence

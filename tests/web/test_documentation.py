"""The documentation under /docs: what is built is offered, and nothing else."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.visiting import Site, site_at
from tischlein.web.handlers import pages


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with site_at(tmp_path_factory.mktemp("docs") / "tischlein.db") as site:
        yield site


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A documentation of a page and a style sheet, as a package has it."""
    folder = tmp_path / "site"
    (folder / "_static").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Tischlein</title>")
    (folder / "_static" / "site.css").write_text("body {}")
    (tmp_path / "secret.txt").write_text("not for visitors")
    monkeypatch.setattr(pages, "DOCUMENTATION", folder)
    return folder


@pytest.mark.usefixtures("built")
def test_docs_leads_to_the_first_page(site: Site) -> None:
    for address in ("/docs", "/docs/"):
        answer = site.client.get(address)
        assert answer.url.path == "/docs/index.html"
        assert answer.headers["content-type"].startswith("text/html")
        assert "Tischlein" in answer.text


@pytest.mark.usefixtures("built")
def test_files_have_their_types_and_a_policy_that_lets_people_search(site: Site) -> None:
    answer = site.client.get("/docs/_static/site.css")
    assert answer.headers["content-type"].startswith("text/css")
    policy = answer.headers["content-security-policy"]
    assert "form-action 'self'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "form-action 'none'" in site.client.get("/").headers["content-security-policy"]


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "path", ["nothing.html", "_static", "%2e%2e/secret.txt", "..%2fsecret.txt"]
)
def test_what_is_no_page_is_not_found(site: Site, path: str) -> None:
    assert site.client.get(f"/docs/{path}").status_code == 404


def test_without_a_built_documentation_a_page_says_how_to_get_it(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "DOCUMENTATION", tmp_path)
    monkeypatch.setattr(pages, "CLONE", tmp_path)
    answer = site.client.get("/docs")
    assert answer.status_code == 404
    assert "./check site" in answer.text

"""Releasing, as far as it can be tried: both packages built, installed with pip alone, and used.

What is written in ``docs/project/releasing.md``.
"""

import subprocess
import zipfile
from pathlib import Path
from urllib.request import urlopen

import pytest

from tests.uv import PROJECT, needs_uv, uv

pytestmark = [
    pytest.mark.long,
    needs_uv,
    pytest.mark.xdist_group("packaging"),
]


@pytest.fixture(scope="session")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with both packages: the wheel is built from the source distribution."""
    folder = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", folder)
    return folder


@pytest.fixture(scope="session")
def wheel(dist: Path) -> Path:
    """The wheel, built as a package index would."""
    (wheel,) = dist.glob("*.whl")
    return wheel


def test_the_wheel_holds_every_source_and_data_file_and_nothing_else(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", "src/tischlein"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=True,
    )
    sources = {
        name.removeprefix("src/") for name in listed.stdout.split() if (PROJECT / name).is_file()
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    ours = ("tischlein/web/static/", "tischlein/web/site/")
    built = {name for name in packed if name.startswith(ours)}
    assert packed - built == sources


def test_the_wheel_holds_the_built_client(wheel: Path) -> None:
    static = zipfile.Path(wheel, "tischlein/web/static/")
    assets = {asset.name for asset in (static / "assets").iterdir()}
    page = (static / "index.html").read_text()
    assert any(name.endswith(".js") and f"/assets/{name}" in page for name in assets)
    assert any(name.endswith(".css") and f"/assets/{name}" in page for name in assets)


def test_the_wheel_holds_licences_of_its_own_and_of_what_is_bundled(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in names)
    bundled = zipfile.Path(wheel, "tischlein/web/static/licences.txt").read_text()
    assert "SIL OPEN FONT LICENSE Version 1.1" in bundled
    assert "Permission is hereby granted, free of charge" in bundled


@pytest.mark.timeout(900)  # the client and all rules are compiled in it
@pytest.mark.parametrize("pattern", ["*.whl", "*.tar.gz"])
def test_each_package_installs_plays_and_replays_stored_matches(
    dist: Path, pattern: str, tmp_path: Path
) -> None:
    (package,) = dist.glob(pattern)
    tischlein = installed(package, tmp_path)
    records = sorted((PROJECT / "tests" / "games").glob("*/*.record"))

    assert package.name.split("-")[1].removesuffix(".tar.gz") in tischlein("--version")
    tischlein("simulate", "bauab", "--bots", "medium,weak", "--out", "played")
    assert "1 of 1 records hold" in tischlein("check", "played")
    (match,) = (tmp_path / "played").iterdir()
    tischlein("replay", match, "--out", "match.svg")
    assert "<svg" in (tmp_path / "match.svg").read_text()[:200]
    assert f"{len(records)} of {len(records)} records hold" in tischlein("check", *records)
    assert_serves(tischlein.program, tmp_path / "data")


PAGE = """
import doctest, re, sys
from pathlib import Path

sys.path.insert(0, ".")
runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
names = {}
for block in re.findall(r"```python\\n(.*?)```", Path(sys.argv[1]).read_text(), re.DOTALL):
    if block.startswith(">>>"):
        test = doctest.DocTestParser().get_doctest(block, names, "page", sys.argv[1], 0)
        runner.run(test, clear_globs=False)
        names = test.globs
    else:
        exec(block, names)
sys.exit(f"{runner.failures} of {runner.tries} examples fail" if runner.failures else 0)
"""
"""Runs what a page of the documentation shows."""


@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("extra", "name"),
    [
        *((extra, extra) for extra in ("gymnasium", "openspiel", "pettingzoo")),
        ("mcp", "language-models"),
        ("", "batches"),
        ("", "connect-a-program"),
    ],
)
def test_an_extra_brings_all_that_its_page_needs(
    wheel: Path, extra: str, name: str, tmp_path: Path
) -> None:
    python = installed(wheel, tmp_path, f"[{extra}]" if extra else "").program.with_name("python")
    (tmp_path / "examples").symlink_to(PROJECT / "examples")
    page = PROJECT / "docs" / "how-to" / f"{name}.md"
    Installed(python, tmp_path)("-c", PAGE, page)


class Installed:
    """A program of an environment that holds nothing else."""

    def __init__(self, program: Path, folder: Path) -> None:
        self.program = program
        self._folder = folder

    def __call__(self, *arguments: str | Path) -> str:
        """Run a command in a folder of its own, and return what it prints."""
        run = subprocess.run(
            [self.program, *arguments],
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, run.stderr
        return run.stdout


def installed(package: Path, folder: Path, extras: str = "") -> Installed:
    """Install a package and what it needs into an empty environment; extras stand in brackets."""
    environment, constraints = folder / "environment", folder / "constraints.txt"
    uv("venv", "--quiet", "--seed", environment)
    # The locked versions, so that a new release elsewhere cannot fail this test.
    locked = (
        "--frozen",
        "--no-dev",
        "--all-extras",
        "--no-emit-project",
        "--no-hashes",
        "--output-file",
    )
    uv("export", "--quiet", *locked, constraints)
    pip: list[str | Path] = [environment / "bin" / "python", "-m", "pip", "--quiet", "install"]
    subprocess.run([*pip, "--constraint", constraints, f"{package}{extras}"], check=True)
    return Installed(environment / "bin" / "tischlein", folder)


def assert_serves(program: Path, data: Path) -> None:
    """Start a server, look at two of its pages, and end it as a service would."""
    command: list[str | Path] = [program, "serve", "--port", "0", "--no-browser", "--data", data]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[-1]
            with urlopen(address) as page, urlopen(f"{address}licences.txt") as licences:
                assert b"/assets/" in page.read()
                assert b"svelte" in licences.read()
        finally:
            server.terminate()
    assert server.returncode == 0
    assert (data / "tischlein.db").is_file()

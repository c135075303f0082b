"""The wheel that `uv build` makes: complete, and enough in an empty environment with pip alone."""

import os
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent
UV = os.environ.get("UV") or shutil.which("uv") or shutil.which("uv", path=PROJECT / ".tools/bin")

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(UV is None, reason="no uv: run ./check, which brings it"),
    pytest.mark.xdist_group("packaging"),
]


def uv(*arguments: str | Path) -> None:
    assert UV is not None
    subprocess.run([UV, *arguments], cwd=PROJECT, check=True)


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the source distribution as a package index would."""
    dist = tmp_path_factory.mktemp("dist")
    uv("build", "--quiet", "--out-dir", dist)
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


def test_pip_installs_the_wheel_into_an_empty_environment(wheel: Path, tmp_path: Path) -> None:
    environment, constraints = tmp_path / "environment", tmp_path / "constraints.txt"
    uv("venv", "--quiet", "--seed", environment)
    # The locked versions, so that a new release elsewhere cannot fail this test.
    locked = ("--frozen", "--no-dev", "--no-emit-project", "--no-hashes", "--output-file")
    uv("export", "--quiet", *locked, constraints)
    python = environment / "bin" / "python"
    pip: list[str | Path] = [python, "-m", "pip", "--quiet", "install"]
    subprocess.run([*pip, "--constraint", constraints, wheel], check=True)
    tischlein = environment / "bin" / "tischlein"
    run = subprocess.run(
        [tischlein, "--version"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert wheel.name.split("-")[1] in run.stdout

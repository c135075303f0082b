"""A build of the documentation fails for what is missing or leads nowhere."""

import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).parents[2]
SOUND = """\
# A page

[Itself](#a-page), and [another](other.md).

```{toctree}
other
```
"""
FAULTS = {
    "[a page that is not there](nowhere.md)": "'nowhere.md'",
    "[an anchor that is not there](other.md#nowhere)": "'nowhere'",
    "![a picture that is not there](nowhere.png)": "image file not readable: nowhere.png",
    "{py:class}`tischlein.Nothing`": "reference target not found: tischlein.Nothing",
}


def build(pages: dict[str, str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Build pages with the settings of the documentation, without what is made from the code."""
    source = folder / "source"
    source.mkdir()
    for name, text in pages.items():
        (source / name).write_text(text, encoding="utf-8")
    settings = ["-c", str(PROJECT / "docs"), "-D", "extensions=myst_parser"]
    command = [sys.executable, "-m", "sphinx", "-q", "--fail-on-warning", "--keep-going"]
    return subprocess.run(
        [*command, *settings, str(source), str(folder / "built")],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )


def test_sound_pages_are_built(tmp_path: Path) -> None:
    result = build({"index.md": SOUND, "other.md": "# Another\n"}, tmp_path)
    assert result.returncode == 0, result.stderr


def test_what_leads_nowhere_fails_the_build(tmp_path: Path) -> None:
    faulty = SOUND + "\n" + "\n\n".join(FAULTS) + "\n"
    pages = {"index.md": faulty, "other.md": "# Another\n", "lost.md": "# In no list\n"}
    result = build(pages, tmp_path)
    assert result.returncode == 1
    for told in FAULTS.values():
        assert told in result.stderr
    assert "lost.md: WARNING: document isn't included in any toctree" in result.stderr

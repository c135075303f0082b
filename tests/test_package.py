"""The package itself: cheap to import, and it knows its version."""

import subprocess
import sys
from importlib.metadata import version

import pytest

import tischlein


def test_importing_the_package_loads_no_library() -> None:
    script = "import sys; old = set(sys.modules); import tischlein; print(*set(sys.modules) - old)"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert result.stdout.split() == ["tischlein"]


def test_the_version_is_the_installed_one() -> None:
    assert tischlein.__version__ == version("tischlein")


def test_an_unknown_attribute_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no attribute 'versoin'"):
        tischlein.versoin  # noqa: B018  # the misspelling is the test

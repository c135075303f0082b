"""Tabletop games to play in a browser, with each other and with bots, and to study in a lab."""


def __getattr__(name: str) -> str:
    """Answer ``tischlein.__version__`` from the installed package, read only when asked for."""
    if name == "__version__":
        from importlib.metadata import version

        return version("tischlein")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

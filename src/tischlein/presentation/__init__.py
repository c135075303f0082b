"""What people see and read: scenes, texts, rulebook pages, and pictures outside the browser."""

from tischlein.presentation.capability import Presentation, of
from tischlein.presentation.grids import cell_names, grid
from tischlein.presentation.sources import Folder, Inline

__all__ = ["Folder", "Inline", "Presentation", "cell_names", "grid", "of"]

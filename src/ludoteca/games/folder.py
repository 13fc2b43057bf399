"""Where a person's own things are kept."""

from __future__ import annotations

import os
from pathlib import Path

VARIABLE = "LUDOTECA_DATA"


def data_folder() -> Path:
    """The folder of a person's own things; the variable LUDOTECA_DATA says another."""
    said = os.environ.get(VARIABLE)
    if said:
        return Path(said).expanduser()
    from platformdirs import user_data_path

    return user_data_path("ludoteca", appauthor=False)

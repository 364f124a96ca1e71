"""What several tests need."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def program() -> str:
    """The program `quelea`. `cargo xtask test` names it in QUELEA_PROGRAM."""
    found = os.environ.get("QUELEA_PROGRAM", str(ROOT / "target" / "debug" / "quelea"))
    if not Path(found).exists():
        pytest.skip("the program is not built: cargo build --bin quelea")
    return found


def golden_hashes() -> list[tuple[str, str]]:
    """Every preset and its state hash after 20 steps, as the library's own tests have them."""
    text = (ROOT / "crates/quelea/tests/hashes.rs").read_text(encoding="utf-8")
    return re.findall(r'\("([\w-]+)", 0x([0-9a-f]{16}), 0x[0-9a-f]{16}\)', text)

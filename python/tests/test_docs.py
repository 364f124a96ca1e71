"""The page docs/python.md says what is true: its code runs, from top to bottom."""

from __future__ import annotations

import re

import pytest
from conftest import ROOT

PAGE = ROOT / "docs" / "python.md"
#: A comment above a block names the tests that do the same on a cluster.
BLOCK = re.compile(r"(<!--[^\n]*-->\n)?```python\n(.*?)```", re.DOTALL)


def test_the_code_of_the_page_runs(tmp_path, monkeypatch):
    for package in ("pandas", "xarray", "polars", "anywidget", "pyarrow"):
        pytest.importorskip(package)
    pytest.importorskip("matplotlib").use("agg")
    monkeypatch.chdir(tmp_path)
    text = PAGE.read_text(encoding="utf-8")
    blocks = [match for match in BLOCK.finditer(text) if not match[1]]
    assert len(blocks) > 10
    names: dict[str, object] = {}
    for block in blocks:
        line = text.count("\n", 0, block.start(2))
        # The lines of an error are then those of the page.
        exec(compile("\n" * line + block[2], str(PAGE), "exec"), names)
    assert (tmp_path / "flock.gif").exists() and (tmp_path / "rows").is_dir()

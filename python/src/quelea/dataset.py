"""The Parquet dataset of a sweep: rows are safe as soon as their runs are finished.

A finished run is a line of the journal at once. Every so many rows become a part, a Parquet file that appears complete
or not at all, and the journal starts again. What is in both, because a process was killed in between, counts once.
"""

from __future__ import annotations

import json
import os
from os import PathLike
from pathlib import Path
from types import TracebackType
from typing import Any, Optional, Union

from .sweep_task import Row

#: The number of rows of a part.
PART_ROWS = 10_000


class Dataset:
    """A folder with the rows of one sweep."""

    def __init__(self, path: Path):
        self.path = path
        #: The runs whose rows are there.
        self.done: set[int] = set()
        self.failures = 0
        self._rows: list[Row] = []
        self._journal = path / "_journal.jsonl"
        self._parts = 0

    @classmethod
    def open(cls, path: Union[str, PathLike[str]], fingerprint: str, description: dict[str, Any]) -> Dataset:
        """Starts a dataset, or resumes it. That of another sweep is refused."""
        import pyarrow.parquet as parquet

        dataset = cls(Path(path))
        dataset.path.mkdir(parents=True, exist_ok=True)
        settings = dataset.path / "_sweep.json"
        if settings.exists():
            found = json.loads(settings.read_text(encoding="utf-8"))
            if found.get("fingerprint") != fingerprint:
                raise ValueError(
                    f"{dataset.path} has the rows of another sweep; its _sweep.json says which. Choose another folder"
                )
        elif any(dataset.path.iterdir()):
            raise ValueError(f"{dataset.path} is not empty and not the dataset of a sweep. Choose another folder")
        else:
            _replace(settings, json.dumps({"fingerprint": fingerprint, **description}, indent=1, default=str))
        for part in dataset._part_paths():
            table = parquet.read_table(part, columns=["run", "error"])
            dataset.done.update(table["run"].to_pylist())
            dataset.failures += len(table) - table["error"].null_count
            dataset._parts = max(dataset._parts, int(part.stem.split("-")[1]) + 1)
        for row in dataset._journal_rows():
            if row["run"] not in dataset.done:
                dataset._remember(row)
        return dataset

    def append(self, row: Row) -> None:
        """Keeps the row of a finished run."""
        with self._journal.open("a", encoding="utf-8") as journal:
            journal.write(json.dumps(row) + "\n")
        self._remember(row)
        if len(self._rows) >= PART_ROWS:
            self._write_part()

    def rows(self) -> list[Row]:
        """All rows, in the order of the runs."""
        import pyarrow.parquet as parquet

        rows = [row for part in self._part_paths() for row in parquet.read_table(part).to_pylist()]
        return sorted(rows + self._rows, key=lambda row: int(row["run"]))

    def _remember(self, row: Row) -> None:
        self.done.add(row["run"])
        self.failures += row["error"] is not None
        self._rows.append(row)

    def _part_paths(self) -> list[Path]:
        return sorted(self.path.glob("part-*.parquet"))

    def _journal_rows(self) -> list[Row]:
        if not self._journal.exists():
            return []
        rows = []
        for line in self._journal.read_text(encoding="utf-8").splitlines():
            try:
                rows.append(json.loads(line))
            except ValueError:
                # Half a line of a process that was killed: its run is done again.
                continue
        return rows

    def _write_part(self) -> None:
        import pyarrow.parquet as parquet

        from .sweeps import _to_columns
        from .table import Table

        if not self._rows:
            return
        rows = sorted(self._rows, key=lambda row: int(row["run"]))
        part = self.path / f"part-{self._parts:05}.parquet"
        unfinished = part.with_suffix(".tmp")
        parquet.write_table(Table(_to_columns(rows)).to_arrow(), unfinished)
        os.replace(unfinished, part)
        self._parts += 1
        self._rows = []
        self._journal.unlink()

    def __enter__(self) -> Dataset:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        traceback: Optional[TracebackType],
    ) -> None:
        self._write_part()


def _replace(path: Path, text: str) -> None:
    unfinished = path.with_suffix(".tmp")
    unfinished.write_text(text, encoding="utf-8")
    os.replace(unfinished, path)

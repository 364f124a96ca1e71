"""Writes what type checkers and readers need of the tables of parameters and measures.

`src/quelea/_keywords.py` has the keywords of a flock, `src/quelea/_measures.py` a property for each measure.
"""

from __future__ import annotations

import keyword
import textwrap
from pathlib import Path

from quelea import _native

TYPES = {
    "number": "float",
    "integer": "int",
    "bool": "bool",
    "words": "Sequence[str]",
    "numbers": "Union[Sequence[float], npt.NDArray[Any]]",
    "pairs": "Sequence[Sequence[int]]",
    "points": "Sequence[Sequence[float]]",
    "text": "str",
}

HEAD = '''"""The keywords of a flock, for type checkers. Made by `python/generate_keywords.py`: do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypedDict, Union

import numpy.typing as npt


class Keywords(TypedDict, total=False):
    """A parameter each; `quelea.describe` says what it means."""

'''


def keywords() -> str:
    """The text of the file."""
    lines = []
    for parameter in _native.parameters():
        path = parameter["path"]
        if path.startswith(("obstacle.", "schedule.")) or "NAME" in path:
            continue
        kind = TYPES.get(parameter["type"])
        if kind is None:
            words = ", ".join(f'"{word}"' for word, _ in parameter["words"] or [])
            # Engines may be registered by other packages.
            kind = "str" if path == "engine" else f"Literal[{words}]"
        name = path.replace(".", "_")
        assert name.isidentifier() and not keyword.iskeyword(name), path
        lines.append(f"    {name}: {kind}")
    return HEAD + "\n".join(lines) + "\n"


MEASURES_HEAD = '''"""The measures of a flock as properties. Made by `python/generate_keywords.py`: do not edit."""

from __future__ import annotations

from typing import Optional


class MeasureProperties:
    """A property for each measure of the present state."""

    def _measure(self, names: Optional[list[str]] = None) -> dict[str, float]:
        raise NotImplementedError
'''

PROPERTY = '''
    @property
    def {name}(self) -> float:
{docs}
        return self._measure(["{name}"])["{name}"]
'''


def measure_properties() -> str:
    """The text of the other file."""
    text = MEASURES_HEAD
    for name, unit, definition in _native.measures():
        docs = textwrap.wrap(definition + (f" Unit: {unit}." if unit else ""), 104)
        docs = textwrap.indent("\n".join(['"""' + docs[0], *docs[1:]]) + '"""', "        ")
        text += PROPERTY.format(name=name, docs=docs)
    return text


if __name__ == "__main__":
    folder = Path(__file__).parent / "src" / "quelea"
    for name, text in (("_keywords.py", keywords()), ("_measures.py", measure_properties())):
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)

"""Executes the notebooks, and with `--render FOLDER` writes them as Markdown with their pictures.

    python run_notebooks.py [--render FOLDER] [NOTEBOOK ...]
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent / "notebooks"


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--render", type=Path)
    arguments.add_argument("notebooks", nargs="*", type=Path)
    given = arguments.parse_args()
    for path in given.notebooks or sorted(HERE.glob("*.ipynb")):
        start = time.perf_counter()
        notebook = nbformat.read(path, as_version=4)
        NotebookClient(notebook, timeout=600, kernel_name="python3", resources={"metadata": {"path": str(HERE)}}).execute()
        print(f"{path.name}: {time.perf_counter() - start:.1f} s", flush=True)
        if given.render:
            render(notebook, path.stem, given.render)


def render(notebook: nbformat.NotebookNode, name: str, folder: Path) -> None:
    """Writes an executed notebook as Markdown."""
    from nbconvert import MarkdownExporter

    folder.mkdir(parents=True, exist_ok=True)
    text, resources = MarkdownExporter().from_notebook_node(notebook)
    for picture, content in resources["outputs"].items():
        renamed = f"{name}-{picture.replace('output_', '')}"
        (folder / renamed).write_bytes(content)
        text = text.replace(f"({picture})", f"({renamed})")
    # Many viewers of Markdown show SVG only from files.
    for index, svg in enumerate(re.findall(r"<svg.*?</svg>", text, flags=re.DOTALL)):
        (folder / f"{name}-{index}.svg").write_text(svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1))
        text = text.replace(svg, f'<img src="{name}-{index}.svg">')
    # Styles of DataFrames are for notebooks only.
    text = re.sub(r"<style.*?</style>\n*", "", text, flags=re.DOTALL)
    (folder / f"{name}.md").write_text(text.rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())

"""The studio's element in a notebook: JupyterLab, VS Code, marimo, Colab."""

from __future__ import annotations

import gzip
import re
from functools import lru_cache
from pathlib import Path
from typing import Any, Optional

try:
    import anywidget
    import traitlets
except ImportError as error:
    raise ImportError("q.Studio needs anywidget: pip install 'quelea[studio]'") from error

from . import _native
from .flock import Flock

#: Where the files of the page may be: in the package, or in the repository that it was installed from with `-e`.
PAGES = (Path(__file__).parent / "page", Path(__file__).parents[3] / "web" / "dist")

#: The sliders that a flock gets if none are asked for: those of them that do something in its scenario.
USUAL = (
    "separation.weight",
    "alignment.weight",
    "cohesion.weight",
    "separation.radius",
    "perception.radius",
    "perception.view",
    "noise.strength",
)


class Studio(anywidget.AnyWidget):  # type: ignore[misc]
    """A flock that runs in the notebook's page, with sliders.

    The page has a copy of the flock, in the state in which it was shown, and runs it by itself with the same library,
    compiled to WebAssembly: no kernel has to keep up with it, and nothing is downloaded. Parameters are linked: a moved
    slider changes the flock in Python, and `flock.set` moves the slider. States are not, since that would stop one to
    wait for the other: `pull()` brings the state of the page to Python, `push()` that of Python to the page.

    >>> import quelea as q
    >>> flock = q.Flock("p5")
    >>> q.Studio(flock, controls=["separation.weight"])  # doctest: +SKIP
    """

    _esm = Path(__file__).parent / "studio.js"

    _version = traitlets.Unicode(_native.__version__).tag(sync=True)
    _snapshot = traitlets.Bytes().tag(sync=True)
    #: The linked parameters: those of the sliders.
    parameters = traitlets.Dict(value_trait=traitlets.Float()).tag(sync=True)
    #: The paths of the parameters that have a slider.
    controls = traitlets.List(traitlets.Unicode()).tag(sync=True)
    #: light or dark; None follows the browser.
    theme = traitlets.Enum(["light", "dark"], default_value=None, allow_none=True).tag(sync=True)
    #: From 0.1 to 8.
    speed = traitlets.Float(1.0).tag(sync=True)
    #: The number of past steps that are drawn.
    trails = traitlets.Int(0).tag(sync=True)
    #: species, heading, speed, neighbours or cluster; None fits the scenario.
    colour = traitlets.Unicode(default_value=None, allow_none=True).tag(sync=True)
    #: The inspected boid, by id.
    inspect = traitlets.Int(default_value=None, allow_none=True).tag(sync=True)
    paused = traitlets.Bool(False).tag(sync=True)
    #: The largest width, as in CSS.
    width = traitlets.Unicode("720px").tag(sync=True)
    #: What is wrong with the last change from the page; empty if nothing is.
    error = traitlets.Unicode("").tag(sync=True)

    def __init__(self, flock: Flock, controls: Optional[list[str]] = None, **traits: Any):
        paths = [path for path in USUAL if flock.get(path)] if controls is None else list(controls)
        values = {path: float(flock.get(path) or 0) for path in paths}
        super().__init__(controls=paths, parameters=values, _snapshot=flock.snapshot(), **traits)
        #: The flock whose parameters are linked.
        self.flock = flock
        self._reverting = False
        self.on_msg(self._receive)
        self.observe(self._follow_page, "parameters")
        flock.watch(self._follow_flock)

    def push(self) -> None:
        """Shows the state of the flock in Python."""
        self._snapshot = self.flock.snapshot()

    def pull(self) -> None:
        """Gives the flock in Python the state of the page: by the next cell, since the answer comes after this one."""
        self.send({"type": "pull"})

    def _follow_page(self, change: Any) -> None:
        if self._reverting:
            return
        for path, value in change["new"].items():
            try:
                if value != self.flock.get(path):
                    self.flock.set(path, value)
                    self.error = ""
            except (ValueError, _native.BusyError) as error:
                self.error = str(error)
                self._revert(path, change["old"].get(path, value))

    def _revert(self, path: str, value: float) -> None:
        """Moves a slider back. The flock may be in use, so it cannot be asked for its value."""
        self._reverting = True
        try:
            self.parameters = {**self.parameters, path: value}
        finally:
            self._reverting = False

    def _follow_flock(self, path: str) -> None:
        """Moves the slider of a parameter that has changed in Python."""
        if path in self.parameters:
            self.parameters = {**self.parameters, path: float(self.flock.get(path) or 0)}

    def _receive(self, widget: Any, message: Any, buffers: list[Any]) -> None:
        if message.get("type") == "files":
            try:
                files = page_files()
                self.send({"type": "files", "names": list(files)}, buffers=list(files.values()))
            except FileNotFoundError as error:
                self.send({"type": "files", "error": str(error)})
        elif message.get("type") == "snapshot":
            self.flock.restore(bytes(buffers[0]))


@lru_cache(maxsize=1)
def page_files() -> dict[str, bytes]:
    """The element and what it needs, gzipped, by name."""
    folder = next((page for page in PAGES if (page / "quelea-flock.js").exists()), None)
    if folder is None:
        raise FileNotFoundError(
            "this installation has no page. In the repository, `cargo xtask wheel` builds a package that has it"
        )
    names, wanted = ["quelea-flock.js"], {"quelea-flock.js"}
    for name in names:
        if name.endswith(".js"):
            text = (folder / name).read_text(encoding="utf-8")
            for found in re.findall(r"""["'`]\./([\w.-]+)["'`]""", text):
                # A notebook is not isolated from other origins, so its workers cannot share memory.
                if found not in wanted and "threads" not in found and (folder / found).exists():
                    wanted.add(found)
                    names.append(found)
    return {name: gzip.compress((folder / name).read_bytes(), 6) for name in names}

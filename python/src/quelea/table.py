"""Tables: columns of numbers and texts, for whichever library you work with."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Optional, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow
    import xarray

Column = Union[npt.NDArray[Any], Sequence[Optional[str]]]


class Table(Mapping[str, Column]):
    """A tidy table: columns by name, all of the same length.

    Numbers are NumPy arrays, texts lists. Arrow, pandas and Polars take the memory of the numbers over without a copy.
    Libraries that know Arrow's PyCapsule interface take the table itself: `polars.DataFrame(table)`.
    """

    def __init__(self, columns: Mapping[str, Column], units: Optional[Mapping[str, str]] = None):
        self._columns: dict[str, Column] = dict(columns)
        #: The unit of each column that has one.
        self.units: dict[str, str] = {name: unit for name, unit in (units or {}).items() if unit}

    @property
    def columns(self) -> dict[str, Column]:
        """The columns by name."""
        return self._columns

    def __getitem__(self, name: str) -> Column:
        try:
            return self.columns[name]
        except KeyError:
            raise KeyError(f"there is no column `{name}`: there are {', '.join(self.columns)}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        """The number of columns, as for any mapping; `rows` is the number of rows."""
        return len(self.columns)

    @property
    def rows(self) -> int:
        """The number of rows."""
        return next((len(column) for column in self.columns.values()), 0)

    def to_arrow(self) -> pyarrow.Table:
        """As an Arrow table, with units in the metadata of its fields."""
        import pyarrow as pa

        arrays, fields = [], []
        for name, column in self.columns.items():
            array = pa.array(column) if isinstance(column, np.ndarray) else pa.array(column, pa.string())
            metadata = {"unit": self.units[name]} if name in self.units else None
            arrays.append(array)
            fields.append(pa.field(name, array.type, metadata=metadata))
        return pa.Table.from_arrays(arrays, schema=pa.schema(fields))

    def __arrow_c_stream__(self, requested_schema: Optional[object] = None) -> object:
        return self.to_arrow().__arrow_c_stream__(requested_schema)

    def to_pandas(self) -> pandas.DataFrame:
        """As a DataFrame of pandas, with units in its attrs."""
        import pandas as pd

        frame = pd.DataFrame(dict(self.columns), copy=False)
        frame.attrs["units"] = dict(self.units)
        return frame

    def to_polars(self) -> polars.DataFrame:
        """As a DataFrame of Polars."""
        import polars as pl

        try:
            return pl.DataFrame(pl.from_arrow(self.to_arrow()))
        except ImportError:
            return pl.DataFrame(dict(self.columns))

    def to_xarray(self, dims: Union[str, Sequence[str]]) -> xarray.Dataset:
        """As a Dataset of xarray in which these columns are the dimensions, with units in its attributes.

        Combinations that the table does not have are NaN.
        """
        import xarray as xr

        names = [dims] if isinstance(dims, str) else list(dims)
        coords = {name: np.unique(np.asarray(self[name])) for name in names}
        places = tuple(np.searchsorted(coords[name], np.asarray(self[name])) for name in names)
        shape = tuple(len(values) for values in coords.values())
        data = {}
        for name, column in self.columns.items():
            if name in names:
                continue
            values = np.asarray(column) if isinstance(column, np.ndarray) else np.asarray(column, dtype=object)
            full = values.size == int(np.prod(shape))
            missing: Any = None if values.dtype == object else np.nan
            kind = values.dtype if full or values.dtype == object else np.result_type(values.dtype, np.float64)
            filled = np.full(shape, missing, dtype=object) if values.dtype == object else np.empty(shape, dtype=kind)
            if not full and values.dtype != object:
                filled.fill(missing)
            filled[places] = values
            data[name] = (names, filled, {"units": self.units[name]} if name in self.units else {})
        return xr.Dataset(data, coords=coords)

    def __repr__(self) -> str:
        return f"<quelea.{type(self).__name__} of {self.rows} rows: {', '.join(self.columns)}>"

    def _repr_html_(self) -> str:
        shown = min(self.rows, 10)
        head = "".join(f"<th>{html.escape(name)}</th>" for name in self.columns)
        body = "".join(
            "<tr>" + "".join(f"<td>{_cell(column[row])}</td>" for column in self.columns.values()) + "</tr>"
            for row in range(shown)
        )
        more = f"<p>{self.rows} rows</p>" if self.rows > shown else ""
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cell(value: Any) -> str:
    return f"{value:.6g}" if isinstance(value, (float, np.floating)) else html.escape("" if value is None else str(value))

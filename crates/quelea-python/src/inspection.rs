//! What one boid perceives and does, as a dictionary; `quelea.Inspection` is made from it.

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};
use quelea::Inspection;

pub fn to_dict<'py>(py: Python<'py>, inspection: &Inspection) -> PyResult<Bound<'py, PyDict>> {
    let neighbours = PyList::empty(py);
    for neighbour in &inspection.neighbours {
        let entry = PyDict::new(py);
        entry.set_item("id", neighbour.id)?;
        entry.set_item("offset", &neighbour.offset)?;
        entry.set_item("distance", neighbour.distance)?;
        entry.set_item("in_view", neighbour.in_view)?;
        entry.set_item("too_close", neighbour.too_close)?;
        neighbours.append(entry)?;
    }
    let forces = PyDict::new(py);
    for force in &inspection.forces {
        forces.set_item(&force.rule, &force.force)?;
    }
    let dict = PyDict::new(py);
    dict.set_item("id", inspection.id)?;
    dict.set_item("species", &inspection.species_name)?;
    dict.set_item("position", &inspection.position)?;
    dict.set_item("velocity", &inspection.velocity)?;
    dict.set_item("radius", inspection.radius)?;
    dict.set_item("field_of_view", inspection.field_of_view)?;
    dict.set_item("near", inspection.near)?;
    dict.set_item("separation_radius", inspection.separation_radius)?;
    dict.set_item("neighbours", neighbours)?;
    dict.set_item("forces", forces)?;
    dict.set_item("sum", &inspection.sum)?;
    dict.set_item("sum_is_exact", inspection.sum_is_exact)?;
    Ok(dict)
}

//! The native part of the Python package `wampimuk`.
//!
//! It is thin on purpose. Each class and function here says in Python's terms what a crate of the toolkit does, and gives
//! up the interpreter's lock while it works. What can be written in Python is in `python/wampimuk`: slices, iteration,
//! optional packages.
//!
//! * `Prepared` is a recipe with a seed, ready to make items (`prepared`); rows become Python objects by way of a tape
//!   (`tape`) and tables by way of Arrow's C interface (`arrow`).
//! * `Order` is the order in which an endless stream visits a split (`order`).

mod arrow;
mod command;
mod error;
mod order;
mod prepared;
mod recipes;
mod tape;

use pyo3::prelude::*;

/// The module `wampimuk._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<error::Error>())?;
    module.add_class::<prepared::Prepared>()?;
    module.add_class::<arrow::Stream>()?;
    module.add_class::<order::Order>()?;
    module.add_function(wrap_pyfunction!(recipes::recipes, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe_of_text, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)
}

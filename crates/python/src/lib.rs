//! The native part of the Python package `wampimuk`.
//!
//! It is thin on purpose. Each class and function here says in Python's terms what a crate of the toolkit does, and gives
//! up the interpreter's lock while it works. What can be written in Python is in `python/wampimuk`: slices, iteration,
//! optional packages.
//!
//! * `Prepared` is a recipe with a seed, ready to make items (`prepared`). Items become Python objects by way of a tape
//!   (`tape`), tables by way of Arrow's C interface (`arrow`), arrays for training (`batch`) and text (`text`).
//! * `FileRows` reads items of files, ours or the authors' (`files`).
//! * `Order` is the order in which an endless stream visits items (`order`).
//! * `generate` and `merge` make whole datasets and `pairs` minimal pairs (`make`), `verify`, `solve`, `stats` and `audit` look at recipes and
//!   files (`checks`), and
//!   `eval` and `plan` ask language models (`eval`), `Play` is a command that is carried out in conversation (`play`), and
//!   `main` is the command line (`command`). Work that may take long is interrupted as the user expects (`watched`).

mod answers;
mod arrow;
mod batch;
mod checks;
mod command;
mod env;
mod error;
mod eval;
mod files;
mod make;
mod order;
mod pictures;
mod play;
mod prepared;
mod recipes;
mod solve;
mod tape;
mod text;
mod vocabulary;
mod watched;

use pyo3::prelude::*;

/// The module `wampimuk._native`.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add("Error", module.py().get_type::<error::Error>())?;
    module.add_class::<prepared::Prepared>()?;
    module.add_class::<arrow::Stream>()?;
    module.add_class::<order::Order>()?;
    module.add_class::<batch::Batcher>()?;
    module.add_class::<vocabulary::Vocabulary>()?;
    module.add_class::<env::Environments>()?;
    module.add_class::<files::FileRows>()?;
    module.add_class::<play::Play>()?;
    module.add_function(wrap_pyfunction!(eval::eval, module)?)?;
    module.add_function(wrap_pyfunction!(eval::plan, module)?)?;
    module.add_function(wrap_pyfunction!(make::generate, module)?)?;
    module.add_function(wrap_pyfunction!(make::merge, module)?)?;
    module.add_function(wrap_pyfunction!(make::pairs, module)?)?;
    module.add_function(wrap_pyfunction!(checks::verify, module)?)?;
    module.add_function(wrap_pyfunction!(checks::stats, module)?)?;
    module.add_function(wrap_pyfunction!(checks::audit, module)?)?;
    module.add_function(wrap_pyfunction!(pictures::show, module)?)?;
    module.add_function(wrap_pyfunction!(answers::scores, module)?)?;
    module.add_function(wrap_pyfunction!(answers::answers, module)?)?;
    module.add_function(wrap_pyfunction!(checks::solve, module)?)?;
    module.add_function(wrap_pyfunction!(checks::solve_text, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipes, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe, module)?)?;
    module.add_function(wrap_pyfunction!(recipes::recipe_of_text, module)?)?;
    module.add_function(wrap_pyfunction!(command::main, module)?)
}

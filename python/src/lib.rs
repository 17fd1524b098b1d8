//! The engine for Python. Each file turns Python values into types, asks `rules` or `engine`, and
//! turns the answer back; nothing is decided here.

mod batch;
mod error;
mod input;
mod position;
mod review;
mod solver;
mod wait;

use pyo3::pymodule;

#[pymodule(gil_used = false)]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    use crate::batch::{position_scores, scores};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::review::{Reason, Review, ReviewedMove};
    #[pymodule_export]
    use crate::solver::{Solver, reply};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))?;
        module.add("NO_SCORE", crate::batch::NO_SCORE)?;
        let bots = fourfall_engine::bot::Bot::ALL.map(fourfall_engine::bot::Bot::name);
        module.add("BOTS", pyo3::types::PyTuple::new(module.py(), bots)?)
    }
}

//! NumPy's memory that environments write into.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, dtype};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use wampimuk_env::{Episode, VectorEnv, VectorSlices};

use crate::error::raise;

/// What [`Arrays::expert`] says where there is nothing to do: a number that no action has.
const NOTHING: i64 = -1;

/// One row for each environment. The arrays are made once and shown to Python, which must not write into them.
pub(super) struct Arrays {
    grid: Py<PyArrayDyn<u8>>,
    mission: Py<PyArrayDyn<i64>>,
    item: Py<PyArrayDyn<u64>>,
    reward: Py<PyArrayDyn<f32>>,
    parts: Py<PyArrayDyn<f32>>,
    terminated: Py<PyArrayDyn<bool>>,
    truncated: Py<PyArrayDyn<bool>>,
    events: Py<PyArrayDyn<u16>>,
    final_grid: Py<PyArrayDyn<u8>>,
    direction: Py<PyArrayDyn<i64>>,
    expert: Py<PyArrayDyn<i64>>,
    fulfilled: Py<PyArrayDyn<bool>>,
}

impl Arrays {
    /// Arrays for these environments.
    pub(super) fn new(py: Python<'_>, env: &VectorEnv) -> PyResult<Self> {
        let (len, observer) = (env.len(), env.game().observer());
        let finals = if env.keeps_final_observations() { len } else { 0 };
        let world = |len: usize| [len, observer.side(), observer.side(), observer.depth()];
        Ok(Self {
            grid: zeros(py, &world(len))?,
            mission: zeros(py, &[len, env.command_width()])?,
            item: zeros(py, &[len])?,
            reward: zeros(py, &[len])?,
            parts: zeros(py, &[len, 3])?,
            terminated: zeros(py, &[len])?,
            truncated: zeros(py, &[len])?,
            events: zeros(py, &[len])?,
            final_grid: zeros(py, &world(finals))?,
            direction: zeros(py, &[len])?,
            expert: zeros(py, &[len])?,
            fulfilled: zeros(py, &[len])?,
        })
    }

    /// The arrays by their names.
    pub(super) fn by_name<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = PyDict::new(py);
        names.set_item("grid", &self.grid)?;
        names.set_item("mission", &self.mission)?;
        names.set_item("item", &self.item)?;
        names.set_item("reward", &self.reward)?;
        names.set_item("parts", &self.parts)?;
        names.set_item("terminated", &self.terminated)?;
        names.set_item("truncated", &self.truncated)?;
        names.set_item("events", &self.events)?;
        names.set_item("final_grid", &self.final_grid)?;
        names.set_item("direction", &self.direction)?;
        names.set_item("expert", &self.expert)?;
        names.set_item("fulfilled", &self.fulfilled)?;
        Ok(names)
    }

    /// Lends the memory for one call. Nobody else borrows it meanwhile.
    pub(super) fn lend<'py>(&self, py: Python<'py>) -> PyResult<Lent<'py>> {
        Ok(Lent {
            grid: lend(py, &self.grid)?,
            mission: lend(py, &self.mission)?,
            item: lend(py, &self.item)?,
            reward: lend(py, &self.reward)?,
            parts: lend(py, &self.parts)?,
            terminated: lend(py, &self.terminated)?,
            truncated: lend(py, &self.truncated)?,
            events: lend(py, &self.events)?,
            final_grid: lend(py, &self.final_grid)?,
            direction: lend(py, &self.direction)?,
            expert: lend(py, &self.expert)?,
            fulfilled: lend(py, &self.fulfilled)?,
        })
    }
}

/// The memory of [`Arrays`] for the time of a call.
pub(super) struct Lent<'py> {
    grid: PyReadwriteArrayDyn<'py, u8>,
    mission: PyReadwriteArrayDyn<'py, i64>,
    item: PyReadwriteArrayDyn<'py, u64>,
    reward: PyReadwriteArrayDyn<'py, f32>,
    parts: PyReadwriteArrayDyn<'py, f32>,
    terminated: PyReadwriteArrayDyn<'py, bool>,
    truncated: PyReadwriteArrayDyn<'py, bool>,
    events: PyReadwriteArrayDyn<'py, u16>,
    final_grid: PyReadwriteArrayDyn<'py, u8>,
    direction: PyReadwriteArrayDyn<'py, i64>,
    expert: PyReadwriteArrayDyn<'py, i64>,
    fulfilled: PyReadwriteArrayDyn<'py, bool>,
}

impl Lent<'_> {
    /// What environments write, and what is read off them afterwards.
    pub(super) fn slices(&mut self) -> PyResult<(VectorSlices<'_>, States<'_>)> {
        let slices = VectorSlices {
            observation: self.grid.as_slice_mut().map_err(raise)?,
            command: self.mission.as_slice_mut().map_err(raise)?,
            item: self.item.as_slice_mut().map_err(raise)?,
            reward: self.reward.as_slice_mut().map_err(raise)?,
            parts: self.parts.as_slice_mut().map_err(raise)?,
            terminated: self.terminated.as_slice_mut().map_err(raise)?,
            truncated: self.truncated.as_slice_mut().map_err(raise)?,
            events: self.events.as_slice_mut().map_err(raise)?,
            final_observation: self.final_grid.as_slice_mut().map_err(raise)?,
        };
        let states = States {
            direction: self.direction.as_slice_mut().map_err(raise)?,
            expert: self.expert.as_slice_mut().map_err(raise)?,
            fulfilled: self.fulfilled.as_slice_mut().map_err(raise)?,
        };
        Ok((slices, states))
    }
}

/// How the episodes stand after a call.
pub(super) struct States<'a> {
    direction: &'a mut [i64],
    expert: &'a mut [i64],
    fulfilled: &'a mut [bool],
}

impl States<'_> {
    /// Reads the states of all episodes.
    pub(super) fn read(self, env: &VectorEnv) {
        let rows = self.direction.iter_mut().zip(self.expert).zip(self.fulfilled);
        for (number, ((direction, expert), fulfilled)) in rows.enumerate() {
            let Some(episode) = env.episode(number) else { continue };
            *direction = episode.world().agent().heading as i64;
            *expert = expert_action(episode);
            *fulfilled = episode.is_fulfilled();
        }
    }
}

fn expert_action(episode: &Episode) -> i64 {
    episode.expert_action().map_or(NOTHING, |action| action as i64)
}

fn lend<'py, T: Element>(
    py: Python<'py>,
    array: &Py<PyArrayDyn<T>>,
) -> PyResult<PyReadwriteArrayDyn<'py, T>> {
    array.bind(py).try_readwrite().map_err(raise)
}

/// An array of zeros. NumPy is asked by name, so that a lack of memory is its exception.
fn zeros<T: Element>(py: Python<'_>, shape: &[usize]) -> PyResult<Py<PyArrayDyn<T>>> {
    let array = py.import("numpy")?.call_method1("zeros", (shape.to_vec(), dtype::<T>(py)))?;
    Ok(array.cast_into::<PyArrayDyn<T>>()?.unbind())
}

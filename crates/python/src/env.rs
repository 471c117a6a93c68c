//! Environments to act in, many side by side, over NumPy's memory.

mod arrays;

use std::sync::Arc;

use numpy::{PyArray1, PyArray3, PyArrayMethods, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use wampimuk_batch::grid_of;
use wampimuk_draw::{Appearance, CELL_PIXELS, GridScene, Painter, text};
use wampimuk_env::{Autoreset, Episode, GameSettings, Reset, RewardParts, StepEvents, VectorEnv};
use wampimuk_grid::Action;
use wampimuk_show::{look, split_number};

use crate::env::arrays::Arrays;
use crate::error::raise;
use crate::prepared::{Inner, Prepared};
use crate::vocabulary::Vocabulary;

/// The most environments: more would not fit into memory with any world.
const MOST: usize = 1 << 20;

/// Environments on one split of a dataset. They write what they show into arrays that stay the same.
#[pyclass(module = "wampimuk._native")]
pub(crate) struct Environments {
    inner: Arc<Inner>,
    split: usize,
    env: VectorEnv,
    arrays: Arrays,
    actions: Vec<u8>,
    look: Appearance,
    painter: Painter,
}

#[pymethods]
impl Environments {
    /// The names of the actions, in the order of their numbers.
    #[classattr]
    fn action_names() -> Vec<&'static str> {
        Action::ALL.map(Action::name).to_vec()
    }

    /// Bit and name of each event.
    #[classattr]
    fn event_names() -> Vec<(u16, &'static str)> {
        StepEvents::ALL.map(|(event, name)| (event.0, name)).to_vec()
    }

    /// `autoreset` is `NextStep`, `SameStep` or `Disabled`; `weights` are those of success, reaching and manner.
    #[new]
    #[pyo3(signature = (prepared, split, count, *, autoreset, weights, discount, strict, limit_factor, limit_margin))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
    fn new(
        py: Python<'_>,
        prepared: &Prepared,
        split: &str,
        count: usize,
        autoreset: &str,
        weights: (f32, f32, f32),
        discount: f32,
        strict: bool,
        limit_factor: u32,
        limit_margin: u32,
    ) -> PyResult<Self> {
        if !(1..=MOST).contains(&count) {
            return Err(raise(format_args!("{count} environments are not between 1 and {MOST}")));
        }
        let autoreset = match autoreset {
            "NextStep" => Autoreset::NextStep,
            "SameStep" => Autoreset::SameStep,
            "Disabled" => Autoreset::Disabled,
            other => return Err(raise(format_args!("there is no autoreset mode `{other}`"))),
        };
        let (success, reaching, manner) = weights;
        if [success, reaching, manner, discount].iter().any(|number| !number.is_finite()) {
            return Err(raise("the weights of rewards and the discount are finite numbers"));
        }
        let settings = GameSettings {
            weights: RewardParts { success, reaching, manner },
            discount,
            strict,
            limit_factor,
            limit_margin,
        };
        let inner = prepared.inner().clone();
        let split = split_number(inner.dataset(), split).map_err(raise)?;
        let grid = grid_of(inner.dataset()).map_err(raise)?;
        let look = look(grid.lexicon());
        let painter = Painter::new(look.clone(), grid.setting().max_object_size).map_err(raise)?;
        let env = py.detach(|| VectorEnv::new(inner.dataset(), split, count, autoreset, settings));
        let env = env.map_err(raise)?;
        let arrays = Arrays::new(py, &env)?;
        Ok(Self { inner, split, env, arrays, actions: Vec::with_capacity(count), look, painter })
    }

    /// The arrays, by name; they are written at every reset and step.
    #[getter]
    fn arrays<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.arrays.by_name(py)
    }

    /// The numbers of the words of commands.
    #[getter]
    fn vocabulary(&self) -> Vocabulary {
        Vocabulary(self.env.commands().clone())
    }

    /// Begins new episodes: where `mask` says so, of these `items` or else of the next ones.
    #[pyo3(signature = (seed=None, items=None, mask=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: Option<u64>,
        items: Option<Vec<u64>>,
        mask: Option<Vec<bool>>,
    ) -> PyResult<()> {
        let len = self.inner.split(self.split)?.len;
        if let Some(item) = items.iter().flatten().find(|&&item| item >= len) {
            return Err(raise(format_args!("there is no item {item}: the split has {len}")));
        }
        let mut lent = self.arrays.lend(py)?;
        let (slices, states) = lent.slices()?;
        let (env, dataset) = (&mut self.env, self.inner.dataset());
        py.detach(|| {
            let reset = Reset { seed, items: items.as_deref(), mask: mask.as_deref() };
            let done = env.reset(dataset, reset, slices);
            states.read(env);
            done
        })
        .map_err(raise)
    }

    /// Carries out one action in every environment.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i64>) -> PyResult<()> {
        self.actions.clear();
        for (number, &action) in actions.as_slice().map_err(raise)?.iter().enumerate() {
            let known = usize::try_from(action).ok().and_then(|action| Action::ALL.get(action));
            let Some(&known) = known else { return Err(no_action(action, number)) };
            self.actions.push(known as u8);
        }
        let mut lent = self.arrays.lend(py)?;
        let (slices, states) = lent.slices()?;
        let (env, dataset, actions) = (&mut self.env, self.inner.dataset(), &self.actions);
        py.detach(|| {
            let done = env.step(dataset, actions, slices);
            states.read(env);
            done
        })
        .map_err(raise)
    }

    /// The identity of an item of the split.
    fn id(&self, py: Python<'_>, index: u64) -> PyResult<String> {
        let grid = grid_of(self.inner.dataset()).map_err(raise)?;
        py.detach(|| Ok(grid.grid_items().make(self.split, index).map_err(raise)?.id.to_string()))
    }

    /// The world of an environment as pixels, `[height, width, 3]`.
    fn pixels<'py>(&mut self, py: Python<'py>, number: usize) -> PyResult<Bound<'py, PyArray3<u8>>> {
        let world = episode(&self.env, number)?.world();
        let side = usize::from(world.side()) * CELL_PIXELS;
        let palette: Vec<[u8; 3]> =
            self.painter.palette().iter().map(|colour| [colour.red, colour.green, colour.blue]).collect();
        let pixels = self.painter.paint(world).map_err(raise)?.iter();
        let colours = pixels.map(|&number| palette.get(usize::from(number)).copied().unwrap_or_default());
        PyArray1::from_vec(py, colours.flatten().collect()).reshape([side, side, 3])
    }

    /// The world of an environment as text, under this title.
    fn text(&self, number: usize, title: &str) -> PyResult<String> {
        let world = episode(&self.env, number)?.world();
        Ok(text(&GridScene::new(world, &self.look).title(title), false))
    }
}

fn episode(env: &VectorEnv, number: usize) -> PyResult<&Episode> {
    let unbegun = || raise(format_args!("environment {number} plays nothing yet: reset it first"));
    env.episode(number).ok_or_else(unbegun)
}

fn no_action(action: i64, environment: usize) -> PyErr {
    let names = Action::ALL.iter().enumerate().map(|(number, action)| format!("{number} {}", action.name()));
    let names = names.collect::<Vec<_>>().join(", ");
    raise(format_args!("action {action} of environment {environment} does not exist: {names}"))
}

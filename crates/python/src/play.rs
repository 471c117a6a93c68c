//! Commands carried out in conversation.

use pyo3::prelude::*;
use wampimuk_batch::grid_of;
use wampimuk_grid::Action;
use wampimuk_play::{End, Settings, Speech, Stand};
use wampimuk_prompt::PromptForm;

use crate::error::raise;
use crate::prepared::Prepared;

/// A command that is being carried out in conversation.
#[pyclass(module = "wampimuk._native")]
pub(crate) struct Play {
    play: wampimuk_play::Play,
    /// The identity of the item.
    #[pyo3(get)]
    id: String,
    /// The right actions.
    #[pyo3(get)]
    answer: Vec<&'static str>,
}

#[pymethods]
impl Play {
    /// An item of a split, before the first turn.
    #[new]
    #[pyo3(signature = (prepared, split, index, *, form="coordinates", sight=None, turns=None, moves=None, tools=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
    fn new(
        py: Python<'_>,
        prepared: &Prepared,
        split: usize,
        index: u64,
        form: &str,
        sight: Option<u8>,
        turns: Option<u32>,
        moves: Option<u32>,
        tools: bool,
    ) -> PyResult<Self> {
        let inner = prepared.inner();
        let family = grid_of(inner.dataset()).map_err(raise)?;
        let known = PromptForm::of(inner.dataset());
        let form = PromptForm::from_name(form).filter(|form| known.contains(form));
        let names = || known.iter().map(|form| form.name()).collect::<Vec<_>>().join(", ");
        let form =
            form.ok_or_else(|| raise(format_args!("there is no such form (there are {})", names())))?;
        if turns == Some(0) || moves == Some(0) {
            return Err(raise("`turns` and `moves` are at least 1"));
        }
        let speech = if tools { Speech::Tools } else { Speech::Text };
        py.detach(|| {
            let stand = Stand::new(family, Settings { form, sight, turns, moves, speech });
            let mut items = family.grid_items();
            let item = items.make(split, index).map_err(raise)?;
            let play = stand.begin(item).map_err(raise)?;
            let answer = item.example.actions.iter().map(|action| action.name()).collect();
            Ok(Self { play, id: item.id.to_string(), answer })
        })
    }

    /// What the agent is told first.
    #[getter]
    fn opening(&self) -> &str {
        self.play.opening()
    }

    /// What the agent sees now.
    fn view(&self) -> String {
        self.play.view()
    }

    /// Takes a turn with what the agent said; what it is told next, or nothing if that was the end.
    fn say(&mut self, py: Python<'_>, text: &str) -> Option<String> {
        py.detach(|| self.play.say(text))
    }

    /// Takes a turn with these actions.
    #[expect(clippy::needless_pass_by_value, reason = "Python's lists become vectors")]
    fn act(&mut self, actions: Vec<String>) -> PyResult<Option<String>> {
        let read = |name: &String| {
            Action::from_name(name).ok_or_else(|| {
                let known = Action::ALL.map(Action::name).join(", ");
                raise(format_args!("`{name}` is no action (there are {known})"))
            })
        };
        let actions: Vec<Action> = actions.iter().map(read).collect::<PyResult<_>>()?;
        Ok(self.play.act(&actions))
    }

    /// Takes a turn in which the agent says that it is done.
    fn finish(&mut self) {
        self.play.finish();
    }

    /// How it ended, in words; `None` if it goes on.
    #[getter]
    fn end(&self) -> Option<&'static str> {
        self.play.end().map(End::name)
    }

    /// Whether the command is carried out.
    #[getter]
    fn fulfilled(&self) -> bool {
        self.play.is_fulfilled()
    }

    /// All actions that the agent asked for.
    #[getter]
    fn actions(&self) -> Vec<&'static str> {
        self.play.actions().iter().map(|action| action.name()).collect()
    }

    /// How many turns were taken.
    #[getter]
    fn turns(&self) -> u32 {
        self.play.turns()
    }

    /// How many turns are left.
    #[getter]
    fn turns_left(&self) -> u32 {
        self.play.turns_left()
    }
}

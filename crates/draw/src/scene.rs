//! What to draw.

use std::borrow::Cow;

use wampimuk_grid::{Action, Simulation, World};

use crate::link::Link;
use crate::{Appearance, DrawError, Shade};

/// A world and what is to be shown of it.
///
/// The optional parts are added one by one. Those that could contradict the world (a target that does not exist,
/// attention for another grid) are checked when they are added, so that drawing itself cannot fail.
#[derive(Clone, Debug)]
pub struct GridScene<'a> {
    pub(crate) world: &'a World,
    pub(crate) look: &'a Appearance,
    pub(crate) title: Option<Cow<'a, str>>,
    pub(crate) captions: Vec<Cow<'a, str>>,
    pub(crate) target: Option<usize>,
    /// What each object is marked with; none where no object is.
    pub(crate) marks: Vec<Mark>,
    pub(crate) links: Vec<Link>,
    pub(crate) agent: bool,
    pub(crate) has_legend: bool,
    /// Whether there is a frame around the grid.
    pub(crate) has_frame: bool,
    /// Whether heavy objects are told from light ones.
    pub(crate) weighs: bool,
    pub(crate) path: Option<&'a [Action]>,
    pub(crate) predicted: Option<&'a [Action]>,
    /// The weights and the largest of them.
    pub(crate) attention: Option<(&'a [f32], f32)>,
    /// The words that are looked at, and the weights on them; none at a moment that has no weights.
    pub(crate) words: Option<(&'a [String], &'a [f32])>,
    pub(crate) frame: Option<&'a Simulation>,
    pub(crate) status: Option<String>,
}

/// What an object is marked with.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mark {
    pub shade: Option<Shade>,
    pub tag: Option<String>,
}

impl Mark {
    /// What stands in the corner of the object's cell. What is there at random is common and needs no letter.
    pub fn text(&self) -> Option<String> {
        let lettered = self.shade.filter(|&shade| shade != Shade::Random);
        self.tag.clone().or_else(|| lettered.map(|shade| shade.letter().to_string()))
    }
}

impl<'a> GridScene<'a> {
    /// A world and nothing else.
    pub fn new(world: &'a World, look: &'a Appearance) -> Self {
        Self {
            world,
            look,
            title: None,
            captions: Vec::new(),
            target: None,
            marks: Vec::new(),
            links: Vec::new(),
            agent: true,
            has_legend: true,
            has_frame: true,
            weighs: false,
            path: None,
            predicted: None,
            attention: None,
            words: None,
            frame: None,
            status: None,
        }
    }

    /// A title above the grid: the command, say.
    #[must_use]
    pub fn title(mut self, title: impl Into<Cow<'a, str>>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// One more paragraph below the grid: the actions, say.
    #[must_use]
    pub fn caption(mut self, caption: impl Into<Cow<'a, str>>) -> Self {
        self.captions.push(caption.into());
        self
    }

    /// Rings object number `target`.
    pub fn target(mut self, target: usize) -> Result<Self, DrawError> {
        self.check(target)?;
        self.target = Some(target);
        Ok(self)
    }

    /// Shades the ground of object number `object` by the part it plays; a legend says what the shades mean.
    pub fn shade(mut self, object: usize, shade: Shade) -> Result<Self, DrawError> {
        self.mark(object)?.shade = Some(shade);
        Ok(self)
    }

    /// Puts a short text such as `D1` on object number `object`, in place of the letter of its shade.
    pub fn tag(mut self, object: usize, tag: impl Into<String>) -> Result<Self, DrawError> {
        self.mark(object)?.tag = Some(tag.into());
        Ok(self)
    }

    /// Draws a dashed line between two objects, with a label such as `same row`. Where there is no room for the labels,
    /// they are numbers that the legend explains.
    pub fn link(mut self, from: usize, to: usize, label: impl Into<String>) -> Result<Self, DrawError> {
        self.check(from)?;
        self.check(to)?;
        if from == to {
            return Err(DrawError::Loop(from));
        }
        self.links.push(Link { from, to, label: label.into() });
        Ok(self)
    }

    /// Leaves the agent out.
    #[must_use]
    pub fn without_agent(mut self) -> Self {
        self.agent = false;
        self
    }

    /// Leaves out the legend.
    #[must_use]
    pub fn without_legend(self) -> Self {
        Self { has_legend: false, ..self }
    }

    /// Leaves out the frame around the grid.
    #[must_use]
    pub fn without_frame(self) -> Self {
        Self { has_frame: false, ..self }
    }

    /// Gives heavy objects a thick outline.
    #[must_use]
    pub fn weighed(self) -> Self {
        Self { weighs: true, ..self }
    }

    /// Draws the way these actions lead: a solid line, thick where something is pushed or pulled.
    #[must_use]
    pub fn path(mut self, actions: &'a [Action]) -> Self {
        self.path = Some(actions);
        self
    }

    /// Draws a second way beside the first, dashed.
    #[must_use]
    pub fn predicted(mut self, actions: &'a [Action]) -> Self {
        self.predicted = Some(actions);
        self
    }

    /// Shades the cells: one weight for each, row by row. The largest weight has the darkest shade; weights that are
    /// negative or not finite count as 0.
    pub fn attention(mut self, weights: &'a [f32]) -> Result<Self, DrawError> {
        let expected = usize::from(self.world.side()).pow(2);
        if weights.len() != expected {
            return Err(DrawError::Attention { expected, found: weights.len() });
        }
        let most = weights.iter().fold(0.0, |most: f32, &weight| most.max(sane(weight)));
        self.attention = Some((weights, most));
        Ok(self)
    }

    /// Words above the grid, shaded by these weights; with no weights at all they are only written.
    pub fn words(mut self, words: &'a [String], weights: &'a [f32]) -> Result<Self, DrawError> {
        if !weights.is_empty() && weights.len() != words.len() {
            return Err(DrawError::Words { expected: words.len(), found: weights.len() });
        }
        self.words = Some((words, weights));
        Ok(self)
    }

    /// Draws the agent and the objects where they are at some moment of a run. Paths still start in the scene's world.
    pub fn frame(mut self, run: &'a Simulation) -> Result<Self, DrawError> {
        let (expected, found) = (self.world.side(), run.world().side());
        if expected != found {
            return Err(DrawError::Frame { expected, found });
        }
        self.frame = Some(run);
        Ok(self)
    }

    fn check(&self, target: usize) -> Result<(), DrawError> {
        let objects = self.world.objects().len();
        if target < objects { Ok(()) } else { Err(DrawError::Target { target, objects }) }
    }

    fn mark(&mut self, object: usize) -> Result<&mut Mark, DrawError> {
        self.check(object)?;
        self.marks.resize_with(self.world.objects().len(), Mark::default);
        Ok(&mut self.marks[object])
    }

    /// The shade of an object, if it has one.
    pub(crate) fn role(&self, object: usize) -> Option<Shade> {
        self.marks.get(object).and_then(|mark| mark.shade)
    }

    /// The world at the moment that is drawn.
    pub(crate) fn now(&self) -> &World {
        self.frame.map_or(self.world, Simulation::world)
    }

    /// The attention to a cell, between 0 and 1.
    pub(crate) fn weight(&self, cell: usize) -> f32 {
        let Some((weights, most)) = self.attention else { return 0.0 };
        if most > 0.0 { weights.get(cell).map_or(0.0, |&weight| sane(weight) / most) } else { 0.0 }
    }

    /// A description for those who cannot see the picture.
    pub(crate) fn label(&self) -> String {
        let side = self.world.side();
        let title = self.title.as_deref().map(|title| format!("{title}: ")).unwrap_or_default();
        format!("{title}a grid of {side}×{side} cells with {} objects", self.world.objects().len())
    }
}

/// A weight that can be drawn.
pub(crate) fn sane(weight: f32) -> f32 {
    if weight.is_finite() { weight.max(0.0) } else { 0.0 }
}

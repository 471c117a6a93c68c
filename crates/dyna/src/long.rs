//! Long stories, told by who knows where the needed lines are to lie.
//!
//! Nothing is woven together afterwards: a story of any length happens in one world, with the same people, objects and
//! kinds of events from the first line to the last. A *plot* is a list of steps, each of which is a line that the answer will
//! need, at a depth drawn on its own. Until its step everybody is free; from then on they do nothing that would
//! make the line useless, and everything else. Other plots of the same kinds, for which nobody asks, go on beside it, so
//! whoever is kept still is not the one who is asked for.
//!
//! What the teller intends is not believed: the answer and all its supports are derived from the whole story, and a
//! story whose question needs other lines than intended is told anew.

mod asides;
mod plot;
mod stage;

use wampimuk_babi::Kind;
use wampimuk_core::{RecipeError, Role, Stream};
use wampimuk_story::{Cast, Knowledge, Lexicon, Prover, Story, Wording};

pub use self::asides::{Aside, AsideSource};
use self::plot::{Outcome, Plot, Shape, Wanted};
use self::stage::Stage;
use crate::ask::KINDS;
use crate::choice::Weights;
use crate::maker::{Gate, Manner, Proved, features, prove};
use crate::recipe::{Asking, Condition, Part};
use crate::scheme::StoryScheme;
use crate::teller::EventWeights;

/// How many stories are told before a question is called impossible.
const TRIES: usize = 100;

/// The longest stories, in words and in characters. A story of this length takes some 250 MB while it is told.
const MOST_WORDS: u32 = 4 << 20;
const MOST_CHARACTERS: u32 = 16 << 20;

/// Long stories need people and objects besides those that plots keep still.
const LEAST: [(&str, usize); 3] = [("people", 8), ("objects", 8), ("places", 5)];

/// How a part's long stories are told.
#[derive(Clone, Debug)]
pub struct LongScheme {
    length: usize,
    measure: fn(&str) -> usize,
    depth: [f64; 2],
    decoys: u32,
    /// What is told beside the story.
    pub asides: Option<AsideSource>,
}

/// A long story that was told.
#[derive(Clone, Debug)]
pub struct LongStory {
    /// The story.
    pub story: Story,
    /// How each sentence is put.
    pub wordings: Vec<Wording>,
    /// What is told beside it.
    pub asides: Vec<Aside>,
    /// The question, with its proof.
    pub proved: Proved,
}

fn words(text: &str) -> usize {
    text.split_whitespace().count()
}

fn characters(text: &str) -> usize {
    text.chars().count() + 1
}

/// The kinds and shapes that a filter leaves, with the answer where one is chosen.
fn shapes(telling: &EventWeights, filter: Option<&Condition>, kind: Kind) -> Vec<(Shape, Option<Wanted>)> {
    if filter.is_some_and(|filter| !filter.may_have(kind, 0)) {
        return Vec::new();
    }
    let answers: &[Option<Wanted>] = match kind {
        Kind::YesNo => &[Some(Wanted::Yes), Some(Wanted::No), Some(Wanted::Maybe)],
        _ => &[None],
    };
    let fits = |shape: Shape| {
        let size = shape.supports();
        filter.is_none_or(|filter| filter.may_have_support(size, size))
    };
    let of_kind = Shape::of(kind).iter().copied().filter(|&shape| fits(shape));
    let all = of_kind.flat_map(|shape| answers.iter().map(move |&wanted| (shape, wanted)));
    all.filter(|(shape, wanted)| shape.is_possible(stage::vague(telling), *wanted)).collect()
}

impl LongScheme {
    /// Prepares the long stories of a part; `None` if it tells no long ones.
    pub(crate) fn new(
        part: &Part,
        lexicon: &Lexicon,
        cast: Cast,
        telling: &EventWeights,
        asks: &Weights<7>,
    ) -> Result<Option<LongScheme>, RecipeError> {
        let Some(long) = &part.long else { return Ok(None) };
        let wrong = |what: &str| RecipeError::new(format!("part `{}`, long: {what}", part.name));
        let usual = Part::named("");
        let rhythm = |part: &Part| (part.questions, part.before, part.step, part.chance, part.overshoot);
        if rhythm(part) != rhythm(&usual)
            || part.asking != Asking::default()
            || !part.inject.is_empty()
            || part.rephrase
            || part.max_tokens.is_some()
        {
            return Err(wrong("a long story has one question at its end").hint(
                "leave out `questions`, `before`, `step`, `chance`, `overshoot`, `asking`, `inject`, `rephrase`, `max_tokens`",
            ));
        }
        let (length, measure, most): (u32, fn(&str) -> usize, u32) = match (long.words, long.characters) {
            (Some(length), None) => (length, words, MOST_WORDS),
            (None, Some(length)) => (length, characters, MOST_CHARACTERS),
            _ => return Err(wrong("either `words` or `characters`").hint("such as `words = 4096`")),
        };
        if !(1..=most).contains(&length) {
            return Err(wrong(&format!("a length of {length}")).hint(format!("from 1 to {most}")));
        }
        let [from, to] = long.depth;
        if !(0.0 <= from && from < to && to <= 1.0) {
            return Err(wrong(&format!("`depth` is [{from}, {to}]")).hint("ascending, from 0 to 1"));
        }
        if long.decoys > 8 {
            return Err(wrong(&format!("`decoys` is {}", long.decoys)).hint("at most 8"));
        }
        for ((kind, least), count) in
            LEAST.into_iter().zip([cast.people(), cast.objects(), cast.places().len()])
        {
            if count < least {
                return Err(wrong(&format!("{count} {kind}")).hint(format!("at least {least}, in `words`")));
            }
        }
        let [go, grab, drop, give, coref, _, compound, ..] = telling.actions.all();
        if coref + compound > 0 {
            return Err(wrong("`coref` and `compound` are told").hint(
                "leave them out: a pronoun and the line that explains it lie side by side, whatever their depth",
            ));
        }
        if [go, grab, drop, give].contains(&0) {
            return Err(wrong("`move`, `grab`, `drop` and `give` need some weight in `actions`"));
        }
        let filters: Vec<Option<&Condition>> =
            if part.filters.is_empty() { vec![None] } else { part.filters.iter().map(Some).collect() };
        for (number, filter) in (1..).zip(filters) {
            let asked = KINDS.into_iter().zip(asks.all()).filter(|(_, weight)| *weight > 0);
            if asked.flat_map(|(kind, _)| shapes(telling, filter, kind)).next().is_none() {
                return Err(wrong(&format!("filter {number} lets no question pass that long stories have")).hint(
                    "supports: where_person and yes_no 1 to 3, where_object 2 to 4, where_was_object 3, counting and list 4, giving 1",
                ));
            }
        }
        let asides = long.asides.as_ref().map(|asides| AsideSource::new(asides, lexicon)).transpose()?;
        Ok(Some(LongScheme {
            length: length as usize,
            measure,
            depth: long.depth,
            decoys: long.decoys,
            asides,
        }))
    }

    /// Tells a story whose question passes and that may be told to a role.
    pub(crate) fn tell(
        &self,
        scheme: &StoryScheme,
        manner: Manner,
        gate: &Gate<'_>,
        role: Role,
        there: u32,
        stream: &mut Stream,
    ) -> Option<LongStory> {
        (0..TRIES).find_map(|_| self.attempt(scheme, manner, gate, role, there, stream))
    }

    fn attempt(
        &self,
        scheme: &StoryScheme,
        manner: Manner,
        gate: &Gate<'_>,
        role: Role,
        there: u32,
        stream: &mut Stream,
    ) -> Option<LongStory> {
        let possible = |number: usize| !shapes(&scheme.telling, gate.filter, KINDS[number]).is_empty();
        let kind =
            KINDS[scheme.asks.draw_among((0..KINDS.len()).filter(|&number| possible(number)), stream)?];
        let (shape, wanted) = draw_shape(shapes(&scheme.telling, gate.filter, kind), stream)?;
        let mut stage =
            Stage::new(scheme.cast, &scheme.lexicon, &scheme.telling, self.measure, there, stream);
        let mut plots = vec![Plot::new(kind, shape, wanted, self.depth, stream)];
        for _ in 0..self.decoys {
            let kind = *stream.choose(&[Kind::WherePerson, Kind::WhereObject]);
            let (shape, _) = draw_shape(shapes(&scheme.telling, None, kind), stream)?;
            plots.push(Plot::new(kind, shape, None, self.depth, stream));
        }
        plots[0].begin(&mut stage, stream)?;
        let asides = self.run(&mut stage, &mut plots, stream)?;
        let question = plots[0].question(&stage, stream)?;
        let Stage { story, wordings, .. } = stage;
        let known = Knowledge::of(&story, manner.rules).ok()?;
        let mut prover = Prover::new(manner.rules, manner.style, manner.steps);
        let proved = prove(&story, &known, question, 0, manner.ambiguous, &mut prover)?;
        if !proved.supports.complete || proved.supports.minimal.first()?.len() != shape.supports() {
            return None;
        }
        self.named(scheme, LongStory { story, wordings, asides, proved }, gate, role, stream)
    }

    /// Tells a story to its end; the first plot is done then.
    fn run(&self, stage: &mut Stage<'_>, plots: &mut [Plot], stream: &mut Stream) -> Option<Vec<Aside>> {
        let mut teller = self.asides.as_ref().map(|source| source.begin(stream));
        let mut asides = Vec::new();
        while stage.length < self.length || !plots[0].is_done() {
            let depth = stage.length as f64 / self.length as f64;
            let told = plots.iter_mut().any(|plot| {
                !plot.is_hopeless() && !matches!(plot.proceed(depth, stage, stream), Outcome::Wait)
            });
            if told {
                continue;
            }
            if plots[0].is_hopeless() {
                return None;
            }
            let aside = teller.as_mut().and_then(|teller| teller.next(stage.story.len(), stream));
            match aside {
                Some(aside) => {
                    stage.lengthen(&aside.text);
                    asides.push(aside);
                }
                None if stage.happen(stream) => {}
                None => return None,
            }
        }
        Some(asides)
    }

    /// Exchanges names until the story begins as those of its role do.
    fn named(
        &self,
        scheme: &StoryScheme,
        long: LongStory,
        gate: &Gate<'_>,
        role: Role,
        stream: &mut Stream,
    ) -> Option<LongStory> {
        let LongStory { mut story, wordings, asides, mut proved } = long;
        let names = (0..8).find_map(|_| scheme.openings.rename(&mut story, role, stream))?;
        proved.question = names.question(proved.question);
        proved.answer = names.answer(&proved.answer);
        let text = scheme.lexicon.answer(&proved.answer);
        gate.holds(&features(&proved, Some(&text))).then_some(LongStory { story, wordings, asides, proved })
    }
}

/// Draws a shape: the answer first, then a number of needed lines, then one of the shapes that have it.
fn draw_shape(
    mut shapes: Vec<(Shape, Option<Wanted>)>,
    stream: &mut Stream,
) -> Option<(Shape, Option<Wanted>)> {
    let mut answers: Vec<Option<Wanted>> = Vec::new();
    for (_, wanted) in &shapes {
        if !answers.contains(wanted) {
            answers.push(*wanted);
        }
    }
    if answers.is_empty() {
        return None;
    }
    let answer = *stream.choose(&answers);
    shapes.retain(|(_, wanted)| *wanted == answer);
    let mut sizes: Vec<usize> = shapes.iter().map(|(shape, _)| shape.supports()).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let size = *stream.choose(&sizes);
    shapes.retain(|(shape, _)| shape.supports() == size);
    // one of two places is half of the answer: that is asked less often
    let mut often: Vec<(Shape, Option<Wanted>)> = Vec::new();
    for &shape in &shapes {
        often.extend(std::iter::repeat_n(shape, if shape.0.tells_half() { 1 } else { 3 }));
    }
    Some(*stream.choose(&often))
}

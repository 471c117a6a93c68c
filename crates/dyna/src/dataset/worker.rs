//! Makes the stories of a dataset and writes their questions.

use wampimuk_babi::Question;
use wampimuk_core::{ItemError, Items, Role, Sink, Stream, StreamKey};

use super::Stories;
use super::probe::rarer_than;
use crate::family::StoryItems;
use crate::maker::{Gate, StoryMaker};
use crate::narrative::{Narrative, wordings};
use crate::plan::{Run, find, missing};
use crate::recipe::Part;
use crate::scheme::{Scheme, Source, StoryScheme};

/// Makes stories and questions, one after another.
#[derive(Debug)]
pub struct Worker<'a> {
    pub(super) stories: &'a Stories,
    pub(super) makers: Vec<Option<StoryMaker<'a>>>,
    /// The story that was made last, by split, run and number: its next question is often asked for next.
    pub(super) last: Option<((usize, usize, u64), Narrative)>,
    /// The key of the run that it is from.
    pub(super) key: Option<((usize, usize), StreamKey)>,
}

impl Worker<'_> {
    /// Story number `story` of a run.
    pub(super) fn tell(&mut self, split: usize, run: usize, story: u64) -> Result<&Narrative, ItemError> {
        let address = (split, run, story);
        if self.last.as_ref().is_none_or(|(last, _)| *last != address) {
            let narrative =
                self.narrate(split, run, story).ok_or_else(|| self.too_rare(split, run, story))?;
            self.last = Some((address, narrative));
        }
        match &self.last {
            Some((_, narrative)) => Ok(narrative),
            None => Err(ItemError::OutOfRange { split: String::new(), index: story, len: 0 }),
        }
    }

    /// The error for a story that was not found.
    fn too_rare(&self, split: usize, run: usize, story: u64) -> ItemError {
        let stories = self.stories;
        let part = &stories.schemes[stories.plans[split].runs[run].part].part;
        let Part { name, tries, .. } = part;
        let reason = format!(
            "none of {tries} stories of part `{name}` has a question that passes the filters: {}. Widen the filters, or raise `tries`",
            rarer_than(*tries)
        );
        ItemError::Impossible { split: stories.infos[split].name.clone(), index: story, reason }
    }

    /// How many questions a story has.
    pub(super) fn count(&mut self, split: usize, run: usize, story: u64) -> Option<usize> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let Run { part: number, .. } = plan.runs[run];
        let Scheme { part, source } = &stories.schemes[number];
        match (source, part.max_tokens) {
            (Source::Story(_), None) => {
                let mut stream = self.stream(split, run, story);
                let gate = stories.story_gate(plan, run, story);
                self.makers[number].as_mut()?.count(&gate, plan.role, &mut stream)
            }
            _ => Some(self.tell(split, run, story).ok()?.told.solutions.len()),
        }
    }

    /// The stream of a story. The key of its run is found once for many stories.
    fn stream(&mut self, split: usize, run: usize, story: u64) -> Stream {
        let key = match &self.key {
            Some((address, key)) if *address == (split, run) => key,
            _ => {
                let plan = &self.stories.plans[split];
                &self.key.insert(((split, run), self.stories.key(plan, &plan.runs[run]))).1
            }
        };
        key.stream(story)
    }

    fn narrate(&mut self, split: usize, run_number: usize, story: u64) -> Option<Narrative> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let gate = stories.story_gate(plan, run_number, story);
        let run = &plan.runs[run_number];
        let Scheme { part, source } = &stories.schemes[run.part];
        let mut stream = self.stream(split, run_number, story);
        let mut narrative = match source {
            Source::Story(_) if run.released.is_some() => {
                let filled = run.released.as_ref()?;
                let first = run.rows.first(story);
                Narrative::of_claims(&filled.story(first as usize)?, filled.lexicon())
            }
            Source::World(toy) => toy.tell(&gate, plan.role, &mut stream)?,
            Source::Story(scheme) => {
                let maker = self.makers[run.part].as_mut()?;
                let there = (stories.recipe.generate.words.there * 10_000.0).round() as u32;
                tell_story(scheme, maker, &gate, plan.role, there, &mut stream)?
            }
        };
        if let Some(most) = part.max_tokens {
            narrative.trim(most as usize);
        }
        if let Some(relexicon) = &stories.relexicon {
            narrative.told.passage = relexicon.apply_to(&narrative.told.passage);
            for solution in &mut narrative.told.solutions {
                solution.answer = relexicon.apply(&solution.answer);
            }
        }
        Some(narrative)
    }
}

fn tell_story(
    scheme: &StoryScheme,
    maker: &mut StoryMaker<'_>,
    gate: &Gate<'_>,
    role: Role,
    there: u32,
    stream: &mut Stream,
) -> Option<Narrative> {
    if let Some(long) = &scheme.long {
        let told = long.tell(scheme, maker.manner(), gate, role, there, stream)?;
        return Some(Narrative::of_long(&told, &scheme.lexicon));
    }
    let (story, asked) = maker.make(gate, role, stream)?;
    let wordings = wordings(story, &scheme.lexicon, there, stream);
    Some(Narrative::of_story(story, asked, &wordings, &scheme.lexicon))
}

impl StoryItems for Worker<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<Question<'_>, ItemError> {
        let Stories { infos, plans, schemes, .. } = self.stories;
        let (plan, origin) = find(infos, plans, split, index)?;
        let task = &schemes[plan.runs[origin.run].part].part.name;
        let at = plan.address(split, index, origin, task);
        let narrative = self.tell(split, origin.run, origin.story)?;
        narrative.question(at, origin.question).ok_or_else(|| missing(&infos[split].name, index))
    }

    fn story(&mut self, split: usize, story: u64) -> Result<(Narrative, &str), ItemError> {
        let stories = self.stories;
        let plan = &stories.plans[split];
        let (run, number) = plan.story(story).ok_or_else(|| ItemError::OutOfRange {
            split: stories.infos[split].name.clone(),
            index: story,
            len: plan.stories(),
        })?;
        self.tell(split, run, number)?;
        // whoever wants whole stories goes on with another one
        let (_, mut narrative) =
            self.last.take().ok_or_else(|| missing(&stories.infos[split].name, story))?;
        let rows = plan.runs[run].rows.of(number);
        if let Some(last) = rows.checked_sub(1).and_then(|last| narrative.told.solutions.get(last)) {
            let keep = last.line;
            narrative.told.passage.lines.truncate(keep);
            narrative.symbols.truncate(keep);
            narrative.told.solutions.truncate(rows);
        }
        Ok((narrative, &stories.schemes[plan.runs[run].part].part.name))
    }
}

impl Items for Worker<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let columns = &self.stories.columns;
        columns.write(&self.make(split, index)?, sink);
        Ok(())
    }
}

//! Stories as whole stories: bAbI text, formulas, SQuAD, and the lines of the Dyna-bAbI kit.
//!
//! Chunks of stories are told in parallel and written in order. A limit is one of questions: the story in which it is
//! reached is cut after that question.

use std::collections::BTreeMap;
use std::io::Write;
use std::ops::Range;

use wampimuk_babi::text::Spacing;
use wampimuk_babi::{Asked, Line, Passage};
use wampimuk_core::{SplitInfo, Watch, ordered};
use wampimuk_dataset::stories::{
    SquadWriter, StoryHead, StoryWriteError, write_events, write_prompts, write_text,
};
use wampimuk_dyna::plan::splits;
use wampimuk_dyna::recipe::Part;
use wampimuk_dyna::scheme::world_of;
use wampimuk_dyna::{Narrative, Recipe, StoryFamily, StoryItems};
use wampimuk_families::Dataset;
use wampimuk_story::Lexicon;

use crate::error::Error;
use crate::format::Format;
use crate::plan::ItemRange;
use crate::shards::stories_at_once;

/// Stories told by one worker at a time.
const CHUNK: u64 = 128;

/// How the stories of some splits are written.
pub struct StoryWriter<'d> {
    family: &'d dyn StoryFamily,
    format: Format,
    portions: &'d [ItemRange],
    /// What opens a file of SQuAD.
    version: String,
    /// For each split of the dataset, what stands before an answer.
    spacings: Vec<Spacing>,
    /// The words of each part, where a format needs them.
    lexicons: BTreeMap<String, Lexicon>,
}

/// A story as it is written.
pub struct WrittenStory {
    /// How many questions it has.
    pub questions: u64,
    /// Its bytes; none if it has no question.
    pub bytes: Vec<u8>,
}

impl<'d> StoryWriter<'d> {
    /// Prepares to write; refuses stories that have no form in this format.
    pub fn new(format: Format, portions: &'d [ItemRange], dataset: &'d dyn Dataset) -> Result<Self, Error> {
        let family = dataset.contents().stories().ok_or_else(|| format.unsupported(dataset))?;
        let recipe = family.recipe();
        let plans = splits(recipe).map_err(|error| Error::Request(error.to_string()))?;
        let parts = |split: usize| {
            let runs = plans.get(split).map_or(&[][..], |(_, plan)| &plan.runs);
            runs.iter().filter_map(|run| recipe.generate.parts.get(run.part))
        };
        let mut lexicons = BTreeMap::new();
        if format == Format::KitEvents {
            for part in portions.iter().flat_map(|portion| parts(portion.split)) {
                check_events(part, recipe)?;
                let solver = family.solver(&part.name).unwrap_or_default();
                lexicons.insert(part.name.clone(), solver.lexicon);
            }
        }
        let spacing = |split: usize| {
            let mut tasks = parts(split).map(|part| part.task);
            match (tasks.next(), tasks.next()) {
                (Some(Some(task)), None) => Spacing::published(usize::from(task)),
                _ => Spacing::Tab,
            }
        };
        let spacings = (0..plans.len()).map(spacing).collect();
        let version = format!("{} {} seed {}", dataset.family(), dataset.digest(), dataset.seed());
        Ok(Self { family, format, portions, version, spacings, lexicons })
    }

    /// How many stories a split has.
    pub fn stories(&self, split: usize) -> u64 {
        self.family.stories(split)
    }

    /// A worker that tells the stories; each thread has one.
    pub fn teller(&self) -> Box<dyn StoryItems + 'd> {
        self.family.story_items()
    }

    fn info(&self, split: usize) -> &'d SplitInfo {
        &self.family.splits()[split]
    }

    /// How many stories have this many questions, if they are like the others of their split.
    fn expected(&self, split: usize, questions: u64) -> u64 {
        let [stories, questions, all] =
            [self.stories(split), questions, self.info(split).len].map(u128::from);
        u64::try_from((stories * questions).div_ceil(all.max(1))).unwrap_or(u64::MAX).max(1)
    }

    /// Tells a story, up to this many questions.
    pub fn tell(
        &self,
        teller: &mut dyn StoryItems,
        split: usize,
        story: u64,
        most: u64,
    ) -> Result<WrittenStory, Error> {
        let (mut narrative, part) = teller.story(split, story)?;
        cut(&mut narrative, most);
        let questions = narrative.told.solutions.len() as u64;
        let mut bytes = Vec::new();
        if questions > 0 {
            self.write(&narrative, part, split, story, &mut bytes)?;
        }
        Ok(WrittenStory { questions, bytes })
    }

    fn write(
        &self,
        narrative: &Narrative,
        part: &str,
        split: usize,
        story: u64,
        out: &mut Vec<u8>,
    ) -> Result<(), Error> {
        let split_name = &*self.info(split).name;
        let id = format!("{split_name}_{story}");
        let head = StoryHead { id: &id, task: part, split: split_name, story };
        let (passage, solutions) = (&narrative.told.passage, &narrative.told.solutions);
        let spacing = self.spacings.get(split).copied().unwrap_or_default();
        let refused = |error: StoryWriteError| {
            let format = self.format.name();
            Error::Request(format!("story {story} of {split_name} cannot be written as {format}: {error}"))
        };
        match self.format {
            Format::Symbolic => write_text(&formulas(narrative), Spacing::Tab, out),
            Format::Squad => SquadWriter::write(passage, solutions, &head, out).map_err(refused)?,
            Format::KitText => write_prompts(passage, solutions, &head, out).map_err(refused)?,
            Format::KitEvents => {
                let lexicon = self.lexicons.get(part);
                let lexicon = lexicon.map_or_else(Lexicon::published, Clone::clone);
                write_events(passage, solutions, &head, &lexicon, out).map_err(refused)?;
            }
            _ => write_text(passage, spacing, out),
        }
        Ok(())
    }
}

/// Events are those of people, objects and places, in words that can be read.
fn check_events(part: &Part, recipe: &Recipe) -> Result<(), Error> {
    let why = if part.task.and_then(world_of).is_some() {
        "are not about people, objects and places: choose other splits with --split"
    } else if recipe.generate.words.relexicon.is_some() || recipe.language.is_some() {
        "have other words, which the kit cannot read"
    } else {
        return Ok(());
    };
    let (format, part) = (Format::KitEvents.name(), &part.name);
    Err(Error::Request(format!("stories of {part} cannot be written as {format}: they {why}")))
}

/// Leaves out the questions after the first few, and what comes after these.
fn cut(narrative: &mut Narrative, most: u64) {
    let solutions = &mut narrative.told.solutions;
    solutions.truncate(usize::try_from(most).unwrap_or(usize::MAX));
    let end = solutions.last().map_or(0, |solution| solution.line);
    narrative.told.passage.lines.truncate(end);
    narrative.symbols.truncate(end);
}

/// A story with formulas in place of its sentences and questions.
fn formulas(narrative: &Narrative) -> Passage {
    let line = |(line, formula): (&Line, &String)| match line {
        Line::Fact(_) => Line::Fact(formula.clone()),
        Line::Question(asked) => Line::Question(Asked { question: formula.clone(), ..asked.clone() }),
    };
    Passage { lines: narrative.told.passage.lines.iter().zip(&narrative.symbols).map(line).collect() }
}

/// Why the work ended before all stories were told.
enum End {
    /// There are enough questions.
    Enough,
    Failed(Error),
}

impl<E: Into<Error>> From<E> for End {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

/// Tells some stories of a split in parallel and hands them over in order, until that says that there are enough.
fn round(
    telling: &StoryWriter<'_>,
    split: usize,
    stories: Range<u64>,
    threads: usize,
    mut take: impl FnMut(u64, WrittenStory) -> Result<bool, Error>,
) -> Result<(), Error> {
    let count = stories.end - stories.start;
    let most = stories_at_once(telling.family).min(CHUNK);
    let chunk = count.div_ceil(threads.max(1) as u64).clamp(1, most);
    let result = ordered(
        threads,
        0..count.div_ceil(chunk),
        || telling.teller(),
        |teller, job| {
            let start = stories.start + job * chunk;
            let tell = |story| Ok((story, telling.tell(&mut **teller, split, story, u64::MAX)?));
            (start..stories.end.min(start + chunk))
                .map(tell)
                .collect::<Result<Vec<(u64, WrittenStory)>, End>>()
        },
        |told| {
            for (story, written) in told {
                if !take(story, written)? {
                    return Err(End::Enough);
                }
            }
            Ok(())
        },
    );
    match result {
        Err(End::Failed(failure)) => Err(failure),
        Err(End::Enough) | Ok(()) => Ok(()),
    }
}

/// Writes the stories of some splits.
pub(super) fn write(
    out: &mut dyn Write,
    telling: &StoryWriter<'_>,
    threads: usize,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let squad = telling.format == Format::Squad;
    if squad {
        let mut opening = Vec::new();
        SquadWriter::begin(&telling.version, &mut opening);
        out.write_all(&opening)?;
    }
    let mut first = true;
    for portion in telling.portions.iter().filter(|portion| portion.items() > 0) {
        let (mut left, mut next) = (portion.items(), 0);
        let all = telling.stories(portion.split);
        // a limit is reached in one or two rounds, with few stories told in vain
        while left > 0 && next < all {
            let stories = next..next + telling.expected(portion.split, left).min(all - next);
            next = stories.end;
            round(telling, portion.split, stories, threads, |story, mut written| {
                if written.questions > left {
                    written = telling.tell(&mut *telling.teller(), portion.split, story, left)?;
                }
                if written.questions > 0 {
                    if squad && !first {
                        out.write_all(SquadWriter::BETWEEN)?;
                    }
                    first = false;
                    out.write_all(&written.bytes)?;
                    left -= written.questions;
                    watch.done(written.questions)?;
                }
                Ok(left > 0)
            })?;
        }
    }
    if squad {
        out.write_all(SquadWriter::END)?;
    }
    Ok(())
}

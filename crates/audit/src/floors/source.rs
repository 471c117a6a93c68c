//! Floors of recipes and files.

use wampimuk_babi::Solved;
use wampimuk_command::{Example, Lexicon, Reading, Semantics};
use wampimuk_source::{
    Choice, Error, Fold, ItemView, Opened, Pass, ReadingOptions, Source, SourceStory, StorySource, open,
};

use super::commands::measure_commands;
use super::stories::{StorySample, measure_stories};
use super::{CommandSample, Extent, Floors};
use crate::shown::{Address, Shown};
use crate::splits::TRAIN;
use crate::stats::keys::Keyer;
use crate::stories::StoryItem;
use crate::stories::keys::item_keys;

/// What readers learn from, and how much of it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Teacher<'a> {
    /// Another dataset than the split `train` of the one that is measured.
    pub learn_from: Option<&'a str>,
    /// How many items are learnt from, and how many are tried.
    pub extent: Extent,
}

/// Measures the floors of some splits, or of all, without looking at more items than are needed: of a recipe, the first ones
/// of each split, which are as good as any.
///
/// # Errors
/// If an item cannot be had, or readers cannot learn from what they are to learn from.
pub fn measure(
    name: &str,
    opened: &Opened,
    splits: &[&str],
    teacher: &Teacher<'_>,
    pass: &Pass<'_>,
) -> Result<Floors, Error> {
    match opened {
        Opened::Commands(source) => {
            let semantics = semantics_of(source, &ReadingOptions::default(), pass.choice)?;
            let mut all = Kept::new(&Lexicon::gscan(), &teacher.extent)?;
            let known: Vec<&str> = source
                .dataset
                .iter()
                .flat_map(|dataset| dataset.splits())
                .map(|split| split.name.as_str())
                .collect();
            let learns = teacher.learn_from.is_none() && known.contains(&TRAIN);
            let mut wanted: Vec<(Option<&str>, usize)> =
                splits.iter().map(|split| (Some(*split), teacher.extent.of(split))).collect();
            if splits.is_empty() {
                wanted.push((None, teacher.extent.learn.max(teacher.extent.test)));
            } else if learns {
                wanted.push((Some(TRAIN), teacher.extent.learn));
            }
            for (split, limit) in wanted {
                let split = split.map(str::to_owned);
                let limit = source.path.is_none().then_some(limit as u64);
                let choice = Choice { split, limit, ..pass.choice.clone() };
                let part =
                    source.fold::<Kept>(&Pass { choice: &choice, ..*pass }, "items", &teacher.extent)?;
                all.lexicon = part.lexicon.clone();
                all = all.merge(part);
            }
            of_commands(all.sample, (&all.lexicon, semantics), teacher, pass).map(|(floors, _)| floors)
        }
        Opened::Stories(source) => {
            let mut all = StorySample::default();
            let known: Vec<&str> = source.split_names().collect();
            let mut wanted: Vec<Option<&str>> = splits.iter().copied().map(Some).collect();
            if splits.is_empty() {
                wanted.push(None);
            } else if teacher.learn_from.is_none() && known.contains(&TRAIN) {
                wanted.push(Some(TRAIN));
            }
            for split in wanted {
                let choice = Choice { split: split.map(str::to_owned), ..pass.choice.clone() };
                all.merge(
                    story_sample(source, teacher.extent, &Pass { choice: &choice, ..*pass })?,
                    teacher.extent,
                );
            }
            of_stories(all, teacher, pass)
        }
        Opened::Riddles(_) => {
            let purpose = "readers look for the target of a command, or the answer to a question";
            Err(Error::Riddles { name: name.to_owned(), purpose })
        }
    }
}

/// How a source is read if nobody says otherwise.
pub(crate) fn semantics_of(
    source: &Source,
    readings: &ReadingOptions,
    choice: &Choice,
) -> Result<Semantics, Error> {
    let reading = match readings.of_commands()? {
        Some(reading) => reading,
        None => {
            let first = source.first_command(choice)?;
            first.map_or(Reading::Superlative, |command| Reading::of(&command))
        }
    };
    Ok(reading.into())
}

/// The floors of examples that were kept, and the items that they name.
pub(crate) fn of_commands(
    sample: CommandSample,
    (lexicon, semantics): (&Lexicon, Semantics),
    teacher: &Teacher<'_>,
    pass: &Pass<'_>,
) -> Result<(Floors, Vec<Shown>), Error> {
    let other = match teacher.learn_from {
        Some(name) => Some((name, other_sample(name, lexicon, teacher.extent, pass)?)),
        None => None,
    };
    Ok(measure_commands(sample, other, (lexicon, semantics), teacher.extent, pass.threads, pass.watch)?)
}

/// The floors of questions that were kept.
pub(crate) fn of_stories(
    sample: StorySample,
    teacher: &Teacher<'_>,
    pass: &Pass<'_>,
) -> Result<Floors, Error> {
    let other = match teacher.learn_from {
        Some(name) => {
            let mut choice = Choice { seed: pass.choice.seed, trust: pass.choice.trust, ..Choice::default() };
            let Opened::Stories(source) = open(name, &choice)? else {
                let text = format!("readers of stories cannot learn from {name}, which holds no stories");
                return Err(Error::Request(text));
            };
            choice.split = source.split_names().find(|split| *split == TRAIN).map(str::to_owned);
            Some((name, story_sample(&source, teacher.extent, &Pass { choice: &choice, ..*pass })?))
        }
        None => None,
    };
    Ok(measure_stories(sample, other, teacher.extent, pass.threads, pass.watch)?)
}

fn story_sample(source: &StorySource, extent: Extent, pass: &Pass<'_>) -> Result<StorySample, Error> {
    let add = |sample: &mut StorySample, tale: &SourceStory, solved: &Solved| {
        let item = StoryItem::from(tale);
        let keys = item_keys(item.passage, solved, &tale.solver);
        sample.add(&item, (solved, &tale.solver), &keys, extent);
    };
    let merge = |mut all: StorySample, one| {
        all.merge(one, extent);
        all
    };
    source.fold(pass, "stories", StorySample::default(), add, merge)
}

/// What to learn from in another dataset: its train, or everything if it has none.
fn other_sample(
    name: &str,
    lexicon: &Lexicon,
    extent: Extent,
    pass: &Pass<'_>,
) -> Result<CommandSample, Error> {
    let Choice { recipe, seed, trust, .. } = pass.choice.clone();
    let mut choice = Choice { recipe, seed, trust, ..Choice::default() };
    let Opened::Commands(source) = open(name, &choice)? else {
        let text = format!("readers of commands cannot learn from {name}, which holds no commands");
        return Err(Error::Request(text));
    };
    let splits = source.dataset.iter().flat_map(|dataset| dataset.splits());
    if splits.into_iter().any(|split| split.name == TRAIN) {
        choice.split = Some(TRAIN.to_owned());
        choice.limit = source.path.is_none().then_some(extent.learn as u64);
    }
    let found = source.fold::<Kept>(&Pass { choice: &choice, ..*pass }, "items to learn from", &extent)?;
    if found.lexicon != *lexicon {
        let text = format!(
            "the words of {name} are numbered otherwise than those of what is measured; with `--recipe`, files are read \
             in the words of a recipe"
        );
        return Err(Error::Request(text));
    }
    Ok(found.sample)
}

/// A sample of examples.
#[derive(Clone, Debug)]
struct Kept {
    lexicon: Lexicon,
    keyer: Keyer,
    extent: Extent,
    sample: CommandSample,
}

impl Fold for Kept {
    type Setup = Extent;

    fn new(lexicon: &Lexicon, extent: &Extent) -> Result<Self, Error> {
        let (keyer, sample) = (Keyer::new(lexicon), CommandSample::default());
        Ok(Self { lexicon: lexicon.clone(), keyer, extent: *extent, sample })
    }

    fn with_splits<'n>(mut self, names: impl IntoIterator<Item = &'n str>) -> Self {
        for name in names {
            self.sample.of(name);
        }
        self
    }

    fn add(&mut self, item: &ItemView<'_>, example: &Example) {
        let key = self.keyer.keys(example).item;
        let &ItemView { split, index, place, .. } = item;
        let address = Address { split, index, place };
        self.sample.of(item.split).add(key, self.extent.of(item.split), || Shown::new(address, example));
    }

    fn merge(mut self, other: Self) -> Self {
        for (split, part) in other.sample {
            let limit = self.extent.of(&split);
            self.sample.of(&split).merge(part, limit);
        }
        self
    }
}

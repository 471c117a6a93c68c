//! Reading published stories as they are asked for.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use wampimuk_babi::worlds::SolvedPassage;
use wampimuk_babi::{Passage, Question};
use wampimuk_core::{ItemError, Items, Sink};
use wampimuk_dataset::stories::{StoryReader, open};
use wampimuk_dyna::inject::Injector;
use wampimuk_dyna::plan::{find, missing};
use wampimuk_dyna::{Narrative, StoryItems};

use super::PublishedStories;

/// Reads stories, one after another.
pub struct PublishedStoryReader<'p> {
    published: &'p PublishedStories,
    /// By split and run.
    injectors: BTreeMap<(usize, usize), Injector>,
    reader: Option<Open>,
    /// The story that was read last: its next question is often asked for next.
    last: Option<((usize, usize, u64), Narrative)>,
}

/// A file that is being read.
struct Open {
    split: usize,
    run: usize,
    /// The number of the story that comes next.
    next: u64,
    stories: StoryReader,
}

impl<'p> PublishedStoryReader<'p> {
    pub(super) fn new(published: &'p PublishedStories) -> Self {
        Self { published, injectors: BTreeMap::new(), reader: None, last: None }
    }

    fn read(&mut self, split: usize, run: usize, story: u64) -> Result<&Narrative, ItemError> {
        let address = (split, run, story);
        if self.last.as_ref().is_none_or(|(last, _)| *last != address) {
            let narrative = self.inject(split, run, story).map_err(|reason| ItemError::Impossible {
                split: self.published.infos[split].name.clone(),
                index: story,
                reason,
            })?;
            self.last = Some((address, narrative));
        }
        match &self.last {
            Some((_, narrative)) => Ok(narrative),
            None => Err(ItemError::OutOfRange { split: String::new(), index: story, len: 0 }),
        }
    }

    fn inject(&mut self, split: usize, run: usize, story: u64) -> Result<Narrative, String> {
        let published = self.published;
        let passage = self.find(split, run, story)?;
        let injector = match self.injectors.entry((split, run)) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => {
                entry.insert(published.injector(split, run).map_err(|failure| failure.to_string())?)
            }
        };
        let is_last = story + 1 == published.plans[split].runs[run].stories;
        let most = if is_last { published.last[split][run] } else { u64::MAX };
        let mut stream = published.stream(split, run, story);
        // stories that cannot be read were named when they were counted
        Ok(injector
            .inject(&passage, most, &mut stream)
            .map_or_else(|_| empty(), |injected| injected.narrative))
    }

    /// A story as it stands in its file.
    fn find(&mut self, split: usize, run: usize, story: u64) -> Result<Passage, String> {
        let ahead = |open: &&mut Open| open.split == split && open.run == run && open.next <= story;
        if self.reader.as_mut().filter(ahead).is_none() {
            let path = self.published.file(split, run).ok_or("there is no file for it")?;
            let stories = open(path).map_err(|error| error.to_string())?;
            self.reader = Some(Open { split, run, next: 0, stories });
        }
        let open = self.reader.as_mut().ok_or("there is no file for it")?;
        loop {
            let record = open.stories.next().ok_or("the file has become shorter")?;
            open.next += 1;
            let record = record.map_err(|error| error.to_string())?;
            if open.next > story {
                return Ok(record.passage);
            }
        }
    }
}

fn empty() -> Narrative {
    let told = SolvedPassage { passage: Passage::default(), solutions: Vec::new() };
    Narrative { told, symbols: Vec::new() }
}

impl StoryItems for PublishedStoryReader<'_> {
    fn make(&mut self, split: usize, index: u64) -> Result<Question<'_>, ItemError> {
        let PublishedStories { infos, plans, recipe, .. } = self.published;
        let (plan, origin) = find(infos, plans, split, index)?;
        let task = &recipe.generate.parts[plan.runs[origin.run].part].name;
        let at = plan.address(split, index, origin, task);
        let narrative = self.read(split, origin.run, origin.story)?;
        narrative.question(at, origin.question).ok_or_else(|| missing(&infos[split].name, index))
    }

    /// It is empty where the file has none that can be read.
    fn story(&mut self, split: usize, story: u64) -> Result<(Narrative, &str), ItemError> {
        let published = self.published;
        let plan = &published.plans[split];
        let (run, number) = plan.story(story).ok_or_else(|| ItemError::OutOfRange {
            split: published.infos[split].name.clone(),
            index: story,
            len: plan.stories(),
        })?;
        let narrative = self.read(split, run, number)?.clone();
        Ok((narrative, &published.recipe.generate.parts[plan.runs[run].part].name))
    }
}

impl Items for PublishedStoryReader<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let columns = &self.published.columns;
        columns.write(&self.make(split, index)?, sink);
        Ok(())
    }
}

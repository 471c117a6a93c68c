//! Published bAbI files as a dataset: the stories of a recipe's tasks, read instead of told.
//!
//! Files are gone through twice, so that a dataset of any size takes a few bytes of memory for each story: first all
//! stories are read to count their questions, then they are read again as they are written. A thread that is asked for a
//! story reads on to it from where it is.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use indicatif::HumanCount;
use wampimuk_babi::Passage;
use wampimuk_core::{
    Digest, Family, ItemError, Items, RecipeError, Role, Schema, Sink, SplitInfo, Stream, StreamKey,
};
use wampimuk_dataset::stories::{StoryReader, open};
use wampimuk_dataset::{file_digest, ordered};
use wampimuk_dyna::columns::{Address, Columns};
use wampimuk_dyna::inject::{Found as Corrections, Injected, Injector};
use wampimuk_dyna::plan::{Plan, Rows, splits};
use wampimuk_dyna::{Narrative, Recipe};

use crate::args::{Common, Generate};
use crate::failure::Failure;
use crate::progress;
use wampimuk_families::Dataset;
use wampimuk_families::Found;

/// Where the files are within the folder of the release.
const WITHIN: [&str; 3] = ["", "en-valid-10k", "tasks_1-20_v1-2/en-valid-10k"];

/// The stories of a recipe's tasks, from published files.
#[derive(Debug)]
pub struct Published {
    recipe: Recipe,
    /// Of the recipe and the files together.
    digest: Digest,
    seed: u64,
    infos: Vec<SplitInfo>,
    plans: Vec<Plan>,
    /// The file of each task and role.
    files: BTreeMap<(u8, &'static str), PathBuf>,
    /// For each split and run, how many questions of its last story are read.
    last: Vec<Vec<u64>>,
    columns: Columns,
}

impl Dataset for Published {}

impl Published {
    /// Finds the files of the splits that are wanted and counts what they hold. What had to be corrected is said on
    /// standard error.
    pub fn open(folder: &Path, found: &Found, options: &Generate, common: &Common) -> Result<Self, Failure> {
        let wrong = |error: RecipeError| Failure::recipe(&found.name, &error);
        let table: toml::Table = wampimuk_core::parse_toml(&found.toml).map_err(wrong)?;
        if table.get("family").and_then(toml::Value::as_str) != Some("stories") {
            return Err(Failure::Input(format!(
                "--babi is for recipes of stories, and {} is none (try concat-t7 or inject-t7)",
                found.name
            )));
        }
        let recipe = Recipe::parse(&found.toml).map_err(wrong)?;
        recipe.generate.words.check().map_err(wrong)?;
        let (infos, plans): (Vec<SplitInfo>, Vec<Plan>) = splits(&recipe).map_err(wrong)?.into_iter().unzip();
        for part in &recipe.generate.parts {
            Injector::new(part, &recipe.generate).map_err(wrong)?;
        }
        if let Some(info) = infos.iter().find(|info| info.holdout.is_some()) {
            let error =
                RecipeError::new(format!("split `{}`: published stories have no hold-outs", info.name));
            return Err(wrong(error.hint("leave out `holdout`")));
        }
        let columns = Columns::new(
            infos.iter().map(|info| info.name.as_str()),
            recipe.generate.parts.iter().map(|part| part.name.as_str()),
        );
        let mut published = Self {
            digest: recipe.digest(),
            seed: options.adjust.seed,
            files: BTreeMap::new(),
            last: plans.iter().map(|plan| vec![0; plan.runs.len()]).collect(),
            columns,
            infos,
            plans,
            recipe,
        };
        published.find_files(folder, options)?;
        let doing = format!("read {}", folder.display());
        let reports = progress::waiting(common, &doing, || published.count(options, common.threads()))?;
        if !common.quiet {
            reports.iter().for_each(Report::print);
        }
        Ok(published)
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// How many stories a split has; those without questions count.
    pub fn stories(&self, split: usize) -> u64 {
        self.plans.get(split).map_or(0, Plan::stories)
    }

    /// Someone who reads the stories.
    pub fn shelf(&self) -> Shelf<'_> {
        Shelf { published: self, injectors: BTreeMap::new(), reader: None, last: None }
    }

    /// The splits and runs that are wanted.
    fn wanted(&self, options: &Generate) -> Vec<(usize, usize)> {
        let chosen =
            |split: &usize| options.splits.is_empty() || options.splits.contains(&self.infos[*split].name);
        let runs = |split: usize| (0..self.plans[split].runs.len()).map(move |run| (split, run));
        let wanted = (0..self.plans.len()).filter(chosen).flat_map(runs);
        wanted.filter(|&(split, run)| self.plans[split].runs[run].wanted > 0).collect()
    }

    fn find_files(&mut self, folder: &Path, options: &Generate) -> Result<(), Failure> {
        let mut text = format!("published {}", self.digest);
        for (split, run) in self.wanted(options) {
            let (task, role) = self.task(split, run);
            if self.files.contains_key(&(task, role.name())) {
                continue;
            }
            let path = find_file(folder, task, role)?;
            let (_, sha256) = file_digest(&path).map_err(|error| Failure::io("read", &path, &error))?;
            text.push_str(&format!("\n{task} {} {sha256}", role.name()));
            self.files.insert((task, role.name()), path);
        }
        self.digest = Digest::of(text.as_bytes());
        Ok(())
    }

    fn task(&self, split: usize, run: usize) -> (u8, Role) {
        let plan = &self.plans[split];
        (self.recipe.generate.parts[plan.runs[run].part].task.unwrap_or_default(), plan.role)
    }

    fn file(&self, split: usize, run: usize) -> Option<&Path> {
        let (task, role) = self.task(split, run);
        self.files.get(&(task, role.name())).map(PathBuf::as_path)
    }

    /// Which questions for yes or no are added depends on the recipe, not on how files are packed.
    fn stream(&self, split: usize, run: usize, story: u64) -> Stream {
        let plan = &self.plans[split];
        let part = &self.recipe.generate.parts[plan.runs[run].part].name;
        let name = format!("inject/{part}/{}", plan.role.name());
        StreamKey::new(&self.recipe.digest(), &name, self.seed).stream(story)
    }

    /// Reads all stories that are wanted and fills in how many rows they have.
    fn count(&mut self, options: &Generate, threads: usize) -> Result<Vec<Report>, Failure> {
        let wanted = self.wanted(options);
        let mut counted = Vec::with_capacity(wanted.len());
        let this = &*self;
        let work = |(): &mut (), job: usize| this.count_run(wanted[job].0, wanted[job].1);
        ordered(
            threads,
            wanted.len(),
            || (),
            work,
            |count| {
                counted.push(count);
                Ok::<_, Failure>(())
            },
        )?;
        let mut reports = Vec::new();
        for (&(split, run), Counted { sums, last, report }) in wanted.iter().zip(counted) {
            self.plans[split].runs[run].stories = sums.len() as u64;
            self.plans[split].runs[run].rows = Rows::Sums(sums);
            self.last[split][run] = last;
            reports.push(report);
        }
        for (info, plan) in self.infos.iter_mut().zip(&self.plans) {
            info.len = plan.rows();
        }
        Ok(reports)
    }

    fn count_run(&self, split: usize, run: usize) -> Result<Counted, Failure> {
        let Some(path) = self.file(split, run) else {
            return Err(Failure::Input("there is no file for a split".into()));
        };
        let wanted = self.plans[split].runs[run].wanted;
        let mut injector = self.injector(split, run)?;
        let mut counted = Counted {
            sums: Vec::new(),
            last: 0,
            report: Report {
                path: path.to_owned(),
                split: self.infos[split].name.clone(),
                wanted,
                found: Corrections::default(),
                unread: 0,
                example: None,
            },
        };
        let report = &mut counted.report;
        let mut rows = 0u32;
        for record in open(path)? {
            let left = wanted - report.found.own;
            if left == 0 {
                break;
            }
            let record = record?;
            let mut stream = self.stream(split, run, counted.sums.len() as u64);
            match injector.inject(&record.passage, left, &mut stream) {
                Ok(Injected { narrative, found }) => {
                    report.found += found;
                    rows = rows.saturating_add(narrative.told.solutions.len() as u32);
                }
                Err(error) => {
                    report.unread += 1;
                    report.example.get_or_insert_with(|| format!("{}: {error}", record.place));
                }
            }
            counted.sums.push(rows);
            counted.last = left;
        }
        Ok(counted)
    }

    fn injector(&self, split: usize, run: usize) -> Result<Injector, Failure> {
        let part = &self.recipe.generate.parts[self.plans[split].runs[run].part];
        Injector::new(part, &self.recipe.generate).map_err(|error| Failure::Input(error.to_string()))
    }
}

/// What was found in a file.
struct Counted {
    /// How many rows there are up to and including each story.
    sums: Vec<u32>,
    /// How many questions of the last story are read.
    last: u64,
    report: Report,
}

/// What is to be said about a file.
struct Report {
    path: PathBuf,
    split: String,
    wanted: u64,
    found: Corrections,
    /// How many stories could not be read, or contradict themselves.
    unread: u64,
    /// One of them.
    example: Option<String>,
}

impl Report {
    fn print(&self) {
        let Corrections { own, answers, supports, ambiguous, unanswerable } = self.found;
        let missing = self.wanted.saturating_sub(own);
        let remarks: Vec<String> = [
            (answers, "wrong answers, corrected"),
            (supports, "wrong supports, corrected"),
            (ambiguous, "questions that fit several occasions, kept and marked"),
            (unanswerable, "questions without an answer, left out"),
            (self.unread, "stories that cannot be read, left out"),
            (missing, "questions wanted that are not there"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{what}: {}", HumanCount(count)))
        .collect();
        if remarks.is_empty() {
            return;
        }
        let path = self.path.display();
        eprintln!("{path} ({}), {} questions read", self.split, HumanCount(own));
        remarks.iter().for_each(|remark| eprintln!("  {remark}"));
        if let Some(example) = &self.example {
            eprintln!("  such as {example}");
        }
    }
}

/// The file of a task for a role.
fn find_file(folder: &Path, task: u8, role: Role) -> Result<PathBuf, Failure> {
    let names: &[&str] = match role {
        Role::Train => &["train"],
        Role::Dev => &["valid", "dev"],
        Role::Test => &["test"],
    };
    if !folder.is_dir() {
        return Err(Failure::Input(format!("{} is not a folder of published files", folder.display())));
    }
    for within in WITHIN {
        let within = if within.is_empty() { folder.to_owned() } else { folder.join(within) };
        if !within.is_dir() {
            continue;
        }
        let mut fitting = Vec::new();
        let listing = std::fs::read_dir(&within).map_err(|error| Failure::io("read", &within, &error))?;
        for entry in listing {
            let path = entry.map_err(|error| Failure::io("read", &within, &error))?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if let Some(rank) = rank(&name, task, names) {
                fitting.push((rank, path));
            }
        }
        fitting.sort();
        if let Some((_, path)) = fitting.into_iter().next() {
            return Ok(path);
        }
    }
    let name = names[0];
    Err(Failure::Input(format!(
        "there is no qa{task}_{name}.txt in {} (nor with a name between, as qa{task}_…_{name}.txt, nor with .gz; the \
         release keeps such files in en-valid-10k. --split chooses splits)",
        folder.display()
    )))
}

/// How well a file's name fits a task and a split, the less the better: `qa2_train.txt`, `qa2_two-facts_train.txt.gz`.
fn rank(name: &str, task: u8, splits: &[&str]) -> Option<(usize, bool, bool)> {
    let (stem, packed) = match name.strip_suffix(".txt") {
        Some(stem) => (stem, false),
        None => (name.strip_suffix(".txt.gz")?, true),
    };
    let rest = stem.strip_prefix(&format!("qa{task}_"))?;
    let (between, split) = rest.rsplit_once('_').map_or((false, rest), |(_, split)| (true, split));
    Some((splits.iter().position(|name| *name == split)?, between, packed))
}

/// Reads stories, one after another.
pub struct Shelf<'p> {
    published: &'p Published,
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

impl Shelf<'_> {
    /// Story number `story` of a split, with the name of its part. It is empty where the file has none that can be read.
    pub fn story(&mut self, split: usize, story: u64) -> Result<(Narrative, &str), ItemError> {
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
            std::collections::btree_map::Entry::Occupied(entry) => entry.into_mut(),
            std::collections::btree_map::Entry::Vacant(entry) => {
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
    let told = wampimuk_babi::worlds::Told { passage: Passage::default(), solutions: Vec::new() };
    Narrative { told, symbols: Vec::new() }
}

impl Family for Published {
    fn family(&self) -> &'static str {
        "stories"
    }

    fn digest(&self) -> Digest {
        self.digest
    }

    fn seed(&self) -> u64 {
        self.seed
    }

    fn splits(&self) -> &[SplitInfo] {
        &self.infos
    }

    fn schema(&self) -> &Schema {
        self.columns.schema()
    }

    fn items(&self) -> Box<dyn Items + '_> {
        Box::new(self.shelf())
    }
}

impl Items for Shelf<'_> {
    fn write(&mut self, split: usize, index: u64, sink: &mut dyn Sink) -> Result<(), ItemError> {
        let published = self.published;
        let plan = &published.plans[split];
        let origin = plan.row(index).ok_or_else(|| ItemError::OutOfRange {
            split: published.infos[split].name.clone(),
            index,
            len: plan.rows(),
        })?;
        let story = plan.first_story(origin.run) + origin.story;
        let at = Address { split, part: plan.runs[origin.run].part, story, index };
        let narrative = self.read(split, origin.run, origin.story)?;
        published.columns.write(at, narrative, origin.question, sink);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_fit_tasks_and_splits() {
        let fits = |name: &str| rank(name, 2, &["valid", "dev"]);
        let best =
            ["qa2_valid.txt", "qa2_valid.txt.gz", "qa2_two-facts_valid.txt", "qa2_two_facts_valid.txt.gz"];
        let ranks: Vec<_> = best.iter().map(|name| fits(name)).collect();
        assert!(ranks.iter().all(Option::is_some) && ranks.is_sorted(), "{ranks:?}");
        assert!(fits("qa2_dev.txt") > fits("qa2_valid.txt"));
        for name in ["qa12_valid.txt", "qa2_train.txt", "qa2_valid.json", "qa2.txt", "qa2_validity.txt", ""] {
            assert_eq!(fits(name), None, "{name}");
        }
    }
}

//! Published bAbI files as a dataset: the stories of a recipe's tasks, read instead of told.
//!
//! Files are gone through twice, so that a dataset of any size takes a few bytes of memory for each story: first all
//! stories are read to count their questions, then they are read again as they are written. A thread that is asked for a
//! story reads on to it from where it is.

mod files;
mod report;
mod story_reader;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use wampimuk_babi::relexicon::Relexicon;
use wampimuk_babi::solve::ListOrder;
use wampimuk_babi::{QuestionColumns, Solver};
use wampimuk_core::{
    Digest, Family, Items, RecipeError, Role, Schema, SplitInfo, Stream, StreamKey, ordered, parse_toml,
};
use wampimuk_dataset::file_digest;
use wampimuk_dataset::stories::open;
use wampimuk_dyna::inject::{Found as Corrections, Injected, Injector};
use wampimuk_dyna::plan::{Rows, StoryPlan, splits};
use wampimuk_dyna::recipe::Condition;
use wampimuk_dyna::{Recipe, StoryFamily, StoryItems};
use wampimuk_families::{AnyRecipe, Contents, Dataset, FindError, FoundRecipe, stories_recipe};

use crate::error::Error;
use files::find_file;
pub use report::PublishedReport;
pub use story_reader::PublishedStoryReader;

/// How the remark on published files begins.
const ORIGIN: &str = "published ";

/// The digest of a dataset of published stories, by the remark in its recipe; `None` if they are the recipe's own.
pub(crate) fn published_digest(recipe: &str) -> Option<Digest> {
    let lines: Vec<&str> = recipe.lines().map_while(|line| line.strip_prefix("# ")).collect();
    lines.first().filter(|line| line.starts_with(ORIGIN))?;
    Some(Digest::of(lines.join("\n").as_bytes()))
}

/// The stories of a recipe's tasks, from published files.
#[derive(Debug)]
pub struct PublishedStories {
    recipe: Recipe,
    /// What the stories were made of: the recipe and the files, by their digests.
    origin: String,
    /// Of that.
    digest: Digest,
    seed: u64,
    infos: Vec<SplitInfo>,
    plans: Vec<StoryPlan>,
    /// The file of each task and role.
    files: BTreeMap<(u8, &'static str), PathBuf>,
    /// For each split and run, how many questions of its last story are read.
    last: Vec<Vec<u64>>,
    columns: QuestionColumns,
}

impl Dataset for PublishedStories {
    fn contents(&self) -> Contents<'_> {
        Contents::Stories(self)
    }

    fn recipe(&self) -> AnyRecipe<'_> {
        AnyRecipe::Stories(&self.recipe)
    }
}

impl PublishedStories {
    /// Finds the files of the splits that are wanted (none stands for all) in a folder, and counts what they hold. The
    /// reports say what had to be corrected.
    ///
    /// # Errors
    /// If the recipe is not one of stories without hold-outs, or a file is missing or cannot be read.
    pub fn open(
        folder: &Path,
        found: &FoundRecipe,
        seed: u64,
        wanted: &[String],
        threads: usize,
    ) -> Result<(Self, Vec<PublishedReport>), Error> {
        let wrong =
            |error: RecipeError| Error::Request(format!("failed to use the recipe {}: {error}", found.name));
        let table: toml::Table = parse_toml(&found.toml).map_err(wrong)?;
        if table.get("family").and_then(toml::Value::as_str) != Some("stories") {
            return Err(Error::Request(format!(
                "--babi is for recipes of stories, and {} is none (try concat-t7 or inject-t7)",
                found.name
            )));
        }
        let recipe = stories_recipe(&found.toml).map_err(wrong)?;
        recipe.generate.words.check().map_err(wrong)?;
        if recipe.language.is_some() {
            let error = RecipeError::new("published stories keep their words");
            return Err(wrong(error.hint("leave out `language`")));
        }
        let (infos, plans): (Vec<SplitInfo>, Vec<StoryPlan>) =
            splits(&recipe).map_err(wrong)?.into_iter().unzip();
        for part in &recipe.generate.parts {
            Injector::new(part, &recipe.generate).map_err(wrong)?;
        }
        if let Some(info) = infos.iter().find(|info| info.holdout.is_some()) {
            let error =
                RecipeError::new(format!("split `{}`: published stories have no hold-outs", info.name));
            return Err(wrong(error.hint("leave out `holdout`")));
        }
        let columns = QuestionColumns::new(
            infos.iter().map(|info| info.name.as_str()),
            recipe.generate.parts.iter().map(|part| part.name.as_str()),
        );
        let mut published = Self {
            origin: String::new(),
            digest: recipe.digest(),
            seed,
            files: BTreeMap::new(),
            last: plans.iter().map(|plan| vec![0; plan.runs.len()]).collect(),
            columns,
            infos,
            plans,
            recipe,
        };
        published.find_files(folder, wanted)?;
        let reports = published.count(wanted, threads)?;
        Ok((published, reports))
    }

    /// The recipe with a remark on which files its stories are from: the manifest keeps it, and its digest follows from it.
    ///
    /// # Errors
    /// Never: comments change nothing.
    pub fn marked(&self, found: &FoundRecipe) -> Result<FoundRecipe, FindError> {
        let remark: String = self.origin.lines().map(|line| format!("# {line}\n")).collect();
        FoundRecipe::of(found.name.clone(), &format!("{remark}\n{}", found.toml), &[])
    }

    /// A reader of the stories.
    pub fn shelf(&self) -> PublishedStoryReader<'_> {
        PublishedStoryReader::new(self)
    }

    /// The splits and runs that are wanted.
    fn wanted(&self, names: &[String]) -> Vec<(usize, usize)> {
        let chosen = |split: &usize| names.is_empty() || names.contains(&self.infos[*split].name);
        let runs = |split: usize| (0..self.plans[split].runs.len()).map(move |run| (split, run));
        let wanted = (0..self.plans.len()).filter(chosen).flat_map(runs);
        wanted.filter(|&(split, run)| self.plans[split].runs[run].wanted > 0).collect()
    }

    fn find_files(&mut self, folder: &Path, names: &[String]) -> Result<(), Error> {
        let mut text = format!("{ORIGIN}{}", self.digest);
        for (split, run) in self.wanted(names) {
            let (task, role) = self.task(split, run);
            if self.files.contains_key(&(task, role.name())) {
                continue;
            }
            let path = find_file(folder, task, role)?;
            let (_, sha256) = file_digest(&path).map_err(|error| Error::io("read", &path, error))?;
            text.push_str(&format!("\n{task} {} {sha256}", role.name()));
            self.files.insert((task, role.name()), path);
        }
        self.digest = Digest::of(text.as_bytes());
        self.origin = text;
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
    fn count(&mut self, names: &[String], threads: usize) -> Result<Vec<PublishedReport>, Error> {
        let wanted = self.wanted(names);
        let mut counted = Vec::with_capacity(wanted.len());
        let this = &*self;
        ordered(
            threads,
            &wanted,
            || (),
            |(), &(split, run)| this.count_run(split, run),
            |count| {
                counted.push(count);
                Ok::<_, Error>(())
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

    fn count_run(&self, split: usize, run: usize) -> Result<Counted, Error> {
        let Some(path) = self.file(split, run) else {
            return Err(Error::Request("there is no file for a split".into()));
        };
        let wanted = self.plans[split].runs[run].wanted;
        let mut injector = self.injector(split, run)?;
        let mut counted = Counted {
            sums: Vec::new(),
            last: 0,
            report: PublishedReport {
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

    fn injector(&self, split: usize, run: usize) -> Result<Injector, Error> {
        let part = &self.recipe.generate.parts[self.plans[split].runs[run].part];
        Injector::new(part, &self.recipe.generate).map_err(|error| Error::Request(error.to_string()))
    }
}

/// What was found in a file.
struct Counted {
    /// How many rows there are up to and including each story.
    sums: Vec<u32>,
    /// How many questions of the last story are read.
    last: u64,
    report: PublishedReport,
}

impl Family for PublishedStories {
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

impl StoryFamily for PublishedStories {
    fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Published stories keep their words: recipes with others are refused.
    fn relexicon(&self) -> Option<&Relexicon> {
        None
    }

    fn solver(&self, part: &str) -> Option<Solver> {
        let generate = &self.recipe.generate;
        generate.parts.iter().find(|known| known.name == part)?;
        Some(Solver {
            lexicon: generate.words.lexicon(),
            rules: generate.rules(),
            style: generate.supports,
            steps: generate.steps as usize,
            listing: ListOrder::ByName,
            ..Solver::default()
        })
    }

    /// There are none: recipes with hold-outs are refused.
    fn holdouts(&self, _: usize) -> (Option<&Condition>, &[Condition]) {
        (None, &[])
    }

    /// Stories without questions count.
    fn stories(&self, split: usize) -> u64 {
        self.plans.get(split).map_or(0, StoryPlan::stories)
    }

    fn story_items(&self) -> Box<dyn StoryItems + '_> {
        Box::new(self.shelf())
    }
}

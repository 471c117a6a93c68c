//! Answers, looked at one by one: what was asked, what a model said, what is right, and where the model looked.
//!
//! [`browse`] reads a file of predictions, ours or a list of the originals, judges every answer, and keeps the first ones
//! that are wanted: drawn, written side by side, and as an animation. What a model wrote is hostile: it is text, and stays
//! text, on a page, in a picture and in a terminal; long answers are cut.

mod animation;
mod commands;
mod others;
mod said;

use std::collections::BTreeMap;
use std::path::Path;

use wampimuk_audit::{Example, Page, Table};
use wampimuk_core::Watch;
use wampimuk_draw::Picture;
use wampimuk_readers::statistics::wilson;
use wampimuk_show::Options as Look;
use wampimuk_source::Opened;

use crate::error::Error;
use crate::predictions::Header;
use crate::score::{self, Run, Work};

/// The most answers that are shown at once.
pub const MOST: usize = 500;

/// Which answers are shown, and how.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// What the answers are about; of these options those about data and splits count.
    pub data: score::Options,
    /// Only answers that are not exactly right.
    pub errors: bool,
    /// How many of the answers that fit are passed over first.
    pub skip: u64,
    /// How many are shown.
    pub count: usize,
    /// What is made of each.
    pub form: Form,
    /// How items are drawn. With `answer` off, nothing shows what is right.
    pub look: Look,
}

/// What is made of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// Lines for a terminal.
    Text,
    /// A picture.
    Picture,
    /// An animation.
    Animation,
    /// A picture, texts and, of commands, an animation.
    Page,
}

/// What an answer comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// The right answer.
    Right,
    /// The command is fulfilled in another way.
    OtherWay,
    /// Another answer.
    Wrong,
    /// No answer was read: something in it is no action, or there is no answer in it.
    NotRead,
}

impl Outcome {
    /// In words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::OtherWay => "fulfilled in another way",
            Self::Wrong => "wrong",
            Self::NotRead => "not read",
        }
    }
}

/// An answer that is shown.
#[derive(Clone, Debug)]
pub struct Answered {
    /// The split of the item.
    pub split: String,
    /// Its index there.
    pub index: u64,
    /// What it comes to; `None` where what is right is hidden.
    pub outcome: Option<Outcome>,
    /// What was said, what is right, what is wrong: named texts.
    pub texts: Vec<(&'static str, String)>,
    /// The item in a terminal, if that is wanted.
    pub text: String,
    /// The item with the answer, if that is wanted.
    pub picture: Option<Picture>,
    /// An animated GIF of the answer, if that is wanted and there is one.
    pub animation: Option<Vec<u8>>,
}

impl Answered {
    /// Where the item is.
    pub fn address(&self) -> String {
        if self.split.is_empty() { self.index.to_string() } else { format!("{}[{}]", self.split, self.index) }
    }

    /// Where the item is, and what the answer comes to.
    pub fn title(&self) -> String {
        match self.outcome {
            Some(outcome) => format!("{}: {}", self.address(), outcome.name()),
            None => self.address(),
        }
    }

    /// The item and the texts, for a terminal.
    pub fn lines(&self) -> String {
        let mut lines = format!("{}\n{}", self.title(), self.text);
        let width = self.texts.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
        for (name, text) in &self.texts {
            let text = text.replace('\n', &format!("\n{:width$}  ", ""));
            lines.push_str(&format!("{name:width$}  {text}\n"));
        }
        lines
    }
}

/// How the answers of a split came out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// All answers.
    pub answers: u64,
    /// The right ones.
    pub right: u64,
    /// Those that fulfil the command in another way.
    pub other_way: u64,
    /// Those in which no answer was read: the share that `score` calls "not read".
    pub not_read: u64,
}

/// The answers of a file.
#[derive(Debug)]
pub struct Browsed {
    /// The file.
    pub file: String,
    /// What it says about itself.
    pub header: Option<Header>,
    /// How the answers came out, by split.
    pub splits: BTreeMap<String, Counts>,
    /// How many answers fit what is wanted.
    pub fitting: u64,
    /// Those that are shown.
    pub shown: Vec<Answered>,
    errors: bool,
    /// Whether it is said what is right.
    tells: bool,
}

impl Browsed {
    /// How many are shown of how many, in a sentence.
    pub fn sentence(&self) -> String {
        let (answers, right) =
            self.splits.values().fold((0, 0), |sum, split| (sum.0 + split.answers, sum.1 + split.right));
        let (shown, fitting) = (self.shown.len(), self.fitting);
        if !self.tells {
            return format!("{shown} answers are shown of {answers}; what is right is hidden.");
        }
        let what = if self.errors { "wrong answers" } else { "answers" };
        format!("{shown} of {fitting} {what} are shown; {right} of {answers} answers are exactly right.")
    }

    /// How the answers of each split came out; how many there are, if what is right is hidden.
    pub fn table(&self) -> Table {
        if !self.tells {
            let mut table = Table::new("Answers by split", &["split", "n"]);
            let row = |(name, counts): (&String, &Counts)| [name.clone(), counts.answers.to_string()];
            self.splits.iter().map(row).for_each(|row| table.row(row));
            return table;
        }
        // Stories and riddles have no other way.
        let has_ways = self.splits.values().any(|counts| counts.other_way > 0);
        let mut heads = vec!["split", "n", "right", "right %", "95 %"];
        heads.extend(has_ways.then_some("fulfilled in another way"));
        heads.extend(["wrong", "not read"]);
        let mut table = Table::new("Answers by split", &heads);
        for (name, counts) in &self.splits {
            let (low, high) = wilson(counts.right as f64, counts.answers);
            let mut row = vec![
                name.clone(),
                counts.answers.to_string(),
                counts.right.to_string(),
                format!("{:.1}", 100.0 * counts.right as f64 / counts.answers.max(1) as f64),
                format!("{:.1}–{:.1}", low * 100.0, high * 100.0),
            ];
            row.extend(has_ways.then(|| counts.other_way.to_string()));
            let wrong = counts.answers - counts.right - counts.other_way - counts.not_read;
            row.extend([wrong.to_string(), counts.not_read.to_string()]);
            table.row(row);
        }
        table
    }

    /// All in one picture.
    pub fn picture(&self) -> Picture {
        let pictures: Vec<Picture> = self.shown.iter().filter_map(|one| one.picture.clone()).collect();
        let columns = (pictures.len() as f64).sqrt().ceil() as usize;
        Picture::tile(&pictures, columns, format!("{} answers", pictures.len()))
    }

    /// A page with a picture, texts and an animation of each answer.
    pub fn page(&self, command: Option<&str>) -> Page {
        let header = self.header.clone().unwrap_or_default();
        let model = header.model.unwrap_or_else(|| self.file.clone());
        let mut page = Page::new(&match &header.recipe {
            Some(recipe) => format!("Answers of {model} to {recipe}"),
            None => format!("Answers of {model}"),
        });
        page.paragraph(&self.sentence());
        page.paragraph(match self.tells {
            true => {
                "Right is the very answer. The right way is the solid dark line, the predicted one the dashed line beside it. In \
                 animations, cells and words are the darker the more the model looks at them as it says an action."
            }
            false => {
                "The predicted way is the dashed line. In animations, cells and words are the darker the more the model looks at \
                 them as it says an action."
            }
        });
        page.table(&self.table());
        let mut last = None;
        for answered in &self.shown {
            if last.replace(&answered.split) != Some(&answered.split) {
                let name = if answered.split.is_empty() { "Answers" } else { &answered.split };
                page.section(name);
            }
            page.example(&Example {
                title: &answered.title(),
                svg: answered.picture.as_ref().map(Picture::to_svg).unwrap_or_default(),
                animation: answered.animation.as_deref(),
                texts: &answered.texts,
                folded: &[],
            });
        }
        page.made_by(None, command);
        page
    }
}

/// Looks at the answers of a file.
///
/// # Errors
/// If it cannot be read, is not about what there is, or there is no such picture of its items.
pub fn browse(file: &Path, wanted: &Wanted, threads: usize, watch: &dyn Watch) -> Result<Browsed, Error> {
    let work = Work { options: &wanted.data, threads, watch };
    let mut run = Run::open(file)?;
    let data = score::data(&wanted.data, std::slice::from_ref(&run))?;
    let mut shown = Shown::new(wanted);
    let header = run.header.take();
    match &data {
        None => commands::browse(None, run, &work, &mut shown)?,
        Some((name, opened)) => {
            let source = match opened {
                Opened::Commands(source) | Opened::Riddles(source) => source,
                Opened::Stories(stories) => &stories.source,
            };
            run.header.clone_from(&header);
            run.check(source, &wanted.data)?;
            match (opened, &source.dataset) {
                (Opened::Commands(source), _) => commands::browse(Some(source), run, &work, &mut shown)?,
                (Opened::Riddles(_) | Opened::Stories(_), Some(dataset)) => {
                    others::browse(dataset.as_ref(), run, &work, &mut shown)?;
                }
                (Opened::Riddles(_) | Opened::Stories(_), None) => {
                    return Err(Error::Request(format!(
                        "{name} has no recipe, and answers to it are judged by what the recipe makes: say with --recipe \
                         which it is"
                    )));
                }
            }
        }
    }
    let name =
        file.file_name().map_or_else(|| file.display().to_string(), |name| name.to_string_lossy().into());
    if shown.splits.is_empty() {
        return Err(Run::empty(&name, &wanted.data));
    }
    let Shown { splits, fitting, shown, .. } = shown;
    Ok(Browsed {
        file: name,
        header,
        splits,
        fitting,
        shown,
        errors: wanted.errors,
        tells: wanted.look.answer,
    })
}

/// Counts answers and keeps those that are wanted.
struct Shown<'a> {
    wanted: &'a Wanted,
    splits: BTreeMap<String, Counts>,
    fitting: u64,
    shown: Vec<Answered>,
}

impl<'a> Shown<'a> {
    fn new(wanted: &'a Wanted) -> Self {
        Self { wanted, splits: BTreeMap::new(), fitting: 0, shown: Vec::new() }
    }

    /// Counts an answer, and draws it if it is wanted.
    fn offer(
        &mut self,
        split: &str,
        outcome: Outcome,
        draw: impl FnOnce(&Wanted) -> Result<Answered, Error>,
    ) -> Result<(), Error> {
        let counts = self.splits.entry(split.to_owned()).or_default();
        counts.answers += 1;
        counts.right += u64::from(outcome == Outcome::Right);
        counts.other_way += u64::from(outcome == Outcome::OtherWay);
        counts.not_read += u64::from(outcome == Outcome::NotRead);
        if self.wanted.errors && outcome == Outcome::Right {
            return Ok(());
        }
        self.fitting += 1;
        if self.fitting > self.wanted.skip && self.shown.len() < self.wanted.count.min(MOST) {
            self.shown.push(draw(self.wanted)?);
        }
        Ok(())
    }
}

//! `wampimuk show`: pictures of items, and of what models answer to them.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use wampimuk_analysis::browse::{self, Answered, Browsed, Form, Wanted, browse};
use wampimuk_analysis::score;
use wampimuk_audit::slug;
use wampimuk_eval::today;
use wampimuk_families::read_text;
use wampimuk_grid::parse_actions;
use wampimuk_show::{Options, Part, show};

use crate::args::{Choice, Common};
use crate::failure::Failure;
use crate::overwrite::Overwrite;
use crate::progress::{Bars, opening, waiting};
use crate::say::{command_line, say, say_painted, tell, write};
use crate::version::PROGRAM;

const EXAMPLES: &str = "Examples:
  wampimuk show gscan --index 42
  wampimuk show data/gscan --split visual_test --index 7 --out item.png
  wampimuk show gscan --index 3 --as gif --out item.gif
  wampimuk show gscan --split test --index 0 --count 9 --out sheet.svg
  wampimuk show gscan --index 3 --plain --out figure.svg   a figure for a paper
  wampimuk show gscan --index 3 --plain --as tikz          the same, to be pasted into LaTeX
  wampimuk show reascan-2rc --index 1 --graph --as svg --out graphs.svg
  wampimuk show riddle --index 3 --as png --out riddle.png
  wampimuk show riddle --index 3 --answer
  wampimuk show mix-t7 --split test --index 5              who is where, and what the answer rests on
  wampimuk show qa2_test.txt --index 0 --as svg --out story.svg
  wampimuk show gscan --index 0 --predicted \"walk,walk,turn right,walk\" --as png --out error.png
  wampimuk show --predictions run.jsonl --errors --out errors.html
  wampimuk show --predictions run.jsonl --errors --split test --count 20 --as gif --out errors
  wampimuk show --predictions test_predict.json --out answers.html   a list of the originals' models";

/// Options of `show`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Show {
    /// A recipe, a dataset or a file of any supported format. With --predictions: what they are about [default: what the
    /// file says].
    #[arg(required_unless_present = "predictions")]
    pub path: Option<String>,
    /// Show the answers of this file, one by one: predictions as `predict` writes them, or a list of the originals' models.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["predicted", "attention", "graph", "answer"])]
    pub predictions: Option<PathBuf>,
    /// Of predictions, only those that are not exactly right.
    #[arg(long, requires = "predictions")]
    pub errors: bool,
    /// The index of the (first) item in its split; of predictions, how many that fit are passed over.
    #[arg(long, short, default_value_t = 0, value_name = "N")]
    pub index: u64,
    /// How many items, from that index on, on one sheet [default: 1; of predictions 10].
    #[arg(long, value_name = "N")]
    pub count: Option<u64>,
    /// How to draw [default: what the name of the file asks for, else text].
    #[arg(long = "as", value_name = "KIND")]
    pub kind: Option<Kind>,
    /// Where to write [default: standard output]; of animations of several predictions, a folder.
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Whether files are replaced.
    #[command(flatten)]
    pub overwrite: Overwrite,
    /// Draw this action list beside the right one.
    #[arg(long, value_name = "ACTIONS")]
    pub predicted: Option<String>,
    /// Shade the cells: a JSON list of weights, row by row, or a file that holds one.
    #[arg(long, value_name = "WEIGHTS")]
    pub attention: Option<String>,
    /// The relation graphs of command and world beside the item; as text, they are JSON.
    #[arg(long)]
    pub graph: bool,
    /// Of a riddle, show the last output too.
    #[arg(long)]
    pub answer: bool,
    /// Hide the answer: of a command target, way and actions; of a story also the lines it rests on; of a riddle what it is
    /// about.
    #[arg(long, conflicts_with = "answer")]
    pub no_answer: bool,
    /// Of a riddle, do not say what it is about.
    #[arg(long)]
    pub no_logic: bool,
    /// Do not draw the way.
    #[arg(long)]
    pub no_path: bool,
    /// Of a command, nothing but the world: no title, legend, captions or frame, as figures in papers have it.
    #[arg(long)]
    pub plain: bool,
    /// Of a command, leave out these parts of the picture.
    #[arg(long, value_name = "PART", value_delimiter = ',', conflicts_with = "plain")]
    pub without: Vec<PartArg>,
    /// Pixels for each unit of length.
    #[arg(long, default_value_t = 2.0, value_name = "X")]
    pub scale: f32,
    /// What to read.
    #[command(flatten)]
    pub choice: Choice,
}

/// Kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// For the terminal.
    Text,
    /// A vector picture.
    Svg,
    /// A pixel picture.
    Png,
    /// An animation of the execution.
    Gif,
    /// A vector picture for LaTeX, to be pasted; the document needs the package tikz.
    #[value(alias = "tex")]
    Tikz,
    /// A page; of predictions only.
    Html,
}

/// Parts of the picture of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PartArg {
    /// The command.
    Title,
    /// What signs mean.
    Legend,
    /// The right actions.
    Actions,
    /// Where the item is, and what is certain about it.
    Certificate,
    /// The line around the grid.
    Frame,
}

impl From<PartArg> for Part {
    fn from(part: PartArg) -> Self {
        match part {
            PartArg::Title => Self::Title,
            PartArg::Legend => Self::Legend,
            PartArg::Actions => Self::Actions,
            PartArg::Certificate => Self::Certificate,
            PartArg::Frame => Self::Frame,
        }
    }
}

impl Show {
    /// The kind asked for, by name or by the ending of the file.
    fn kind(&self) -> Kind {
        let by_ending = || Kind::from_str(self.out.as_deref()?.extension()?.to_str()?, true).ok();
        self.kind.or_else(by_ending).unwrap_or(Kind::Text)
    }
}

/// Draws items.
pub fn run(options: &Show, common: &Common) -> Result<(), Failure> {
    let look = look(options, common)?;
    let Some(path) = options.path.as_ref().filter(|_| options.predictions.is_none()) else {
        return answers(options, look, common);
    };
    if options.kind() == Kind::Html {
        return Err(Failure::Input(
            "pages are of predictions: give --predictions FILE, or another --as".into(),
        ));
    }
    let inputs = [Some(path), options.attention.as_ref()];
    options.overwrite.check(options.out.as_deref(), inputs.into_iter().flatten().map(Path::new))?;
    // A few items are looked at, not all that the checksums are about.
    let choice = options.choice.trusting(true);
    let mut opened = opening(path, &choice, common)?;
    let indices = options.index..options.index.saturating_add(options.count.unwrap_or(1).max(1));
    let draw = || show(path, &mut opened, indices, &look, &common.pass(&choice, &()));
    let bytes = waiting(common, "draw", draw)?;
    match (options.kind(), &options.out) {
        (Kind::Text, None) => drawn(String::from_utf8_lossy(&bytes).trim_end_matches('\n'), look.colour),
        _ => write(options.out.as_deref().unwrap_or(Path::new("-")), &bytes),
    }
}

/// Prints a picture made of text, with or without colours of its own.
fn drawn(text: &str, colour: bool) -> Result<(), Failure> {
    if colour { say_painted(text) } else { say(text) }
}

/// Shows what a model answered.
fn answers(options: &Show, look: Options, common: &Common) -> Result<(), Failure> {
    let Some(file) = &options.predictions else { return Ok(()) };
    let kind = options.kind();
    let inputs = [Some(file.as_path()), options.path.as_deref().map(Path::new)];
    // A folder gets files beside those that it has.
    let single = options.out.as_deref().filter(|out| !(kind == Kind::Gif && out.is_dir()));
    options.overwrite.check(single, inputs.into_iter().flatten())?;
    let choice = options.choice.trusting(true);
    let wanted = Wanted {
        data: score::Options {
            data: options.path.clone(),
            data_option: Some("the argument PATH"),
            splits: choice.split.into_iter().collect(),
            recipe: choice.recipe,
            seed: (choice.seed != 0).then_some(choice.seed),
            set: choice.set,
            trust: true,
            ..score::Options::default()
        },
        errors: options.errors,
        skip: options.index,
        count: usize::try_from(options.count.unwrap_or(10)).unwrap_or(browse::MOST),
        form: match kind {
            Kind::Text => Form::Text,
            Kind::Svg | Kind::Png | Kind::Tikz => Form::Picture,
            Kind::Gif => Form::Animation,
            Kind::Html => Form::Page,
        },
        look,
    };
    let bars = Bars::new(common);
    let browsed = browse(file, &wanted, common.threads(), &bars)?;
    drop(bars);
    if !common.quiet {
        tell!("{}", browsed.sentence());
    }
    let out = options.out.as_deref().unwrap_or(Path::new("-"));
    if browsed.shown.is_empty() && kind != Kind::Html {
        return Ok(());
    }
    match kind {
        Kind::Text => {
            let lines: Vec<String> = browsed.shown.iter().map(Answered::lines).collect();
            match &options.out {
                None => drawn(lines.join("\n").trim_end_matches('\n'), wanted.look.colour),
                Some(out) => write(out, lines.join("\n").as_bytes()),
            }
        }
        Kind::Svg => write(out, browsed.picture().to_svg().as_bytes()),
        Kind::Tikz => write(out, browsed.picture().to_tikz().as_bytes()),
        Kind::Png => {
            let png = browsed.picture().to_png(options.scale);
            write(out, &png.map_err(|error| Failure::Input(error.to_string()))?)
        }
        Kind::Html => {
            let mut page = browsed.page(None);
            page.made_on(&today(), PROGRAM, &command_line());
            write(out, page.html().as_bytes())?;
            if !common.quiet && out != Path::new("-") {
                tell!("Wrote {}.", out.display());
            }
            Ok(())
        }
        Kind::Gif => animations(options, &browsed, common),
    }
}

/// Writes one animation to its file, several into a folder.
fn animations(options: &Show, browsed: &Browsed, common: &Common) -> Result<(), Failure> {
    let made = || browsed.shown.iter().filter_map(|one| Some((one, one.animation.as_deref()?)));
    let folder = match (&options.out, browsed.shown.len()) {
        (None, 1) => return made().try_for_each(|(_, gif)| write(Path::new("-"), gif)),
        (Some(out), 1) if !out.is_dir() => return made().try_for_each(|(_, gif)| write(out, gif)),
        (Some(out), _) => out,
        (None, _) => {
            return Err(Failure::Input(
                "several animations go into a folder: name one with --out DIR, or take one with --count 1"
                    .into(),
            ));
        }
    };
    let place = |split: &str, index: u64| folder.join(format!("{}-{index}.gif", slug(split)));
    let places: Vec<PathBuf> = made().map(|(one, _)| place(&one.split, one.index)).collect();
    options.overwrite.check(places.iter().map(PathBuf::as_path), options.predictions.as_deref())?;
    for ((_, gif), path) in made().zip(&places) {
        write(path, gif)?;
    }
    if !common.quiet {
        tell!("Wrote {} animations into {}.", places.len(), folder.display());
    }
    Ok(())
}

/// How the user wants it.
fn look(options: &Show, common: &Common) -> Result<Options, Failure> {
    let kind = match options.kind() {
        Kind::Text => wampimuk_show::Kind::Text,
        Kind::Svg | Kind::Html => wampimuk_show::Kind::Svg,
        Kind::Png => wampimuk_show::Kind::Png,
        Kind::Gif => wampimuk_show::Kind::Gif,
        Kind::Tikz => wampimuk_show::Kind::Tikz,
    };
    let usual = Options::new(kind);
    let predicted = options.predicted.as_deref().map(parse_actions).transpose();
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    Ok(Options {
        kind,
        scale: options.scale,
        colour: options.out.is_none() && common.colour_stdout(),
        width: columns.unwrap_or(usual.width),
        path: !options.no_path,
        graph: options.graph,
        predicted: predicted.map_err(|error| Failure::Input(format!("--predicted: {error}")))?,
        attention: options.attention.as_deref().map(weights).transpose()?,
        solution: options.answer,
        logic: !options.no_logic,
        answer: !options.no_answer,
        without: if options.plain {
            Part::ALL.to_vec()
        } else {
            options.without.iter().copied().map(Part::from).collect()
        },
    })
}

/// Attention weights: a JSON list, or a file that holds one.
fn weights(text: &str) -> Result<Vec<f32>, Failure> {
    let json = if text.trim_start().starts_with('[') {
        text.to_string()
    } else {
        read_text(Path::new(text)).map_err(|error| Failure::io("read", Path::new(text), &error))?
    };
    serde_json::from_str(&json)
        .map_err(|error| Failure::Input(format!("--attention: expected a list of numbers: {error}")))
}

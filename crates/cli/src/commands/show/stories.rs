//! Stories as timelines of who is where, with the question and what its answer rests on.

mod track;

use std::collections::BTreeSet;

use wampimuk_audit::stories::Solved;
use wampimuk_babi::{Solution, Status};
use wampimuk_core::{Family as _, Items as _};
use wampimuk_dataset::JsonLines;
use wampimuk_dataset::stories::StoryRow;
use wampimuk_draw::{Mark, Moment, Picture, Timeline, TimelineError, panels, timeline, timeline_text};
use wampimuk_dyna::Stories;

use crate::args::{Common, Kind, Show};
use crate::commands::generate::no_such_split;
use crate::failure::Failure;
use crate::progress;
use crate::stories::{StorySource, Tale, text};

/// The most questions on one sheet.
const MOST: u64 = 100;
/// How wide a terminal is unless it says so.
const WIDTH: usize = 80;

/// A question of a story.
struct Asked {
    tale: Tale,
    /// The printed number of the question.
    line: usize,
    index: u64,
}

/// What is drawn, as the bytes of a file.
pub fn drawn(options: &Show, common: &Common, source: &StorySource) -> Result<Vec<u8>, Failure> {
    if options.graph || options.predicted.is_some() || options.attention.is_some() {
        return Err(Failure::Input("stories have no graphs, actions or attention to draw".into()));
    }
    if options.kind == Kind::Gif {
        return Err(Failure::Input("stories do not move: use --as text, --as svg or --as png".into()));
    }
    let wanted = options.index..options.index.saturating_add(options.count.clamp(1, MOST));
    let asked = match (source.stories(), &source.source.path) {
        (Some(stories), None) => made(options, source, stories, wanted)?,
        _ => read(options, common, source, wanted)?,
    };
    if asked.is_empty() {
        return Err(Failure::Input(format!("{} has no question {}", options.path, options.index)));
    }
    let views: Vec<View> = progress::waiting(common, "read the stories", || {
        asked.iter().map(|asked| View::of(asked, source.stories(), !options.no_answer)).collect()
    });
    let failed = |error: TimelineError| Failure::Input(format!("failed to draw: {error}"));
    let picture = || -> Result<Picture, Failure> {
        let pictures = views.iter().map(|view| timeline(&view.title, &view.timeline).map_err(failed));
        let mut pictures = pictures.collect::<Result<Vec<Picture>, Failure>>()?;
        Ok(match pictures.len() {
            1 => pictures.remove(0),
            _ => panels("", &pictures.into_iter().map(|one| (String::new(), one)).collect::<Vec<_>>(), 1),
        })
    };
    match options.kind {
        Kind::Svg => Ok(picture()?.to_svg().into_bytes()),
        Kind::Png => Ok(picture()?.to_png(options.scale)?),
        Kind::Text | Kind::Gif => {
            let colour = options.out.is_none() && common.colour_stdout();
            let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
            let width = columns.unwrap_or(WIDTH);
            let texts = views.iter().map(|view| {
                let table = timeline_text(&view.title, &view.timeline, width, colour).map_err(failed)?;
                Ok(view.remarks.iter().fold(table, |text, remark| format!("{text}{remark}\n")))
            });
            Ok(texts.collect::<Result<Vec<String>, Failure>>()?.join("\n").into_bytes())
        }
    }
}

/// Questions of a recipe, by their addresses.
fn made(
    options: &Show,
    source: &StorySource,
    stories: &Stories,
    wanted: std::ops::Range<u64>,
) -> Result<Vec<Asked>, Failure> {
    let names = || source.split_names();
    let split = match options.choice.split.as_deref() {
        Some(name) => names().position(|known| known == name).ok_or_else(|| no_such_split(name, names()))?,
        None => names().position(|name| name == "train").unwrap_or(0),
    };
    let mut worker = stories.worker();
    let len = stories.splits().get(split).map_or(0, |split| split.len);
    let mut asked = Vec::new();
    // At least the first one, so that an index beyond the end is an error.
    for index in std::iter::once(wanted.start).chain(wanted.start + 1..wanted.end.min(len)) {
        let mut lines = JsonLines::new(stories.schema());
        worker.write(split, index, &mut lines)?;
        let row: StoryRow =
            serde_json::from_slice(lines.bytes()).map_err(|error| Failure::Input(error.to_string()))?;
        let tale = source.made(&mut worker, split, row.story)?;
        // Which question of the story it is: the one after so many facts, in these words.
        let told = |line: usize| tale.passage.facts().take_while(|(fact, _)| *fact < line).count();
        let is_it = |line: usize, question: &str| question == row.question && told(line) == row.facts.len();
        let line = tale
            .passage
            .questions()
            .find(|(line, asked)| is_it(*line, &asked.question))
            .map(|(line, _)| line);
        if let Some(line) = line {
            asked.push(Asked { tale, line, index });
        }
    }
    Ok(asked)
}

/// Questions of files: those of the first split that is met, unless another is wanted.
fn read(
    options: &Show,
    common: &Common,
    source: &StorySource,
    wanted: std::ops::Range<u64>,
) -> Result<Vec<Asked>, Failure> {
    let mut quiet = common.clone();
    quiet.quiet = true;
    let mut asked = Vec::new();
    let mut of_split: Option<Option<String>> = options.choice.split.clone().map(Some);
    let mut count = 0;
    let result = source.each(
        &options.choice,
        &quiet,
        "show",
        |_| (),
        |found| {
            let (tale, ()) = found?;
            if *of_split.get_or_insert_with(|| tale.split.clone()) != tale.split {
                return Ok(());
            }
            for (number, (line, _)) in tale.passage.questions().enumerate() {
                let index = tale.claims.get(number).and_then(|claims| claims.index).unwrap_or(count);
                count += 1;
                if wanted.contains(&index) {
                    asked.push(Asked { tale: tale.clone(), line, index });
                }
            }
            // Enough: stop reading.
            if asked.len() as u64 >= wanted.end - wanted.start { Err(Failure::BrokenPipe) } else { Ok(()) }
        },
    );
    match result {
        Ok(()) | Err(Failure::BrokenPipe) => Ok(asked),
        Err(failure) => Err(failure),
    }
}

/// What is shown of a question.
struct View {
    title: String,
    timeline: Timeline,
    /// What is said below the text.
    remarks: Vec<String>,
}

impl View {
    /// The story up to the question: a reader who is asked knows no more.
    fn of(asked: &Asked, stories: Option<&Stories>, with_answer: bool) -> Self {
        let Asked { tale, line, index } = asked;
        let back = tale.back(stories);
        let (mut story, mut plain) = (tale.passage.clone(), tale.plain().clone());
        story.lines.truncate(*line);
        plain.lines.truncate(*line);
        let solved = Solved::of(&tale.solver, &plain);
        let solution = solved.solution(*line).filter(|_| with_answer);
        let answer = solution.map(|solution| match solution.status {
            Status::Unknown => "unknown".to_owned(),
            Status::Unique | Status::Ambiguous => back.apply(&solution.answer),
        });
        let moment = |(number, said): (usize, &wampimuk_babi::Line)| {
            let mut moment = Moment::told(number.to_string(), text(said));
            if number == *line {
                (moment.mark, moment.answer) = (Mark::Question, answer.clone());
            } else if solution.is_some_and(|solution| solution.supporting.contains(&number)) {
                moment.mark = Mark::Supporting;
            }
            moment
        };
        let tracks = solved.story.as_ref();
        let tracks = tracks.map(|read| track::tracks(read, story.lines.len(), &tale.solver, &back));
        let tracks = tracks.unwrap_or_default();
        // Before the story, nobody is anywhere if there is nobody.
        let before = (!tracks.is_empty()).then(Moment::default);
        let moments = before.into_iter().chain((1..).zip(&story.lines).map(moment)).collect();
        let mut remarks: Vec<String> =
            solved.faults.iter().map(|fault| format!("line {}: {}", fault.line, fault.message)).collect();
        if let Some(solution) = solution {
            remarks.extend(remarks_on(tale, solution));
        }
        let kind = solved.kind(*line).map(|kind| format!(" · {}", kind.name()));
        let task = tale.task.as_ref().map(|task| format!(" · {task}"));
        let address = match &tale.split {
            Some(split) => format!("{split}[{index}]"),
            None => format!("question {index}"),
        };
        let title = format!("{address}{}{}", task.unwrap_or_default(), kind.unwrap_or_default());
        Self { title, timeline: Timeline { moments, tracks }, remarks }
    }
}

/// What else is known of the answer: other proofs, doubts, and what the file says where that differs.
fn remarks_on(tale: &Tale, solution: &Solution) -> Vec<String> {
    let listed = |lines: &[usize]| lines.iter().map(usize::to_string).collect::<Vec<_>>().join(" ");
    let mut remarks = Vec::new();
    if solution.status == Status::Ambiguous {
        remarks.push("ambiguous: an earlier occasion gives another answer".to_owned());
    }
    let set = |lines: &[usize]| lines.iter().copied().collect::<BTreeSet<usize>>();
    let shown = set(&solution.supporting);
    let others = solution.all_minimal.iter().filter(|other| set(other) != shown);
    let others: Vec<String> = others.map(|set| listed(set)).collect();
    if !others.is_empty() {
        let more = if solution.complete { "" } else { " | …" };
        remarks.push(format!("other proofs: {}{more}", others.join(" | ")));
    }
    let recorded = tale.plain().questions().find(|(line, _)| *line == solution.line).map(|(_, asked)| asked);
    if let Some(recorded) = recorded.filter(|recorded| !recorded.answer.is_empty()) {
        if !solution.kind.same_answer(&recorded.answer, &solution.answer) {
            remarks.push(format!("recorded answer: {}", recorded.answer));
        }
        if !recorded.support.is_empty() && set(&recorded.support) != shown {
            remarks.push(format!("recorded support: {}", listed(&recorded.support)));
        }
    }
    remarks
}

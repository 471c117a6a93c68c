//! Stories as timelines of who is where, with the question and what its answer rests on.

use std::collections::BTreeSet;
use std::sync::Arc;

use wampimuk_babi::{KnownStay, Line, Passage, Solution, Solved, Solver, Status, Whereabouts, whereabouts};
use wampimuk_draw::{LineMark, Moment, Picture, Stay, Timeline, Track, panels, timeline, timeline_text};
use wampimuk_dyna::{StoryFamily, WordMap};

use crate::{Kind, Options, ShowError};

/// Stories of more lines are shown in excerpts, without saying who is where.
const LONG: usize = 300;

/// How many lines at either end of a long story are shown.
const EDGE: usize = 3;

/// A question of a story.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The split, if it is known.
    pub split: Option<String>,
    /// The task, or the part of the recipe.
    pub task: Option<String>,
    /// The story, as written.
    pub passage: Passage,
    /// The same in the words of the recipe, with the way back, if it is written in others.
    pub plain: Option<(Passage, WordMap)>,
    /// Who reads it.
    pub solver: Arc<Solver>,
    /// The printed number of the question.
    pub line: usize,
    /// The index of the question.
    pub index: u64,
}

impl Asked {
    /// The story in words that can be read.
    fn plain(&self) -> &Passage {
        self.plain.as_ref().map_or(&self.passage, |(plain, _)| plain)
    }
}

/// The picture of questions, one below the other.
pub fn questions(asked: &[Asked], options: &Options) -> Result<Vec<u8>, ShowError> {
    if options.is_about_commands() {
        return Err(ShowError::Impossible("stories have no graphs, actions or attention to draw".into()));
    }
    if options.kind == Kind::Gif {
        return Err(ShowError::Impossible(
            "stories do not move: use --as text, --as svg, --as png or --as tikz".into(),
        ));
    }
    let views: Vec<View> = asked.iter().map(|asked| View::of(asked, options.answer)).collect();
    let picture = || -> Result<Picture, ShowError> {
        let pictures = views.iter().map(|view| timeline(&view.title, &view.timeline));
        let mut pictures = pictures.collect::<Result<Vec<Picture>, _>>()?;
        Ok(match pictures.len() {
            1 => pictures.remove(0),
            _ => panels("", &pictures.into_iter().map(|one| (String::new(), one)).collect::<Vec<_>>(), 1),
        })
    };
    match options.kind {
        Kind::Svg | Kind::Png | Kind::Tikz => Ok(options.still(&picture()?)?),
        Kind::Text | Kind::Gif => {
            let texts = views.iter().map(|view| {
                let table = timeline_text(&view.title, &view.timeline, options.width, options.colour)?;
                Ok(view.remarks.iter().fold(table, |text, remark| format!("{text}{remark}\n")))
            });
            Ok(texts.collect::<Result<Vec<String>, ShowError>>()?.join("\n").into_bytes())
        }
    }
}

/// The picture of one question.
///
/// # Errors
/// If the story is too large.
pub fn question(asked: &Asked, options: &Options) -> Result<Picture, ShowError> {
    let view = View::of(asked, options.answer);
    Ok(timeline(&view.title, &view.timeline)?)
}

/// Questions of a recipe, by their addresses.
pub fn made(
    stories: &dyn StoryFamily,
    split: usize,
    indices: impl Iterator<Item = u64>,
) -> Result<Vec<Asked>, ShowError> {
    let mut worker = stories.story_items();
    let name = stories.splits().get(split).map(|split| split.name.clone());
    let mut asked = Vec::new();
    for index in indices {
        let question = worker.make(split, index)?;
        let (story, line) = (question.at.story, question.solution.line);
        let (narrative, part) = worker.story(split, story)?;
        let passage = narrative.told.passage;
        let in_other_words = stories.relexicon().is_some();
        let plain = stories.plain(&passage).filter(|_| in_other_words);
        let plain = plain.map(|plain| (plain, WordMap::new(&passage, stories)));
        let solver = Arc::new(stories.solver(part).unwrap_or_default());
        asked.push(Asked {
            split: name.clone(),
            task: Some(part.to_owned()),
            passage,
            plain,
            solver,
            line,
            index,
        });
    }
    Ok(asked)
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
    fn of(asked: &Asked, with_answer: bool) -> Self {
        let Asked { line, index, .. } = asked;
        let back = asked.plain.as_ref().map(|(_, back)| back.clone()).unwrap_or_default();
        let (mut story, mut plain) = (asked.passage.clone(), asked.plain().clone());
        story.lines.truncate(*line);
        plain.lines.truncate(*line);
        let solved = Solved::of(&asked.solver, &plain);
        let solution = solved.solution(*line).filter(|_| with_answer);
        let answer = solution.map(|solution| match solution.status {
            Status::Unknown => "unknown".to_owned(),
            Status::Unique | Status::Ambiguous => back.apply(&solution.answer),
        });
        let moment = |(number, said): (usize, &Line)| {
            let mut moment = Moment::told(number.to_string(), said.text());
            if number == *line {
                (moment.mark, moment.answer) = (LineMark::Question, answer.clone());
            } else if solution.is_some_and(|solution| solution.supporting.contains(&number)) {
                moment.mark = LineMark::Supporting;
            }
            moment
        };
        let is_long = story.lines.len() > LONG;
        let tracks = solved.story.as_ref().filter(|_| !is_long);
        let known = |read| whereabouts(read, story.lines.len(), &asked.solver, &|word| back.apply(word));
        let tracks: Vec<Track> = tracks.map(known).unwrap_or_default().into_iter().map(track).collect();
        // Before the story, nobody is anywhere if there is nobody.
        let before = (!tracks.is_empty()).then(Moment::default);
        let supporting = solution.map_or(&[][..], |solution| &solution.supporting);
        let moments = if is_long {
            excerpt(story.lines.len(), supporting, |number| moment((number, &story.lines[number - 1])))
        } else {
            before.into_iter().chain((1..).zip(&story.lines).map(moment)).collect()
        };
        let mut remarks: Vec<String> =
            solved.faults.iter().map(|fault| format!("line {}: {}", fault.line, fault.message)).collect();
        if let Some(solution) = solution {
            remarks.extend(remarks_on(asked, solution));
        }
        let kind = solved.kind(*line).map(|kind| format!(" · {}", kind.name()));
        let task = asked.task.as_ref().map(|task| format!(" · {task}"));
        let address = match &asked.split {
            Some(split) => format!("{split}[{index}]"),
            None => format!("question {index}"),
        };
        let title = format!("{address}{}{}", task.unwrap_or_default(), kind.unwrap_or_default());
        Self { title, timeline: Timeline { moments, tracks }, remarks }
    }
}

/// Where somebody or something is, as something to be drawn.
fn track(Whereabouts { name, is_person, stays }: Whereabouts) -> Track {
    let stay = |KnownStay { from, to, places, learned_later, holder }: KnownStay| Stay {
        from,
        to,
        places,
        learned_later,
        holder,
    };
    let stays = stays.into_iter().map(stay).collect();
    if is_person { Track::person(name, stays) } else { Track::object(name, stays) }
}

/// Of a long story, the first and the last lines, and the needed ones with a line before and after each. In between it is
/// said how many lines are left out.
fn excerpt(lines: usize, needed: &[usize], moment: impl Fn(usize) -> Moment) -> Vec<Moment> {
    let mut shown: BTreeSet<usize> = (1..=EDGE).chain(lines - EDGE..=lines).collect();
    shown.extend(needed.iter().flat_map(|&line| line.saturating_sub(1).max(1)..=(line + 1).min(lines)));
    let mut moments = Vec::new();
    let mut last = 0;
    for number in shown {
        if number > last + 1 {
            let left_out = number - last - 1;
            let lines = if left_out == 1 { "line" } else { "lines" };
            moments.push(Moment::told(String::new(), format!("… {left_out} {lines} …")));
        }
        moments.push(moment(number));
        last = number;
    }
    moments
}

/// What else is known of the answer: other proofs, doubts, and what the file says where that differs.
fn remarks_on(asked: &Asked, solution: &Solution) -> Vec<String> {
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
    let recorded = asked.plain().questions().find(|(line, _)| *line == solution.line).map(|(_, asked)| asked);
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

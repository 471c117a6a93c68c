//! Answers to questions about stories, and to riddles.

use wampimuk_families::{Contents as Family, Dataset};
use wampimuk_prompt::{Answer, AnswerReader, ParseMode, PromptForm as Written, PromptView, Prompter};
use wampimuk_score::{AnswerFault, Judge, Judgement};
use wampimuk_show::{Kind, Options as Look, made_questions, picture, question, riddle};

use super::commands::refused;
use super::said::{shortened, written};
use super::{Answered, Form, Outcome, Shown, Wanted};
use crate::error::Error;
use crate::predictions::{Prediction, Said};
use crate::score::admission::Admission;
use crate::score::{Contents, Run, Work};

/// How much of a grid is shown.
const LONGEST: usize = 4000;

/// Looks at all answers.
pub(super) fn browse(
    dataset: &dyn Dataset,
    run: Run,
    work: &Work<'_>,
    shown: &mut Shown<'_>,
) -> Result<(), Error> {
    let Contents::Lines(mut reader) = run.contents else {
        let what = "a list of commands and actions, and the data has none";
        return Err(Error::Request(format!("{} is {what}", run.name)));
    };
    if shown.wanted.form == Form::Animation {
        return Err(Error::Request(
            "stories and riddles do not move: use --as html, svg, png or text".into(),
        ));
    }
    let (mut judge, reads) = (Judge::new(dataset), AnswerReader::of(dataset.contents()));
    let view = PromptView::of(dataset).first().copied().unwrap_or(PromptView::Answer);
    let mut admission = Admission::new(dataset.splits(), &work.options.splits)?;
    work.watch.begin("judge", None);
    while let Some(line) = reader.next() {
        let (line, prediction) = line?;
        let Some(split) = admission.admit(&reader, line, &prediction)? else { continue };
        work.watch.done(1)?;
        let answer = reads.read(&prediction.said.text(), view, ParseMode::Whole);
        let judged = judge.judge(split, prediction.index, &answer);
        let judged = judged.map_err(|error| Error::line(&run.path, line, error))?;
        let outcome = match judged {
            Judgement { exact: true, .. } => Outcome::Right,
            Judgement { parsed: true, .. } => Outcome::Wrong,
            Judgement { .. } => Outcome::NotRead,
        };
        let why = judged.why;
        shown.offer(&prediction.split, outcome, |wanted| {
            answered(dataset, split, &prediction, (&answer, why.as_ref(), outcome), wanted)
        })?;
    }
    Ok(())
}

fn answered(
    dataset: &dyn Dataset,
    split: usize,
    prediction: &Prediction,
    (answer, why, outcome): (&Answer, Option<&AnswerFault>, Outcome),
    wanted: &Wanted,
) -> Result<Answered, Error> {
    let Prediction { split: name, index, .. } = prediction;
    let written_as = Written::of(dataset).first().copied().unwrap_or(Written::Prose);
    let prompt = Prompter::new(dataset, written_as).and_then(|prompter| prompter.prompt(split, *index));
    let prompt = prompt.map_err(|error| Error::Request(error.to_string()))?;
    let mut look = Look { solution: wanted.look.answer, ..wanted.look.clone() };
    let said = match (&prediction.said, answer) {
        (Said::Text(_), Answer::Grid(rows)) => grid(rows),
        (said, _) => written(said, &super::said::tokens(said, &AnswerReader::default())),
    };
    let mut texts = Vec::new();
    if look.answer {
        texts.push(("gold", shortened(&prompt.answer, LONGEST)));
    }
    texts.push(("predicted", said));
    texts.extend(why.filter(|_| look.answer).map(|why| ("what is wrong", why.to_string())));
    let (mut text, mut drawn) = (String::new(), None);
    if wanted.form == Form::Text {
        look.kind = Kind::Text;
        let bytes = picture(dataset, name, *index..index.saturating_add(1), &look).map_err(refused)?;
        text = String::from_utf8_lossy(&bytes).into_owned();
    } else {
        look.kind = Kind::Svg;
        drawn = match dataset.contents() {
            Family::Stories(stories) => {
                let asked = made_questions(stories, split, std::iter::once(*index)).map_err(refused)?;
                asked.first().map(|asked| question(asked, &look)).transpose().map_err(refused)?
            }
            Family::Riddles(riddles) => {
                let mut maker = riddles.maker();
                let task = maker.make(split, *index)?;
                Some(riddle(task, &format!("{name}[{index}]"), &look))
            }
            Family::Commands(_) => None,
        };
    }
    let outcome = Some(outcome).filter(|_| wanted.look.answer);
    Ok(Answered { split: name.clone(), index: *index, outcome, texts, text, picture: drawn, animation: None })
}

/// A grid of numbers, row by row.
fn grid(rows: &[Vec<u64>]) -> String {
    let row = |row: &Vec<u64>| row.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
    shortened(&rows.iter().map(row).collect::<Vec<_>>().join("\n"), LONGEST)
}

//! Answers to commands in grid worlds.

use wampimuk_grid::Action;
use wampimuk_prompt::AnswerReader;
use wampimuk_score::AnswerFault;
use wampimuk_show::{Kind, Options as Look, Part, command, counted_actions, items, sentence};
use wampimuk_source::{Error as SourceError, ItemView, Source};

use super::animation::animation;
use super::said::{Token, tokens, written};
use super::{Answered, Form, Outcome, Shown, Wanted};
use crate::error::Error;
use crate::grid::{Verdict, judge};
use crate::predictions::Prediction;
use crate::score::admission::Admission;
use crate::score::commands::is_derived;
use crate::score::{Contents, Run, Work, matched};

/// Looks at all answers.
pub(super) fn browse(
    source: Option<&Source>,
    run: Run,
    work: &Work<'_>,
    shown: &mut Shown<'_>,
) -> Result<(), Error> {
    let family = source.and_then(Source::grid);
    let path = run.path;
    let mut visit = |item: &ItemView<'_>, prediction: Prediction, line: u64| {
        let example = item.example().map_err(SourceError::from)?;
        let case = matched::case(&example, item.cast, item.lexicon, family);
        let tokens = tokens(&prediction.said, &AnswerReader::in_words_of(item.lexicon));
        let said: Vec<Option<Action>> = tokens.iter().map(|(_, action)| *action).collect();
        let verdict = judge(&case, &said, None);
        let outcome = outcome(&verdict);
        let draw = |wanted: &Wanted| answered(item, &prediction, &tokens, (&verdict, outcome), wanted);
        shown.offer(item.split, outcome, draw).map_err(|error| match error {
            Error::Request(problem) => Error::line(&path, line, problem),
            other => other,
        })
    };
    match run.contents {
        Contents::List(input) => matched::list(&path, input, source, work, |whole| whole, visit),
        Contents::Lines(mut reader) => {
            let source = source
                .ok_or_else(|| Error::Request(format!("{} does not say what it is about", run.name)))?;
            let Some(family) = family.filter(|_| is_derived(source, work.options)) else {
                return matched::lines(*reader, source, work, |whole| whole, visit);
            };
            let mut admission = Admission::new(family.splits(), &work.options.splits)?;
            let mut items = family.grid_items();
            work.watch.begin("judge", None);
            while let Some(read) = reader.next() {
                let (line, prediction) = read?;
                let Some(split) = admission.admit(&reader, line, &prediction)? else { continue };
                work.watch.done(1)?;
                let item = items.make(split, prediction.index)?;
                let name = prediction.split.clone();
                visit(&ItemView::made(&name, item, family.lexicon()), prediction, line)?;
            }
            Ok(())
        }
    }
}

fn outcome(verdict: &Verdict) -> Outcome {
    match verdict.judgement.why {
        None => Outcome::Right,
        Some(_) if !verdict.judgement.parsed => Outcome::NotRead,
        Some(AnswerFault::Way) => Outcome::OtherWay,
        Some(_) => Outcome::Wrong,
    }
}

fn answered(
    item: &ItemView<'_>,
    prediction: &Prediction,
    tokens: &[Token],
    (verdict, outcome): (&Verdict, Outcome),
    wanted: &Wanted,
) -> Result<Answered, Error> {
    let predicted: Vec<Action> = tokens.iter().filter_map(|(_, action)| *action).collect();
    let mut look = Look { predicted: Some(predicted), ..wanted.look.clone() };
    // Both lists stand beside the picture.
    if matches!(wanted.form, Form::Text | Form::Page) {
        look.without.push(Part::Actions);
    }
    let mut texts = vec![("command", sentence(item))];
    if look.answer {
        texts.push(("gold", counted_actions(item.actions)));
    }
    texts.push(("predicted", written(&prediction.said, tokens)));
    if look.answer {
        texts.extend(difference(item, tokens).map(|text| ("first difference", text)));
        texts.extend(why(verdict).map(|text| ("what is wrong", text)));
    }
    let (mut text, mut picture, mut gif) = (String::new(), None, None);
    if wanted.form == Form::Text {
        look.kind = Kind::Text;
        text = String::from_utf8_lossy(&items(&[*item], &look).map_err(refused)?).into_owned();
    }
    if matches!(wanted.form, Form::Picture | Form::Page) {
        look.kind = Kind::Svg;
        picture = Some(command(item, &look).map_err(refused)?);
    }
    if matches!(wanted.form, Form::Animation | Form::Page) {
        let (bytes, remark) = animation(item, prediction.attention.as_ref(), tokens, &look)?;
        gif = Some(bytes);
        texts.extend(remark.map(|remark| ("animation", remark)));
    }
    let (split, index) = (item.split.to_owned(), item.index);
    let outcome = Some(outcome).filter(|_| look.answer);
    Ok(Answered { split, index, outcome, texts, text, picture, animation: gif })
}

pub(super) fn refused(error: wampimuk_show::ShowError) -> Error {
    Error::Request(error.to_string())
}

/// Where the answer leaves the right one.
fn difference(item: &ItemView<'_>, tokens: &[Token]) -> Option<String> {
    let gold = |at: usize| item.actions.get(at).map_or("the end", |action| action.name());
    let said = |at: usize| tokens.get(at).map_or("the end", |(word, _)| word.as_str());
    let same =
        |at: &usize| tokens.get(*at).map(|(_, action)| *action) == item.actions.get(*at).copied().map(Some);
    let at = (0..tokens.len().max(item.actions.len())).find(|at| !same(at))?;
    Some(format!("action {}: gold {}, predicted {}", at + 1, gold(at), said(at)))
}

/// Where a wrong answer leads, and why.
fn why(verdict: &Verdict) -> Option<String> {
    let ending = verdict.ending?;
    let why = verdict.judgement.why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
    Some(match ending.reason() {
        Some((role, missed)) => format!("{ending}, {role}; missed: {missed}"),
        None => format!("{ending}{why}"),
    })
}

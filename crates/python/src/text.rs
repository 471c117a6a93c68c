//! Items as text, and what answers to them are worth.

use pyo3::prelude::*;
use wampimuk_core::suggest_or_list;
use wampimuk_prompt::{AnswerReader, ParseMode, PromptError, PromptForm, PromptView, PromptWriter, Prompter};
use wampimuk_score::{Credit, ItemAnswer, Judgement, judge_all, judge_texts};

use crate::error::raise;
use crate::prepared::Inner;
use crate::watched::Moment;

/// Question, answer, form and view.
pub(crate) type Written = (String, String, &'static str, &'static str);

/// The score, then what was judged: parsed, exact, fulfils, reached, sound, accuracy, prefix, length, why.
pub(crate) type Judged = (f64, bool, bool, bool, bool, bool, f64, usize, usize, Option<String>);

/// What answers earn that are not exact: a credit by name, or by its numbers.
#[derive(FromPyObject)]
pub(crate) enum Worth {
    Name(String),
    Weights(f64, f64, f64),
}

/// Answers that a thread judges before signals are looked at.
const AT_ONCE: usize = 512;

/// Answers that stand alone; the other ways to read them are the names of [`ParseMode`].
const BARE: &str = "bare";

/// Items as prompts.
pub(crate) fn prompts(
    py: Python<'_>,
    inner: &Inner,
    split: usize,
    indices: &[u64],
    form: Option<&str>,
    view: Option<&str>,
    instructions: bool,
) -> PyResult<Vec<Written>> {
    let prompter = prompter(inner, form, view, instructions)?;
    each(py, &prompter, indices, |worker, index| {
        let prompt = worker.prompt(split, index)?;
        Ok((prompt.question, prompt.answer, prompt.form.name(), prompt.view.name()))
    })
}

/// What is changed about a partner, whether its answer is another one, question and answer.
pub(crate) type PartnerWritten = (&'static str, bool, String, String);

/// The partners of items as prompts.
pub(crate) fn partner_prompts(
    py: Python<'_>,
    inner: &Inner,
    split: usize,
    indices: &[u64],
    form: Option<&str>,
    view: Option<&str>,
    instructions: bool,
) -> PyResult<Vec<Vec<PartnerWritten>>> {
    let prompter = prompter(inner, form, view, instructions)?;
    each(py, &prompter, indices, |worker, index| {
        let partners = worker.partners(split, index)?.into_iter();
        Ok(partners.map(|one| (one.change, one.answer_changes, one.question, one.answer)).collect())
    })
}

fn prompter<'d>(
    inner: &'d Inner,
    form: Option<&str>,
    view: Option<&str>,
    instructions: bool,
) -> PyResult<Prompter<'d>> {
    let dataset = inner.dataset();
    let prompter = match form {
        Some(form) => Prompter::new(dataset, named("form", form, PromptForm::of(dataset), PromptForm::name)?),
        None => Prompter::usual(dataset),
    }
    .map_err(raise)?;
    Ok(prompter.with_view(view_of(inner, view)?).map_err(raise)?.with_instructions(instructions))
}

/// Writes something about each item, and hears interrupts in between.
fn each<T: Send>(
    py: Python<'_>,
    prompter: &Prompter<'_>,
    indices: &[u64],
    write: impl Fn(&mut PromptWriter<'_>, u64) -> Result<T, PromptError> + Sync,
) -> PyResult<Vec<T>> {
    let mut written = Vec::with_capacity(indices.len());
    while written.len() < indices.len() {
        py.check_signals()?;
        py.detach(|| {
            let (moment, mut worker) = (Moment::begin(), prompter.worker());
            for &index in &indices[written.len()..] {
                written.push(write(&mut worker, index).map_err(raise)?);
                if moment.is_over() {
                    break;
                }
            }
            Ok::<_, PyErr>(())
        })?;
    }
    Ok(written)
}

/// Judges answers to items of a split.
#[expect(clippy::too_many_arguments, reason = "they are keywords on Python's side")]
pub(crate) fn judge(
    py: Python<'_>,
    inner: &Inner,
    split: usize,
    answers: &[(u64, String)],
    view: Option<&str>,
    mode: &str,
    credit: Worth,
    threads: usize,
) -> PyResult<Vec<Judged>> {
    let dataset = inner.dataset();
    let view = view_of(inner, view)?;
    let mode = match mode {
        BARE => None,
        mode => Some(ParseMode::from_name(mode).ok_or_else(|| {
            raise(format_args!(
                "there is no way `{mode}` to read answers (there are strict, lenient, whole, {BARE})"
            ))
        })?),
    };
    let credit = match credit {
        Worth::Weights(fulfils, reached, prefix) => Credit { fulfils, reached, prefix },
        Worth::Name(name) => Credit::from_name(&name).ok_or_else(|| {
            raise(format_args!("there is no credit `{name}` (there are strict, fulfilling, partial)"))
        })?,
    };
    let reader = AnswerReader::of(dataset.contents());
    let part = |answers: &[(u64, String)]| {
        let claim = |(index, text): &(u64, String)| (*index, reader.parse(text, view));
        let judgements = match mode {
            Some(mode) => {
                let claims: Vec<ItemAnswer<&str>> = answers
                    .iter()
                    .map(|(index, text)| ItemAnswer { split, index: *index, answer: text.as_str() })
                    .collect();
                judge_texts(dataset, &claims, view, mode, threads)
            }
            None => {
                let read: Vec<_> = answers.iter().map(claim).collect();
                let claims: Vec<_> =
                    read.iter().map(|(index, answer)| ItemAnswer { split, index: *index, answer }).collect();
                judge_all(dataset, &claims, threads)
            }
        };
        judgements
            .into_iter()
            .map(|judgement| judgement.map(|judgement| judged(&judgement, credit)).map_err(raise))
            .collect::<PyResult<Vec<Judged>>>()
    };
    let mut all = Vec::with_capacity(answers.len());
    for answers in answers.chunks(AT_ONCE * threads.max(1)) {
        py.check_signals()?;
        all.extend(py.detach(|| part(answers))?);
    }
    Ok(all)
}

fn judged(judgement: &Judgement, credit: Credit) -> Judged {
    let Judgement { parsed, exact, fulfils, reached, sound, accuracy, prefix, length, why } = judgement;
    let why = why.as_ref().map(ToString::to_string);
    let score = credit.score(judgement);
    (score, *parsed, *exact, *fulfils, *reached, *sound, *accuracy, *prefix, *length, why)
}

/// What is asked for: what the caller says, or else what the dataset's view does.
fn view_of(inner: &Inner, view: Option<&str>) -> PyResult<PromptView> {
    let known = PromptView::of(inner.dataset());
    match view {
        Some(view) => named("view", view, known, PromptView::name),
        None if inner.is_reference() => Ok(PromptView::Reference),
        None => known
            .first()
            .copied()
            .ok_or_else(|| raise(format_args!("items of {} have no prompts", inner.dataset().family()))),
    }
}

/// The thing of this name.
fn named<T: Copy>(what: &str, name: &str, known: &[T], name_of: impl Fn(T) -> &'static str) -> PyResult<T> {
    known.iter().copied().find(|&one| name_of(one) == name).ok_or_else(|| {
        let names: Vec<&str> = known.iter().map(|&one| name_of(one)).collect();
        let hint = suggest_or_list(name, "there are", names);
        raise(format_args!("there is no {what} `{name}` ({hint})"))
    })
}

//! Pairs of questions about stories.

use std::ops::ControlFlow::Continue;

use wampimuk_babi::{Asked, Line, Passage};
use wampimuk_core::{Field, Sink, Type};
use wampimuk_dyna::WordMap;
use wampimuk_pair::Pair;
use wampimuk_pair::stories::{Change, Item, Paired, Partner, Proved};
use wampimuk_prompt::{PromptView, StoryContext, Style};
use wampimuk_source::{Pass, SourceStory, StorySource};

use super::{Head, PairOptions, PairSummary, count, list, schema, write_prompts};
use crate::rows::RowWriter;
use crate::{Error, Rows};

pub(super) fn write(
    source: &StorySource,
    options: PairOptions,
    pass: &Pass<'_>,
    rows: Rows<'_>,
) -> Result<PairSummary, Error> {
    let mut rows =
        RowWriter::new(rows, &schema(address(), &Change::ALL.map(Change::name), columns(), options))?;
    let mut summary = PairSummary::default();
    let context = source.stories().map_or(FOREIGN, StoryContext::from);
    source.each(
        pass,
        "pairs",
        |tale, _| questions(tale, &tale.back(source.stories())),
        |found| {
            let Ok((tale, questions)) = found else {
                summary.unread += 1;
                return Ok(Continue(()));
            };
            for Own { line, paired } in questions {
                let Some(Paired { own, pairs }) = paired else {
                    count(&mut summary, 0);
                    continue;
                };
                count(&mut summary, pairs.len());
                for pair in &pairs {
                    rows.row(|sink| {
                        sink.text(tale.split.as_deref().unwrap_or_default());
                        sink.text(tale.task.as_deref().unwrap_or_default());
                        sink.uint(tale.number);
                        sink.uint(line as u64);
                        row(&own, pair, options, context, sink);
                    })?;
                }
            }
            Ok::<_, Error>(Continue(()))
        },
    )?;
    rows.finish()?;
    Ok(summary)
}

/// Stories of others, in English: answers are what follows.
const FOREIGN: StoryContext<'static> =
    StoryContext { words: None, vocabulary: None, proved: true, knowing: false };

fn address() -> Vec<Field> {
    vec![
        Field::new("split", Type::Text, "the split of the story; empty if the file does not say"),
        Field::new("task", Type::Text, "its task; empty if the file does not say"),
        Field::new("story", Type::U64, "its number, in its split or its file"),
        Field::new("line", Type::U32, "the number of the question's line, as it is printed"),
    ]
}

/// What may differ.
fn columns() -> Vec<Field> {
    vec![
        Field::new("facts", list(Type::Text), "the sentences before the question"),
        Field::new("question", Type::Text, "the question"),
        Field::new("answer", Type::Text, "the answer"),
        Field::new("supporting", list(Type::U32), "the facts that it rests on, counted from 1"),
        Field::new("all_minimal", list(list(Type::U32)), "all sets of facts that suffice, none too many"),
    ]
}

/// A question with its pairs, in the words of its file; none if it cannot be solved.
struct Own {
    line: usize,
    paired: Option<Paired>,
}

/// The questions of a story.
fn questions(tale: &SourceStory, words: &WordMap) -> Vec<Own> {
    let mut facts: Vec<Line> = Vec::new();
    let mut all = Vec::new();
    for (line, told) in (1..).zip(&tale.plain().lines) {
        let Line::Question(asked) = told else {
            facts.push(told.clone());
            continue;
        };
        let mut lines = facts.clone();
        lines.push(Line::Question(Asked { support: Vec::new(), ..asked.clone() }));
        let item = Item { solver: &tale.solver, passage: &Passage { lines } };
        let mut paired = item.pairs(|_| true);
        if let Some(Paired { own, pairs }) = &mut paired {
            say(own, words);
            pairs.iter_mut().for_each(|pair| say(&mut pair.partner.proved, words));
        }
        all.push(Own { line, paired });
    }
    all
}

/// Puts a question into the words of its file.
fn say(proved: &mut Proved, words: &WordMap) {
    for line in &mut proved.passage.lines {
        match line {
            Line::Fact(text) => *text = words.apply(text),
            Line::Question(asked) => asked.question = words.apply(&asked.question),
        }
    }
    proved.solution.answer = words.apply(&proved.solution.answer);
}

fn row(
    own: &Proved,
    Pair { partner, answer_changes }: &Pair<Partner>,
    options: PairOptions,
    context: StoryContext<'_>,
    sink: &mut dyn Sink,
) {
    let Partner { change, which, proved } = partner;
    Head { change: *change as usize, which: *which, answer_changes: *answer_changes }.write(sink);
    match options.prompts {
        None => [own, proved].into_iter().for_each(|proved| write_item(proved, sink)),
        Some(form) => {
            let style = Style { form, view: PromptView::Answer, instructions: true };
            write_prompts(&[own, proved].map(|proved| style.proved(context, proved)), sink);
        }
    }
}

fn write_item(proved: &Proved, sink: &mut dyn Sink) {
    let numbers = |numbers: &[usize], sink: &mut dyn Sink| {
        sink.list(numbers.len());
        numbers.iter().for_each(|&number| sink.uint(number as u64));
    };
    sink.list(proved.facts().count());
    proved.facts().for_each(|fact| sink.text(fact));
    sink.text(proved.asked());
    sink.text(&proved.solution.answer);
    numbers(&proved.solution.supporting, sink);
    sink.list(proved.solution.all_minimal.len());
    proved.solution.all_minimal.iter().for_each(|set| numbers(set, sink));
}

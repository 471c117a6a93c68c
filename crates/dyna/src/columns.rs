//! Questions as records.

use wampimuk_babi::worlds::Told;
use wampimuk_babi::{Kind, Line, Status};
use wampimuk_core::{Field, ItemId, Schema, Sink, Type, Words};
use wampimuk_story::Concept;

use crate::narrative::Narrative;

/// Where a question stands in its dataset.
#[derive(Clone, Copy, Debug)]
pub struct Address {
    /// The number of the split.
    pub split: usize,
    /// The number of the part.
    pub part: usize,
    /// The number of the story in the split.
    pub story: u64,
    /// The index of the question in the split.
    pub index: u64,
}

/// The columns of questions, and how to write a question into them.
#[derive(Clone, Debug)]
pub struct Columns {
    schema: Schema,
    concepts: Words,
}

fn words<'w>(words: impl IntoIterator<Item = &'w str>) -> Words {
    words.into_iter().map(ToString::to_string).collect()
}

fn list(element: Type) -> Type {
    Type::List(Box::new(element))
}

/// What lines of other worlds are about, where it has another name.
const OTHER_CONCEPTS: [&str; 8] =
    ["DIRECTION", "TIME", "KIND", "FEAR", "COLOUR", "POSITION", "SIZE", "MOTIVE"];

/// The names of all concepts that lines can be about.
fn concepts() -> Words {
    words(Concept::ALL.iter().map(|concept| concept.name()).chain(OTHER_CONCEPTS))
}

impl Columns {
    /// The columns of a dataset with these splits and parts.
    pub fn new<'n>(
        splits: impl IntoIterator<Item = &'n str>,
        parts: impl IntoIterator<Item = &'n str>,
    ) -> Columns {
        let concepts = concepts();
        let fields = vec![
            Field::new("id", Type::Text, "hash of story and question, whatever their wording"),
            Field::new("split", Type::Word(words(splits)), "the split the question belongs to"),
            Field::new("task", Type::Word(words(parts)), "the part of the recipe, such as a bAbI task"),
            Field::new(
                "story",
                Type::U64,
                "the story's number in its split; questions of one story share it",
            ),
            Field::new(
                "index",
                Type::U64,
                "the question's index in its split: with recipe and seed, its address",
            ),
            Field::new("facts", list(Type::Text), "the sentences before the question"),
            Field::new("question", Type::Text, "the question"),
            Field::new("kind", Type::Word(words(Kind::ALL.map(Kind::name))), "the kind of question"),
            Field::new("answer", Type::Text, "the answer; several are joined by commas"),
            Field::new(
                "supporting",
                list(Type::U32),
                "the facts that the answer rests on, counted from 1; several proofs: the recipe's choice",
            ),
            Field::new("all_minimal", list(list(Type::U32)), "all sets of facts that suffice, none too many"),
            Field::new("complete", Type::Bool, "whether all_minimal has them all"),
            Field::new(
                "composition",
                list(Type::Word(concepts.clone())),
                "what the supporting facts are about",
            ),
            Field::new("symbols", list(Type::Text), "the facts as formulas, and the question"),
            Field::new(
                "status",
                Type::Word(words(Status::ALL.map(Status::name))),
                "unique, or ambiguous where the recipe keeps such questions",
            ),
        ];
        Columns { schema: Schema { fields }, concepts }
    }

    /// The columns.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Writes question number `question` of a story.
    pub fn write(&self, at: Address, narrative: &Narrative, question: usize, sink: &mut dyn Sink) {
        let Narrative { told: Told { passage, solutions }, symbols } = narrative;
        let Some(solution) = solutions.get(question) else { return };
        let before = &passage.lines[..solution.line - 1];
        let facts = || {
            before.iter().zip(symbols).filter_map(|(line, symbol)| match line {
                Line::Fact(text) => Some((text.as_str(), symbol.as_str())),
                Line::Question(_) => None,
            })
        };
        let asked = &symbols[solution.line - 1];
        // printed numbers count questions too
        let mut positions = Vec::with_capacity(before.len());
        let mut count = 0;
        for line in before {
            count += u64::from(matches!(line, Line::Fact(_)));
            positions.push(count);
        }
        let text = match &passage.lines[solution.line - 1] {
            Line::Question(asked) => asked.question.as_str(),
            Line::Fact(_) => "",
        };
        sink.id(identity(facts().map(|(_, symbol)| symbol), asked));
        sink.word(at.split);
        sink.word(at.part);
        sink.uint(at.story);
        sink.uint(at.index);
        sink.list(facts().count());
        facts().for_each(|(text, _)| sink.text(text));
        sink.text(text);
        sink.word(Kind::ALL.iter().position(|&kind| kind == solution.kind).unwrap_or(0));
        sink.text(&solution.answer);
        let set = |set: &[usize], sink: &mut dyn Sink| {
            sink.list(set.len());
            set.iter().for_each(|&number| sink.uint(positions[number - 1]));
        };
        set(&solution.supporting, sink);
        sink.list(solution.all_minimal.len());
        solution.all_minimal.iter().for_each(|minimal| set(minimal, sink));
        sink.bool(solution.complete);
        let concept = |name: &&str| self.concepts.iter().position(|word| word == name).unwrap_or(0) as u8;
        sink.words(&solution.composition.iter().map(concept).collect::<Vec<u8>>());
        sink.list(facts().count() + 1);
        facts().for_each(|(_, symbol)| sink.text(symbol));
        sink.text(asked);
        sink.word(Status::ALL.iter().position(|&status| status == solution.status).unwrap_or(0));
        sink.end();
    }
}

/// What makes two questions the same: the same formulas in the same order, whatever their wording.
pub fn identity<'s>(facts: impl Iterator<Item = &'s str>, question: &str) -> ItemId {
    let mut text = String::new();
    for fact in facts {
        text.push_str(fact);
        text.push('\n');
    }
    text.push_str(question);
    ItemId::of(text.as_bytes())
}

//! Questions as rows of files.

use wampimuk_core::{Field, Schema, Sink, Type, Words};
use wampimuk_story::Concept;

use super::Question;
use crate::solve::{Kind, Status};

/// The columns of questions, and how to write a question into them. Files are read by the same names.
#[derive(Clone, Debug)]
pub struct QuestionColumns {
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

impl QuestionColumns {
    /// The columns of a dataset with these splits and parts.
    pub fn new<'n>(
        splits: impl IntoIterator<Item = &'n str>,
        parts: impl IntoIterator<Item = &'n str>,
    ) -> Self {
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
        Self { schema: Schema { fields }, concepts }
    }

    /// The columns.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Writes a question.
    pub fn write(&self, question: &Question<'_>, sink: &mut dyn Sink) {
        let Question { at, text, solution, .. } = *question;
        sink.id(question.id());
        sink.word(at.split);
        sink.word(at.part);
        sink.uint(at.story);
        sink.uint(at.index);
        sink.list(question.told());
        question.facts().for_each(|text| sink.text(text));
        sink.text(text);
        sink.word(Kind::ALL.iter().position(|&kind| kind == solution.kind).unwrap_or(0));
        sink.text(&solution.answer);
        numbers(question.supporting(), sink);
        sink.list(solution.all_minimal.len());
        question.all_minimal().for_each(|set| numbers(set, sink));
        sink.bool(solution.complete);
        let concept = |name: &&str| self.concepts.iter().position(|word| word == name).unwrap_or(0) as u8;
        sink.word_list(&mut solution.composition.iter().map(concept));
        sink.list(question.told() + 1);
        question.formulas().for_each(|formula| sink.text(formula));
        sink.text(question.formula());
        sink.word(Status::ALL.iter().position(|&status| status == solution.status).unwrap_or(0));
        sink.end();
    }
}

fn numbers(numbers: impl ExactSizeIterator<Item = usize>, sink: &mut dyn Sink) {
    sink.list(numbers.len());
    numbers.for_each(|number| sink.uint(number as u64));
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};

    use super::*;
    use crate::worlds;

    /// A concept without a word would be written as another one.
    #[test]
    fn every_concept_of_every_world_has_a_word() {
        let (words, key) = (concepts(), StreamKey::new(&Digest::of(b"concepts"), "columns", 0));
        for (world, task) in worlds::all().iter().flat_map(|world| (1..=20).map(move |task| (world, task))) {
            let told = (0..20).filter_map(|story| world.tell(task, None, &mut key.stream(story), &|_| true));
            for solution in told.flat_map(|told| told.solutions) {
                assert!(solution.composition.iter().all(|name| words.iter().any(|word| word == name)));
            }
        }
    }
}

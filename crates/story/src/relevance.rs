//! Which lines can matter for where something is.
//!
//! Hiding lines never puts more stays into one place. So all that a support can use is about stays that are in the class of
//! the asked ones when every line is shown: the lines that began them, and the lines that say who held an object while it
//! was there. In a long story these are a handful of lines, and a search for supports need not look at any other.

use crate::knowledge::{Knowledge, Stay, StoryReading};
use crate::world::{Object, Person, Sentence};

/// What is asked about: classes of stays, ascending.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked(Vec<Stay>);

impl Asked {
    /// Where a person is now.
    pub(crate) fn person(person: Person, known: &Knowledge) -> Asked {
        Asked(vec![known.person_class(person, known.now())])
    }

    /// Where an object was from one moment to another.
    pub(crate) fn object(object: Object, from: usize, to: usize, known: &Knowledge) -> Asked {
        let mut classes: Vec<Stay> = known.object_classes(object, from, to).collect();
        classes.sort_unstable();
        classes.dedup();
        Asked(classes)
    }

    fn has(&self, class: Stay) -> bool {
        self.0.binary_search(&class).is_ok()
    }

    /// The lines that can matter, ascending; not those that explain their pronouns. All of the sentences are read in
    /// `known`.
    pub(crate) fn lines(
        &self,
        sentences: &[Sentence],
        known: &Knowledge,
        reading: StoryReading,
    ) -> Vec<usize> {
        // of each object, the last change of hands so far, and whether the object is asked about just before it
        let mut changes: Vec<Option<(usize, bool)>> = Vec::new();
        let mut lines: Vec<usize> = Vec::new();
        for (line, sentence) in sentences.iter().enumerate() {
            if let Some(object) = sentence.event.object() {
                let number = object.index();
                if changes.len() <= number {
                    changes.resize(number + 1, None);
                }
                let change = &mut changes[number];
                let between = self.lies_in(object, change.map_or(0, |(last, _)| last + 1), Some(line), known);
                // a change of hands tells who holds the object from the change before to the change after
                lines.extend(change.filter(|(_, before)| *before || between).map(|(last, _)| last));
                *change = Some((line, between));
                continue;
            }
            let matters = |who: Person| {
                // what is said of where somebody goes can say where they come from
                self.has(known.person_class(who, line + 1))
                    || (reading == StoryReading::Generator && self.has(known.person_class(who, line)))
            };
            if sentence.subjects().any(matters) {
                lines.push(line);
            }
        }
        for (number, change) in changes.into_iter().enumerate() {
            let Some((last, before)) = change else { continue };
            if before || self.lies_in(Object(number as u8), last + 1, None, known) {
                lines.push(last);
            }
        }
        lines.sort_unstable();
        lines
    }

    /// Whether an object is asked about at some moment from one to another, or to the end.
    fn lies_in(&self, object: Object, from: usize, to: Option<usize>, known: &Knowledge) -> bool {
        known.object_classes(object, from, to.unwrap_or(known.now())).any(|class| self.has(class))
    }
}

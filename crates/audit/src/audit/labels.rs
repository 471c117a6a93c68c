//! Whether labels are right, and what gives them away.

use serde::Serialize;
use wampimuk_command::Reading;
use wampimuk_grid::{Action, Heading};

use super::case::Case;
use crate::counts::Counts;
use crate::{Share, Tally};

/// Whether the recorded actions are those that the command asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Labels {
    /// Actions that do not carry out the command on the recorded target.
    pub wrong: u64,
    /// Actions that do, but are not the canonical ones (columns first).
    pub not_canonical: u64,
}

impl Labels {
    pub(super) fn add(&mut self, case: &Case<'_>, derived: &[Action]) {
        let example = case.example;
        if example.actions == derived {
            return;
        }
        let fulfilled =
            example.command.fulfilled_by(&example.actions, &example.world, example.target, case.lexicon);
        match fulfilled {
            Ok(()) => self.not_canonical += 1,
            Err(_) => self.wrong += 1,
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.wrong += other.wrong;
        self.not_canonical += other.not_canonical;
    }
}

/// What the commands refer to under one reading of "small" and "big".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Referents {
    /// Exactly one object.
    pub unique: Share,
    /// Several objects.
    pub ambiguous: Share,
    /// None.
    pub empty: Share,
    /// Exactly the recorded target.
    pub target: Share,
}

impl Referents {
    pub(super) fn note(&mut self, referents: u64, target: u64) {
        self.unique.note(referents.is_power_of_two());
        self.ambiguous.note(referents.count_ones() > 1);
        self.empty.note(referents == 0);
        self.target.note(referents == target);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.unique.merge(other.unique);
        self.ambiguous.merge(other.ambiguous);
        self.empty.merge(other.empty);
        self.target.merge(other.target);
    }
}

/// The same under each reading.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Readings {
    /// "small" is smaller than some other of its class.
    pub existential: Referents,
    /// "small" is the smallest of its class.
    pub superlative: Referents,
    /// "small" is the smallest of its shape, whatever the colour.
    pub colour_blind: Referents,
    /// Examples whose recorded target is the only referent under every reading.
    pub agree: Share,
}

impl Readings {
    /// What the commands refer to under this reading.
    pub fn of(&self, reading: Reading) -> &Referents {
        match reading {
            Reading::Existential => &self.existential,
            Reading::Superlative => &self.superlative,
            Reading::ColourBlind => &self.colour_blind,
        }
    }

    pub(super) fn add(&mut self, case: &Case<'_>) {
        let mut agree = true;
        for reading in Reading::ALL {
            let semantics = wampimuk_command::Semantics { reading, ..case.semantics };
            let referents = if reading == case.semantics.reading {
                case.referents
            } else {
                case.scene.denotation(case.phrase(), case.lexicon, semantics)
            };
            let entry = match reading {
                Reading::Existential => &mut self.existential,
                Reading::Superlative => &mut self.superlative,
                Reading::ColourBlind => &mut self.colour_blind,
            };
            entry.note(referents, case.target);
            agree &= referents == case.target;
        }
        self.agree.note(agree);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for (mine, theirs) in [
            (&mut self.existential, &other.existential),
            (&mut self.superlative, &other.superlative),
            (&mut self.colour_blind, &other.colour_blind),
        ] {
            mine.merge(theirs);
        }
        self.agree.merge(other.agree);
    }
}

/// What the order of the object list gives away to anyone who reads it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct ListOrder {
    /// Examples whose target is the first object of the list.
    pub target_first: Share,
    /// The place in the list, from 0, at which the target stands most often.
    pub best_place: usize,
    /// How often a guess of that place is right.
    pub best: Share,
    /// How often a guess of any object is right, in expectation.
    pub chance: f64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct ListCounts {
    places: Counts,
    lengths: Counts,
    headings: Counts,
}

impl ListCounts {
    pub fn add(&mut self, case: &Case<'_>) {
        let world = &case.example.world;
        self.places.bump(case.example.target);
        self.lengths.bump(world.objects().len());
        self.headings.bump(world.agent().heading as usize);
    }

    pub fn merge(&mut self, other: &Self) {
        self.places.merge(&other.places);
        self.lengths.merge(&other.lengths);
        self.headings.merge(&other.headings);
    }

    pub fn list_order(&self) -> ListOrder {
        let of = self.places.total();
        // Of equally frequent places, the first.
        let best_place = self.places.iter().fold(
            0,
            |best, (place, count)| {
                if count > self.places.get(best) { place } else { best }
            },
        );
        let hits: f64 = self.lengths.iter().map(|(length, count)| count as f64 / length as f64).sum();
        ListOrder {
            target_first: Share { count: self.places.get(0), of },
            best_place,
            best: Share { count: self.places.get(best_place), of },
            chance: hits / of.max(1) as f64,
        }
    }

    pub fn headings(&self) -> Tally {
        self.headings.named(|heading| wampimuk_command::heading_name(Heading::ALL[heading]).to_string())
    }
}

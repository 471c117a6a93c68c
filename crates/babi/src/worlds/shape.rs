//! How large the stories of a toy world are.

use std::ops::RangeInclusive;

use thiserror::Error;

/// What a story has to have, in place of what the published ones have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many facts it takes to answer a question.
    pub steps: u8,
    /// How many rooms, people, animals, shapes or things are told of besides those that an answer needs.
    pub decoys: u8,
}

/// What shapes the stories of a task can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many facts an answer may take.
    pub steps: RangeInclusive<u8>,
    /// How many others may be told of.
    pub decoys: RangeInclusive<u8>,
    /// The most of both together: there are not more names.
    pub together: u8,
    /// The shape of the published stories; where these differ, that of most.
    pub published: Shape,
}

/// Why a task has no stories of a shape.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ShapeError {
    /// An answer never takes as many facts.
    #[error("`steps` is {0}, and answers take {least} to {most}", least = .1.start(), most = .1.end())]
    Steps(u8, RangeInclusive<u8>),
    /// There are never as many others.
    #[error("`decoys` is {0}, and there can be {least} to {most}", least = .1.start(), most = .1.end())]
    Decoys(u8, RangeInclusive<u8>),
    /// There are not as many names.
    #[error("{steps} steps leave room for {room} decoys, and `decoys` is {decoys}")]
    Together {
        /// How many facts an answer takes.
        steps: u8,
        /// How many others are wanted.
        decoys: u8,
        /// How many others there can be.
        room: u8,
    },
}

impl Limits {
    /// The shape with these numbers; those not given are as published, or as near as there is room.
    ///
    /// # Errors
    /// If no story has this shape.
    pub fn shape(&self, steps: Option<u8>, decoys: Option<u8>) -> Result<Shape, ShapeError> {
        let steps = steps.unwrap_or(self.published.steps);
        if !self.steps.contains(&steps) {
            return Err(ShapeError::Steps(steps, self.steps.clone()));
        }
        let room = self.together - steps;
        let decoys = decoys.unwrap_or(self.published.decoys.min(room));
        if !self.decoys.contains(&decoys) {
            return Err(ShapeError::Decoys(decoys, self.decoys.clone()));
        }
        if decoys > room {
            return Err(ShapeError::Together { steps, decoys, room });
        }
        Ok(Shape { steps, decoys })
    }

    /// Those of a task whose answers all take as many facts.
    pub(super) fn of_others(steps: u8, decoys: RangeInclusive<u8>) -> Limits {
        let published = Shape { steps, decoys: *decoys.end() };
        Limits { steps: steps..=steps, together: steps + decoys.end(), decoys, published }
    }

    /// Those of a task about so many things that are linked to each other by facts.
    pub(super) fn of_chains(things: usize, published: Shape) -> Limits {
        let links = things as u8 - 1;
        Limits { steps: 1..=links, decoys: 0..=links - 1, together: links, published }
    }
}

//! What is known of published data, to stand beside what is measured.

use serde::Serialize;

/// A figure of published data.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Known {
    /// The pattern of the commands.
    pub pattern: &'static str,
    /// The check, as in [`Figure`](super::Figure).
    pub check: &'static str,
    /// What it is the share of, as in [`Figure`](super::Figure).
    pub what: &'static str,
    /// The share.
    pub value: f64,
    /// Where it comes from.
    pub source: &'static str,
}

/// The pattern of ReaSCAN's "2-relative-clauses".
const TWO_CLAUSES: &str = "$OBJ_0 ^ $OBJ_1 & $OBJ_2";

/// All figures below: an interpreter that shares no code with this one, on all 2,712 items.
const SOURCE: &str =
    "ReaSCAN's published 2-relative-clauses test (2,712 items), by an independent interpreter";

macro_rules! known {
    ($($check:literal { $($what:literal: $value:expr,)* })*) => {
        &[$($(Known { pattern: TWO_CLAUSES, check: $check, what: $what, value: $value, source: SOURCE },)*)*]
    };
}

/// The known figures.
pub fn known() -> &'static [Known] {
    KNOWN
}

const KNOWN: &[Known] = known! {
    "shortcuts" {
        "any object": 0.073,
        "head phrase only": 0.233,
        "head phrase and one clause": 0.428,
        "clauses without the head phrase": 0.633,
        "blind to size words": 0.687,
        "blind to nouns": 0.634,
        "blind to colour words": 0.596,
        "relations without any words": 0.173,
    }
    "idle words" {
        "all words": 12_746.0 / 18_523.0,
        "size, head": 0.752,
        "colour, head": 0.686,
        "noun, head": 0.742,
        "examples that need every word": 0.018,
    }
    "idle clauses" {
        "all clauses": 81.0 / 5_424.0,
        "same row": 28.0 / 1_831.0,
        "same column": 21.0 / 1_815.0,
        "same colour": 0.0 / 92.0,
        "same shape": 1.0 / 363.0,
        "same size": 4.0 / 31.0,
        "inside": 27.0 / 1_292.0,
        "examples that need every clause": 2_633.0 / 2_712.0,
    }
    "word order" {
        "exchanged phrases keep the referent": 0.026,
    }
    "pivots" {
        "same row: in column 0": 1_513.0 / 1_831.0,
        "same row: in column 1": 317.0 / 1_831.0,
        "same row: in column 2": 1.0 / 1_831.0,
        "same column: in row 0": 1_535.0 / 1_815.0,
        "same column: in row 1": 279.0 / 1_815.0,
        "same column: in row 2": 1.0 / 1_815.0,
    }
    "sizes" {
        "examples with a size word": 2_621.0 / 2_712.0,
        "… more than two sizes of that colour and noun": 610.0 / 2_621.0,
        "sized phrases whose object is not the extreme": 284.0 / 5_441.0,
    }
    "articles" {
        "the, in clauses": 0.0,
        "against the rule": 0.0,
        "a, but single by superlatives": 28.0 / 5_424.0,
        "head phrase alone is single": 2.0 / 2_712.0,
    }
    "target is the referent" {
        "existential": 1.0,
        "superlative": 2_432.0 / 2_712.0,
        "colour-blind": 1_880.0 / 2_712.0,
        "phrases may share an object": 2_711.0 / 2_712.0,
        "boxes by their extent": 2_710.0 / 2_712.0,
        "boxes are no objects": 2_709.0 / 2_712.0,
        "superlative, extent, boxes no objects": 2_450.0 / 2_712.0,
    }
};

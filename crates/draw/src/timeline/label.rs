//! What is written on a bar.

use super::places::Places;
use super::{Stay, printed};

/// More possible places than this are counted, not named.
const MOST_NAMED: usize = 4;

/// How much is known of a stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Certainty {
    /// The place.
    Known,
    /// The place, but only in hindsight.
    Hindsight,
    /// That it is one of several places.
    Several,
    /// That it is one of several places, but only in hindsight.
    SeveralInHindsight,
    /// Nothing.
    Anywhere,
}

impl Certainty {
    pub fn of(stay: &Stay, places: &[usize]) -> Self {
        match places {
            [] => Self::Anywhere,
            [_] if stay.learned_later => Self::Hindsight,
            [_] => Self::Known,
            _ if stay.learned_later => Self::SeveralInHindsight,
            _ => Self::Several,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::Known => "known",
            Self::Hindsight => "known in hindsight",
            Self::Several => "one of several",
            Self::SeveralInHindsight => "one of several, in hindsight",
            Self::Anywhere => "anywhere",
        }
    }
}

/// The pieces between which the places' names may be broken: `kitchen or`, `garden`.
pub(super) fn pieces<'a>(places: &[usize], name: impl Fn(usize) -> &'a str) -> Vec<String> {
    if places.len() > MOST_NAMED {
        return vec!["one of".to_string(), places.len().to_string()];
    }
    let last = places.len().saturating_sub(1);
    let piece =
        |(i, &place): (usize, &usize)| format!("{}{}", name(place), if i < last { " or" } else { "" });
    places.iter().enumerate().map(piece).collect()
}

/// The places whose names and colours are shown: none where they are only counted.
pub(super) fn shown(places: &[usize]) -> &[usize] {
    if places.len() > MOST_NAMED { &[] } else { places }
}

/// Who carries it, as a separate line.
pub(super) fn holder(stay: &Stay) -> Option<String> {
    let name = printed::clean(stay.holder.as_deref()?);
    Some(if name.is_empty() { "carried".to_string() } else { format!("with {name}") })
}

/// Pieces in as few lines as possible; a piece is never broken.
pub(super) fn join(pieces: &[String], fits: impl Fn(&str) -> bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for piece in pieces {
        if let Some(last) = lines.last_mut() {
            let joined = format!("{last} {piece}");
            if fits(&joined) {
                *last = joined;
                continue;
            }
        }
        lines.push(piece.clone());
    }
    lines
}

/// Whether a track has anything to show: a place or a holder, at some time.
pub(super) fn has_news(places: &Places, track: usize, stays: &[Stay]) -> bool {
    stays.iter().enumerate().any(|(s, stay)| stay.holder.is_some() || !places.stay(track, s).is_empty())
}

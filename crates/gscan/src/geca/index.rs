//! Which fillers were seen in which templates.

use std::collections::{BTreeMap, BTreeSet};

use wampimuk_core::ItemId;

use super::template::{Filler, Sequence, Slot, Template};

/// All templates of some sequences, and which fillers can stand in for each other.
///
/// Two templates are *linked* when a filler was seen in both, and a template may be filled with whatever its links were
/// filled with. There are as many links as pairs of templates, but which fillers come of them depends on the fillers
/// alone: a link that has the filler `a` offers what was seen beside `a` in some template. So what is kept for each
/// filler is its [`neighbours`](Self::neighbours), and no link is ever stored. The cost is that of sorting the templates.
#[derive(Debug)]
pub(super) struct Index {
    /// The templates, in the order of the first sequence and filler that each was made of.
    pub entries: Vec<Entry>,
    neighbours: BTreeMap<Filler, BTreeSet<Filler>>,
}

/// A template, by what was seen in it.
#[derive(Debug)]
pub(super) struct Entry {
    /// The fillers that were seen in it, in ascending order.
    pub fillers: Vec<Filler>,
    /// The numbers of the sequences that it was made of, in ascending order.
    pub sequences: Vec<u32>,
    /// One of these sequences and its filler, from which the template can be made again.
    origin: (u32, Filler),
}

impl Entry {
    /// The template.
    pub fn template(&self, sequences: &[Sequence]) -> Template {
        let (sequence, filler) = self.origin;
        Template::of(&sequences[sequence as usize], filler)
    }
}

/// A template of a sequence, by a hash that two templates share once in 2¹²⁸: texts of millions of templates would fill
/// the memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Sighting {
    template: u128,
    sequence: u32,
    filler: Filler,
}

impl Index {
    pub fn new(sequences: &[Sequence]) -> Self {
        let mut sightings = Vec::new();
        let mut bytes = Vec::new();
        for (number, sequence) in sequences.iter().enumerate() {
            for filler in sequence.fillers() {
                write(&Template::of(sequence, filler), &mut bytes);
                let template = ItemId::of(&bytes).0;
                sightings.push(Sighting { template, sequence: number as u32, filler });
            }
        }
        sightings.sort_unstable();
        let mut index = Self { entries: Vec::new(), neighbours: BTreeMap::new() };
        for seen in sightings.chunk_by(|one, two| one.template == two.template) {
            let mut fillers: Vec<Filler> = seen.iter().map(|sighting| sighting.filler).collect();
            fillers.sort_unstable();
            fillers.dedup();
            let mut sequences: Vec<u32> = seen.iter().map(|sighting| sighting.sequence).collect();
            sequences.dedup();
            if fillers.len() > 1 {
                for &filler in &fillers {
                    index.neighbours.entry(filler).or_default().extend(&fillers);
                }
            }
            index.entries.push(Entry { fillers, sequences, origin: (seen[0].sequence, seen[0].filler) });
        }
        index.entries.sort_unstable_by_key(|entry| entry.origin);
        index
    }

    /// What a template may be filled with that it was never seen with, in ascending order: fillers of linked templates
    /// that were seen with several fillers. One that overlaps with all fillers of the template is left out, as in the
    /// original: nothing there shows that all of it may be exchanged.
    pub fn candidates(&self, entry: &Entry) -> Vec<Filler> {
        let known = &entry.fillers;
        let neighbours = known.iter().filter_map(|filler| self.neighbours.get(filler)).flatten();
        let offered: BTreeSet<Filler> = neighbours.copied().collect();
        let is_new = |filler: &Filler| {
            known.binary_search(filler).is_err() && !known.iter().all(|seen| seen.overlaps(*filler))
        };
        offered.into_iter().filter(is_new).collect()
    }
}

/// Writes a template as bytes, such that no other template has the same.
fn write(template: &Template, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend((template.input.len() as u64).to_le_bytes());
    for slot in template.input.iter().chain(&template.output) {
        let (kind, token) = match *slot {
            Slot::Token(token) => (0, token),
            Slot::First => (1, 0),
            Slot::Second => (2, 0),
        };
        bytes.push(kind);
        bytes.extend(token.to_le_bytes());
    }
}

//! New sequences from templates and the fillers of others.

use std::collections::HashMap;
use std::collections::HashSet;

use wampimuk_core::Stream;

use super::index::Index;
use super::template::{Filler, Sequence, Template, Token};

/// What must be new about a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Novelty {
    /// Its input and its output: no training sequence has the one or the other. The released code has it so.
    Compose,
    /// The two together.
    Pair,
}

impl Novelty {
    /// The name, as in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Compose => "compose",
            Self::Pair => "pair",
        }
    }
}

/// How sequences are composed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Composing {
    /// What must be new about them.
    pub novelty: Novelty,
    /// How many fillers are tried in each template, drawn at random.
    pub variants: usize,
    /// How many of the new sequences are kept, drawn at random; `None` keeps all.
    pub samples: Option<usize>,
}

/// A new sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NovelSequence {
    /// The sequence.
    pub sequence: Sequence,
    /// The template that gave it first.
    pub template: Template,
    /// What that was filled with.
    pub filler: Filler,
    /// The numbers of the training sequences that it can be made from, in ascending order: they have the template in
    /// common with it (one of them, where several give it) and differ in what fills it.
    pub sources: Vec<u32>,
}

/// The sequences that are not in training but should be, if fragments that occur in one common environment may always
/// be exchanged (Andreas 2020). They are in the order of the templates that give them.
///
/// The released code draws a filler of `variants` as often as there are links that offer it; here each is drawn once.
pub fn compose(sequences: &[Sequence], composing: &Composing, stream: &mut Stream) -> Vec<NovelSequence> {
    let index = Index::new(sequences);
    let known = Known::new(sequences);
    let mut novel: Vec<NovelSequence> = Vec::new();
    let mut places: HashMap<Sequence, usize> = HashMap::new();
    for entry in &index.entries {
        let template = entry.template(sequences);
        if !template.has_gaps_on_both_sides() {
            continue;
        }
        let mut candidates = index.candidates(entry);
        let tried = composing.variants.min(candidates.len());
        for &filler in stream.sample(&mut candidates, tried).iter() {
            let Some(sequence) = template.realise(filler) else { continue };
            if !known.is_new(&sequence, composing.novelty) {
                continue;
            }
            match places.get(&sequence) {
                Some(&place) => novel[place].sources.extend(&entry.sequences),
                None => {
                    places.insert(sequence.clone(), novel.len());
                    let (template, sources) = (template.clone(), entry.sequences.clone());
                    novel.push(NovelSequence { sequence, template, filler, sources });
                }
            }
        }
    }
    for NovelSequence { sources, .. } in &mut novel {
        sources.sort_unstable();
        sources.dedup();
    }
    thin(&mut novel, composing.samples, stream);
    novel
}

/// Keeps this many at random, in their order.
fn thin(novel: &mut Vec<NovelSequence>, samples: Option<usize>, stream: &mut Stream) {
    let Some(samples) = samples.filter(|&samples| samples < novel.len()) else { return };
    let mut places: Vec<usize> = (0..novel.len()).collect();
    let kept: HashSet<usize> = stream.sample(&mut places, samples).iter().copied().collect();
    let mut place = 0;
    novel.retain(|_| {
        place += 1;
        kept.contains(&(place - 1))
    });
}

/// The sequences of training, for looking up whether a new one is known.
struct Known<'s> {
    inputs: HashSet<&'s [Token]>,
    outputs: HashSet<&'s [Token]>,
    pairs: HashSet<&'s Sequence>,
}

impl<'s> Known<'s> {
    fn new(sequences: &'s [Sequence]) -> Self {
        Self {
            inputs: sequences.iter().map(|sequence| &*sequence.input).collect(),
            outputs: sequences.iter().map(|sequence| &*sequence.output).collect(),
            pairs: sequences.iter().collect(),
        }
    }

    fn is_new(&self, sequence: &Sequence, novelty: Novelty) -> bool {
        match novelty {
            Novelty::Compose => {
                !self.inputs.contains(&*sequence.input) && !self.outputs.contains(&*sequence.output)
            }
            Novelty::Pair => !self.pairs.contains(sequence),
        }
    }
}

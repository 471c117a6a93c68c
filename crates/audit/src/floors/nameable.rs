//! What commands could be about in a world, whichever of them is asked.
//!
//! A command without clauses has a referent only where its words fit one object, so a world tells which objects could be
//! asked for at all. That much is no shortcut: it is what readers of the world alone may choose from.

use std::collections::BTreeMap;

use wampimuk_command::{Example, Lexicon, Phrase, Scene, Semantics};
use wampimuk_grid::Form;

use crate::audit::tree::pattern;

/// With more phrases than this, candidates are not looked for.
const MOST_HEADS: usize = 512;

/// By pattern, what its commands are about.
#[derive(Debug, Default)]
pub(super) struct Nameable(BTreeMap<String, Named>);

#[derive(Debug, Default)]
struct Named {
    /// Whether targets are boxes, and whether they are something else.
    frames: bool,
    solids: bool,
    /// The shapes and colours of targets.
    kinds: Vec<(u8, u8)>,
    /// The head phrases of commands without clauses.
    heads: Vec<Phrase>,
}

impl Nameable {
    pub fn of<'e>(examples: impl Iterator<Item = &'e Example>) -> Self {
        let mut patterns = BTreeMap::<String, Named>::new();
        for example in examples {
            let phrase = &example.command.phrase;
            let named = patterns.entry(pattern(phrase)).or_default();
            let target = &example.world.objects()[example.target];
            named.frames |= target.form == Form::Frame;
            named.solids |= target.form == Form::Solid;
            let kind = (target.shape, target.colour);
            if !named.kinds.contains(&kind) {
                named.kinds.push(kind);
            }
            let is_new = phrase.clauses.is_empty() && !named.heads.contains(phrase);
            if is_new && named.heads.len() <= MOST_HEADS {
                named.heads.push(phrase.clone());
            }
        }
        Self(patterns)
    }

    /// A blind choice among the objects of the forms that targets of the example's pattern have.
    pub fn by_form(&self, example: &Example) -> f64 {
        let named = self.0.get(&pattern(&example.command.phrase));
        let is_possible = |form: Form| {
            named.is_none_or(|named| if form == Form::Frame { named.frames } else { named.solids })
        };
        let objects = example.world.objects().iter();
        1.0 / objects.filter(|object| is_possible(object.form)).count().max(1) as f64
    }

    /// A blind choice among the objects that a command of the example's pattern could name. Where commands have clauses,
    /// those are all objects of a shape and colour that some target has: which clauses fit is not looked at.
    pub fn by_name(
        &self,
        example: &Example,
        scene: &Scene<'_>,
        lexicon: &Lexicon,
        semantics: Semantics,
    ) -> Option<f64> {
        let named = self.0.get(&pattern(&example.command.phrase))?;
        let candidates = match named.heads.len() {
            0 => {
                let of_kind = |kind: (u8, u8)| named.kinds.contains(&kind);
                let objects = example.world.objects().iter();
                objects.filter(|object| of_kind((object.shape, object.colour))).count()
            }
            1..=MOST_HEADS => {
                let referents = named.heads.iter().map(|head| scene.denotation(head, lexicon, semantics));
                let named = referents.filter(|set| set.count_ones() == 1).fold(0, |all, set| all | set);
                named.count_ones() as usize
            }
            _ => return None,
        };
        Some(1.0 / candidates.max(1) as f64)
    }
}

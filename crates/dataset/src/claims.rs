//! Checks what a file says about an example against what follows from the example.

mod object_roles;
mod trees;

use wampimuk_command::{
    Certificate, Command, Determiner, Lexicon, Reading, Register, Scene, Surface, derivation,
};
use wampimuk_core::ItemId;
use wampimuk_grid::{Channels, World};

use crate::compact::CompactClaims;
use crate::record::{OriginalClaims, RecordedClaims};
use crate::view::ItemView;

/// A field that says something else than what follows from the item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The field.
    pub field: &'static str,
    /// What it says.
    pub recorded: String,
    /// What follows from the item.
    pub derived: String,
}

/// Compares what a file says of an item with what follows from its command, world and target, and with its identity. An item
/// that was made, or has no target, says nothing. The reading is that of "small" and "big" where the necessity of words
/// is judged.
pub fn check_claims(item: &ItemView<'_>, id: ItemId, reading: Reading) -> Vec<Difference> {
    let mut check = Check::default();
    let (Some(recorded), Some(target)) = (item.recorded, item.target) else { return check.differences };
    let ItemView { command, world, lexicon, .. } = *item;
    let object = world.objects()[target];
    let agent = world.agent().cell;
    let direction = agent.direction_to(object.cell).map_or("", |direction| direction.name());
    let distance = agent.distance(object.cell).to_string();
    match recorded {
        RecordedClaims::Compact(claims) => {
            check.field("id", &claims.id.to_string(), &id.to_string());
            check.compact(claims, item, target, reading);
            check.field("direction", claims.direction.map_or("", |direction| direction.name()), direction);
            check.field("distance", &claims.distance.to_string(), &distance);
        }
        RecordedClaims::Original(claims) => {
            check.original(claims, command, world, lexicon);
            if let Some(recorded) = &claims.direction {
                check.field("direction_to_target", recorded, direction);
            }
            if let Some(recorded) = claims.distance {
                check.field("distance_to_target", &recorded.to_string(), &distance);
            }
        }
    }
    check.differences
}

#[derive(Default)]
struct Check {
    differences: Vec<Difference>,
}

impl Check {
    fn field(&mut self, field: &'static str, recorded: &str, derived: &str) {
        if recorded != derived {
            self.differences.push(Difference { field, recorded: recorded.into(), derived: derived.into() });
        }
    }

    fn compact(&mut self, claims: &CompactClaims, item: &ItemView<'_>, target: usize, reading: Reading) {
        let ItemView { command, world, lexicon, .. } = *item;
        let derive = match claims.trees {
            Some(_) => Certificate::with_variants,
            None => Certificate::new,
        };
        let certificate = derive(command, &Scene::new(world), lexicon, reading);
        let holds = |reading: &Reading| certificate.holds_under(*reading, target);
        let readings: Vec<Reading> = Reading::ALL.into_iter().filter(holds).collect();
        let names = |readings: &[Reading]| {
            readings.iter().map(|reading| reading.name()).collect::<Vec<_>>().join(", ")
        };
        self.field("readings", &names(&claims.readings), &names(&readings));
        self.field("necessary", &claims.necessary.to_string(), &certificate.necessity.head().to_string());
        if let Some(claims) = &claims.trees {
            self.trees(claims, item, target, &certificate);
        }
        if !item.cast.groups.is_empty() {
            self.cast(item, target, reading);
        }
    }

    fn original(&mut self, claims: &OriginalClaims, command: &Command, world: &World, lexicon: &Lexicon) {
        let phrase = &command.phrase;
        let gscan = phrase.determiner == Determiner::A && phrase.clauses.is_empty() && phrase.noun.is_some();
        if !gscan {
            // ReaSCAN's fields of these names hold other things.
            self.original_trees(claims, command, lexicon);
            return self.vectors(claims, world, lexicon);
        }
        self.field("command", &claims.command, &command.field(lexicon, Surface::Gscan, Register::Words));
        self.field("meaning", &claims.meaning, &command.field(lexicon, Surface::Gscan, Register::Meanings));
        if let Some(recorded) = &claims.derivation {
            self.field("derivation", recorded, &derivation(command, lexicon));
        }
        if let Some(recorded) = &claims.verb {
            self.field("verb_in_command", recorded, command.deed(lexicon).name());
        }
        if let Some(recorded) = &claims.manner {
            let manner = command.adverb.map_or("", |adverb| &lexicon.adverbs[usize::from(adverb)].word.name);
            self.field("manner", recorded, manner);
        }
        if let Some(recorded) = &claims.referred_target {
            let size = phrase.size.map_or("", |size| lexicon.sizes[usize::from(size)].extreme.name());
            let colour = phrase.colour.map_or("", |colour| &lexicon.colours[usize::from(colour)].name);
            let noun = phrase.noun.map_or("object", |noun| &lexicon.nouns[usize::from(noun)].word.name);
            self.field("referred_target", recorded, &format!("{size} {colour} {noun}"));
        }
        self.vectors(claims, world, lexicon);
    }

    /// Vectors are checked where their length is that of the lexicon's features: their layout is not recorded.
    fn vectors(&mut self, claims: &OriginalClaims, world: &World, lexicon: &Lexicon) {
        let (shapes, colours) = (lexicon.nouns.len(), lexicon.colours.len());
        for (recorded, object) in claims.vectors.iter().zip(world.objects()) {
            let Some(recorded) = recorded else { continue };
            let Some(sizes) = recorded.len().checked_sub(shapes + colours) else { continue };
            let channels = Channels { sizes: sizes as u8, shapes: shapes as u8, colours: colours as u8 };
            if let Some(derived) = channels.vector(object) {
                self.field("vector", recorded, &derived);
            }
        }
    }
}

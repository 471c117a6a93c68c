//! The parts that objects play, shown by shades and lines.

use wampimuk_command::{ObjectRole, Strategy};
use wampimuk_dataset::ItemView;
use wampimuk_draw::{GridScene, Shade};

use crate::ShowError;
use crate::graphs;
use crate::grid::reading;

/// Who plays each phrase of the command: as the item says, or else as it can be; empty if it cannot be.
pub(crate) fn players(item: &ItemView<'_>) -> Vec<usize> {
    let plays = |phrase: usize| {
        let part = ObjectRole { group: 0, phrase: u8::try_from(phrase).ok() };
        item.cast.parts.iter().position(|known| *known == part)
    };
    let phrase = &item.command.phrase;
    let said: Option<Vec<usize>> = (0..phrase.count()).map(plays).collect();
    let known = |target: usize| graphs::players(phrase, item.world, item.lexicon, reading(item), target);
    said.unwrap_or_else(|| item.target.map(known).unwrap_or_default())
}

/// Shades objects by what they are there for, and draws the relations that the command speaks of. Where nothing is
/// known of distractors they stay as they are.
pub(crate) fn parts<'a>(item: &ItemView<'a>, mut scene: GridScene<'a>) -> Result<GridScene<'a>, ShowError> {
    let players = players(item);
    for object in 0..item.world.objects().len() {
        let shade = if item.target == Some(object) {
            Some(Shade::Target)
        } else if players.contains(&object) {
            Some(Shade::Phrase)
        } else {
            item.cast.group_of(object).and_then(|group| match group.strategy {
                Strategy::Command => None,
                Strategy::Relation => Some(Shade::Relation),
                // It is there for those who overlook a size.
                Strategy::Attribute | Strategy::Size => Some(Shade::Attribute),
                Strategy::Isomorphism => Some(Shade::Isomorphism),
                Strategy::Random => Some(Shade::Random),
            })
        };
        if let Some(shade) = shade {
            scene = scene.shade(object, shade)?;
        }
    }
    for (child, node) in item.command.phrase.nodes().into_iter().enumerate() {
        let Some((parent, relation)) = node.parent else { continue };
        if let (Some(&from), Some(&to)) = (players.get(parent), players.get(child))
            && from != to
        {
            scene = scene.link(from, to, relation.name())?;
        }
    }
    Ok(scene)
}

//! Checks what a file says about the roles of objects.
//!
//! Why an object was placed cannot be seen in the world, so most of it must be believed. What can be checked is the
//! command's own group: every phrase is played by one of its objects, the head by the target, and all of them are what
//! their phrases say.

use wampimuk_command::{Reading, Scene, Semantics, Strategy};

use super::Check;
use crate::view::ItemView;

impl Check {
    /// Checks the groups of an item, if it has any.
    pub(super) fn cast(&mut self, item: &ItemView<'_>, target: usize, reading: Reading) {
        let ItemView { cast, command, world, lexicon, .. } = *item;
        for (number, group) in cast.groups.iter().enumerate() {
            if (group.strategy == Strategy::Command) != (number == 0) {
                let derived = if number == 0 { "the command" } else { "not the command" };
                self.field("groups", &format!("group {number} is {}", group.strategy.name()), derived);
            }
        }
        let scene = Scene::new(world);
        let semantics = Semantics::from(reading);
        // Who plays each phrase; parents come first.
        let mut players: Vec<Option<usize>> = Vec::new();
        for (number, node) in command.phrase.nodes().into_iter().enumerate() {
            let plays = |part: &wampimuk_command::ObjectRole| {
                part.group == 0 && part.phrase.is_some_and(|phrase| usize::from(phrase) == number)
            };
            let own: Vec<usize> =
                (0..cast.parts.len()).filter(|&object| plays(&cast.parts[object])).collect();
            let [player] = own[..] else {
                self.field(
                    "objects",
                    &format!("phrase {number} is played by the objects {own:?}"),
                    "one object",
                );
                players.push(None);
                continue;
            };
            players.push(Some(player));
            if scene.own_words(node.phrase, lexicon, semantics) >> player & 1 == 0 {
                let recorded = format!("object {player} plays phrase {number}");
                self.field("objects", &recorded, "an object that its words fit");
            }
            if let Some((parent, relation)) = node.parent
                && let Some(parent) = players[parent]
                && scene.related(relation, parent, semantics) >> player & 1 == 0
            {
                let recorded = format!("object {player} plays phrase {number}");
                self.field(
                    "objects",
                    &recorded,
                    &format!("an object related to {parent} by {}", relation.name()),
                );
            }
        }
        if let Some(&Some(head)) = players.first()
            && head != target
        {
            self.field(
                "objects",
                &format!("object {head} plays the head"),
                &format!("object {target}, the target"),
            );
        }
    }
}

//! What can be said of an item by itself, whatever came before it.

use std::sync::Arc;

use wampimuk_command::{
    Command, GridFamily, GridItem, GridItems, Identifier, Reading, Semantics, denotation,
};
use wampimuk_core::ItemId;
use wampimuk_dataset::{Difference, FilePlace, FilePosition, ItemView, RecordedClaims, check_claims};
use wampimuk_grid::print_actions;

use super::breach::{ACTIONS, CLAIM, PROMISE, REFERENT, SPLIT};
use super::dataset::NO_RECIPE;
use super::published::Note;
use super::{Breach, Judgement};

const NO_TARGET: &str = "no target is recorded";

/// Looks at items one by one, those of one recipe or of unknown origin. Each thread has one.
pub(super) struct Examiner<'d> {
    dataset: Option<&'d dyn GridFamily>,
    items: Option<Box<dyn GridItems + 'd>>,
    identifier: Option<Identifier>,
    /// The split of the last item.
    split: Arc<str>,
}

/// What an item is, and what follows from it alone.
#[derive(Debug)]
pub(super) struct Examined {
    pub id: ItemId,
    pub split: Arc<str>,
    pub index: u64,
    pub place: Option<FilePlace>,
    pub judgement: Judgement,
    /// What is to be held to the paper, for files whose recipe is not known.
    pub note: Option<Note>,
}

impl Examined {
    /// Where the item stands.
    pub(super) fn address(&self) -> String {
        let address = format!("{}[{}]", self.split, self.index);
        self.place.as_ref().map_or(address.clone(), |place| format!("{place}, {address}"))
    }
}

impl<'d> Examiner<'d> {
    pub(super) fn new(dataset: Option<&'d dyn GridFamily>) -> Self {
        let items = dataset.map(GridFamily::grid_items);
        Self { dataset, items, identifier: None, split: "".into() }
    }

    /// Examines an item. The lexicon must be the same for all items, but may gain entries.
    pub(super) fn examine(&mut self, item: &ItemView<'_>) -> Examined {
        let identifier = self.identifier.get_or_insert_with(|| Identifier::new(item.lexicon));
        identifier.follow(item.lexicon);
        let id = identifier.identify(item.command, item.world);
        let mut judgement = Judgement::default();
        let mut note = None;
        self.check_label(item, &mut judgement);
        match (self.dataset, item.target) {
            (_, None) => {
                for breach in [SPLIT, PROMISE, Breach::OtherItem] {
                    judgement.untried(&breach, NO_TARGET);
                }
            }
            (Some(dataset), _) => self.check_recipe(item, id, dataset, &mut judgement),
            (None, Some(target)) => {
                judgement.untried(&Breach::OtherItem, NO_RECIPE);
                note = Some(Note::new(item, target));
            }
        }
        self.check_claims(item, id, &mut judgement);
        if *self.split != *item.split {
            self.split = item.split.into();
        }
        Examined {
            id,
            split: self.split.clone(),
            index: item.index,
            place: item.place.cloned(),
            judgement,
            note,
        }
    }

    /// How "small" and "big" are read in a command: as the recipe says, or else as the command's wording suggests.
    pub(super) fn reading(&self, command: &Command) -> Reading {
        self.dataset.map_or_else(|| Reading::of(command), GridFamily::reading)
    }

    fn check_label(&self, item: &ItemView<'_>, judgement: &mut Judgement) {
        judgement.tried(&Breach::NoTarget);
        let Some(target) = item.target else {
            judgement.breaches.push(Breach::NoTarget);
            judgement.untried(&REFERENT, NO_TARGET);
            return judgement.untried(&ACTIONS, NO_TARGET);
        };
        judgement.tried(&REFERENT);
        judgement.tried(&ACTIONS);
        let semantics = Semantics::from(self.reading(item.command));
        let referents = denotation(&item.command.phrase, item.world, item.lexicon, semantics);
        if referents != 1 << target {
            let referents =
                (0..item.world.objects().len()).filter(|number| referents >> number & 1 == 1).collect();
            judgement.breaches.push(Breach::Referent { recorded: target, referents });
        }
        let mut derived = Vec::new();
        item.command.execute(item.world, target, item.lexicon, &mut derived);
        if derived != item.actions {
            judgement.breaches.push(Breach::Actions {
                recorded: print_actions(item.actions),
                derived: print_actions(&derived),
            });
        }
    }

    fn check_claims(&self, item: &ItemView<'_>, id: ItemId, judgement: &mut Judgement) {
        match (item.recorded, item.target) {
            // What a recipe makes records nothing beside itself.
            (None, _) => return,
            (Some(_), None) => return judgement.untried(&CLAIM, NO_TARGET),
            (Some(_), Some(_)) => judgement.tried(&CLAIM),
        }
        let mut differences = check_claims(item, id, self.reading(item.command));
        // Lines without a recipe do not say in which order colours and shapes have their places in vectors.
        let is_line = item.place.is_some_and(|place| matches!(place.spot, FilePosition::Line(_)));
        if is_line && self.dataset.is_none() {
            differences.retain(|difference| difference.field != "vector");
        }
        judgement.breaches.extend(
            differences.into_iter().map(|Difference { field, recorded, derived }| Breach::Claim {
                field,
                recorded,
                derived,
            }),
        );
    }

    fn check_recipe(
        &mut self,
        item: &ItemView<'_>,
        id: ItemId,
        dataset: &dyn GridFamily,
        judgement: &mut Judgement,
    ) {
        let Ok(example) = item.example() else { return };
        judgement.tried(&SPLIT);
        let number = dataset.splits().iter().position(|split| split.name == item.split);
        let homes = dataset.possible_splits(&example);
        let Some(number) = number.filter(|number| homes.contains(number)) else {
            let belongs = homes.into_iter().map(|home| dataset.splits()[home].name.clone()).collect();
            return judgement.breaches.push(Breach::WrongSplit { belongs });
        };
        if let Some(broken) = dataset.broken_promises(number, &example) {
            judgement.tried(&PROMISE);
            judgement.breaches.extend(broken.into_iter().map(|reason| Breach::Promise { reason }));
        }
        match (item.recorded, &mut self.items) {
            // Indices of our own files are addresses: the recipe must make this very item there.
            (Some(RecordedClaims::Compact(_)), Some(items)) => {
                judgement.tried(&Breach::OtherItem);
                // The identity is that of command and world; the actions stand beside it.
                let is_made =
                    |made: &GridItem| made.id == id && made.example.actions.as_slice() == item.actions;
                if !items.make(number, item.index).is_ok_and(is_made) {
                    judgement.breaches.push(Breach::OtherItem);
                }
            }
            (Some(_), _) => {
                judgement.untried(
                    &Breach::OtherItem,
                    "the files do not say which of the recipe's items they hold",
                );
            }
            // The recipe has just made it.
            (None, _) => {}
        }
    }
}

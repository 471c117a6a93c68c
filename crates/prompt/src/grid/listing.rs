//! In which order objects are listed.

use wampimuk_command::GridItem;
use wampimuk_core::KeyedHash;
use wampimuk_grid::Object;
use wampimuk_pair::ObjectChange;
use wampimuk_pair::commands::{Change, Partner};

/// The numbers of an item's objects in the order in which they are listed. It depends on the item's identity alone, which
/// does not know the target: sorted by cell, then shuffled. So it does not matter where a recipe puts the target in its
/// own list.
pub(super) fn order(item: &GridItem) -> Vec<usize> {
    let objects = item.example.world.objects();
    let mut order: Vec<usize> = (0..objects.len()).collect();
    order.sort_by_key(|&number| objects[number].order());
    let hash = KeyedHash::of_item(item.id);
    for last in (1..order.len()).rev() {
        // `1`: another order than that of the item's own list, which is drawn in the same way.
        order.swap(last, hash.below(last as u64, 1, last as u32 + 1) as usize);
    }
    order
}

/// The objects of an item.
pub(super) fn objects(item: &GridItem) -> Vec<Object> {
    order(item).into_iter().map(|number| item.example.world.objects()[number]).collect()
}

/// The objects of a partner, in the order of the item's.
pub(super) fn of_partner(item: &GridItem, partner: &Partner) -> Vec<Object> {
    let removed = (partner.change == Change::Object(ObjectChange::Removed)).then_some(partner.which);
    let number = |own: usize| match removed {
        Some(removed) if own == removed => None,
        Some(removed) if own > removed => Some(own - 1),
        _ => Some(own),
    };
    let objects = partner.example.world.objects();
    order(item).into_iter().filter_map(number).filter_map(|number| objects.get(number).copied()).collect()
}

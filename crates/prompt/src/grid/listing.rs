//! In which order objects are listed.

use wampimuk_core::{ItemId, KeyedHash};
use wampimuk_grid::{Object, World};
use wampimuk_pair::ObjectChange;
use wampimuk_pair::commands::{Change, Partner};

/// The numbers of an item's objects in the order in which they are listed. It depends on the item's identity alone, which
/// does not know the target: sorted by cell, then shuffled. So it does not matter where a recipe puts the target in its
/// own list.
pub(super) fn order(world: &World, id: ItemId) -> Vec<usize> {
    let objects = world.objects();
    let mut order: Vec<usize> = (0..objects.len()).collect();
    order.sort_by_key(|&number| objects[number].order());
    let hash = KeyedHash::of_item(id);
    for last in (1..order.len()).rev() {
        // `1`: another order than that of the item's own list, which is drawn in the same way.
        order.swap(last, hash.below(last as u64, 1, last as u32 + 1) as usize);
    }
    order
}

/// The objects of a world in an order.
pub(super) fn in_order(world: &World, order: &[usize]) -> Vec<Object> {
    order.iter().filter_map(|&number| world.objects().get(number).copied()).collect()
}

/// The objects of an item.
pub(crate) fn objects(world: &World, id: ItemId) -> Vec<Object> {
    in_order(world, &order(world, id))
}

/// The objects of a partner, in the order of the item's.
pub(crate) fn of_partner(own: &World, id: ItemId, partner: &Partner) -> Vec<Object> {
    let mut order = order(own, id);
    if partner.change == Change::Object(ObjectChange::Removed) {
        order.retain(|&number| number != partner.which);
        order.iter_mut().filter(|number| **number > partner.which).for_each(|number| *number -= 1);
    }
    in_order(&partner.example.world, &order)
}

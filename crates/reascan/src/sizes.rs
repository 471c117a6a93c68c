//! The sizes that a size word chooses from.

use wampimuk_grid::World;

use crate::tree::Node;

/// The sizes, as bits, of the things that a sized phrase's noun names, whatever their colour; `None` if the phrase has
/// no size word.
pub(crate) fn of_class(world: &World, node: &Node) -> Option<u32> {
    node.size?;
    let named = world.objects().iter().filter(|object| node.noun.is_none_or(|noun| object.shape == noun));
    Some(named.fold(0, |sizes, object| sizes | 1 << object.size))
}

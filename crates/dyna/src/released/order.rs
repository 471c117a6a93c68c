//! The order in which the original looks at people, objects and places: that of their names.

use wampimuk_story::{Cast, Lexicon, Object, Person, Place};

/// People, objects and places in some order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    /// The people.
    pub people: Vec<Person>,
    /// The objects.
    pub objects: Vec<Object>,
    /// The places.
    pub places: Vec<Place>,
    /// The objects in the order in which those are remembered whose place becomes known at the same moment.
    ///
    /// In the original this is the order of a hash table and differs from run to run. It decides which of two objects can be
    /// asked about, see [`Defect::OneObjectPerPlace`](super::Defect::OneObjectPerPlace).
    pub ties: Vec<Object>,
}

impl Order {
    /// The order of numbers.
    pub fn numbered(cast: &Cast) -> Order {
        let objects: Vec<Object> =
            (0..cast.objects()).filter_map(|number| number.try_into().ok()).map(Object).collect();
        Order {
            people: (0..cast.people()).filter_map(|number| number.try_into().ok()).map(Person).collect(),
            ties: objects.clone(),
            objects,
            places: cast.places().iter().collect(),
        }
    }

    /// The order of names, as in the original.
    pub fn of_names(lexicon: &Lexicon) -> Order {
        let objects: Vec<Object> = sorted(lexicon.objects.iter()).map(Object).collect();
        Order {
            people: sorted(lexicon.people.iter().map(|person| &person.name)).map(Person).collect(),
            ties: objects.clone(),
            objects,
            places: sorted(lexicon.places.iter()).map(Place).collect(),
        }
    }
}

fn sorted<'a>(names: impl Iterator<Item = &'a String>) -> impl Iterator<Item = u8> {
    let mut numbered: Vec<(&String, u8)> = names.zip(0..=u8::MAX).collect();
    numbered.sort();
    numbered.into_iter().map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted() {
        let order = Order::of_names(&Lexicon::published());
        // Bill, Daniel, Fred, Jeff, John, Julie, Mary, Sandra
        assert_eq!(order.people, [5, 0, 4, 6, 2, 7, 1, 3].map(Person));
        assert_eq!(order.objects, [0, 1, 2].map(Object));
        // bathroom, bedroom, cinema, garden, hallway, kitchen, office, park, school
        assert_eq!(order.places, [0, 1, 6, 2, 3, 4, 5, 7, 8].map(Place));
    }

    #[test]
    fn numbers_are_in_order() {
        let order = Order::numbered(&Cast::new(2, 3, 4).unwrap());
        assert_eq!(order.people, [0, 1].map(Person));
        assert_eq!(order.ties, [0, 1, 2].map(Object));
        assert_eq!(order.places, [0, 1, 2, 3].map(Place));
    }
}

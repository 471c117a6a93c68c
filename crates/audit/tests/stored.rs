//! The floors that cards and reports show are those of the recipes as they are.

use wampimuk_audit::floors::{Extent, Teacher, measure};
use wampimuk_families as families;
use wampimuk_floors::{StoredFloors, floors_of, stored};
use wampimuk_source::{Choice, Pass, open};

const AGAIN: &str = "`cargo xtask probes --save` measures again";

/// What is stored of a recipe that has changed is never shown, so it should not be there.
#[test]
fn every_stored_floor_is_of_a_shipped_recipe() {
    for StoredFloors { recipe, digest, .. } in stored() {
        let shipped = families::shipped().find(|shipped| shipped.name == recipe);
        let shipped = shipped.unwrap_or_else(|| panic!("no recipe is called {recipe}; {AGAIN}"));
        let card = families::card(shipped.toml).unwrap();
        assert_eq!(card.digest, *digest, "{recipe} makes other items than those that were measured; {AGAIN}");
    }
}

/// Readers have fixed seeds, so a measurement that is repeated gives the same numbers.
#[test]
fn a_measurement_can_be_repeated() {
    for name in ["gscan-demo", "mix-t2"] {
        let toml = families::shipped().find(|shipped| shipped.name == name).unwrap().toml;
        let stored =
            floors_of(&families::card(toml).unwrap().digest).unwrap_or_else(|| panic!("{name}; {AGAIN}"));
        let choice = Choice { seed: stored.seed, ..Choice::default() };
        let pass = Pass { choice: &choice, threads: 2, watch: &() };
        let teacher = Teacher { learn_from: None, extent: Extent::USUAL };
        let floors = measure(name, &open(name, &choice).unwrap(), &["test"], &teacher, &pass).unwrap();
        assert!(!floors.rows.is_empty());
        for row in &floors.rows {
            let kept = stored.floors.row(&row.split, &row.group).unwrap();
            assert_eq!(
                (row.items, row.chance, row.bound),
                (kept.items, kept.chance, kept.bound),
                "{name}; {AGAIN}"
            );
            for score in &kept.readers {
                assert_eq!(row.best(score.reader), Some(score), "{name}, {}; {AGAIN}", row.group);
            }
        }
    }
}

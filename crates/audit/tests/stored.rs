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

/// What `docs/evidence/shortcuts.md` says of floors is what is stored: tables of one recipe in a row, whose reader is "last own
/// event", and of a released recipe beside a certified one.
#[test]
fn the_page_on_shortcuts_has_what_is_stored() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/evidence/shortcuts.md");
    let page = std::fs::read_to_string(path).unwrap();
    let check = |recipe: &str, group: &str, reader: &str, said: [&str; 3]| {
        let known = stored().iter().find(|known| known.recipe == recipe);
        let row = known.and_then(|known| known.floors.row("test", group));
        let row = row.unwrap_or_else(|| panic!("nothing is stored of {recipe}, {group}; {AGAIN}"));
        let score = row.best(reader).unwrap();
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let chance = percent(row.nameable.unwrap_or(row.chance));
        let found = [percent(score.share()), chance, score.of.to_string()];
        assert_eq!(said, found.each_ref().map(String::as_str), "{recipe}, {group}, {reader}");
    };
    let mut checked = 0;
    for line in page.lines().filter(|line| line.starts_with('|')) {
        let cells: Vec<&str> = line.split('|').map(|cell| cell.trim().trim_matches(['`', '*'])).collect();
        match cells[1..cells.len() - 1] {
            [recipe, group, right, interval, chance, n] if interval.contains('–') => {
                check(recipe, group, "last own event", [right, chance, n]);
                checked += 1;
            }
            [reader, group, one, right, n, other, other_right, other_n] if n.parse::<u64>().is_ok() => {
                for (recipe, right, n) in [(one, right, n), (other, other_right, other_n)] {
                    let (right, chance) = right.trim_end_matches(')').split_once(" (").unwrap();
                    check(recipe, group, reader, [right, chance, n]);
                }
                checked += 2;
            }
            _ => {}
        }
    }
    assert!(checked > 50, "{checked} rows are little");
}

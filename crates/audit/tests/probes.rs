//! A short form of `cargo xtask probes`: readers without understanding learn from a few items and are tried on a few.

use wampimuk_audit::floors::{Extent, KnownMisses, PROBED, Teacher, measure, probes};
use wampimuk_floors::{StoredFloors, stored};
use wampimuk_source::{Choice, Pass, open};

const SHORT: Extent = Extent { learn: 1_500, test: 400 };

#[test]
fn no_bar_is_missed_that_is_not_known_to_be() {
    let known = KnownMisses::kept().expect("a list that can be read");
    let choice = Choice::default();
    let pass = Pass { choice: &choice, threads: 2, watch: &() };
    let mut complaints = Vec::new();
    for name in ["gscan", "reascan", "diverse-t2"] {
        let (_, taught_by, splits) =
            PROBED.iter().find(|(known, ..)| *known == name).expect("it is certified");
        let opened = open(name, &choice).expect("a shipped recipe");
        let teacher = Teacher { learn_from: *taught_by, extent: SHORT };
        let floors = measure(name, &opened, &splits[..1], &teacher, &pass).expect("it can be measured");
        let found = known.compare(name, *taught_by, &probes(&floors), false);
        complaints.extend(found.complaints);
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// What is stored was measured in full, so the list has to agree with it to the last bar.
#[test]
fn stored_floors_miss_what_the_list_says() {
    let known = KnownMisses::kept().expect("a list that can be read");
    let mut compared = 0;
    for StoredFloors { recipe, floors, .. } in stored() {
        let is_probed =
            |(name, taught_by, _): &&(&str, Option<&str>, &[&str])| name == recipe && taught_by.is_none();
        let Some((_, _, splits)) = PROBED.iter().find(is_probed) else { continue };
        let mut floors = floors.clone();
        floors.rows.retain(|row| splits.contains(&row.split.as_str()));
        let found = known.compare(recipe, None, &probes(&floors), true);
        assert!(found.complaints.is_empty(), "{}", found.complaints.join("\n"));
        compared += 1;
    }
    assert!(compared >= 8, "{compared} recipes are stored");
}

/// The same probes complain about what is not on the list: in gSCAN as released, the target is the first object.
#[test]
fn a_reader_above_its_bar_is_caught() {
    let choice = Choice::default();
    let pass = Pass { choice: &choice, threads: 2, watch: &() };
    let opened = open("gscan-released", &choice).expect("a shipped recipe");
    let teacher = Teacher { learn_from: None, extent: SHORT };
    let floors = measure("gscan-released", &opened, &["test"], &teacher, &pass).expect("it can be measured");
    let found = KnownMisses::default().compare("gscan-released", None, &probes(&floors), false);
    assert!(
        found
            .complaints
            .iter()
            .any(|complaint| complaint.starts_with("gscan-released, test, $OBJ_0: \"first object\"")),
        "{found:?}"
    );
}

//! What train has of other splits already: the item itself, the item among other objects, or its answer alone.

use std::ops::ControlFlow::Continue;

use wampimuk_audit::{Audit, AuditReport, Severity, Topic};
use wampimuk_command::Example;
use wampimuk_grid::{Object, World};
use wampimuk_source::{Choice, Opened, Pass, open};

const ITEMS: u64 = 40;

/// An audit whose train has some items and whose test has them changed.
fn audited(change: impl Fn(&Example) -> Example) -> AuditReport {
    let choice = Choice { split: Some("test".into()), limit: Some(ITEMS), ..Choice::default() };
    let Ok(Opened::Commands(source)) = open("gscan-demo", &choice) else { panic!("gSCAN is about commands") };
    let mut audit = Audit::new(source.grid().expect("its recipe is known").lexicon());
    let pass = Pass { choice: &choice, threads: 1, watch: &() };
    source
        .each(&pass, "items", |item| {
            let example = item?.example()?;
            audit.add("train", &example);
            audit.add("test", &change(&example));
            Ok::<_, wampimuk_source::Error>(Continue(()))
        })
        .expect("shipped recipes make items");
    audit.finish()
}

/// The example with other objects: each stays, goes or becomes another.
fn with_objects(example: &Example, change: impl Fn(bool, Object) -> Option<Object>) -> Example {
    let mut world = World::new(example.world.side(), example.world.agent()).expect("such a world exists");
    let mut target = 0;
    for (at, &object) in example.world.objects().iter().enumerate() {
        if let Some(object) = change(at == example.target, object) {
            let placed = world.place(object).expect("it stood there before");
            target = if at == example.target { placed } else { target };
        }
    }
    Example { world, target, ..example.clone() }
}

/// How many items are identical, alike and equivalent, and the first finding about them.
fn found(report: &AuditReport) -> ([u64; 3], Option<(Topic, Severity, f64)>) {
    let leaks = report.split("test").expect("it was added").leaks;
    assert_eq!(leaks.repeated.count, 0);
    let concerns = report.summary.concerns.iter();
    let first = concerns.clone().find(|it| matches!(it.topic, Topic::Leaks | Topic::KnownAnswers));
    let first = first.map(|it| (it.topic, it.severity, it.count));
    ([leaks.identical, leaks.alike, leaks.equivalent].map(|share| share.count), first)
}

#[test]
fn the_same_items_are_the_first_thing_said() {
    let report = audited(Example::clone);
    assert_eq!(found(&report), ([ITEMS; 3], Some((Topic::Leaks, Severity::Warning, ITEMS as f64))));
    assert_eq!(report.summary.concerns[0].topic, Topic::Leaks);
}

#[test]
fn the_same_target_among_other_objects_is_a_leak() {
    let report = audited(|item| with_objects(item, bool::then_some));
    assert_eq!(found(&report), ([0, ITEMS, ITEMS], Some((Topic::Leaks, Severity::Warning, ITEMS as f64))));
}

/// A hold-out may have answers that train has: what it holds out is the target.
#[test]
fn the_same_answer_about_another_target_is_a_note() {
    let report = audited(|item| {
        with_objects(item, |is_target, object| {
            let colour = if is_target { (object.colour + 1) % 4 } else { object.colour };
            Some(Object { colour, ..object })
        })
    });
    assert_eq!(found(&report), ([0, 0, ITEMS], Some((Topic::KnownAnswers, Severity::Note, ITEMS as f64))));
    assert!(report.summary.text(3).contains("the target is another object"), "{}", report.summary.text(3));
}

#[test]
fn other_answers_are_nothing() {
    let report = audited(|item| {
        let mut actions = item.actions.clone();
        actions.pop();
        Example { actions, ..item.clone() }
    });
    assert_eq!(found(&report).0[1..], [0, 0]);
}

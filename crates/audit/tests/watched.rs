//! Long work tells how far it is, and ends soon after it is asked to.

use std::sync::Mutex;

use wampimuk_audit::{AuditOptions, audit, stats, verify};
use wampimuk_core::{Stopped, Watch};
use wampimuk_source::{Choice, Error, Opened, Pass, open};

/// Counts items, and wants no more than this many.
struct Patience {
    most: u64,
    heard: Mutex<(Vec<String>, Option<u64>, u64)>,
}

impl Patience {
    fn new(most: u64) -> Self {
        Self { most, heard: Mutex::default() }
    }

    fn heard(self) -> (Vec<String>, Option<u64>, u64) {
        self.heard.into_inner().expect("no panic")
    }
}

impl Watch for Patience {
    fn begin(&self, stage: &str, items: Option<u64>) {
        let mut heard = self.heard.lock().expect("no panic");
        heard.0.push(stage.to_string());
        heard.1 = items;
    }

    fn done(&self, items: u64) -> Result<(), Stopped> {
        let mut heard = self.heard.lock().expect("no panic");
        heard.2 += items;
        if heard.2 > self.most { Err(Stopped) } else { Ok(()) }
    }
}

type Work = fn(&str, &mut Opened, &Pass<'_>) -> Result<(), Error>;

const WORK: [(&str, Work); 3] = [
    ("verify", |name, opened, pass| verify(name, opened, 5, pass).map(drop)),
    ("stats", |name, opened, pass| stats(name, opened, pass).map(drop)),
    ("audit", |name, opened, pass| audit(name, opened, &AuditOptions::default(), pass).map(drop)),
];

#[test]
fn work_is_counted_to_its_end() {
    for recipe in ["gscan-demo", "mix-t2"] {
        let choice = Choice { split: Some("test".into()), limit: Some(700), ..Choice::default() };
        for (name, work) in WORK {
            let watch = Patience::new(u64::MAX);
            let pass = Pass { choice: &choice, threads: 2, watch: &watch };
            work(recipe, &mut open(recipe, &choice).unwrap(), &pass).unwrap();
            let (stages, items, done) = watch.heard();
            assert_eq!((stages.as_slice(), items), (&[name.to_string()][..], Some(done)), "{recipe}");
            assert!(done > 100, "{name} {recipe}: {done}");
        }
    }
}

#[test]
fn work_stops_when_it_is_asked_to() {
    for recipe in ["gscan", "reascan", "mix-t12", "riddle"] {
        for (name, work) in WORK.into_iter().filter(|(name, _)| recipe != "riddle" || *name == "verify") {
            let choice = Choice::default();
            let watch = Patience::new(1000);
            let pass = Pass { choice: &choice, threads: 2, watch: &watch };
            let result = work(recipe, &mut open(recipe, &choice).unwrap(), &pass);
            assert!(matches!(result, Err(Error::Stopped(_))), "{name} {recipe}: {result:?}");
            let (_, _, done) = watch.heard();
            assert!(done < 20_000, "{name} {recipe} went on for {done} items");
        }
    }
}

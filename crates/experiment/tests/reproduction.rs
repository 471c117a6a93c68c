//! A reproduction is a list of commands, which somebody else carries out.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Mutex;

use wampimuk_experiment::{
    Device, Effort, Error, Event, MachineOptions, Performer, Reproduction, ReproductionOptions,
};

fn options(folder: &Path, jobs: usize) -> ReproductionOptions {
    ReproductionOptions {
        paper: "reascan".to_owned(),
        folder: Some(folder.to_owned()),
        budget: None,
        seeds: Some(4),
        runs: vec!["random-simple".to_owned()],
        also: Vec::new(),
        quick: false,
        limit: Some(2),
        set: Vec::new(),
        checkpoint: Vec::new(),
        jobs: NonZeroUsize::new(jobs).expect("one job at least"),
        machine: MachineOptions { device: Device::Cpu, fast: false, rows_per_block: None, threads: 2 },
    }
}

/// Keeps what it is asked to do, and wants no more after some of it.
struct Patient {
    most: usize,
    carried_out: Mutex<Vec<(String, Effort)>>,
}

impl Performer for Patient {
    type Error = Error;

    fn carry_out(&self, words: &[String], effort: Effort) -> Result<(), Error> {
        let mut carried_out = self.carried_out.lock().expect("nobody panics");
        carried_out.push((words.join(" "), effort));
        if carried_out.len() < self.most { Ok(()) } else { Err(Error::Request("enough".to_owned())) }
    }

    fn hear(&self, _: Event<'_>) -> Result<(), Error> {
        Ok(())
    }
}

#[test]
fn whoever_carries_commands_out_may_stop() {
    let folder = tempfile::tempdir().unwrap();
    for (jobs, quiet, threads) in [(1, false, None), (2, true, NonZeroUsize::new(1))] {
        let reproduction = Reproduction::new(options(folder.path(), jobs)).unwrap();
        let agenda = reproduction.agenda();
        let listed: Vec<String> = agenda.commands().iter().map(|words| words.join(" ")).collect();
        assert!(listed.len() >= 4 && listed[0].starts_with("predict random --data reascan"), "{listed:?}");
        let patient = Patient { most: 2, carried_out: Mutex::default() };
        assert_eq!(agenda.carry_out(&patient).unwrap_err().to_string(), "enough");
        let carried_out = patient.carried_out.into_inner().unwrap();
        // What had begun beside it comes to its end.
        assert!((2..=1 + jobs).contains(&carried_out.len()), "{carried_out:?}");
        for (line, effort) in &carried_out {
            assert!(listed.contains(line), "{line}");
            assert_eq!(*effort, Effort { quiet, threads });
        }
    }
}

#[test]
fn tables_are_there_before_anything_was_done() {
    let folder = tempfile::tempdir().unwrap();
    let reproduction = Reproduction::new(options(folder.path(), 1)).unwrap();
    let reproduced = reproduction.results(&()).unwrap();
    assert!(!reproduced.tables.is_empty());
    let json = reproduced.json("a program", "a command");
    assert_eq!(json["trainings"].as_array().unwrap().len(), 4, "{json}");
    assert!(reproduced.texts().iter().any(|text| text.contains("What these numbers come from")));
    let unknown = ReproductionOptions { paper: "gscam".to_owned(), ..options(folder.path(), 1) };
    assert!(Reproduction::new(unknown).unwrap_err().to_string().contains("did you mean"), "a hint");
}

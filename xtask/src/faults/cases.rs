//! What is tried, and the trials.

use std::fs;
use std::path::PathBuf;
use std::rc::Rc;

use super::chance::Chance;
use super::evaluation::Model;
use super::generations::Times;
use super::pipes::Outputs;
use super::place::Place;
use super::runs::Program;
use super::stage::Stage;
use super::works::{What, Work};
use crate::Result;
use crate::s3::Server;

/// Something that is made, and what goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Single(What, Fault),
    /// Three parts, in three folders or in one, joined by `merge`; any of the four runs is killed.
    KilledParts,
    /// One process, a prefix of a bucket.
    KilledInBucket,
    /// Two processes in one folder, one of which is killed; the other one has to come to an end alone.
    KilledOfTwo,
    /// The same in a bucket, where there are no locks.
    KilledOfTwoInBucket,
    /// Whoever reads what is printed goes away.
    GoneReader,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    Killed,
    Stopped,
    FullDisk,
    LittleMemory,
    Damage,
    Clock,
}

/// All cases, in the order of their turns.
pub(super) const CASES: [Case; 23] = {
    use Case::{GoneReader, KilledInBucket, KilledOfTwo, KilledOfTwoInBucket, KilledParts, Single};
    use Fault::{Clock, Damage, FullDisk, Killed, LittleMemory, Stopped};
    use What::{Augmented, Dataset, Evaluation, File, Training};
    [
        Single(Dataset, Killed),
        KilledParts,
        KilledInBucket,
        KilledOfTwo,
        KilledOfTwoInBucket,
        Single(File, Killed),
        Single(Augmented, Killed),
        Single(Training, Killed),
        Single(Evaluation, Killed),
        Single(Dataset, Stopped),
        Single(File, Stopped),
        Single(Training, Stopped),
        Single(Evaluation, Stopped),
        Single(Dataset, FullDisk),
        Single(File, FullDisk),
        Single(Augmented, FullDisk),
        Single(Training, FullDisk),
        Single(Dataset, LittleMemory),
        Single(Training, LittleMemory),
        Single(Dataset, Damage),
        Single(Dataset, Clock),
        Single(Training, Clock),
        GoneReader,
    ]
};

impl Fault {
    fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Stopped => "stopped",
            Self::FullDisk => "full disk",
            Self::LittleMemory => "little memory",
            Self::Damage => "damage",
            Self::Clock => "clock",
        }
    }
}

impl Case {
    /// What is made, and what goes wrong.
    pub(super) fn names(self) -> (&'static str, &'static str) {
        match self {
            Self::Single(what, fault) => (what.name(), fault.name()),
            Self::KilledParts => ("dataset in parts", "killed"),
            Self::KilledInBucket => ("dataset in a bucket", "killed"),
            Self::KilledOfTwo => ("dataset of two processes", "one killed"),
            Self::KilledOfTwoInBucket => ("dataset of two in a bucket", "one killed"),
            Self::GoneReader => ("output", "gone reader"),
        }
    }

    pub(super) fn is_in_bucket(self) -> bool {
        matches!(self, Self::KilledInBucket | Self::KilledOfTwoInBucket)
    }

    pub(super) fn is_of_disk(self) -> bool {
        matches!(self, Self::Single(_, Fault::FullDisk))
    }
}

/// What came of one place.
#[derive(Default)]
pub(super) struct Trial {
    /// How often something went wrong.
    pub(super) faults: usize,
    /// In which stages a dataset was killed.
    pub(super) stages: Vec<Stage>,
    /// What is not as it should be in the end.
    pub(super) differences: Vec<String>,
}

impl Trial {
    /// One that did not come to its end.
    pub(super) fn failed(reason: String) -> Self {
        Self { differences: vec![reason], ..Self::default() }
    }
}

pub(super) struct Trials<'a> {
    pub(super) program: Program,
    pub(super) server: Option<&'a Server>,
    pub(super) folder: PathBuf,
    works: Vec<(What, Vec<Rc<Work>>)>,
    /// How long other ways to make the datasets take.
    pub(super) times: Vec<Times>,
    pub(super) outputs: Outputs,
    pub(super) chance: Chance,
    /// How many places were given out.
    places: usize,
    /// Answers as long as there are trials.
    _model: Model,
}

impl<'a> Trials<'a> {
    /// Does every work once, undisturbed.
    pub(super) fn prepare(
        program: PathBuf,
        server: Option<&'a Server>,
        folder: PathBuf,
        seed: u64,
    ) -> Result<Self> {
        let surroundings = server.map(Server::surroundings).unwrap_or_default();
        let program = Program { path: program, surroundings, log: folder.join("log") };
        let model = Model::start()?;
        let mut works = Vec::new();
        for what in What::ALL {
            works.push((what, what.works(&program, &model.endpoint, &folder)?));
        }
        let outputs = Outputs::prepare(&program, &folder)?;
        let mut trials = Self {
            program,
            server,
            folder,
            works,
            times: Vec::new(),
            outputs,
            chance: Chance::new(seed),
            places: 0,
            _model: model,
        };
        trials.times = trials.measure()?;
        Ok(trials)
    }

    /// The works of a kind.
    pub(super) fn works(&self, what: What) -> &[Rc<Work>] {
        self.works.iter().find(|(kind, _)| *kind == what).map_or(&[], |(_, works)| works)
    }

    /// Tries a case, with at most this many faults.
    pub(super) fn run(&mut self, case: &Case, turn: usize, most: usize) -> Result<Trial> {
        let times = (1 + self.chance.below(3)).min(most);
        match *case {
            Case::Single(what, fault) => self.single(what, fault, turn, times),
            Case::KilledParts => self.parts(turn, times),
            Case::KilledInBucket => self.in_bucket(turn, times),
            Case::KilledOfTwo => self.two(turn, false),
            Case::KilledOfTwoInBucket => self.two(turn, true),
            Case::GoneReader => self.gone_reader(turn),
        }
    }

    /// A place that nobody has used.
    pub(super) fn place(&mut self, in_bucket: bool) -> Result<Place<'a>> {
        self.places += 1;
        let name = format!("{:05}", self.places);
        match (in_bucket, self.server) {
            (true, Some(server)) => Ok(Place::Prefix(server, format!("faults/{name}"))),
            (true, None) => Err("there is no bucket".into()),
            (false, _) => Ok(Place::Folder(self.folder.join(name))),
        }
    }

    /// Removes a place where all is as it should be; what differs stays, to be looked at.
    pub(super) fn clear(&self, place: &Place<'_>, differences: &[String]) -> Result<()> {
        match place {
            Place::Folder(path) if differences.is_empty() => fs::remove_dir_all(path)
                .map_err(|error| format!("cannot clear `{}`: {error}", path.display())),
            _ => Ok(()),
        }
    }
}

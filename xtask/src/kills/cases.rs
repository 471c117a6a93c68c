//! The trials themselves.

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use super::chance::Chance;
use super::place::{Contents, Place};
use super::runs::{Program, Run};
use super::stage::Stage;
use crate::Result;
use crate::s3::Server;

/// Who makes a dataset where.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Case {
    Folder,
    Shards,
    Bucket,
    Two,
    TwoInBucket,
}

impl Case {
    pub(super) const ALL: [Self; 5] =
        [Self::Folder, Self::Shards, Self::Bucket, Self::Two, Self::TwoInBucket];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Folder => "folder",
            Self::Shards => "shards",
            Self::Bucket => "bucket",
            Self::Two => "two",
            Self::TwoInBucket => "two, bucket",
        }
    }

    pub(super) fn is_bucket(self) -> bool {
        matches!(self, Self::Bucket | Self::TwoInBucket)
    }
}

/// What was done to one dataset.
pub(super) struct Trial {
    /// In which stages it was killed.
    pub(super) kills: Vec<Stage>,
    /// What is not as it should be in the end.
    pub(super) differences: Vec<String>,
}

/// Datasets to make: of every kind of family, small, and with several files for each split. Those of the second are
/// long enough to be uploaded in parts.
const JOBS: [&[&str]; 3] = [
    &["gscan", "--limit", "3000", "--shard-items", "1000"],
    &["reascan", "--split", "train", "--limit", "12000", "--shard-items", "4000", "--format", "jsonl"],
    &["mix-t12", "--limit", "900", "--shard-items", "300"],
];

/// A dataset to make, and how it looks if nobody disturbs.
struct Job {
    arguments: &'static [&'static str],
    expected: Contents,
    data_files: usize,
    times: Times,
}

/// How long undisturbed runs take: moments are drawn from them.
#[derive(Clone, Copy, Default)]
struct Times {
    folder: Duration,
    bucket: Duration,
    part: Duration,
    merge: Duration,
}

/// How many parts a dataset is made in.
const PARTS: usize = 3;

pub(super) struct Trials<'a> {
    program: Program,
    server: Option<&'a Server>,
    folder: PathBuf,
    jobs: Vec<Job>,
    chance: Chance,
    /// How many places were given out.
    places: usize,
}

impl<'a> Trials<'a> {
    /// Makes every dataset once, undisturbed.
    pub(super) fn prepare(
        program: PathBuf,
        server: Option<&'a Server>,
        folder: PathBuf,
        seed: u64,
    ) -> Result<Self> {
        let surroundings = server.map(Server::surroundings).unwrap_or_default();
        let program = Program { path: program, surroundings, log: folder.join("log") };
        let mut trials =
            Self { program, server, folder, jobs: Vec::new(), chance: Chance::new(seed), places: 0 };
        for arguments in JOBS {
            trials.add(arguments)?;
        }
        Ok(trials)
    }

    fn add(&mut self, arguments: &'static [&'static str]) -> Result<()> {
        let place = self.place(false)?;
        let folder = self.program.complete(&generate(arguments, &place))?;
        let expected = place.contents()?;
        let is_data = |name: &&String| name.starts_with("data/") && !name.ends_with('/');
        let data_files = expected.keys().filter(is_data).count();
        let bucket = match self.server {
            Some(_) => {
                let place = self.place(true)?;
                self.program.complete(&generate(arguments, &place))?
            }
            None => Duration::ZERO,
        };
        let (whole, parts, merge) = self.parts(true)?;
        let mut part = Duration::ZERO;
        for (number, place) in parts.iter().enumerate() {
            part = part.max(self.program.complete(&generate_part(arguments, place, number))?);
        }
        let merge = self.program.complete(&merge)?;
        if let [difference, ..] = &whole.differences(&expected)?[..] {
            return Err(format!("even undisturbed, parts do not make the same whole: {difference}"));
        }
        let times = Times { folder, bucket, part, merge };
        println!("{}: {data_files} files in {:.2} s", arguments.join(" "), folder.as_secs_f64());
        self.jobs.push(Job { arguments, expected, data_files, times });
        Ok(())
    }

    /// Makes one dataset, with at most this many kills.
    pub(super) fn run(&mut self, case: Case, turn: usize, most: usize) -> Result<Trial> {
        let job = turn % self.jobs.len();
        let kills = (1 + self.chance.below(3)).min(most);
        let (place, kills) = match case {
            Case::Folder | Case::Bucket => self.alone(job, case.is_bucket(), kills)?,
            Case::Shards => self.shards(job, turn.is_multiple_of(2), kills)?,
            Case::Two | Case::TwoInBucket => self.two(job, case.is_bucket())?,
        };
        let differences = place.differences(&self.jobs[job].expected)?;
        if let (Place::Folder(path), true) = (&place, differences.is_empty()) {
            fs::remove_dir_all(path)
                .map_err(|error| format!("cannot clear `{}`: {error}", path.display()))?;
        }
        Ok(Trial { kills, differences })
    }

    fn alone(&mut self, job: usize, in_bucket: bool, kills: usize) -> Result<(Place<'a>, Vec<Stage>)> {
        let place = self.place(in_bucket)?;
        let arguments = generate(self.jobs[job].arguments, &place);
        let mut stages = Vec::new();
        for _ in 0..kills {
            let run = self.program.start(&arguments)?;
            stages.extend(self.kill(run, job, &place, self.time(job, in_bucket))?);
        }
        self.program.complete(&arguments)?;
        Ok((place, stages))
    }

    /// One of two that work in one place is killed; the other one does the rest.
    fn two(&mut self, job: usize, in_bucket: bool) -> Result<(Place<'a>, Vec<Stage>)> {
        let place = self.place(in_bucket)?;
        let arguments = generate(self.jobs[job].arguments, &place);
        let (mut victim, mut other) = (self.program.start(&arguments)?, self.program.start(&arguments)?);
        if self.chance.below(2) == 0 {
            std::mem::swap(&mut victim, &mut other);
        }
        let stages = self.kill(victim, job, &place, self.time(job, in_bucket))?.into_iter().collect();
        other.complete()?;
        Ok((place, stages))
    }

    /// Three parts, each with its own process, and their union.
    fn shards(&mut self, job: usize, in_one: bool, kills: usize) -> Result<(Place<'a>, Vec<Stage>)> {
        let (whole, parts, merge) = self.parts(in_one)?;
        // Which of the runs dies: one of the parts, or, at last, the union.
        let victims: Vec<usize> = (0..kills).map(|_| self.chance.below(PARTS + 1)).collect();
        let mut stages = Vec::new();
        for (part, place) in parts.iter().enumerate() {
            let arguments = generate_part(self.jobs[job].arguments, place, part);
            for _ in victims.iter().filter(|victim| **victim == part) {
                let run = self.program.start(&arguments)?;
                stages.extend(self.kill(run, job, place, self.jobs[job].times.part)?);
            }
            self.program.complete(&arguments)?;
        }
        for _ in victims.iter().filter(|victim| **victim == PARTS) {
            let moment = self.chance.within(self.jobs[job].times.merge);
            let run = self.program.start(&merge)?;
            stages.extend(run.kill_when(&mut |elapsed| elapsed >= moment)?.then_some(Stage::Merging));
        }
        self.program.complete(&merge)?;
        if !in_one {
            for part in &parts {
                if let Place::Folder(path) = part {
                    fs::remove_dir_all(path).map_err(|error| format!("`{}`: {error}", path.display()))?;
                }
            }
        }
        Ok((whole, stages))
    }

    /// Kills a run at a moment drawn by lot, and says at which stage; `None` if it was over before.
    fn kill(&mut self, run: Run, job: usize, place: &Place<'_>, time: Duration) -> Result<Option<Stage>> {
        let data_files = self.jobs[job].data_files;
        let parts = place.names().iter().filter(|name| name.starts_with("parts/")).count();
        let look = || Stage::of(&place.names(), data_files, parts);
        let killed = match self.chance.below(8) {
            // As soon as a stage can be seen that is over in an instant.
            0 => run.kill_when(&mut |_| look() >= Stage::Closing)?,
            1 => run.kill_when(&mut |_| look() >= Stage::Clearing)?,
            _ => {
                let moment = self.chance.within(time);
                run.kill_when(&mut |elapsed| elapsed >= moment)?
            }
        };
        Ok(killed.then(look))
    }

    fn time(&self, job: usize, in_bucket: bool) -> Duration {
        let Times { folder, bucket, .. } = self.jobs[job].times;
        if in_bucket { bucket } else { folder }
    }

    /// Places for a dataset and its parts, all in one folder or each in its own, and how to join them.
    fn parts(&mut self, in_one: bool) -> Result<(Place<'a>, Vec<Place<'a>>, Vec<String>)> {
        let whole = self.place(false)?;
        if in_one {
            let merge = vec!["merge".to_owned(), whole.address()];
            return Ok((whole.clone(), vec![whole; PARTS], merge));
        }
        let parts = (0..PARTS).map(|_| self.place(false)).collect::<Result<Vec<_>>>()?;
        let arguments = ["merge".to_owned()].into_iter().chain(parts.iter().map(Place::address));
        let merge = arguments.chain(["--out".to_owned(), whole.address()]).collect();
        Ok((whole, parts, merge))
    }

    /// A place that nobody has used.
    fn place(&mut self, in_bucket: bool) -> Result<Place<'a>> {
        self.places += 1;
        let name = format!("{:05}", self.places);
        match (in_bucket, self.server) {
            (true, Some(server)) => Ok(Place::Prefix(server, format!("kills/{name}"))),
            (true, None) => Err("there is no bucket".into()),
            (false, _) => Ok(Place::Folder(self.folder.join(name))),
        }
    }
}

fn generate(arguments: &[&str], place: &Place<'_>) -> Vec<String> {
    let all = ["generate"].into_iter().chain(arguments.iter().copied()).chain(["--out"]);
    all.map(str::to_owned).chain([place.address()]).collect()
}

fn generate_part(arguments: &[&str], place: &Place<'_>, part: usize) -> Vec<String> {
    let mut arguments = generate(arguments, place);
    arguments.push(format!("--shard={part}/{PARTS}"));
    arguments
}

//! One process and one folder, and everything that can go wrong there.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::cases::{Fault, Trial, Trials};
use super::disk::Disk;
use super::place::Place;
use super::works::{What, Work};
use crate::Result;

/// What a run may find in its surroundings.
const SURROUNDINGS: [&[(&str, &str)]; 4] = [
    &[("TZ", "Pacific/Kiritimati"), ("LC_ALL", "tr_TR.UTF-8"), ("LANG", "tr_TR.UTF-8")],
    &[("TZ", "America/St_Johns"), ("LC_ALL", "C"), ("SOURCE_DATE_EPOCH", "0")],
    &[("TZ", "nonsense"), ("LC_ALL", "xx"), ("COLUMNS", "1"), ("TERM", "")],
    &[("TZ", ""), ("LANG", "de_DE.ISO-8859-1"), ("SOURCE_DATE_EPOCH", "4102444800")],
];

/// How much address space there may be, in kilobytes: from too little to begin to enough.
const MEMORY: std::ops::Range<usize> = 25_000..150_000;

/// What a program says of a full disk.
const FULL: [&str; 2] = ["the disk is full", "No space left on device"];

impl Trials<'_> {
    /// Lets something go wrong this many times, runs the work to its end, and compares.
    pub(super) fn single(&mut self, what: What, fault: Fault, turn: usize, times: usize) -> Result<Trial> {
        let works = self.works(what);
        let work = works[turn % works.len()].clone();
        let mut trial = Trial::default();
        if fault == Fault::FullDisk {
            return self.full_disk(&work, times);
        }
        let place = self.place(false)?;
        for _ in 0..times {
            match fault {
                Fault::Killed if what == What::Dataset => {
                    let run = self.program.start(&work.command(&place))?;
                    let stage = self.kill(run, &work, &place, work.time)?;
                    trial.faults += usize::from(stage.is_some());
                    trial.stages.extend(stage);
                }
                Fault::Killed | Fault::FullDisk => {
                    trial.faults += usize::from(self.killed_at_once(&work, &place)?);
                }
                Fault::Stopped => {
                    let signal = ["INT", "TERM"][self.chance.below(2)];
                    let moment = self.chance.within(work.time);
                    let ended = self.program.start(&work.command(&place))?.signal_at(signal, moment)?;
                    trial.faults += usize::from(ended.is_some());
                }
                Fault::LittleMemory => {
                    let kilobytes = MEMORY.start + self.chance.below(MEMORY.end - MEMORY.start);
                    let ended = self.program.start_within(&work.command(&place), kilobytes)?.end()?;
                    trial.faults += usize::from(ended.code != Some(0));
                }
                Fault::Damage => {
                    self.killed_half_way(&work, &place)?;
                    let Some(path) = self.damage(&place)? else { continue };
                    trial.faults += 1;
                    self.after_damage(&work, &place, &path)?;
                }
                Fault::Clock => {
                    self.killed_at_once(&work, &place)?;
                    self.set_times(&place)?;
                    let surroundings = SURROUNDINGS[self.chance.below(SURROUNDINGS.len())];
                    self.program.start_with(&work.command(&place), surroundings)?.complete()?;
                    trial.faults += 1;
                }
            }
        }
        self.finish(&work, &place, trial)
    }

    fn finish(&mut self, work: &Work, place: &Place<'_>, mut trial: Trial) -> Result<Trial> {
        self.program.complete(&work.command(place))?;
        trial.differences = work.differences(place)?;
        self.clear(place, &trial.differences)?;
        Ok(trial)
    }

    fn killed_at_once(&mut self, work: &Work, place: &Place<'_>) -> Result<bool> {
        let moment = self.chance.within(work.time);
        self.program.start(&work.command(place))?.kill_when(&mut |elapsed| elapsed >= moment)
    }

    /// Kills it as soon as a number of its files is there that was drawn by lot.
    fn killed_half_way(&mut self, work: &Work, place: &Place<'_>) -> Result<bool> {
        let wanted = self.chance.below(work.data_files());
        let count = || place.names().iter().filter(|name| name.starts_with("data/")).count();
        self.program.start(&work.command(place))?.kill_when(&mut |_| count() >= wanted)
    }

    /// Runs on disks that are too small, and at last on one that has grown.
    fn full_disk(&mut self, work: &Work, times: usize) -> Result<Trial> {
        let Place::Folder(point) = self.place(false)? else { return Ok(Trial::default()) };
        let disk = Disk::mount(&point)?;
        let place = Place::Folder(point.join("place"));
        let mut trial = Trial::default();
        for _ in 0..times {
            disk.resize(self.chance.below(work.bytes() * 5 / 4))?;
            let ended = self.program.start(&work.command(&place))?.end()?;
            match ended.code {
                Some(0) => {}
                Some(3) if FULL.iter().any(|full| ended.said.contains(full)) => trial.faults += 1,
                code => trial.differences.push(format!("a full disk ended it with {code:?}: {}", ended.said)),
            }
        }
        disk.resize(work.bytes() * 4 + (64 << 20))?;
        let differences = std::mem::take(&mut trial.differences);
        let mut trial = self.finish(work, &place, trial)?;
        trial.differences.extend(differences);
        drop(disk);
        self.clear(&Place::Folder(point), &trial.differences)?;
        Ok(trial)
    }

    /// Changes, cuts, empties or removes a file of what an unfinished dataset keeps; `None` if there is none.
    fn damage(&mut self, place: &Place<'_>) -> Result<Option<PathBuf>> {
        let Place::Folder(folder) = place else { return Ok(None) };
        let is_kept = |name: &String| name.starts_with(".wampimuk/") || name.starts_with("data/");
        let kept: Vec<String> = place.names().into_iter().filter(is_kept).collect();
        if !kept.iter().any(|name| name.starts_with(".wampimuk/")) {
            return Ok(None);
        }
        let path = folder.join(&kept[self.chance.below(kept.len())]);
        let failed = |error| format!("cannot damage `{}`: {error}", path.display());
        let mut bytes = fs::read(&path).map_err(failed)?;
        match self.chance.below(4) {
            0 => return fs::remove_file(&path).map(|()| Some(path.clone())).map_err(failed),
            1 => bytes.clear(),
            2 => bytes.truncate(self.chance.below(bytes.len())),
            _ if bytes.is_empty() => bytes.push(b'x'),
            _ => {
                let at = self.chance.below(bytes.len());
                bytes[at] ^= 1 << self.chance.below(8);
            }
        }
        fs::write(&path, bytes).map(|()| Some(path.clone())).map_err(failed)
    }

    /// Goes on: a job that is not the one that was begun is refused until it may be replaced.
    fn after_damage(&mut self, work: &Work, place: &Place<'_>, path: &Path) -> Result<()> {
        let mut command = work.command(place);
        let ended = self.program.start(&command)?.end()?;
        match ended.code {
            Some(0) => Ok(()),
            Some(2) if path.ends_with(".wampimuk/job.json") && ended.said.contains("--force") => {
                command.push("--force".into());
                self.program.complete(&command).map(|_| ())
            }
            code => Err(format!("damage of `{}` ended it with {code:?}: {}", path.display(), ended.said)),
        }
    }

    /// Gives every file a time of its own, from 1970 to 2100.
    fn set_times(&mut self, place: &Place<'_>) -> Result<()> {
        let Place::Folder(folder) = place else { return Ok(()) };
        for name in place.names() {
            let path = folder.join(name);
            let time = SystemTime::UNIX_EPOCH + Duration::from_secs(self.chance.below(4_102_444_800) as u64);
            let set = File::options().write(true).open(&path).and_then(|file| file.set_modified(time));
            set.map_err(|error| format!("cannot set the time of `{}`: {error}", path.display()))?;
        }
        Ok(())
    }
}

//! Datasets that are made in other ways than by one process in one folder, and kills at their stages.

use std::rc::Rc;
use std::time::Duration;

use super::cases::{Trial, Trials};
use super::place::Place;
use super::runs::Run;
use super::stage::Stage;
use super::works::{What, Work};
use crate::Result;

/// How many parts a dataset is made in.
const PARTS: usize = 3;

/// How long undisturbed runs take: moments are drawn from them.
#[derive(Clone, Copy, Default)]
pub(super) struct Times {
    bucket: Duration,
    part: Duration,
    merge: Duration,
}

impl<'a> Trials<'a> {
    /// Makes every dataset in the other ways, undisturbed.
    pub(super) fn measure(&mut self) -> Result<Vec<Times>> {
        let works = self.works(What::Dataset).to_vec();
        works.iter().map(|work| self.measure_one(work)).collect()
    }

    fn measure_one(&mut self, work: &Work) -> Result<Times> {
        let bucket = match self.server {
            Some(_) => {
                let place = self.place(true)?;
                self.program.complete(&work.command(&place))?
            }
            None => Duration::ZERO,
        };
        let (whole, parts, merge) = self.places_of_parts(true)?;
        let mut part = Duration::ZERO;
        for (number, place) in parts.iter().enumerate() {
            part = part.max(self.program.complete(&part_of(work, place, number))?);
        }
        let merge = self.program.complete(&merge)?;
        if let [difference, ..] = &work.differences(&whole)?[..] {
            return Err(format!("even undisturbed, parts do not make the same whole: {difference}"));
        }
        Ok(Times { bucket, part, merge })
    }

    fn dataset(&self, turn: usize) -> (Rc<Work>, Times) {
        let number = turn % self.times.len();
        (self.works(What::Dataset)[number].clone(), self.times[number])
    }

    /// One process and a bucket.
    pub(super) fn in_bucket(&mut self, turn: usize, kills: usize) -> Result<Trial> {
        let (work, times) = self.dataset(turn);
        let place = self.place(true)?;
        let mut stages = Vec::new();
        for _ in 0..kills {
            let run = self.program.start(&work.command(&place))?;
            stages.extend(self.kill(run, &work, &place, times.bucket)?);
        }
        self.program.complete(&work.command(&place))?;
        self.killed(&work, &place, stages)
    }

    /// One of two that work in one place is killed; the other one does the rest.
    pub(super) fn two(&mut self, turn: usize, in_bucket: bool) -> Result<Trial> {
        let (work, times) = self.dataset(turn);
        let place = self.place(in_bucket)?;
        let command = work.command(&place);
        let (mut victim, mut other) = (self.program.start(&command)?, self.program.start(&command)?);
        if self.chance.below(2) == 0 {
            std::mem::swap(&mut victim, &mut other);
        }
        let time = if in_bucket { times.bucket } else { work.time };
        let stages = self.kill(victim, &work, &place, time)?.into_iter().collect();
        other.complete()?;
        self.killed(&work, &place, stages)
    }

    /// Three parts, each with its own process, and their union.
    pub(super) fn parts(&mut self, turn: usize, kills: usize) -> Result<Trial> {
        let (work, times) = self.dataset(turn);
        let in_one = turn.is_multiple_of(2);
        let (whole, parts, merge) = self.places_of_parts(in_one)?;
        // Which of the runs dies: one of the parts, or, at last, the union.
        let victims: Vec<usize> = (0..kills).map(|_| self.chance.below(PARTS + 1)).collect();
        let mut stages = Vec::new();
        for (number, place) in parts.iter().enumerate() {
            let command = part_of(&work, place, number);
            for _ in victims.iter().filter(|victim| **victim == number) {
                let run = self.program.start(&command)?;
                stages.extend(self.kill(run, &work, place, times.part)?);
            }
            self.program.complete(&command)?;
        }
        for _ in victims.iter().filter(|victim| **victim == PARTS) {
            let moment = self.chance.within(times.merge);
            let run = self.program.start(&merge)?;
            stages.extend(run.kill_when(&mut |elapsed| elapsed >= moment)?.then_some(Stage::Merging));
        }
        self.program.complete(&merge)?;
        if !in_one {
            for part in &parts {
                self.clear(part, &[])?;
            }
        }
        self.killed(&work, &whole, stages)
    }

    fn killed(&self, work: &Work, place: &Place<'_>, stages: Vec<Stage>) -> Result<Trial> {
        let differences = work.differences(place)?;
        self.clear(place, &differences)?;
        Ok(Trial { faults: stages.len(), stages, differences })
    }

    /// Kills a run at a moment drawn by lot, and says at which stage; `None` if it was over before.
    pub(super) fn kill(
        &mut self,
        run: Run,
        work: &Work,
        place: &Place<'_>,
        time: Duration,
    ) -> Result<Option<Stage>> {
        let data_files = work.data_files();
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

    /// Places for a dataset and its parts, all in one folder or each in its own, and how to join them.
    fn places_of_parts(&mut self, in_one: bool) -> Result<(Place<'a>, Vec<Place<'a>>, Vec<String>)> {
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
}

fn part_of(work: &Work, place: &Place<'_>, part: usize) -> Vec<String> {
    let mut command = work.command(place);
    command.extend(["--shard".to_owned(), format!("{part}/{PARTS}")]);
    command
}

//! What is left to do of a reproduction, and who does it.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use wampimuk_audit::Table;

use super::ReproductionOptions;
use super::cost::{self, Cost};
use super::job::Job;
use crate::Error;

/// Carries out the commands that a reproduction consists of, and hears how it gets on. A failure ends the work: what has
/// begun comes to its end, and nothing else begins.
pub trait Performer: Sync {
    /// Why a command was not carried out.
    type Error: From<Error> + Send;

    /// Carries out a command, given as its words without the program's name.
    ///
    /// # Errors
    /// If it fails.
    fn carry_out(&self, words: &[String], effort: Effort) -> Result<(), Self::Error>;

    /// Hears how the work gets on.
    ///
    /// # Errors
    /// If no more is to be done.
    fn hear(&self, event: Event<'_>) -> Result<(), Self::Error>;

    /// Waits for something that cannot count its steps.
    fn wait<T>(&self, _what: &str, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// How a command is carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// It says nothing: others run beside it, or its results are of no interest.
    pub quiet: bool,
    /// The threads that it has, if not all.
    pub threads: Option<NonZeroUsize>,
}

impl Effort {
    pub(super) const WHOLE: Self = Self { quiet: false, threads: None };
    pub(super) const TRIAL: Self = Self { quiet: true, threads: None };
}

/// How the work gets on.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A command is about to be carried out, with nothing beside it.
    Command(&'a [String]),
    /// The only training that was at work has all its answers.
    Done(&'a Job),
    /// One of several trainings begins.
    Begun(&'a Job),
    /// One of several trainings has ended: has it succeeded?
    Ended(&'a Job, bool),
}

/// What is left to do.
#[derive(Debug)]
pub struct Agenda<'r> {
    options: &'r ReproductionOptions,
    jobs: Vec<&'r Job>,
    /// What each costs, as far as that is known.
    costs: Vec<Option<Cost>>,
}

impl<'r> Agenda<'r> {
    pub(super) fn new(options: &'r ReproductionOptions, jobs: Vec<&'r Job>) -> Self {
        Self { options, costs: vec![None; jobs.len()], jobs }
    }

    /// Where costs come from that are known without doing anything.
    pub const SOURCE: &'static str = cost::SOURCE;

    /// Looks up what trainings cost, by stored measurements.
    ///
    /// # Errors
    /// If settings or recipes cannot be used.
    pub fn estimate(&mut self) -> Result<(), Error> {
        self.costs = cost::known(&self.jobs, self.options)?;
        Ok(())
    }

    /// Finds out what trainings cost by doing a little of each.
    ///
    /// # Errors
    /// If one fails.
    pub fn measure<P: Performer>(&mut self, performer: &P) -> Result<(), P::Error> {
        self.costs = cost::measure(&self.jobs, self.options, performer)?;
        Ok(())
    }

    /// What will be done and what it takes.
    pub fn table(&self) -> Table {
        cost::table(&self.jobs, &self.costs, self.options.budget)
    }

    /// All commands that are left to do, without the program's name.
    pub fn commands(&self) -> Vec<Vec<String>> {
        self.jobs.iter().flat_map(|job| job.commands(None)).collect()
    }

    /// Does what is left to do, first what other trainings begin with. Trainings have as many updates as fit into the budget,
    /// by the costs that were measured.
    ///
    /// # Errors
    /// The first failure.
    pub fn carry_out<P: Performer>(&self, performer: &P) -> Result<(), P::Error> {
        let updates = cost::within(&self.costs, self.options.budget);
        for begins_with_another in [false, true] {
            let is_now = |(job, _): &(&Job, Option<u64>)| job.from.is_some() == begins_with_another;
            let jobs: Vec<(&Job, Option<u64>)> =
                self.jobs.iter().copied().zip(updates.iter().copied()).filter(is_now).collect();
            match self.options.jobs.get() {
                1 => {
                    for (job, updates) in jobs {
                        job.carry_out(updates, performer)?;
                        performer.hear(Event::Done(job))?;
                    }
                }
                at_once => self.several(&jobs, at_once, performer)?,
            }
        }
        Ok(())
    }

    /// Does the jobs, so many at once.
    fn several<P: Performer>(
        &self,
        jobs: &[(&Job, Option<u64>)],
        at_once: usize,
        performer: &P,
    ) -> Result<(), P::Error> {
        let threads = NonZeroUsize::new(self.options.machine.threads / at_once).unwrap_or(NonZeroUsize::MIN);
        let effort = Effort { quiet: true, threads: Some(threads) };
        let state = Mutex::new((jobs.iter(), None));
        let begin = || {
            let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
            if state.1.is_some() { None } else { state.0.next() }
        };
        let one = |job: &Job, updates: Option<u64>| -> Result<(), P::Error> {
            performer.hear(Event::Begun(job))?;
            let outcome = job.carry_out_as(updates, effort, performer);
            performer.hear(Event::Ended(job, outcome.is_ok()))?;
            outcome
        };
        std::thread::scope(|scope| {
            for _ in 0..at_once.min(jobs.len()) {
                scope.spawn(|| {
                    while let Some(&(job, updates)) = begin() {
                        if let Err(failure) = one(job, updates) {
                            state.lock().unwrap_or_else(PoisonError::into_inner).1.get_or_insert(failure);
                        }
                    }
                });
            }
        });
        match state.into_inner().unwrap_or_else(PoisonError::into_inner).1 {
            None => Ok(()),
            Some(failure) => Err(failure),
        }
    }
}

impl Job {
    /// Does what is left to do, with nothing beside it.
    fn carry_out<P: Performer>(&self, updates: Option<u64>, performer: &P) -> Result<(), P::Error> {
        self.make_folder()?;
        for line in self.commands(updates) {
            performer.hear(Event::Command(&line))?;
            performer.carry_out(&line, Effort::WHOLE)?;
        }
        Ok(())
    }

    /// Does what is left to do beside others.
    fn carry_out_as<P: Performer>(
        &self,
        updates: Option<u64>,
        effort: Effort,
        performer: &P,
    ) -> Result<(), P::Error> {
        self.make_folder()?;
        self.commands(updates).iter().try_for_each(|line| performer.carry_out(line, effort))
    }
}

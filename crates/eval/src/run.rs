//! Asking: many requests on their way at a time, every answer on disk before it counts.
//!
//! A thread takes a conversation and carries it on to its end, so the turns of one follow each other, and those of many go
//! side by side. What the journal knows of a conversation is heard again before anything is sent.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use wampimuk_core::Watch;
use xxhash_rust::xxh3::xxh3_64;

use crate::Error;
use crate::asking::Asking;
use crate::budget::Ledger;
use crate::client::{Client, Sending, Trouble, backoff};
use crate::desk::{Desk, Task};
use crate::host::{GivenUp, Host, Server};
use crate::journal::{Entry, Journal, Key, Spent};
use crate::plan::Plan;
use crate::reply::Ending;
use crate::request::Request;
use crate::study::Model;

/// The stack of a thread that waits for answers: it reads and writes a little JSON.
const STACK: usize = 512 << 10;
/// How long a wait lasts before somebody looks whether all is over.
const NAP: Duration = Duration::from_millis(50);
/// How often the caller is asked whether to go on.
const LOOK: Duration = Duration::from_millis(20);

/// What all threads share.
struct Office<'a> {
    plan: &'a Plan,
    journal: &'a Journal,
    hosts: Vec<Host>,
    sending: Sending,
    /// The most tokens of an answer.
    longest: u64,
    ledger: Ledger,
    watch: &'a dyn Watch,
    over: AtomicBool,
    /// Whether what was on its way was given up.
    is_hung_up: AtomicBool,
    failure: Mutex<Option<Error>>,
    sent: AtomicU64,
    failed: AtomicU64,
}

/// Asks whatever has no answer in the journal. The key is sent to the servers and kept nowhere. A model that does not answer
/// is given up, and the others go on.
///
/// # Errors
/// If no model answers, the journal cannot be written, or the caller asked to stop. All answers so far are kept.
pub fn ask(
    plan: &Plan,
    journal: &Journal,
    sending: &Sending,
    key: Option<&str>,
    watch: &dyn Watch,
) -> Result<Asking, Error> {
    let study = &plan.study;
    let mut servers: Vec<(String, Arc<Server>)> = Vec::new();
    let mut host = |model: &Model| -> Result<Host, Error> {
        let url = study.url(model)?;
        let server = match servers.iter().find(|(known, _)| *known == url) {
            Some((_, server)) => server.clone(),
            None => {
                let server = Arc::<Server>::default();
                servers.push((url.clone(), server.clone()));
                server
            }
        };
        let client = Client::new(url, key, sending)?;
        Ok(Host::new(model.name.clone(), client, server, journal.has_answers_of(&model.name)))
    };
    let hosts = study.models.iter().map(&mut host).collect::<Result<Vec<_>, Error>>()?;
    let desk = Mutex::new(Desk::new(plan, &hosts));
    let office = Office {
        plan,
        journal,
        hosts,
        sending: sending.clone(),
        longest: study.longest_answer().unwrap_or(0),
        ledger: Ledger::new(study.budget, study.prices, journal.spent()),
        watch,
        over: AtomicBool::new(false),
        is_hung_up: AtomicBool::new(false),
        failure: Mutex::new(None),
        sent: AtomicU64::new(0),
        failed: AtomicU64::new(0),
    };
    watch.begin("ask", Some(plan.conversations()));
    std::thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..sending.concurrency.max(1) {
            let worker = std::thread::Builder::new().stack_size(STACK);
            match worker.spawn_scoped(scope, || office.work(&desk)) {
                Ok(worker) => workers.push(worker),
                Err(error) => {
                    office.fail(Error::Request(format!(
                        "no thread for another request ({error}): lower --concurrency"
                    )));
                    break;
                }
            }
        }
        while workers.iter().any(|worker| !worker.is_finished()) {
            if let Err(stopped) = watch.done(0) {
                office.fail(stopped.into());
                // Nobody waits for what is on its way.
                office.is_hung_up.store(true, Ordering::Relaxed);
                office.hosts.iter().for_each(|host| host.client.hang_up());
                break;
            }
            std::thread::sleep(LOOK);
        }
    });
    if let Some(failure) = locked(&office.failure).take() {
        return Err(failure);
    }
    let desk = locked(&desk);
    Ok(Asking {
        sent: office.sent.load(Ordering::Relaxed),
        failed: office.failed.load(Ordering::Relaxed),
        last_failure: office.hosts.iter().rev().find_map(Host::last_failure),
        given_up: office.hosts.iter().filter_map(Host::given_up).collect(),
        known: desk.known(),
        exhausted: office.ledger.exhausted(),
        spent: journal.spent(),
    })
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Office<'_> {
    /// Takes tasks until there are none.
    fn work(&self, desk: &Mutex<Desk<'_>>) {
        while !self.is_over() {
            let task = locked(desk).next(self.journal, &self.hosts, self.watch);
            match task {
                Ok(None) => return,
                Ok(Some(task)) => {
                    if let Err(error) = self.converse(task) {
                        self.fail(error);
                    }
                }
                Err(error) => self.fail(error),
            }
        }
    }

    /// Carries a conversation on, until it is over or cannot go on.
    fn converse(&self, task: Task) -> Result<(), Error> {
        let Task { mut conversation, sample, about, model } = task;
        while !conversation.is_over() {
            let body = conversation.body();
            let key = Key::of(&body, sample);
            let tokens = conversation.tokens();
            let request = Request { key, about: &about, body, model, tokens };
            let Some(entry) = self.carry_out(&request)? else { return Ok(()) };
            if entry.ending == Ending::Failed {
                break;
            }
            conversation.hear(&entry);
        }
        Ok(self.watch.done(1)?)
    }

    fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    /// The first failure counts.
    fn fail(&self, error: Error) {
        self.over.store(true, Ordering::Relaxed);
        locked(&self.failure).get_or_insert(error);
    }

    /// Sends a request until it is answered or given up, and writes down what became of it; `None` if all is over.
    fn carry_out(&self, task: &Request<'_>) -> Result<Option<Entry>, Error> {
        let (output, host) = (self.longest, &self.hosts[task.model]);
        if !self.ledger.take(task.tokens, output) {
            self.over.store(true, Ordering::Relaxed);
            return Ok(None);
        }
        let entry = self.answer(task);
        let mut spent = Spent::default();
        let written = match entry {
            Ok(Some(entry)) => {
                spent.add(&entry);
                self.journal.append(&entry).map(|()| Some(entry))
            }
            Ok(None) => Ok(None),
            Err(error) => Err(error),
        };
        self.ledger.settle(task.tokens, output, &spent);
        let Some(entry) = written? else { return Ok(None) };
        self.sent.fetch_add(1, Ordering::Relaxed);
        if entry.ending == Ending::Failed {
            self.failed.fetch_add(1, Ordering::Relaxed);
            self.look_for_others()?;
        } else {
            host.answers();
        }
        let prices = self.plan.study.prices;
        if prices.is_known() {
            let spent = self.ledger.spent();
            self.watch.note(&format!("{:.2} spent", prices.cost(spent.input, spent.output)));
        }
        Ok(Some(entry))
    }

    /// What became of a request; `None` if all was over before it was sent again, or its model is given up.
    fn answer(&self, task: &Request<'_>) -> Result<Option<Entry>, Error> {
        let host = &self.hosts[task.model];
        let mut attempts = 0;
        loop {
            if !self.wait(&host.server) || host.is_gone() {
                return Ok(None);
            }
            attempts += 1;
            let asked = host.client.ask(&task.body);
            if asked.is_err() && self.is_hung_up.load(Ordering::Relaxed) {
                return Ok(None);
            }
            let (why, after) = match asked {
                Ok((reply, took)) => return Ok(Some(task.answered(reply, took, attempts))),
                Err(Trouble::Closed(problem)) => {
                    host.give_up(problem);
                    self.look_for_others()?;
                    return Ok(None);
                }
                Err(Trouble::Never(why)) => {
                    host.refuses(&why);
                    return Ok(Some(task.failed(why, attempts)));
                }
                Err(Trouble::Again { why, after }) => (why, after),
            };
            if attempts > self.sending.retries {
                host.fails(&why);
                return Ok(Some(task.failed(why, attempts)));
            }
            match after {
                // A server that asks for patience asks it of all its questions, and of no other server's.
                Some(after) => host.server.rest(after),
                None => {
                    let noise = xxh3_64(&task.body) >> (attempts % 32);
                    if !self.nap(Instant::now() + backoff(&self.sending, attempts, noise)) {
                        return Ok(None);
                    }
                }
            }
        }
    }

    /// Waits as long as the server asked for; `false` if all is over.
    fn wait(&self, server: &Server) -> bool {
        while let Some(until) = server.rests_until() {
            if !self.nap(until) {
                return false;
            }
        }
        !self.is_over()
    }

    /// Sleeps until then; `false` if all is over.
    fn nap(&self, until: Instant) -> bool {
        while !self.is_over() {
            let left = until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return true;
            }
            std::thread::sleep(left.min(NAP));
        }
        false
    }

    /// Somebody has to be left who may answer.
    fn look_for_others(&self) -> Result<(), Error> {
        let gone: Option<Vec<GivenUp>> = self.hosts.iter().map(Host::given_up).collect();
        gone.map_or(Ok(()), |gone| Err(Error::nobody(&gone)))
    }
}

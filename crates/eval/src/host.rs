//! A model behind its server: whether it answers, and when it is given up.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use crate::client::Client;

/// After this many failures without an answer between them, nobody is there.
const HOPELESS: u64 = 20;

/// A model that is asked nothing more, because it does not answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenUp {
    /// The model.
    pub model: String,
    /// Where questions were sent.
    pub url: String,
    /// Why.
    pub why: String,
}

impl GivenUp {
    /// The same in words.
    pub fn sentence(&self) -> String {
        format!("{} was given up: {} does not answer: {}", self.model, self.url, self.why)
    }
}

/// A server, which may have several models.
#[derive(Default)]
pub(crate) struct Server {
    /// Before then nothing is sent: it asked for it.
    not_before: Mutex<Option<Instant>>,
}

impl Server {
    /// It asks for patience.
    pub fn rest(&self, wait: Duration) {
        let until = Instant::now() + wait;
        let mut not_before = self.not_before.lock().unwrap_or_else(PoisonError::into_inner);
        *not_before = Some(not_before.map_or(until, |before| before.max(until)));
    }

    /// Until when nothing is sent to it; `None` if it may be asked now.
    pub fn rests_until(&self) -> Option<Instant> {
        let not_before = *self.not_before.lock().unwrap_or_else(PoisonError::into_inner);
        not_before.filter(|&until| until > Instant::now())
    }
}

/// A model and its server.
pub(crate) struct Host {
    pub model: String,
    pub client: Client,
    pub server: Arc<Server>,
    /// Whether this or an earlier run got an answer at all.
    heard: AtomicBool,
    /// Failures since the last answer.
    in_vain: AtomicU64,
    /// Why the last request failed.
    last_failure: Mutex<Option<String>>,
    /// Why it is asked nothing more.
    gone: OnceLock<String>,
}

impl Host {
    pub fn new(model: String, client: Client, server: Arc<Server>, heard: bool) -> Self {
        Self {
            model,
            client,
            server,
            heard: AtomicBool::new(heard),
            in_vain: AtomicU64::new(0),
            last_failure: Mutex::default(),
            gone: OnceLock::new(),
        }
    }

    /// It has answered.
    pub fn answers(&self) {
        self.heard.store(true, Ordering::Relaxed);
        self.in_vain.store(0, Ordering::Relaxed);
    }

    /// A question was refused. A server that answers others is there; this question is not to its liking.
    pub fn refuses(&self, why: &str) {
        if self.heard.load(Ordering::Relaxed) {
            self.note(why);
        } else {
            self.fails(why);
        }
    }

    /// A question was sent in vain.
    pub fn fails(&self, why: &str) {
        self.note(why);
        if self.in_vain.fetch_add(1, Ordering::Relaxed) + 1 >= HOPELESS {
            self.give_up(format!("{HOPELESS} requests in a row failed, the last one with: {why}"));
        }
    }

    /// It is asked nothing more. The first reason counts.
    pub fn give_up(&self, why: String) {
        let _ = self.gone.set(why);
    }

    pub fn is_gone(&self) -> bool {
        self.gone.get().is_some()
    }

    pub fn given_up(&self) -> Option<GivenUp> {
        let (model, url) = (self.model.clone(), self.client.url.clone());
        self.gone.get().map(|why| GivenUp { model, url, why: why.clone() })
    }

    pub fn last_failure(&self) -> Option<String> {
        self.last_failure.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn note(&self, why: &str) {
        *self.last_failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(why.to_owned());
    }
}

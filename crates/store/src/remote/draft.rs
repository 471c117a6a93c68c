//! Writing an object.

use std::collections::VecDeque;
use std::sync::Arc;

use object_store::aws::AmazonS3;
use object_store::multipart::{MultipartStore, PartId};
use object_store::{Error, PutMode, PutPayload};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::worker::Answer;
use super::{Remote, UPLOADS, fault};
use crate::backend::{Backend, Draft};
use crate::{StoreError, WORKSHOP, hexadecimal};

/// The size of a part. Servers want 5 MiB or more, some want all of the same size, and 10,000 parts are allowed: with
/// these, objects of 78 GiB.
const PART: usize = 8 << 20;

/// How many parts may be on their way while the next one is collected. With it, an upload holds 24 MiB at most.
const UNDERWAY: usize = 2;

/// Says that an upload was started, in case nobody is left to complete it.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) name: String,
    pub(super) id: String,
}

impl Note {
    /// `None` if it is none: then it names nothing that could be aborted.
    pub(super) fn read(bytes: &[u8]) -> Option<Self> {
        serde_json::from_slice(bytes).ok()
    }

    /// The name of the note in the store.
    fn place(&self) -> String {
        let digest = hexadecimal(Sha256::new_with_prefix(&self.id));
        format!("{WORKSHOP}/{UPLOADS}/{}.json", &digest[..16])
    }
}

/// An object in the making.
#[derive(Debug)]
pub(super) struct RemoteDraft {
    remote: Arc<Remote>,
    name: String,
    part: Vec<u8>,
    parts: Option<Parts>,
}

/// An upload in parts.
#[derive(Debug)]
struct Parts {
    note: Note,
    done: Vec<PartId>,
    underway: VecDeque<Answer<Result<PartId, Error>>>,
}

impl RemoteDraft {
    pub(super) fn new(remote: Arc<Remote>, name: &str) -> Self {
        Self { remote, name: name.to_owned(), part: Vec::new(), parts: None }
    }

    /// Sends what was collected as the next part.
    fn send(&mut self) -> Result<(), StoreError> {
        let object = self.remote.object(&self.name)?;
        let parts = match &mut self.parts {
            Some(parts) => parts,
            None => {
                let started = Parts::start(&self.remote, &self.name)?;
                self.parts.insert(started)
            }
        };
        while parts.underway.len() >= UNDERWAY {
            parts.await_one(&self.remote)?;
        }
        let (client, id) = (Arc::clone(&self.remote.client), parts.note.id.clone());
        let index = parts.done.len() + parts.underway.len();
        let payload = PutPayload::from(std::mem::take(&mut self.part));
        parts.underway.push_back(
            self.remote.worker.begin(async move { client.put_part(&object, &id, index, payload).await }),
        );
        Ok(())
    }
}

impl Parts {
    fn start(remote: &Remote, name: &str) -> Result<Self, StoreError> {
        let object = remote.object(name)?;
        let start = async move |client: Arc<AmazonS3>| client.create_multipart(&object).await;
        let note = Note { name: name.to_owned(), id: remote.ask("written", name, start)? };
        let parts = Self { note, done: Vec::new(), underway: VecDeque::new() };
        let written = serde_json::to_vec(&parts.note)
            .map_err(|error| StoreError::io("written", remote.place(name), error.into()))
            .and_then(|bytes| remote.put(&parts.note.place(), bytes, PutMode::Overwrite));
        match written {
            Ok(_) => Ok(parts),
            Err(error) => {
                parts.abort(remote);
                Err(error)
            }
        }
    }

    /// Waits for the oldest part that is on its way.
    fn await_one(&mut self, remote: &Remote) -> Result<(), StoreError> {
        let Some(answer) = self.underway.pop_front() else { return Ok(()) };
        let place = || remote.place(&self.note.name);
        match answer.wait() {
            Ok(Ok(part)) => self.done.push(part),
            Ok(Err(error)) => return Err(fault::explain("written", place(), &error)),
            Err(_) => return Err(fault::lost("written", place())),
        }
        Ok(())
    }

    /// Makes the object appear.
    fn complete(&mut self, remote: &Remote) -> Result<Option<String>, StoreError> {
        while !self.underway.is_empty() {
            self.await_one(remote)?;
        }
        let (done, id) = (self.done.clone(), self.note.id.clone());
        let object = remote.object(&self.note.name)?;
        let result = remote.ask("written", &self.note.name, async move |client: Arc<AmazonS3>| {
            client.complete_multipart(&object, &id, done).await
        })?;
        // A note that stays behind names an upload that is over, and goes with the workshop.
        let _ = remote.remove(&self.note.place());
        Ok(result.e_tag)
    }

    /// Takes everything back as far as possible. Its own errors are ignored: the caller has one already.
    fn abort(self, remote: &Remote) {
        // A part that arrives after the end would stay.
        self.underway.into_iter().for_each(|answer| drop(answer.wait()));
        let place = self.note.place();
        if remote.abort(&self.note.name, self.note.id).is_ok() {
            let _ = remote.remove(&place);
        }
    }
}

impl Draft for RemoteDraft {
    fn append(&mut self, mut bytes: &[u8]) -> Result<(), StoreError> {
        while !bytes.is_empty() {
            // Only when more is to come: what fits into one part needs no upload in parts.
            if self.part.len() == PART {
                self.send()?;
            }
            let (now, later) = bytes.split_at(bytes.len().min(PART - self.part.len()));
            self.part.extend_from_slice(now);
            bytes = later;
        }
        Ok(())
    }

    fn publish(mut self: Box<Self>) -> Result<Option<String>, StoreError> {
        if self.parts.is_none() {
            let bytes = std::mem::take(&mut self.part);
            let written = self.remote.put(&self.name, bytes, PutMode::Overwrite)?;
            return written.map_err(|()| fault::lost("written", self.remote.place(&self.name)));
        }
        self.send()?;
        let etag = match &mut self.parts {
            Some(parts) => parts.complete(&self.remote)?,
            None => None,
        };
        self.parts = None;
        Ok(etag)
    }
}

impl Drop for RemoteDraft {
    fn drop(&mut self) {
        if let Some(parts) = self.parts.take() {
            parts.abort(&self.remote);
        }
    }
}

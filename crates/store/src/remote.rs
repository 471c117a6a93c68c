//! Stores in buckets of object stores that speak S3.
//!
//! Objects are atomic: they are there or they are not. Short files are one request. Longer ones are uploaded in parts,
//! and only the request that completes the upload makes the object appear. A killed program cannot take its started
//! uploads back, and servers keep (and bill) their parts, invisibly. So every such upload leaves a note in the store
//! before its first part, and [`clear`](Backend::clear) aborts what the notes name. What is killed in the instant between
//! the start and the note stays; a bucket's rule for incomplete uploads takes such away.
//!
//! The usual variables name the server and the account: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`,
//! `AWS_SESSION_TOKEN`, `AWS_REGION`, `AWS_ENDPOINT_URL`, and `AWS_ALLOW_HTTP=true` for a server without TLS.

mod draft;
mod fault;
mod stream;
mod worker;

use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use object_store::aws::{AmazonS3, AmazonS3Builder, AmazonS3ConfigKey};
use object_store::list::{PaginatedListOptions, PaginatedListStore};
use object_store::{Error, ObjectStore, ObjectStoreExt, PutMode, PutOptions, PutPayload};

use crate::backend::{Backend, Draft};
use crate::error::StoreError;
use crate::local::Lock;
use crate::{FileInfo, WORKSHOP};
use draft::{Note, RemoteDraft};
use stream::Stream;
use worker::{Lost, Worker};

/// Where the notes about started uploads are, below [`WORKSHOP`].
const UPLOADS: &str = "uploads";

/// A prefix of a bucket.
#[derive(Debug)]
pub(super) struct Remote {
    bucket: String,
    prefix: String,
    client: Arc<AmazonS3>,
    worker: Worker,
}

impl Remote {
    pub(super) fn new(bucket: String, prefix: String) -> Result<Self, StoreError> {
        let place = format!("s3://{bucket}");
        // Another thread was first; any choice will do.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let builder = AmazonS3Builder::from_env().with_bucket_name(&bucket);
        if is_anonymous(&builder) {
            return Err(fault::anonymous(place));
        }
        let client = builder.build().map_err(|error| fault::explain("opened", place.clone(), &error))?;
        let worker = Worker::start().map_err(|error| StoreError::io("opened", place, error))?;
        Ok(Self { bucket, prefix, client: Arc::new(client), worker })
    }

    /// The key of a file, or of the store itself, without a slash at its end.
    fn key(&self, name: &str) -> String {
        match (self.prefix.as_str(), name) {
            (prefix, "") => prefix.to_owned(),
            ("", name) => name.to_owned(),
            (prefix, name) => format!("{prefix}/{name}"),
        }
    }

    fn object(&self, name: &str) -> Result<object_store::path::Path, StoreError> {
        let key = self.key(name);
        object_store::path::Path::parse(&key)
            .map_err(|error| fault::explain("named", self.place(name), &error.into()))
    }

    /// Does something with the client, on the worker, and waits for it.
    fn ask<T, F>(
        &self,
        doing: &'static str,
        name: &str,
        act: impl FnOnce(Arc<AmazonS3>) -> F,
    ) -> Result<T, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send + 'static,
    {
        match self.worker.wait(act(Arc::clone(&self.client))) {
            Ok(Ok(value)) => Ok(value),
            Ok(Err(error)) => Err(fault::explain(doing, self.place(name), &error)),
            Err(Lost) => Err(fault::lost(doing, self.place(name))),
        }
    }

    /// The same; `None` if the object is not there.
    fn found<T, F>(
        &self,
        doing: &'static str,
        name: &str,
        act: impl FnOnce(Arc<AmazonS3>) -> F,
    ) -> Result<Option<T>, StoreError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, Error>> + Send + 'static,
    {
        match self.worker.wait(act(Arc::clone(&self.client))) {
            Ok(Ok(value)) => Ok(Some(value)),
            Ok(Err(error @ Error::NotFound { .. })) if !fault::is_missing_bucket(&error) => Ok(None),
            Ok(Err(error)) => Err(fault::explain(doing, self.place(name), &error)),
            Err(Lost) => Err(fault::lost(doing, self.place(name))),
        }
    }

    /// The names of all objects in a folder, notes included.
    fn all(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let prefix = Some(self.key(folder)).filter(|key| !key.is_empty()).map(|key| format!("{key}/"));
        let keys = self.ask("listed", folder, async move |client: Arc<AmazonS3>| {
            let (mut keys, mut page_token) = (Vec::new(), None);
            loop {
                let options = PaginatedListOptions { page_token, ..Default::default() };
                let page = client.list_paginated(prefix.as_deref(), options).await?;
                keys.extend(page.result.objects.into_iter().map(|object| object.location.to_string()));
                page_token = page.page_token;
                if page_token.is_none() {
                    return Ok(keys);
                }
            }
        })?;
        let start = match self.prefix.len() {
            0 => 0,
            length => length + 1,
        };
        let mut names: Vec<String> =
            keys.into_iter().filter_map(|key| Some(key.get(start..)?.to_owned())).collect();
        names.sort();
        Ok(names)
    }

    /// Aborts the uploads that were started and never completed.
    fn abort_uploads(&self) -> Result<(), StoreError> {
        for name in self.all(&format!("{WORKSHOP}/{UPLOADS}"))? {
            let Some(note) = self.get(&name)? else { continue };
            if let Some(Note { name, id }) = Note::read(&note) {
                self.abort(&name, id)?;
            }
        }
        Ok(())
    }

    /// Aborts an upload; one that is over is fine.
    fn abort(&self, name: &str, id: String) -> Result<(), StoreError> {
        use object_store::multipart::MultipartStore;
        let object = self.object(name)?;
        self.found("aborted", name, async move |client: Arc<AmazonS3>| {
            client.abort_multipart(&object, &id).await
        })?;
        Ok(())
    }

    /// A small object in full.
    fn get(&self, name: &str) -> Result<Option<Vec<u8>>, StoreError> {
        let object = self.object(name)?;
        self.found("read", name, async move |client: Arc<AmazonS3>| {
            Ok(client.get(&object).await?.bytes().await?.to_vec())
        })
    }

    /// Writes a short object; `Ok(Err(()))` if it was to be new, and is there.
    fn put(
        &self,
        name: &str,
        bytes: Vec<u8>,
        mode: PutMode,
    ) -> Result<Result<Option<String>, ()>, StoreError> {
        let object = self.object(name)?;
        self.ask("written", name, async move |client: Arc<AmazonS3>| {
            let options = PutOptions::from(mode);
            match client.put_opts(&object, PutPayload::from(bytes), options).await {
                Ok(result) => Ok(Ok(result.e_tag)),
                Err(Error::AlreadyExists { .. }) => Ok(Err(())),
                Err(error) => Err(error),
            }
        })
    }
}

/// Whether a server was named but not who asks. Without a server it is Amazon's, whose machines know who they are; to
/// ask for that elsewhere would take long and lead to nothing.
fn is_anonymous(builder: &AmazonS3Builder) -> bool {
    use AmazonS3ConfigKey::{
        AccessKeyId, ContainerCredentialsFullUri, ContainerCredentialsRelativeUri, Endpoint, S3Endpoint,
        SkipSignature, WebIdentityTokenFile,
    };
    let given =
        |key: &AmazonS3ConfigKey| builder.get_config_value(key).is_some_and(|value| !value.is_empty());
    let known = given(&AccessKeyId)
        || given(&WebIdentityTokenFile)
        || given(&ContainerCredentialsFullUri)
        || given(&ContainerCredentialsRelativeUri)
        || builder.get_config_value(&SkipSignature).is_some_and(|value| value == "true");
    (given(&Endpoint) || given(&S3Endpoint)) && !known
}

impl Backend for Remote {
    fn place(&self, name: &str) -> String {
        match self.key(name) {
            key if key.is_empty() => format!("s3://{}", self.bucket),
            key => format!("s3://{}/{key}", self.bucket),
        }
    }

    fn local_path(&self, _: &str) -> Option<PathBuf> {
        None
    }

    fn create(self: Arc<Self>, name: &str) -> Result<Box<dyn Draft>, StoreError> {
        Ok(Box::new(RemoteDraft::new(self, name)))
    }

    fn info(&self, name: &str) -> Result<Option<FileInfo>, StoreError> {
        let object = self.object(name)?;
        let head = self.found("read", name, async move |client: Arc<AmazonS3>| client.head(&object).await)?;
        Ok(head.map(|meta| FileInfo { bytes: meta.size, etag: meta.e_tag }))
    }

    fn reader(self: Arc<Self>, name: &str) -> Result<Option<Box<dyn Read + Send>>, StoreError> {
        let Some(info) = self.info(name)? else { return Ok(None) };
        Ok(Some(Box::new(Stream::new(self, name, info))))
    }

    fn put_new(self: Arc<Self>, name: &str, bytes: &[u8]) -> Result<bool, StoreError> {
        Ok(self.put(name, bytes.to_vec(), PutMode::Create)?.is_ok())
    }

    fn remove(&self, name: &str) -> Result<bool, StoreError> {
        // Servers do not tell whether there was something to delete.
        if self.info(name)?.is_none() {
            return Ok(false);
        }
        let object = self.object(name)?;
        self.found("removed", name, async move |client: Arc<AmazonS3>| client.delete(&object).await)?;
        Ok(true)
    }

    fn clear(&self, folder: &str) -> Result<(), StoreError> {
        if folder == WORKSHOP {
            self.abort_uploads()?;
        }
        for name in self.all(folder)? {
            let object = self.object(&name)?;
            self.found("removed", &name, async move |client: Arc<AmazonS3>| client.delete(&object).await)?;
        }
        Ok(())
    }

    fn list(&self, folder: &str) -> Result<Vec<String>, StoreError> {
        let notes = format!("{WORKSHOP}/{UPLOADS}/");
        let mut names = self.all(folder)?;
        names.retain(|name| !name.starts_with(&notes));
        Ok(names)
    }

    fn claim(&self, _: &str) -> Result<Option<Option<Lock>>, StoreError> {
        Ok(Some(None))
    }

    fn link(&self, _: &str, _: &Path) -> Result<bool, StoreError> {
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Looking for credentials where there can be none takes long, and asks whom it should not.
    #[test]
    fn a_named_server_needs_credentials() {
        let named = || AmazonS3Builder::new().with_endpoint("http://127.0.0.1:1");
        assert!(is_anonymous(&named()));
        assert!(!is_anonymous(&named().with_access_key_id("a")));
        assert!(!is_anonymous(&named().with_skip_signature(true)));
        assert!(is_anonymous(&named().with_skip_signature(false)));
        assert!(!is_anonymous(&AmazonS3Builder::new()), "Amazon's own machines know who they are");
    }
}

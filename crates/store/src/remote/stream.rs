//! Reading an object piece by piece.

use std::io::{self, Read};
use std::sync::Arc;

use object_store::aws::AmazonS3;
use object_store::{GetOptions, GetRange, ObjectStore};

use super::{Remote, fault};
use crate::FileInfo;
use crate::backend::Backend;

/// How much is fetched at a time.
const PIECE: u64 = 8 << 20;

/// A reader of one version of an object. If it is replaced meanwhile, reading fails instead of mixing the two.
pub(super) struct Stream {
    remote: Arc<Remote>,
    name: String,
    info: FileInfo,
    fetched: u64,
    piece: Vec<u8>,
    read: usize,
}

impl Stream {
    pub(super) fn new(remote: Arc<Remote>, name: &str, info: FileInfo) -> Self {
        Self { remote, name: name.to_owned(), info, fetched: 0, piece: Vec::new(), read: 0 }
    }

    fn fetch(&mut self) -> io::Result<()> {
        let end = self.info.bytes.min(self.fetched + PIECE);
        let object = self.remote.object(&self.name)?;
        let options = GetOptions {
            range: Some(GetRange::Bounded(self.fetched..end)),
            if_match: self.info.etag.clone(),
            ..Default::default()
        };
        let piece = self.remote.ask("read", &self.name, async move |client: Arc<AmazonS3>| {
            Ok(client.get_opts(&object, options).await?.bytes().await?.to_vec())
        })?;
        if piece.len() as u64 != end - self.fetched {
            return Err(fault::lost("read", self.remote.place(&self.name)).into());
        }
        (self.piece, self.read, self.fetched) = (piece, 0, end);
        Ok(())
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.read == self.piece.len() && self.fetched < self.info.bytes && !buffer.is_empty() {
            self.fetch()?;
        }
        let count = (&self.piece[self.read..]).read(buffer)?;
        self.read += count;
        Ok(count)
    }
}

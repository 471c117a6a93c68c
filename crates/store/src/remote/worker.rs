//! A thread that talks to the server and does the waiting, so that no other code has to be asynchronous.
//!
//! Any number of threads may call it, also from within another asynchronous runtime, where blocking would panic.

use std::io;
use std::sync::mpsc::{self, Receiver};

use tokio::runtime::{Builder, Runtime};

/// The thread, and what runs on it.
#[derive(Debug)]
pub(super) struct Worker(Option<Runtime>);

/// What was asked for broke off without an answer.
#[derive(Debug)]
pub(super) struct Lost;

/// An answer that will come.
#[derive(Debug)]
pub(super) struct Answer<T>(Receiver<T>);

impl<T> Answer<T> {
    pub(super) fn wait(self) -> Result<T, Lost> {
        self.0.recv().map_err(|_| Lost)
    }
}

impl Worker {
    pub(super) fn start() -> io::Result<Self> {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).thread_name("wampimuk-s3").enable_all();
        Ok(Self(Some(builder.build()?)))
    }

    /// Begins with something, and does not wait for it.
    pub(super) fn begin<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Answer<T> {
        let (sender, receiver) = mpsc::sync_channel(1);
        if let Some(runtime) = &self.0 {
            runtime.spawn(async move {
                // The caller may have gone.
                let _ = sender.send(future.await);
            });
        }
        Answer(receiver)
    }

    /// Does something and waits for it.
    pub(super) fn wait<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> Result<T, Lost> {
        self.begin(future).wait()
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

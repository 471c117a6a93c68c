//! Tables by way of Arrow's C interface: whoever reads the stream owns the buffers, and nothing is copied.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::ThreadId;

use arrow_array::ffi::FFI_ArrowSchema;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use wampimuk_core::{Schema, ordered};
use wampimuk_dataset::{Table, arrow_schema};

use crate::error::raise;
use crate::prepared::{Inner, Slice};

/// The columns of items.
pub(crate) fn schema<'py>(py: Python<'py>, schema: &Schema) -> PyResult<Bound<'py, PyCapsule>> {
    let schema = FFI_ArrowSchema::try_from(&*arrow_schema(schema)).map_err(raise)?;
    PyCapsule::new_with_value(py, schema, c"arrow_schema")
}

/// Items as a table that is made while it is read. It can be read as often as is wanted.
#[pyclass(frozen, module = "wampimuk._native")]
pub(crate) struct Stream {
    inner: Arc<Inner>,
    slice: Slice,
    batch: usize,
    threads: usize,
    interrupted: Arc<AtomicBool>,
}

impl Stream {
    pub(crate) fn new(inner: Arc<Inner>, slice: Slice, batch: usize, threads: usize) -> Self {
        Self { inner, slice, batch: batch.max(1), threads: threads.max(1), interrupted: Arc::default() }
    }
}

#[pymethods]
impl Stream {
    /// Whether an interrupt has ended the reading: whoever reads only says that there was an error.
    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted.load(Ordering::Relaxed)
    }

    fn __len__(&self) -> usize {
        usize::try_from(self.slice.count).unwrap_or(usize::MAX)
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        schema(py, self.inner.dataset().schema())
    }

    /// The stream of batches. Another schema is not offered: whoever wants one casts.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        drop(requested_schema);
        let reader = Reader {
            schema: arrow_schema(self.inner.dataset().schema()),
            inner: self.inner.clone(),
            slice: self.slice,
            batch: self.batch,
            threads: self.threads,
            next: 0,
            ready: VecDeque::new(),
            interrupted: self.interrupted.clone(),
            home: std::thread::current().id(),
        };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }
}

/// Makes as many batches at a time as there are threads, so memory is bounded by what the threads hold.
struct Reader {
    inner: Arc<Inner>,
    slice: Slice,
    batch: usize,
    threads: usize,
    schema: SchemaRef,
    /// The place in the slice of the next batch.
    next: u64,
    ready: VecDeque<RecordBatch>,
    interrupted: Arc<AtomicBool>,
    /// The thread that asked for the stream. Only there can signals be looked at: on another one, it may be that the
    /// interpreter's lock is held by somebody who waits for us.
    home: ThreadId,
}

impl Reader {
    fn listen(&self) -> Result<(), ArrowError> {
        if std::thread::current().id() == self.home
            && Python::try_attach(|py| py.check_signals().is_err()).unwrap_or(false)
        {
            self.interrupted.store(true, Ordering::Relaxed);
            return Err(ArrowError::ComputeError("interrupted".into()));
        }
        Ok(())
    }

    fn refill(&mut self) -> Result<(), ArrowError> {
        self.listen()?;
        let left = self.slice.count - self.next;
        let batch = self.batch as u64;
        let jobs = left.div_ceil(batch).min(self.threads as u64);
        let (dataset, slice, next) = (self.inner.dataset(), self.slice, self.next);
        let ready = &mut self.ready;
        ordered(
            self.threads,
            0..jobs,
            || (dataset.items(), Table::new(dataset.schema())),
            |(items, table), job| {
                let start = next + job * batch;
                for place in start..slice.count.min(start + batch) {
                    items
                        .write(slice.split, slice.at(place), table)
                        .map_err(|error| ArrowError::ExternalError(Box::new(error)))?;
                }
                table.finish()
            },
            |batch| {
                ready.push_back(batch);
                Ok(())
            },
        )?;
        self.next = self.slice.count.min(self.next + jobs * batch);
        Ok(())
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.ready.is_empty()
            && self.next < self.slice.count
            && let Err(error) = self.refill()
        {
            self.next = self.slice.count;
            return Some(Err(error));
        }
        self.ready.pop_front().map(Ok)
    }
}

impl RecordBatchReader for Reader {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

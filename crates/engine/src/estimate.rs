//! Estimates of size and time, made from a few items of each split.

use std::time::{Duration, Instant};

use wampimuk_dataset::{ParquetWriteError, ParquetWriter, Table};
use wampimuk_families::Dataset;

use crate::error::Error;
use crate::format::Format;
use crate::plan::{DatasetPlan, ItemRange};
use crate::write::lines::LineWriter;
use crate::write::original::original;
use crate::write::stories::StoryWriter;

/// The most items of a split that are made.
const SAMPLE: u64 = 200;
/// The longest time that all samples together take, give or take an item.
const BUDGET: Duration = Duration::from_secs(1);

/// What a dataset will probably take.
#[derive(Clone, Copy, Debug, Default)]
pub struct Estimate {
    /// How many items were made for it.
    pub sampled: u64,
    /// The bytes of all files together, before any compression that a file's name asks for.
    pub bytes: f64,
    /// The time in seconds, without preparing, and without waiting for a disk.
    pub seconds: f64,
}

impl Estimate {
    /// Makes a few items of each split and concludes from them.
    ///
    /// # Errors
    /// If an item cannot be made or written.
    pub fn new(plan: &DatasetPlan, dataset: &dyn Dataset, threads: usize) -> Result<Self, Error> {
        let splits = plan.portions.iter().filter(|portion| portion.items() > 0).count().max(1);
        let budget = BUDGET / splits as u32;
        let mut whole = Self::default();
        for portion in plan.portions.iter().filter(|portion| portion.items() > 0) {
            let sample = match plan.format {
                Format::Parquet | Format::Arrow => parquet(portion, dataset, budget)?,
                Format::Original => original_file(portion, dataset)?,
                format if format.is_tales() => tales(portion, format, dataset, budget)?,
                format => lines(portion, format, dataset, budget)?,
            };
            whole.sampled += sample.items;
            whole.bytes += sample.fixed + sample.marginal * portion.items() as f64;
            whole.seconds += sample.seconds / sample.items as f64 * portion.items() as f64;
        }
        // The original's one file is written by one thread.
        let threads = if plan.format == Format::Original { 1 } else { threads };
        whole.seconds /= threads as f64;
        Ok(whole)
    }
}

/// What the sample of one split took: some bytes for the file, and some for each item.
struct Sample {
    items: u64,
    seconds: f64,
    fixed: f64,
    marginal: f64,
}

/// Indices from all over the split.
fn indices(portion: &ItemRange) -> impl Iterator<Item = u64> {
    let (items, count) = (u128::from(portion.items()), u128::from(portion.items().min(SAMPLE)));
    (0..count).map(move |number| (number * items / count) as u64)
}

fn lines(
    portion: &ItemRange,
    format: Format,
    dataset: &dyn Dataset,
    budget: Duration,
) -> Result<Sample, Error> {
    let lines = LineWriter::new(format, dataset)?;
    let mut worker = lines.worker();
    let started = Instant::now();
    let (mut items, mut bytes) = (0, 0);
    for index in indices(portion) {
        bytes += worker(portion.split, &mut std::iter::once(index))?.len();
        items += 1;
        if started.elapsed() > budget {
            break;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    Ok(Sample { items, seconds, fixed: 0.0, marginal: bytes as f64 / items as f64 })
}

/// Stories from all over the split. What is measured is what a question takes.
fn tales(
    portion: &ItemRange,
    format: Format,
    dataset: &dyn Dataset,
    budget: Duration,
) -> Result<Sample, Error> {
    let telling = StoryWriter::new(format, std::slice::from_ref(portion), dataset)?;
    let stories = telling.stories(portion.split);
    let spread = ItemRange { end: stories, ..portion.clone() };
    let mut teller = telling.teller();
    let started = Instant::now();
    let (mut items, mut bytes) = (0, 0);
    for story in indices(&spread) {
        let told = telling.tell(&mut *teller, portion.split, story, u64::MAX)?;
        items += told.questions;
        bytes += told.bytes.len();
        if started.elapsed() > budget || items >= SAMPLE.min(portion.items()) {
            break;
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    let items = items.max(1);
    Ok(Sample { items, seconds, fixed: 0.0, marginal: bytes as f64 / items as f64 })
}

/// The original's file is spread over lines and has a header, so two are made: of one item, and of a few.
fn original_file(portion: &ItemRange, dataset: &dyn Dataset) -> Result<Sample, Error> {
    let grid = dataset.contents().commands().ok_or_else(|| Format::Original.unsupported(dataset))?;
    let started = Instant::now();
    let size = |items: u64| {
        let mut file = Vec::new();
        let portions = [ItemRange { end: items, ..portion.clone() }];
        original(&mut file, &portions, grid, &())?;
        Ok::<_, Error>(file.len() as f64)
    };
    let items = portion.items().min(SAMPLE / 4);
    let whole = size(items)?;
    let seconds = started.elapsed().as_secs_f64();
    let marginal = if items > 1 { (whole - size(1)?) / (items - 1) as f64 } else { whole };
    Ok(Sample { items, seconds, fixed: whole - marginal * items as f64, marginal })
}

/// Parquet's first items cost more than later ones, in bytes and in time: schema and dictionaries. So two files are
/// made, one of half the items, and their difference is what items cost.
fn parquet(portion: &ItemRange, dataset: &dyn Dataset, budget: Duration) -> Result<Sample, Error> {
    let started = Instant::now();
    let (mut items, mut table) = (dataset.items(), Table::new(dataset.schema()));
    let mut count = 0;
    for index in indices(portion) {
        items.write(portion.split, index, &mut table)?;
        count += 1;
        if started.elapsed() > budget {
            break;
        }
    }
    let making = started.elapsed().as_secs_f64();
    let (whole, encoding) = size(&mut table, dataset)?;
    let half = count / 2;
    if half == 0 {
        return Ok(Sample {
            items: count,
            seconds: making + encoding,
            fixed: 0.0,
            marginal: whole / count as f64,
        });
    }
    for index in indices(portion).take(half as usize) {
        items.write(portion.split, index, &mut table)?;
    }
    let (part, encoding_part) = size(&mut table, dataset)?;
    let of_rest = |difference: f64| difference.max(0.0) / (count - half) as f64;
    let marginal = of_rest(whole - part);
    let seconds = making + of_rest(encoding - encoding_part) * count as f64;
    Ok(Sample { items: count, seconds, fixed: (whole - marginal * count as f64).max(0.0), marginal })
}

/// The bytes of a Parquet file of what is in the table, which is emptied, and the seconds that it takes.
fn size(table: &mut Table, dataset: &dyn Dataset) -> Result<(f64, f64), Error> {
    let started = Instant::now();
    let failed = |error: ParquetWriteError| Error::Write(std::io::Error::other(format!("a sample: {error}")));
    let batch = table.finish().map_err(|error| failed(error.into()))?;
    let mut writer = ParquetWriter::new(Vec::new(), dataset.schema(), &[]).map_err(failed)?;
    writer.write(&batch).map_err(failed)?;
    let bytes = writer.finish().map_err(failed)?.len() as f64;
    Ok((bytes, started.elapsed().as_secs_f64()))
}

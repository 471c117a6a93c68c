//! The originals' own files, with all splits in one; dev parts of gSCAN's hold-outs are in a second.

use std::io::Write;

use wampimuk_command::{Grammar, GridFamily, GridItem, GridSetting, Surface};
use wampimuk_core::Watch;
use wampimuk_dataset::{
    OriginalFile, OriginalHeader, OriginalLanguage, OriginalWriteError, original_split_order,
};

use crate::error::Error;
use crate::plan::ItemRange;
use crate::shards::published_key;

/// Items between two reports.
const STEP: u64 = 1024;

/// Writes items as the original's file.
pub(crate) fn original(
    out: &mut dyn Write,
    portions: &[ItemRange],
    dataset: &dyn GridFamily,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let GridSetting { grid_size, grammar, min_object_size, max_object_size, train_share } = dataset.setting();
    let language = match dataset.surface() {
        Surface::Gscan => OriginalLanguage::Gscan(
            Grammar::ALL.into_iter().find(|known| known.name() == grammar).unwrap_or_default(),
        ),
        Surface::Reascan => OriginalLanguage::Reascan,
    };
    let header = OriginalHeader {
        grid_size,
        language,
        min_object_size,
        max_object_size,
        percentage_train: train_share,
    };
    let failed = |error: OriginalWriteError| match error {
        OriginalWriteError::Io(error) => Error::Write(error),
        other => Error::Request(other.to_string()),
    };
    let mut file = OriginalFile::new(out, dataset.lexicon(), &header).map_err(failed)?;
    // gSCAN's loader knows a hold-out by one key, whichever part of it the file holds.
    let key = |portion: &ItemRange| {
        let key = match language {
            OriginalLanguage::Gscan(_) => published_key(&dataset.splits()[portion.split].holdout),
            OriginalLanguage::Reascan => None,
        };
        key.unwrap_or(&portion.name).to_owned()
    };
    let names: Vec<String> = portions.iter().map(key).collect();
    let mut items = dataset.grid_items();
    for number in original_split_order(language, &names) {
        let portion = &portions[number];
        file.begin_split(&names[number]).map_err(failed)?;
        let mut made = 0;
        for index in portion.start..portion.end {
            let GridItem { example, cast, .. } = items.make(portion.split, index)?;
            file.write(example, cast).map_err(failed)?;
            made += 1;
            if made == STEP {
                watch.done(std::mem::take(&mut made))?;
            }
        }
        watch.done(made)?;
    }
    file.finish().map_err(failed)?.flush()?;
    Ok(())
}

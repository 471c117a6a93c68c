//! Predictions, as `score` reads them: lines, or the list that the originals' models write. Lines that were read and are
//! written read as the same predictions.

#![no_main]

use std::io::Cursor;
use std::path::Path;

use libfuzzer_sys::fuzz_target;
use wampimuk_analysis::predictions::original::OriginalReader;
use wampimuk_analysis::predictions::{Prediction, Reader, Writer};
use wampimuk_dataset::Input;

fuzz_target!(|bytes: &[u8]| {
    let path = Path::new("test_predict.json");
    let Ok(mut input) = Input::new(Box::new(Cursor::new(bytes.to_vec()))) else { return };
    if OriginalReader::fits(&mut input).is_ok_and(|fits| fits) {
        for entry in OriginalReader::new(path, input, None, 3).take(20).flatten() {
            assert_eq!(entry.prediction.split, "test");
        }
        return;
    }
    let Ok(mut reader) = Reader::new(path, input) else { return };
    let header = reader.header().cloned().unwrap_or_default();
    let read: Vec<Prediction> =
        reader.by_ref().flatten().map(|(_, prediction)| prediction).take(20).collect();
    let mut writer = Writer::new(Vec::new(), &header).expect("memory takes lines");
    for prediction in &read {
        writer.write(prediction).expect("what was read can be written");
    }
    let input = Input::new(Box::new(Cursor::new(writer.finish()))).expect("memory can be read");
    let mut again = Reader::new(path, input).expect("what was written has a header");
    assert_eq!(again.header(), Some(&header));
    let again: Vec<Prediction> =
        again.by_ref().map(|line| line.expect("what was written can be read").1).collect();
    assert_eq!(again, read);
});

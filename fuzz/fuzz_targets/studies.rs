//! Studies of language models. One that was read and is written reads as the same one.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_eval::Study;

fuzz_target!(|bytes: &[u8]| {
    let Ok(study) = Study::read(wampimuk_fuzz::file(".toml", bytes)) else { return };
    for model in &study.models {
        let url = study.url(model).expect("a study that was read knows where to ask");
        assert!(url.starts_with("http") && !url.contains(' '));
    }
    let written = toml::to_string(&study).expect("a study is TOML");
    let again = Study::read(wampimuk_fuzz::file(".toml", written.as_bytes()));
    assert_eq!(again.expect("what was written is a study"), study);
});

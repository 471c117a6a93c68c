//! How a model learns, as TOML, with changes: lines `--set KEY=VALUE` before it.

#![no_main]

use libfuzzer_sys::fuzz_target;
use wampimuk_models::Settings;

fuzz_target!(|text: &str| {
    let (mut changes, mut settings) = (Vec::new(), text);
    while let Some((change, rest)) = settings.strip_prefix("--set ").and_then(|text| text.split_once('\n')) {
        changes.push(change.to_owned());
        settings = rest;
    }
    let Ok(settings) = Settings::parse(settings, &changes) else { return };
    let written = toml::to_string(&settings).expect("settings are TOML");
    assert_eq!(Settings::parse(&written, &[]).expect("what was written are settings"), settings);
});

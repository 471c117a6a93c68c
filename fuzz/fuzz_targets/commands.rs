//! Commands as text, in every notation. What was read and is written in the same notation is the same command.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use wampimuk_command::{
    Grammar, Lexicon, Surface, derivation, logical_form, parse, parse_derivation, parse_logical_form,
};

static LEXICONS: LazyLock<[Lexicon; 2]> = LazyLock::new(|| [Lexicon::gscan(), Lexicon::reascan()]);

fuzz_target!(|text: &str| {
    for lexicon in &*LEXICONS {
        if let Ok(command) = parse(text, lexicon) {
            for surface in [Surface::Gscan, Surface::Reascan] {
                assert_eq!(parse(&command.text(lexicon, surface), lexicon).as_ref(), Ok(&command));
            }
        }
        if let Ok(command) = parse_derivation(text, lexicon) {
            let again = parse_derivation(&derivation(&command, lexicon), lexicon);
            assert_eq!(again.as_ref().ok(), Some(&command));
        }
        if let Ok(command) = parse_logical_form(text, lexicon) {
            let again = parse_logical_form(&logical_form(&command, lexicon, 0), lexicon);
            assert_eq!(again.as_ref().ok(), Some(&command));
        }
    }
    let _ = Grammar::from_text(text);
});

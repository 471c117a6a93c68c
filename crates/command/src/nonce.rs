//! Nonce words: pronounceable and meaningless, like "wampimuk".

use wampimuk_core::Stream;

const ONSETS: [&str; 20] =
    ["b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z", "bl", "dr", "gl", "kr", "st"];
const VOWELS: [&str; 6] = ["a", "e", "i", "o", "u", "ai"];
const CODAS: [&str; 8] = ["", "", "", "m", "n", "k", "s", "x"];

/// A word of two or three syllables.
pub fn nonce_word(stream: &mut Stream) -> String {
    let syllables = 2 + stream.below(2);
    let mut word = String::new();
    for syllable in 0..syllables {
        word.push_str(stream.choose::<&str>(&ONSETS));
        word.push_str(stream.choose::<&str>(&VOWELS));
        if syllable + 1 == syllables {
            word.push_str(stream.choose::<&str>(&CODAS));
        }
    }
    word
}

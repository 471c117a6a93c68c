//! Meanings and wordings against their definitions, over random worlds, trees and words.

mod meaning;
mod random;
mod wording;

//! How many tokens a text has.

#[cfg(feature = "tokenizer")]
use std::sync::Arc;

#[cfg(feature = "tokenizer")]
use tokenizers::Tokenizer;

use crate::Error;
use std::path::Path;

/// Counts the tokens of texts: exactly with the tokenizer of a model, or as one for four bytes.
#[derive(Clone, Debug, Default)]
pub struct TokenCounter {
    #[cfg(feature = "tokenizer")]
    tokenizer: Option<Arc<Tokenizer>>,
}

/// The largest `tokenizer.json` that is read.
#[cfg(feature = "tokenizer")]
const LARGEST: u64 = 1 << 30;

impl TokenCounter {
    /// Counts with the tokenizer of a file, as `tokenizer.json` of a model.
    ///
    /// # Errors
    /// If it cannot be read, or this build has no tokenizers.
    #[cfg(feature = "tokenizer")]
    pub fn open(path: &Path) -> Result<Self, Error> {
        let failed = |error| Error::io("read", path, error);
        let wrong =
            |problem: String| Error::Request(format!("{} is no tokenizer: {problem}", path.display()));
        let bytes = wampimuk_families::read_bytes(path, LARGEST).map_err(failed)?;
        let mut tokenizer = Tokenizer::from_bytes(&bytes).map_err(|error| wrong(error.to_string()))?;
        tokenizer.with_truncation(None).map_err(|error| wrong(error.to_string()))?;
        tokenizer.with_padding(None);
        Ok(Self { tokenizer: Some(Arc::new(tokenizer)) })
    }

    /// Counts with the tokenizer of a file, as `tokenizer.json` of a model.
    ///
    /// # Errors
    /// Always: this build has no tokenizers.
    #[cfg(not(feature = "tokenizer"))]
    pub fn open(path: &Path) -> Result<Self, Error> {
        Err(Error::Request(format!(
            "this build cannot read {}: build wampimuk with `--features tokenizer`, or leave --tokenizer out for an estimate",
            path.display()
        )))
    }

    /// Whether counts are exact, but for what a server adds around messages.
    pub fn is_exact(&self) -> bool {
        #[cfg(feature = "tokenizer")]
        return self.tokenizer.is_some();
        #[cfg(not(feature = "tokenizer"))]
        false
    }

    /// How many tokens a text has.
    pub fn count(&self, text: &str) -> u64 {
        #[cfg(feature = "tokenizer")]
        if let Some(tokenizer) = &self.tokenizer
            && let Ok(encoding) = tokenizer.encode(text, false)
        {
            return encoding.len() as u64;
        }
        estimate(text)
    }
}

/// One token for four bytes.
pub(crate) fn estimate(text: &str) -> u64 {
    (text.len() as u64).div_ceil(4)
}

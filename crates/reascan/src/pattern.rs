//! The shape of a command: which phrase hangs from which.

use std::fmt;

use wampimuk_command::Phrase;

/// The most phrases a pattern may have.
pub const MAX_PHRASES: usize = 8;

/// A pattern in the notation of the original: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`.
///
/// `^` ("that is") opens a relative clause about the phrase before it; `&` ("and") adds a clause to the same phrase.
/// Phrases are numbered as they are spoken, so a phrase comes after the one it hangs from.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// For every phrase but the head: the number of the phrase it hangs from.
    parents: Vec<u8>,
}

impl Pattern {
    /// Reads a pattern; what stands between the signs does not matter.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut parents = Vec::new();
        let mut head = 0;
        let mut expects_phrase = true;
        for token in text.split_whitespace() {
            match (token, expects_phrase) {
                ("^" | "&", true) => return Err(format!("`{text}`: a phrase is missing before `{token}`")),
                ("^", false) => {
                    head = parents.len() as u8;
                    parents.push(head);
                    expects_phrase = true;
                }
                ("&", false) if parents.is_empty() => {
                    return Err(format!("`{text}`: `&` continues a clause, but none was opened with `^`"));
                }
                ("&", false) => {
                    parents.push(head);
                    expects_phrase = true;
                }
                (_, true) => expects_phrase = false,
                (_, false) => return Err(format!("`{text}`: `^` or `&` is missing before `{token}`")),
            }
        }
        if expects_phrase {
            return Err(format!("`{text}`: a phrase is missing at the end"));
        }
        if parents.len() >= MAX_PHRASES {
            return Err(format!("`{text}` has {} phrases; at most {MAX_PHRASES}", parents.len() + 1));
        }
        Ok(Self { parents })
    }

    /// The pattern of a command; `None` for trees that the notation cannot express.
    pub fn of(head: &Phrase) -> Option<Self> {
        let mut parents = Vec::new();
        let (mut phrase, mut number) = (head, 0);
        // Only the last clause of a phrase can have clauses of its own.
        while let Some((last, others)) = phrase.clauses.split_last() {
            if others.iter().any(|clause| !clause.phrase.clauses.is_empty()) {
                return None;
            }
            parents.extend(phrase.clauses.iter().map(|_| number));
            number = u8::try_from(parents.len()).ok()?;
            phrase = &last.phrase;
        }
        Some(Self { parents })
    }

    /// How many phrases there are.
    pub fn phrases(&self) -> usize {
        self.parents.len() + 1
    }

    /// The phrase that phrase number `phrase` hangs from; `None` for the head and for phrases that are not there.
    pub fn parent(&self, phrase: usize) -> Option<usize> {
        self.parents.get(phrase.checked_sub(1)?).map(|&parent| usize::from(parent))
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "$OBJ_0")?;
        for (clause, &parent) in self.parents.iter().enumerate() {
            let opens = usize::from(parent) == clause;
            write!(f, " {} $OBJ_{}", if opens { '^' } else { '&' }, clause + 1)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_read_as_the_original_writes_them() {
        for text in ["$OBJ_0", "$OBJ_0 ^ $OBJ_1 & $OBJ_2", "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 & $OBJ_3"] {
            assert_eq!(Pattern::parse(text).unwrap().to_string(), text);
        }
        let nested = Pattern::parse("o ^ o & o ^ o").unwrap();
        assert_eq!([1, 2, 3].map(|phrase| nested.parent(phrase)), [Some(0), Some(0), Some(2)]);
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "^", "o & o", "o ^", "o o", "o ^ ^ o", "o ^ o & o & o & o & o & o & o & o"] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
    }
}

//! gSCAN's internal logical form: a conjunction of terms over variables, in the notation the original prints.

use crate::{Command, Determiner, Lexicon, Phrase};

/// Why a text is not the logical form of a command.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LogicalFormError {
    /// Not of the form `LF((word variable) ^ …)`.
    #[error("expected `LF((word x0:verb) ^ …)`, found `{0}`")]
    Shape(String),
    /// A term that no word of the lexicon makes.
    #[error("no word of the lexicon makes the term `{0}`")]
    Term(String),
    /// The verb or the noun is missing.
    #[error("the {0} is missing")]
    Missing(&'static str),
}

/// The logical form of a command without relative clauses. Each word that carries meaning introduces a variable,
/// counted from `first` (the original never resets its counter); adjectives then share the noun's variable, and a verb
/// shares its adverb's.
pub fn logical_form(command: &Command, lexicon: &Lexicon, first: u64) -> String {
    let phrase = &command.phrase;
    let adjectives = usize::from(phrase.colour.is_some()) + usize::from(phrase.size.is_some());
    let noun_variable = format!("x{}:noun", first + 1 + adjectives as u64);
    let verb_variable = match command.adverb {
        Some(_) => format!("x{}:verb", first + 2 + adjectives as u64),
        None => format!("x{first}:verb"),
    };
    let mut terms = Vec::new();
    if let Some(adverb) = command.adverb {
        terms.push(format!("({} {verb_variable})", lexicon.adverbs[usize::from(adverb)].word.word));
    }
    terms.push(format!("({} {verb_variable})", lexicon.verbs[usize::from(command.verb)].word));
    let noun = phrase.noun.map_or("object", |noun| lexicon.nouns[usize::from(noun)].word.word.as_str());
    let size = phrase.size.map(|size| lexicon.sizes[usize::from(size)].word.as_str());
    let colour = phrase.colour.map(|colour| lexicon.colours[usize::from(colour)].word.as_str());
    for word in [Some(noun), size, colour].into_iter().flatten() {
        terms.push(format!("({word} {noun_variable})"));
    }
    terms.push(format!("(patient {verb_variable} {noun_variable})"));
    format!("LF({})", terms.join(" ^ "))
}

/// The command that a logical form belongs to.
pub fn parse_logical_form(text: &str, lexicon: &Lexicon) -> Result<Command, LogicalFormError> {
    let shape = || LogicalFormError::Shape(text.to_string());
    let inner = text.strip_prefix("LF(").and_then(|rest| rest.strip_suffix(")")).ok_or_else(shape)?;
    let mut verb = None;
    let mut adverb = None;
    let mut phrase = Phrase { determiner: Determiner::A, ..Phrase::default() };
    for term in inner.split(" ^ ") {
        let (word, variable) = term
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'))
            .and_then(|term| term.rsplit_once(' '))
            .ok_or_else(shape)?;
        if word.starts_with("patient ") {
            continue;
        }
        let kind = variable.split_once(':').ok_or_else(shape)?.1;
        let known = match kind {
            "verb" if verb.is_none() && lexicon.verb(word).is_some() => {
                verb = lexicon.verb(word);
                true
            }
            "verb" => fill(&mut adverb, lexicon.adverb(word)),
            "noun" => {
                word == "object"
                    || fill(&mut phrase.noun, lexicon.noun(word))
                    || fill(&mut phrase.size, lexicon.size(word))
                    || fill(&mut phrase.colour, lexicon.colour(word))
            }
            _ => false,
        };
        if !known {
            return Err(LogicalFormError::Term(term.to_string()));
        }
    }
    Ok(Command { verb: verb.ok_or(LogicalFormError::Missing("verb"))?, phrase, adverb })
}

/// Puts a value where none is yet; whether it did.
fn fill(slot: &mut Option<u8>, value: Option<u8>) -> bool {
    let fits = slot.is_none() && value.is_some();
    if fits {
        *slot = value;
    }
    fits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parse;

    #[test]
    fn terms_share_variables() {
        let lexicon = Lexicon::gscan();
        let form = |text: &str| logical_form(&parse(text, &lexicon).unwrap(), &lexicon, 0);
        assert_eq!(
            form("push a blue small circle"),
            "LF((push x0:verb) ^ (circle x3:noun) ^ (small x3:noun) ^ (blue x3:noun) ^ (patient x0:verb x3:noun))"
        );
        assert_eq!(
            form("walk to a square while spinning"),
            "LF((while spinning x2:verb) ^ (walk x2:verb) ^ (square x1:noun) ^ (patient x2:verb x1:noun))"
        );
    }

    #[test]
    fn forms_survive_a_round_trip() {
        let lexicon = Lexicon::gscan();
        for text in
            ["push a blue small circle", "walk to a big square while spinning", "pull a cylinder cautiously"]
        {
            let command = parse(text, &lexicon).unwrap();
            assert_eq!(parse_logical_form(&logical_form(&command, &lexicon, 41), &lexicon), Ok(command));
        }
        assert!(parse_logical_form("LF((fly x0:verb))", &lexicon).is_err());
        assert!(parse_logical_form("LF(", &lexicon).is_err());
    }
}

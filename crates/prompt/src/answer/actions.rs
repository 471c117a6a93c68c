//! Lists of actions.

use wampimuk_grid::Action;

use super::Unparsed;

/// A longer word is no action, and is not repeated in messages.
const SHOWN: usize = 24;

/// Reads a list of actions.
pub(super) fn parse(text: &str) -> Result<Vec<Action>, Unparsed> {
    let text = text.trim().trim_end_matches('.').trim_end();
    let text = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).map_or_else(
        || if text.is_empty() { Err(Unparsed::Empty) } else { Ok(text) },
        |inner| Ok(inner.trim()),
    )?;
    if text.trim_matches(['"', '\'']).eq_ignore_ascii_case("nothing") {
        return Ok(Vec::new());
    }
    let mut actions = Vec::with_capacity(text.len() / 8);
    // "turn" waits for its direction; nothing but spaces or one mark may stand between them.
    let mut turning = false;
    let mut rest = text;
    while !rest.is_empty() {
        let word = &rest[..rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len())];
        rest = &rest[word.len()..];
        if !word.is_empty() {
            let unknown = || Unparsed::Word {
                word: if turning { format!("turn {}", shown(word)) } else { shown(word) },
                position: actions.len() + 1,
            };
            match one(word, turning).ok_or_else(unknown)? {
                Word::Action(action) => {
                    actions.push(action);
                    turning = false;
                }
                Word::Turn => turning = true,
            }
        }
        let gap = &rest[..rest.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(rest.len())];
        rest = &rest[gap.len()..];
        check_gap(gap)?;
        if turning && !joins(gap) {
            return Err(Unparsed::Word { word: "turn".to_string(), position: actions.len() + 1 });
        }
        if !turning && !separates(gap) && !rest.is_empty() {
            let word = shown(rest.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default());
            return Err(Unparsed::Word { word, position: actions.len() + 1 });
        }
    }
    match turning {
        true => Err(Unparsed::Word { word: "turn".to_string(), position: actions.len() + 1 }),
        false => Ok(actions),
    }
}

enum Word {
    Action(Action),
    Turn,
}

fn one(word: &str, turning: bool) -> Option<Word> {
    let is = |name: &str| word.eq_ignore_ascii_case(name);
    if turning {
        let turns = [("left", Action::TurnLeft), ("right", Action::TurnRight)];
        return turns.into_iter().find(|(name, _)| is(name)).map(|(_, action)| Word::Action(action));
    }
    if is("turn") {
        return Some(Word::Turn);
    }
    Action::ALL.into_iter().find(|action| is(action.name())).map(Word::Action)
}

/// Whether what stands between two words may stand in a list at all.
fn check_gap(gap: &str) -> Result<(), Unparsed> {
    let odd = |c: &char| !(c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '-' | '>' | '→' | '_'));
    match gap.chars().find(odd) {
        Some(character) => Err(Unparsed::Character { character, place: "a list of actions" }),
        None => Ok(()),
    }
}

/// Whether "turn" and its direction belong together.
fn joins(gap: &str) -> bool {
    gap == "_" || gap == "-" || (!gap.is_empty() && gap.chars().all(|c| c == ' ' || c == '\t'))
}

/// Whether two actions are apart: "walk_push" is one word, and no action.
fn separates(gap: &str) -> bool {
    gap != "_" && gap != "-"
}

fn shown(word: &str) -> String {
    word.chars().take(SHOWN).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Action::{Pull, Push, Stay, TurnLeft, TurnRight, Walk};

    #[test]
    fn lists_in_many_styles() {
        let wanted = vec![TurnLeft, Walk, Walk, TurnRight, Push];
        for text in [
            "turn left, walk, walk, turn right, push",
            "turn left,walk,walk,turn right,push",
            "turn_left walk walk turn_right push",
            "TURN LEFT; Walk; walk; Turn-Right; PUSH.",
            "turn left\nwalk\nwalk\nturn right\npush",
            r#"["turn left", "walk", "walk", "turn right", "push"]"#,
            "['turn_left', 'walk', 'walk', 'turn_right', 'push']",
            "turn  left -> walk -> walk → turn right → push",
        ] {
            assert_eq!(parse(text), Ok(wanted.clone()), "{text}");
        }
        assert_eq!(parse("pull stay"), Ok(vec![Pull, Stay]));
        assert_eq!(parse("nothing"), Ok(vec![]));
        assert_eq!(parse("[]"), Ok(vec![]));
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in [
            "walk x3",
            "3 walk",
            "walk (3)",
            "1. walk",
            "walk and push",
            "turn",
            "turn, left",
            "left",
            "turn walk",
            "walk_push",
            "go",
            "walk: push",
            "I walk",
            "turn\nleft",
            "walk [push]",
            "wälk",
            "turnleft",
            "",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
        let error = parse("walk, jump").map_err(|error| error.to_string());
        assert!(error.is_err_and(|text| text.contains("`jump` (number 2")));
    }
}

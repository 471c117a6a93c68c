//! The shape of a command in ReaSCAN's notation.

use std::fmt::Write as _;

use crate::{Phrase, Relation};

/// A phrase of a tree with its place in it.
#[derive(Clone, Copy, Debug)]
pub struct PatternNode<'p> {
    /// The phrase.
    pub phrase: &'p Phrase,
    /// The number of the phrase it is a clause of, and how that one relates to it; `None` for the head.
    pub parent: Option<(usize, Relation)>,
}

impl Phrase {
    /// The phrases of the tree, parents first and in the order of their clauses. A phrase's position in this list is its
    /// number in certificates, casts and files.
    pub fn nodes(&self) -> Vec<PatternNode<'_>> {
        fn add<'p>(phrase: &'p Phrase, parent: Option<(usize, Relation)>, nodes: &mut Vec<PatternNode<'p>>) {
            let number = nodes.len();
            nodes.push(PatternNode { phrase, parent });
            for clause in &phrase.clauses {
                add(&clause.phrase, Some((number, clause.relation)), nodes);
            }
        }
        let mut nodes = Vec::new();
        add(self, None, &mut nodes);
        nodes
    }
}

/// The original's notation for the shape of a tree: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`, where `^` stands for "that is" and `&`
/// for "and".
///
/// There `^` is about the phrase just before it and `&` continues the clauses opened last, as in spoken commands, so
/// only the last clause of a phrase can have clauses of its own. Where another one has, it is put in parentheses:
/// `$OBJ_0 ^ ($OBJ_1 ^ $OBJ_2) & $OBJ_3`.
pub fn pattern(head: &Phrase) -> String {
    fn write(phrase: &Phrase, number: &mut usize, text: &mut String) {
        // Writing to a string cannot fail.
        let _ = write!(text, "$OBJ_{number}");
        *number += 1;
        for (clause, place) in phrase.clauses.iter().zip(0..) {
            text.push_str(if place == 0 { " ^ " } else { " & " });
            let enclosed = place + 1 < phrase.clauses.len() && !clause.phrase.clauses.is_empty();
            text.push_str(if enclosed { "(" } else { "" });
            write(&clause.phrase, number, text);
            text.push_str(if enclosed { ")" } else { "" });
        }
    }
    let mut text = String::with_capacity(32);
    write(head, &mut 0, &mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Lexicon, parse};

    #[test]
    fn patterns_are_those_of_the_original() {
        let lexicon = Lexicon::reascan();
        let row = " that is in the same row as a red circle";
        let and = " and inside of a box";
        for (tail, expected) in [
            (String::new(), "$OBJ_0"),
            (row.to_string(), "$OBJ_0 ^ $OBJ_1"),
            (format!("{row}{and}"), "$OBJ_0 ^ $OBJ_1 & $OBJ_2"),
            (format!("{row}{row}{and}"), "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2 & $OBJ_3"),
            (format!("{row}{and}{row}"), "$OBJ_0 ^ $OBJ_1 & $OBJ_2 ^ $OBJ_3"),
        ] {
            let command = parse(&format!("push the square{tail}"), &lexicon).unwrap();
            assert_eq!(pattern(&command.phrase), expected);
        }
    }

    #[test]
    fn other_trees_get_parentheses() {
        let lexicon = Lexicon::reascan();
        let text =
            "push the object that is inside of a box and inside of a box that is in the same row as a circle";
        let mut command = parse(text, &lexicon).unwrap();
        command.phrase.clauses.reverse();
        assert_eq!(pattern(&command.phrase), "$OBJ_0 ^ ($OBJ_1 ^ $OBJ_2) & $OBJ_3");
        let parents: Vec<_> =
            command.phrase.nodes().iter().map(|node| node.parent.map(|(parent, _)| parent)).collect();
        assert_eq!(parents, [None, Some(0), Some(1), Some(0)]);
    }
}

//! The phrases of a command as a list, and who can play them.
//!
//! Phrases are numbered as [`Necessity`](wampimuk_command::Necessity) numbers them: parents first, in the order of
//! their clauses; the head is number 0.

use wampimuk_command::{Lexicon, Phrase, Relation, Scene, Semantics};

/// A phrase of a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'p> {
    pub phrase: &'p Phrase,
    /// The number of the phrase it hangs from, and how that one relates to it.
    pub parent: Option<(usize, Relation)>,
}

/// All phrases of a tree.
pub(crate) fn nodes(head: &Phrase) -> Vec<Node<'_>> {
    fn walk<'p>(phrase: &'p Phrase, parent: Option<(usize, Relation)>, nodes: &mut Vec<Node<'p>>) {
        let number = nodes.len();
        nodes.push(Node { phrase, parent });
        for clause in &phrase.clauses {
            walk(&clause.phrase, Some((number, clause.relation)), nodes);
        }
    }
    let mut nodes = Vec::new();
    walk(head, None, &mut nodes);
    nodes
}

/// Changes every phrase of a tree.
pub(crate) fn each_mut(phrase: &mut Phrase, change: &mut impl FnMut(&mut Phrase)) {
    change(phrase);
    phrase.clauses.iter_mut().for_each(|clause| each_mut(&mut clause.phrase, change));
}

/// The shape of a tree in ReaSCAN's notation: `$OBJ_0 ^ $OBJ_1 & $OBJ_2`, where `^` opens the clauses of the phrase
/// before it and `&` goes on with them. A clause that is followed by another and has clauses of its own, which
/// ReaSCAN's patterns do not have, stands in brackets.
pub(crate) fn pattern(head: &Phrase) -> String {
    fn walk(phrase: &Phrase, next: &mut usize, text: &mut String) {
        text.push_str("$OBJ_");
        text.push_str(&next.to_string());
        *next += 1;
        for (number, clause) in phrase.clauses.iter().enumerate() {
            text.push_str(if number == 0 { " ^ " } else { " & " });
            let bracket = number + 1 < phrase.clauses.len() && !clause.phrase.clauses.is_empty();
            text.push_str(if bracket { "(" } else { "" });
            walk(&clause.phrase, next, text);
            text.push_str(if bracket { ")" } else { "" });
        }
    }
    let mut text = String::new();
    walk(head, &mut 0, &mut text);
    text
}

/// For each phrase, the objects that can play it while `head` plays the head.
///
/// One player after another is asked for, not all castings together, of which there may be very many.
pub(crate) fn players(
    nodes: &[Node<'_>],
    head: usize,
    scene: &Scene<'_>,
    lexicon: &Lexicon,
    semantics: Semantics,
) -> Vec<u64> {
    let mut masks: Vec<u64> =
        nodes.iter().map(|node| scene.own_words(node.phrase, lexicon, semantics)).collect();
    masks[0] &= 1 << head;
    let mut found = vec![0; nodes.len()];
    for number in 0..nodes.len() {
        let whole = masks[number];
        let mut untried = whole;
        while untried & !found[number] != 0 {
            let candidate = untried & !found[number];
            masks[number] = candidate & candidate.wrapping_neg();
            untried &= !masks[number];
            let mut cast = Vec::with_capacity(nodes.len());
            if fill(nodes, &masks, scene, semantics, &mut cast) {
                for (set, &player) in found.iter_mut().zip(&cast) {
                    *set |= 1 << player;
                }
            }
        }
        masks[number] = whole;
    }
    found
}

/// Completes a casting, if that is possible.
fn fill(
    nodes: &[Node<'_>],
    masks: &[u64],
    scene: &Scene<'_>,
    semantics: Semantics,
    cast: &mut Vec<usize>,
) -> bool {
    let Some(node) = nodes.get(cast.len()) else { return true };
    let mut candidates = masks[cast.len()];
    if let Some((parent, relation)) = node.parent {
        candidates &= scene.related(relation, cast[parent], semantics);
    }
    if semantics.distinct {
        candidates &= !cast.iter().fold(0, |set, &player| set | 1 << player);
    }
    while candidates != 0 {
        cast.push(candidates.trailing_zeros() as usize);
        if fill(nodes, masks, scene, semantics, cast) {
            return true;
        }
        cast.pop();
        candidates &= candidates - 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Reading, parse};
    use wampimuk_grid::{Agent, Cell, Object, World};

    use super::*;

    #[test]
    fn patterns_are_written_as_reascan_writes_them() {
        let lexicon = Lexicon::reascan();
        let row = "in the same row as a red";
        for (text, expected) in [
            ("push the circle".to_string(), "$OBJ_0"),
            (format!("push the circle that is {row} square"), "$OBJ_0 ^ $OBJ_1"),
            (format!("push the circle that is {row} square and {row} object"), "$OBJ_0 ^ $OBJ_1 & $OBJ_2"),
            (
                format!("push the circle that is {row} square that is {row} object"),
                "$OBJ_0 ^ $OBJ_1 ^ $OBJ_2",
            ),
        ] {
            assert_eq!(pattern(&parse(&text, &lexicon).unwrap().phrase), expected);
        }
        let mut both =
            parse(&format!("push the circle that is {row} square and {row} object"), &lexicon).unwrap();
        let inner = both.phrase.clauses[1].clone();
        both.phrase.clauses[0].phrase.clauses.push(inner);
        assert_eq!(pattern(&both.phrase), "$OBJ_0 ^ ($OBJ_1 ^ $OBJ_2) & $OBJ_3");
    }

    #[test]
    fn players_take_part_in_some_casting() {
        let lexicon = Lexicon::reascan();
        let (circle, square) = (lexicon.noun("circle").unwrap(), lexicon.noun("square").unwrap());
        let mut world = World::new(6, Agent::default()).unwrap();
        for (shape, colour, row, column) in
            [(circle, 0, 2, 2), (square, 0, 2, 0), (square, 1, 2, 4), (square, 0, 5, 2), (square, 1, 4, 4)]
        {
            world.place(Object::solid(shape, colour, 1, Cell::new(row, column))).unwrap();
        }
        let scene = Scene::new(&world);
        let cast = |text: &str| {
            let phrase = parse(text, &lexicon).unwrap().phrase;
            players(&nodes(&phrase), 0, &scene, &lexicon, Reading::Existential.into())
        };
        // Two squares are in the circle's row.
        assert_eq!(cast("push the circle that is in the same row as a square"), [0b1, 0b110]);
        // The square in its column is red; whoever else is asked for must be another object.
        let text =
            "push the circle that is in the same row as a square and in the same color as a red object";
        assert_eq!(cast(text), [0b1, 0b110, 0b1010]);
        // The inner clause decides who can play the outer one.
        let text =
            "push the circle that is in the same row as a square that is in the same column as a square";
        assert_eq!(cast(text), [0b1, 0b100, 0b10000]);
        assert_eq!(cast("push the circle that is in the same size as a box"), [0, 0]);
    }
}

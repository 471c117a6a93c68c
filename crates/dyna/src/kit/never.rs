//! Which filters can never pass anything.
//!
//! A filter asks for a number of supporting lines. Some numbers cannot occur, and a filter that wants only such numbers
//! makes the kit tell thousands of stories for nothing. The rule, for what follows and the smallest set of lines that
//! shows it:
//!
//! * Every answer needs a line.
//! * No line says both what somebody carries and where that is. So where an object *is* takes two lines; and where it *was*
//!   takes three, as it has to be carried from one place to another and a line names one place.
//! * If there are only moves, takings and droppings by single people with their names, where a person is takes one line, a
//!   move of theirs, or at least three: without such a move they must have had an object in their hands, and where that
//!   was takes two lines about somebody else. The same goes for questions for yes or no.
//!
//! Nothing is said about large numbers, nor about carrying and gifts.

use super::config::StoryParameters;

/// Actions whose lines name one person, and no second line explains them.
const PLAIN: [&str; 3] = ["move", "grab", "drop"];

/// Whether no question of a kind can have a number of supporting lines within a range.
pub(super) fn never(kind: &str, [least, most]: [u64; 2], params: &StoryParameters) -> bool {
    let plain = params.actions.iter().all(|action| PLAIN.contains(&action.as_str()) || !params.tells(action));
    let gap = matches!(kind, "where_person" | "yes_no") && plain && least == 2 && most == 2;
    let fewest = match kind {
        "where_object" => 2,
        "where_was_object" => 3,
        _ => 1,
    };
    gap || most < fewest
}

#[cfg(test)]
mod tests {
    use wampimuk_core::{Digest, StreamKey};
    use wampimuk_story::{
        Answer, Knowledge, Lexicon, Object, Person, Place, Question, Rules, Story, SupportStyle, Supports,
    };

    use super::super::config::{ACTIONS, strings};
    use super::*;
    use crate::choice::Weights;
    use crate::teller::{EventWeights, Teller};

    fn of_actions(actions: &[&str]) -> StoryParameters {
        StoryParameters {
            actions: strings(actions),
            actions_distribution: vec![1.0; actions.len()],
            ..StoryParameters::default()
        }
    }

    #[test]
    fn some_numbers_of_lines_cannot_be() {
        let plain = of_actions(&["move", "grab", "drop"]);
        let gifts = of_actions(&["move", "grab", "drop", "give"]);
        assert!(never("where_person", [2, 2], &plain) && !never("where_person", [2, 3], &plain));
        assert!(!never("where_person", [2, 2], &gifts));
        assert!(never("where_object", [0, 1], &gifts) && !never("where_object", [1, 2], &gifts));
        assert!(never("where_was_object", [1, 2], &gifts) && !never("where_was_object", [4, 12], &plain));
        assert!(never("counting", [0, 0], &plain) && !never("counting", [1, 1], &plain));
        // an action without weight does not count
        let mut unused = gifts;
        unused.actions_distribution[3] = 0.0;
        assert!(never("where_person", [2, 2], &unused));
    }

    /// Numbers of lines that are found do not count as impossible.
    #[test]
    fn what_is_found_is_possible() {
        let lexicon = Lexicon::published();
        let cast = lexicon.cast().unwrap();
        let key = StreamKey::new(&Digest::of(b"never"), "sizes", 0);
        for actions in [&ACTIONS[..3], &ACTIONS[..4], &ACTIONS[..]] {
            let params = of_actions(actions);
            let weights = ACTIONS.map(|action| u32::from(actions.contains(&action)));
            let telling = EventWeights {
                actions: Weights::new(weights),
                coref: Weights::new([1, 1, 1]),
                negate: Weights::new([1, 1]),
            };
            let mut seen = std::collections::BTreeSet::new();
            for number in 0..200 {
                let mut stream = key.stream(number);
                let (mut teller, mut story) = (Teller::new(cast), Story::empty(cast));
                teller.begin(&mut stream);
                while story.len() < 20 {
                    teller.next(&telling, usize::MAX, &mut story, &mut stream).unwrap();
                }
                let known = Knowledge::of(&story, Rules::default()).unwrap();
                let people = (0..8).map(|who| ("where_person", Question::WherePerson(Person(who))));
                let objects = (0..3).map(|what| ("where_object", Question::WhereObject(Object(what))));
                let before =
                    (0..27).map(|n| ("where_was_object", Question::WhereWas(Object(n / 9), Place(n % 9))));
                for (kind, question) in people.chain(objects).chain(before) {
                    if question.answer(&story, &known) == Answer::Unknown {
                        continue;
                    }
                    let found = Supports::find(
                        &story,
                        story.len(),
                        question,
                        Rules::default(),
                        SupportStyle::Smallest,
                        4_096,
                    );
                    let size = found.unwrap().unwrap().canonical.len() as u64;
                    assert!(!never(kind, [size, size], &params), "{kind} {size} {actions:?}");
                    seen.insert((kind, size));
                }
            }
            // the bounds are reached
            for bound in
                [("where_person", 1), ("where_person", 3), ("where_object", 2), ("where_was_object", 3)]
            {
                assert!(seen.contains(&bound), "{bound:?} {seen:?}");
            }
            assert_eq!(seen.contains(&("where_person", 2)), actions.len() > 3);
        }
    }
}

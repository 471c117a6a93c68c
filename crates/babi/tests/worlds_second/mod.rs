//! Other readers of the toy worlds, which list all worlds instead of reasoning. Nothing of the crate is used here.

use std::cmp::Ordering;
use std::collections::BTreeSet;

/// All ways to rank `count` things from 0 to `count - 1`, ties allowed, under constraints on pairs.
fn ranks(count: usize, pairs: &[(usize, usize, Ordering)]) -> Vec<Vec<usize>> {
    let mut partial: Vec<Vec<usize>> = vec![Vec::new()];
    for thing in 0..count {
        let mut longer = Vec::new();
        for ranks in &partial {
            for rank in 0..count {
                let mut next = ranks.clone();
                next.push(rank);
                let fits = |&(one, other, order): &(usize, usize, Ordering)| {
                    one > thing || other > thing || next[one].cmp(&next[other]) == order
                };
                if pairs.iter().all(fits) {
                    longer.push(next);
                }
            }
        }
        partial = longer;
    }
    partial
}

fn index(names: &mut Vec<String>, name: &str) -> usize {
    names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    })
}

/// The two things of "the red square is to the left of the box", and the word for the side.
fn sided(text: &str) -> (String, &'static str, String) {
    let text = text.trim_end_matches(['.', '?']);
    let (left, of) = text.rsplit_once(" the ").unwrap_or((text, ""));
    let words =
        ["north of", "south of", "east of", "west of", "above", "below", "to the right of", "to the left of"];
    let side = words.into_iter().find(|word| left.ends_with(word)).unwrap_or("");
    let what = left.trim_end_matches(side).trim_end().trim_end_matches(" is");
    let what = what.trim_start_matches("Is ").trim_start_matches("The ").trim_start_matches("the ");
    (what.to_owned(), side, of.to_owned())
}

/// A side as (vertical, towards more).
fn compass(side: &str) -> (bool, bool) {
    match side {
        "north of" | "above" => (true, true),
        "south of" | "below" => (true, false),
        "east of" | "to the right of" => (false, true),
        _ => (false, false),
    }
}

/// All placements: for each the ranks from left to right and from below to above. Of placements with the same ranks along
/// the asked axis, one is enough.
fn placements(facts: &[&str], names: &mut Vec<String>, asked_vertical: bool) -> Vec<Vec<usize>> {
    let mut pairs = [Vec::new(), Vec::new()];
    for fact in facts {
        let (what, side, of) = sided(fact);
        let (what, of) = (index(names, &what), index(names, &of));
        let (vertical, more) = compass(side);
        pairs[usize::from(vertical)].push((what, of, if more { Ordering::Greater } else { Ordering::Less }));
        pairs[usize::from(!vertical)].push((what, of, Ordering::Equal));
    }
    let asked = ranks(names.len(), &pairs[usize::from(asked_vertical)]);
    let other = ranks(names.len(), &pairs[usize::from(!asked_vertical)]);
    let apart = |one: &Vec<usize>| {
        other
            .iter()
            .any(|other| (0..one.len()).all(|a| (0..a).all(|b| (one[a], other[a]) != (one[b], other[b]))))
    };
    asked.into_iter().filter(apart).collect()
}

fn verdict(mut answers: impl Iterator<Item = bool>) -> Option<BTreeSet<String>> {
    let first = answers.next()?;
    let answer = if first { "yes" } else { "no" };
    Some(if answers.all(|next| next == first) {
        BTreeSet::from([answer.to_owned()])
    } else {
        BTreeSet::new()
    })
}

pub fn positions(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let (what, side, of) = sided(question);
    let mut names = Vec::new();
    let (what, of) = (index(&mut names, &what), index(&mut names, &of));
    let (vertical, more) = compass(side);
    let wanted = if more { Ordering::Greater } else { Ordering::Less };
    verdict(placements(facts, &mut names, vertical).into_iter().map(|at| at[what].cmp(&at[of]) == wanted))
}

/// Tries all sequences of directions.
pub fn directions(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    if placements(facts, &mut Vec::new(), true).is_empty() {
        return None;
    }
    let passages: Vec<(String, char, String)> = facts
        .iter()
        .flat_map(|fact| {
            let (what, side, of) = sided(fact);
            let letter = side.chars().next().unwrap_or(' ');
            let back = "nsewsnwe".chars().nth(4 + "nsew".find(letter).unwrap_or(0)).unwrap_or(' ');
            [(of.clone(), letter, what.clone()), (what, back, of)]
        })
        .collect();
    let words: Vec<&str> = question.trim_end_matches('?').split(' ').collect();
    let mut right = BTreeSet::new();
    if let ["How", "do", "you", "go", "from", "the", from, "to", "the", to] = words[..] {
        let mut walks: Vec<(Vec<&str>, String)> = vec![(vec![from], String::new())];
        for _ in 0..5 {
            let mut longer = Vec::new();
            for (rooms, letters) in &walks {
                for letter in ['n', 's', 'e', 'w'] {
                    for (_, _, next) in
                        passages.iter().filter(|(a, side, _)| Some(&&**a) == rooms.last() && *side == letter)
                    {
                        if !rooms.contains(&&**next) && !rooms.contains(&to) {
                            let comma = if letters.is_empty() { "" } else { "," };
                            longer
                                .push(([&rooms[..], &[next]].concat(), format!("{letters}{comma}{letter}")));
                        }
                    }
                }
            }
            right.extend(
                longer.iter().filter(|(rooms, _)| rooms.last() == Some(&to)).map(|(_, way)| way.clone()),
            );
            walks = longer;
        }
        return Some(right);
    }
    for room in ["bathroom", "bedroom", "garden", "hallway", "kitchen", "office"] {
        let said = |what: &str, side: &str, of: &str| {
            let opposite = match side {
                "north" => "south",
                "south" => "north",
                "east" => "west",
                _ => "east",
            };
            facts.contains(&&*format!("The {what} is {side} of the {of}."))
                || facts.contains(&&*format!("The {of} is {opposite} of the {what}."))
        };
        let fits = match words[..] {
            ["What", "is", "the", what, side, "of"] => said(what, side, room),
            ["What", "is", side, "of", "the", of] => said(room, side, of),
            _ => false,
        };
        if fits {
            right.insert(room.to_owned());
        }
    }
    Some(right)
}

pub fn sizes(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let bigger = |text: &str| {
        let text = text
            .trim_end_matches(['.', '?'])
            .replace("fits inside", "fit in")
            .replace(" is bigger", " bigger");
        let text =
            text.trim_start_matches("Is ").trim_start_matches("Does ").to_lowercase().replace("the ", "");
        match text.split_once(" bigger than ") {
            Some((big, small)) => (big.to_owned(), small.to_owned()),
            None => text
                .split_once(" fit in ")
                .map(|(small, big)| (big.to_owned(), small.to_owned()))
                .unwrap_or_default(),
        }
    };
    let mut names = Vec::new();
    let (big, small) = bigger(question);
    let (big, small) = (index(&mut names, &big), index(&mut names, &small));
    let mut pairs = Vec::new();
    for fact in facts {
        let (big, small) = bigger(fact);
        pairs.push((index(&mut names, &big), index(&mut names, &small), Ordering::Greater));
    }
    verdict(ranks(names.len(), &pairs).into_iter().map(|size| size[big] > size[small]))
}

/// Lists the days that a person may have had.
pub fn times(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let places = ["bedroom", "cinema", "kitchen", "office", "park", "school", "elsewhere"];
    let days = |person: &str| {
        let mut days: Vec<[&str; 4]> = Vec::new();
        for code in 0..7_usize.pow(4) {
            let day = [code / 343, code / 49 % 7, code / 7 % 7, code % 7].map(|place| places[place]);
            let fits = facts.iter().filter(|fact| fact.contains(person)).all(|fact| {
                let times = ["esterday", "his morning", "his afternoon", "his evening"];
                times.into_iter().zip(day).all(|(time, place)| !fact.contains(time) || fact.contains(place))
            });
            if fits {
                days.push(day);
            }
        }
        days
    };
    if ["Bill", "Fred", "Julie", "Mary"].into_iter().any(|person| days(person).is_empty()) {
        return None;
    }
    let (person, place) =
        question.trim_end_matches('?').trim_start_matches("Where was ").split_once(" before the ")?;
    let days = days(person);
    let before = |from: &str| days.iter().all(|day| day.windows(2).any(|pair| pair == [from, place]));
    Some(places.into_iter().filter(|from| before(from)).map(str::to_owned).collect())
}

/// Lists kinds and sets of kinds to be afraid of.
pub fn fears(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let kinds = [("cat", "cats"), ("mouse", "mice"), ("sheep", "sheep"), ("wolf", "wolves")];
    let lower: Vec<String> = facts.iter().map(|fact| fact.to_lowercase()).collect();
    let possible = |name: &str| -> Vec<usize> {
        let fits = |kind: usize| {
            lower.iter().all(|fact| {
                !fact.starts_with(&format!("{name} is")) || *fact == format!("{name} is a {}.", kinds[kind].0)
            })
        };
        (0..4).filter(|&kind| fits(kind)).collect()
    };
    if ["emily", "gertrude", "jessica", "winona"].into_iter().any(|name| possible(name).is_empty()) {
        return None;
    }
    let name = question.split(' ').nth(2)?.to_lowercase();
    let mut right: BTreeSet<String> = kinds.iter().map(|(kind, _)| (*kind).to_owned()).collect();
    for kind in possible(&name) {
        for set in 0..16_usize {
            let told =
                |of: usize| lower.contains(&format!("{} are afraid of {}.", kinds[kind].1, kinds[of].1));
            if (0..4).all(|of| !told(of) || set >> of & 1 == 1) {
                right.retain(|answer| (0..4).any(|of| kinds[of].0 == answer && set >> of & 1 == 1));
            }
        }
    }
    Some(right)
}

/// Looks for the words of the rule.
pub fn colours(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let names = ["Bernhard", "Brian", "Greg", "Julius", "Lily"];
    let (kinds, colours) = (["a frog", "a lion", "a rhino", "a swan"], ["gray", "green", "white", "yellow"]);
    let told = |name: &str, what: &str| facts.contains(&&*format!("{name} is {what}."));
    for name in names {
        for words in [kinds, colours] {
            if words.into_iter().filter(|what| told(name, what)).count() > 1 {
                return None;
            }
        }
    }
    let who = question.trim_end_matches('?').trim_start_matches("What color is ");
    let own: BTreeSet<String> =
        colours.into_iter().filter(|colour| told(who, colour)).map(str::to_owned).collect();
    let alike = |other: &str| kinds.into_iter().any(|kind| told(who, kind) && told(other, kind));
    let fellow = |colour: &&str| names.into_iter().any(|other| alike(other) && told(other, colour));
    Some(if own.is_empty() { colours.into_iter().filter(fellow).map(str::to_owned).collect() } else { own })
}

/// Lists how a person may feel.
pub fn motives(facts: &[&str], question: &str) -> Option<BTreeSet<String>> {
    let ways = [
        ("bored", "garden", "football"),
        ("hungry", "kitchen", "apple"),
        ("thirsty", "kitchen", "milk"),
        ("tired", "bedroom", "pajamas"),
    ];
    let possible = |name: &str| {
        let mut left = ways.to_vec();
        left.retain(|(motive, ..)| {
            facts.iter().all(|fact| {
                !fact.starts_with(&format!("{name} is ")) || **fact == format!("{name} is {motive}.")
            })
        });
        left
    };
    let people = ["Antoine", "Jason", "Sumit", "Yann"];
    if people.into_iter().any(|name| possible(name).is_empty()) {
        return None;
    }
    let name = people.into_iter().find(|name| question.contains(&name.to_lowercase()))?;
    let [(motive, place, object)] = possible(name)[..] else { return Some(BTreeSet::new()) };
    let answer = if question.starts_with("Where") {
        place
    } else if question.contains(place) || question.contains(object) {
        motive
    } else {
        return Some(BTreeSet::new());
    };
    Some(BTreeSet::from([answer.to_owned()]))
}

//! Which pairing comes when.

use wampimuk_babi::Kind;

use super::{Hint, Pairing, Said};
use crate::ask::KINDS;

/// Which pairings are wanted of each kind of question, in turn. Kinds are in the order of [`KINDS`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turns([Vec<Pairing>; KINDS.len()]);

impl Turns {
    /// The turns of all kinds, given which pairings there are.
    pub fn of(occurs: impl Fn(usize, Pairing) -> bool) -> Turns {
        Turns(std::array::from_fn(|number| {
            let mut shares = Pairing::shares(KINDS[number]);
            shares.retain(|(pairing, _)| occurs(number, *pairing));
            balanced(KINDS[number], &mut shares);
            spread(&shares)
        }))
    }

    /// Nothing but one pairing of one kind.
    pub fn only(kind: usize, pairing: Pairing) -> Turns {
        Turns(std::array::from_fn(|number| if number == kind { vec![pairing] } else { Vec::new() }))
    }

    /// The pairing that a question of a kind should have in a round; any, if `None`.
    pub fn at(&self, kind: usize, round: u64) -> Option<Pairing> {
        let turns = self.0.get(kind)?;
        let round = round.checked_rem(turns.len() as u64)?;
        turns.get(round as usize).copied()
    }
}

/// The share of a count without its counterpart: half of what it would be beside it.
const LONE: u32 = 2;

/// Leaves out what gives the answer away, if something else is left, or lets it come less often.
///
/// - How many things somebody carries: a pairing without its counterpart, the same event with another answer. Among three
///   events, whoever took something last rarely carries two things.
/// - Where somebody is: whoever they were named with, and where that person was before. That is the whole proof of two
///   lines, so questions that need two lines hardly have anything else, and others should not have it.
/// - For yes or no: what has one answer only.
fn balanced(kind: Kind, shares: &mut Vec<(Pairing, u32)>) {
    let gives_away = |pairing: Pairing, shares: &[(Pairing, u32)]| match pairing {
        Pairing::Place(Hint::Then | Hint::Both) if kind == Kind::WherePerson => {
            shares.iter().any(|(other, _)| *other == Pairing::Place(Hint::Nothing))
        }
        Pairing::YesNo { own, company, .. } if own != Said::All => {
            let alike = |other: &&(Pairing, u32)| matches!(other.0, Pairing::YesNo { own: o, company: c, .. } if (o, c) == (own, company));
            shares.iter().filter(alike).count() == 1
        }
        _ => false,
    };
    if kind == Kind::Counting {
        let all = shares.clone();
        for (pairing, share) in shares.iter_mut() {
            let counterpart = |other: &(Pairing, u32)| match (other.0, *pairing) {
                (Pairing::Hands { took, suggested }, Pairing::Hands { took: same, suggested: not }) => {
                    took == same && suggested != not
                }
                _ => false,
            };
            if !all.iter().any(counterpart) {
                *share = LONE;
            }
        }
    }
    let open = |(pairing, _): &(Pairing, u32)| {
        !matches!(pairing, Pairing::YesNo { own: Said::All, .. }) && !gives_away(*pairing, shares)
    };
    if shares.iter().any(open) {
        let all = shares.clone();
        shares.retain(|(pairing, _)| !gives_away(*pairing, &all));
    }
}

/// Turns by shares, each as far apart as they can be: at any moment the one is next that is most behind its share.
fn spread(shares: &[(Pairing, u32)]) -> Vec<Pairing> {
    let all: i64 = shares.iter().map(|(_, share)| i64::from(*share)).sum();
    let mut behind: Vec<i64> = vec![0; shares.len()];
    let mut turns = Vec::new();
    for _ in 0..all {
        behind.iter_mut().zip(shares).for_each(|(behind, (_, share))| *behind += i64::from(*share));
        // of several, the first
        if let Some(next) = (0..shares.len()).rev().max_by_key(|&number| behind[number]) {
            behind[next] -= all;
            turns.push(shares[next].0);
        }
    }
    turns
}

#[cfg(test)]
mod tests {
    use super::super::{Heard, YesNo};
    use super::*;

    fn number(kind: Kind) -> usize {
        KINDS.iter().position(|other| *other == kind).unwrap_or(0)
    }

    fn all(turns: &Turns, kind: Kind, rounds: u64) -> Vec<Pairing> {
        (0..rounds).filter_map(|round| turns.at(number(kind), round)).collect()
    }

    #[test]
    fn every_pairing_has_its_share() {
        let turns = Turns::of(|_, _| true);
        let counts = |hint| {
            let found = all(&turns, Kind::WhereObject, 50);
            found.into_iter().filter(|pairing| *pairing == Pairing::Place(hint)).count()
        };
        assert_eq!([Hint::Nothing, Hint::Company, Hint::Then].map(counts), [40, 5, 5]);
    }

    #[test]
    fn a_cell_with_one_answer_has_no_turn() {
        let yes_no = |own, company, answer| Pairing::YesNo { own, company, answer };
        let there_is = [
            yes_no(Said::Nothing, Heard::No, YesNo::Yes),
            yes_no(Said::Nothing, Heard::No, YesNo::Maybe),
            yes_no(Said::Half, Heard::Yes, YesNo::Yes),
            yes_no(Said::All, Heard::Nothing, YesNo::No),
        ];
        let found = all(&Turns::of(|_, pairing| there_is.contains(&pairing)), Kind::YesNo, 100);
        assert!(!found.contains(&there_is[2]));
        assert!([0, 1, 3].iter().all(|&number| found.contains(&there_is[number])));
        // where one line is enough, nothing else is left
        let found = all(&Turns::of(|_, pairing| there_is[2..].contains(&pairing)), Kind::YesNo, 100);
        assert!(there_is[2..].iter().all(|pairing| found.contains(pairing)));
    }

    #[test]
    fn whoever_was_there_then_is_asked_for_only_if_nothing_else_is() {
        let then = Pairing::Place(Hint::Then);
        let found = all(&Turns::of(|_, _| true), Kind::WherePerson, 20);
        assert!(!found.contains(&then));
        let found =
            all(&Turns::of(|_, pairing| pairing != Pairing::Place(Hint::Nothing)), Kind::WherePerson, 20);
        assert!(found.contains(&then));
    }
}

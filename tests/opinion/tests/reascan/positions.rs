//! Positions tell nothing: not where the target is, nor where what it is related to is, nor which object of the list it
//! is. In the published data, 83 % of the things that a target shares its row with stand in column 0.

use std::collections::BTreeMap;

use wampimuk_core::Role;

use super::uniform::{off_uniform, shares};
use super::view::View;
use super::{dataset, make, sample, stream};
use crate::bridge;

/// Items of train, and of each of the other splits.
const OF_TRAIN: u64 = 12_000;
const OF_OTHERS: u64 = 600;

/// A count that differs from what equal chances give by so many standard deviations is no accident.
const FAR: f64 = 5.0;

/// Beyond accidents, shares of pivots may be off by this much: worlds in which a pivot makes the command ambiguous are
/// drawn again, and those are not spread evenly.
const BIAS: f64 = 0.01;

#[derive(Default)]
struct Counts {
    /// By row and column.
    targets: [[u64; 6]; 6],
    agents: [[u64; 6]; 6],
    /// Columns of what shares the target's row, rows of what shares its column.
    pivots: [[u64; 6]; 2],
    /// For each number of things, the place of the target in the list.
    ranks: BTreeMap<usize, Vec<u64>>,
}

impl Counts {
    fn see(&mut self, view: &View) {
        let place = &view.place;
        let target = &place.things[view.target];
        self.targets[target.row as usize][target.column as usize] += 1;
        self.agents[place.row as usize][place.column as usize] += 1;
        let things = place.things.len();
        self.ranks.entry(things).or_insert_with(|| vec![0; things])[view.target] += 1;
        for (number, phrase) in view.order.phrases.iter().enumerate() {
            let (Some((_, relation)), Some(player)) = (&phrase.hangs, view.own_player(number)) else {
                continue;
            };
            let thing = &place.things[player];
            match relation.as_str() {
                "in the same row as" => self.pivots[0][thing.column as usize] += 1,
                "in the same column as" => self.pivots[1][thing.row as usize] += 1,
                _ => {}
            }
        }
    }
}

fn check(name: &str) {
    let dataset = dataset(name);
    let words = bridge::words(dataset.lexicon());
    let mut maker = dataset.maker();
    let mut stream = stream("positions");
    let mut counts = Counts::default();
    for (split, info) in dataset.splits().iter().enumerate() {
        let most = if info.role == Role::Train { OF_TRAIN } else { OF_OTHERS };
        for index in sample(info.len, most, &mut stream) {
            let item = make(&mut maker, name, split, index);
            counts.see(&View::new(item, dataset.lexicon(), &words).unwrap());
        }
    }
    for (what, cells) in [("targets", &counts.targets), ("agents", &counts.agents)] {
        let off = off_uniform(cells.as_flattened());
        println!("{name}: {what} {off:+.2} standard deviations from uniform");
        assert!(off < FAR, "{name}, {what}: {cells:?}");
    }
    for (what, lines) in
        [("columns of row pivots", &counts.pivots[0]), ("rows of column pivots", &counts.pivots[1])]
    {
        let items: u64 = lines.iter().sum();
        let noise = 4.0 * (5.0 / 36.0 / items.max(1) as f64).sqrt();
        println!("{name}: {what} {:.3?} of {items}, {:+.2}", shares(lines), off_uniform(lines));
        let fair = shares(lines).iter().all(|share| (share - 1.0 / 6.0).abs() < BIAS + noise);
        assert!(items == 0 || fair, "{name}, {what}: {lines:?}");
    }
    for (things, ranks) in counts.ranks.iter().filter(|(_, ranks)| ranks.iter().sum::<u64>() > 200) {
        let off = off_uniform(ranks);
        println!("{name}: {things} things, the target's place {off:+.2}");
        assert!(off < FAR, "{name}, {things} things: {ranks:?}");
    }
}

#[test]
fn tell_nothing_in_the_main_recipe() {
    check("reascan");
}

#[test]
fn tell_nothing_where_every_word_counts() {
    check("reascan-words");
}

//! Every order of a command's words that is a command again, and what they would refer to.
//!
//! The words of a phrase may move to any other phrase, and relations to any other clause; what "that is" and "and" make
//! of them, the shape of the tree, stays. Orders that say the same (clauses of one phrase exchanged) are one. A command
//! with `m` orders can be told from the others only by the order of its words, so whoever does not see it and believes
//! all of them alike is right in 1/m: the bound. Who looks at the world may do better, because most orders refer to
//! nothing there, or to several objects: the votes.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use wampimuk_command::{
    Clause, ClauseVariant, Lexicon, Necessity, Phrase, Reading, Relation, Scene, Semantics, necessity,
};

use super::grammar::{Grammar, Words};

/// The most orders that are kept for a command.
pub(crate) const MOST_ORDERS: usize = 4_096;
/// The most words that are put into a slot before the search is given up.
const MOST_STEPS: usize = 400_000;

/// The orders of a command's words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Orders {
    /// The command itself and all others, each once.
    pub phrases: Vec<Phrase>,
    /// Whether these are all.
    pub complete: bool,
}

impl Orders {
    /// The orders of a command; the command itself is among them whether or not the grammar admits it.
    pub fn of(head: &Phrase, lexicon: &Lexicon, grammar: Grammar) -> Self {
        let mut search = Search::new(head, lexicon, grammar);
        search.note(&plain(head));
        search.place(0);
        Self { phrases: search.found, complete: search.complete }
    }
}

/// The orders of many commands, each found once.
#[derive(Debug)]
pub(crate) struct OrderBook<'l> {
    lexicon: &'l Lexicon,
    grammar: Grammar,
    known: HashMap<Phrase, Arc<Orders>>,
}

impl<'l> OrderBook<'l> {
    pub fn new(lexicon: &'l Lexicon, grammar: Grammar) -> Self {
        Self { lexicon, grammar, known: HashMap::new() }
    }

    pub fn of(&mut self, head: &Phrase) -> Arc<Orders> {
        let key = plain(head);
        let orders = self
            .known
            .entry(key)
            .or_insert_with_key(|head| Arc::new(Orders::of(head, self.lexicon, self.grammar)));
        orders.clone()
    }
}

/// The same with one article for all phrases and clauses in a fixed order, so that equal trees mean the same.
fn plain(phrase: &Phrase) -> Phrase {
    let clause = |clause: &Clause| Clause { relation: clause.relation, phrase: plain(&clause.phrase) };
    let mut clauses: Vec<Clause> = phrase.clauses.iter().map(clause).collect();
    clauses.sort_by_cached_key(key);
    Phrase { size: phrase.size, colour: phrase.colour, noun: phrase.noun, clauses, ..Phrase::default() }
}

fn key(clause: &Clause) -> Vec<(Option<Relation>, Option<Words>)> {
    fn write(clause: &Clause, into: &mut Vec<(Option<Relation>, Option<Words>)>) {
        into.push((Some(clause.relation), Some((&clause.phrase).into())));
        clause.phrase.clauses.iter().for_each(|inner| write(inner, into));
        into.push((None, None));
    }
    let mut key = Vec::new();
    write(clause, &mut key);
    key
}

/// Things of which each is there so many times.
type Pool<T> = Vec<(T, usize)>;

fn pool<T: PartialEq>(things: impl IntoIterator<Item = T>) -> Pool<T> {
    let mut pool: Pool<T> = Vec::new();
    for thing in things {
        match pool.iter_mut().find(|(known, _)| *known == thing) {
            Some((_, count)) => *count += 1,
            None => pool.push((thing, 1)),
        }
    }
    pool
}

struct Search<'l> {
    lexicon: &'l Lexicon,
    grammar: Grammar,
    /// The parent of each phrase but the head; parents come first.
    parents: Vec<usize>,
    sizes: Pool<Option<u8>>,
    colours: Pool<Option<u8>>,
    nouns: Pool<Option<u8>>,
    relations: Pool<Relation>,
    placed: Vec<(Option<Relation>, Words)>,
    seen: HashSet<Phrase>,
    found: Vec<Phrase>,
    steps: usize,
    complete: bool,
}

impl<'l> Search<'l> {
    fn new(head: &Phrase, lexicon: &'l Lexicon, grammar: Grammar) -> Self {
        fn walk(
            phrase: &Phrase,
            parents: &mut Vec<usize>,
            words: &mut Vec<Words>,
            links: &mut Vec<Relation>,
        ) {
            let number = words.len();
            words.push(phrase.into());
            for clause in &phrase.clauses {
                parents.push(number);
                links.push(clause.relation);
                walk(&clause.phrase, parents, words, links);
            }
        }
        let (mut parents, mut words, mut links) = (vec![0], Vec::new(), Vec::new());
        walk(head, &mut parents, &mut words, &mut links);
        Self {
            lexicon,
            grammar,
            parents,
            sizes: pool(words.iter().map(|words| words.size)),
            colours: pool(words.iter().map(|words| words.colour)),
            nouns: pool(words.iter().map(|words| words.noun)),
            relations: pool(links),
            placed: Vec::new(),
            seen: HashSet::new(),
            found: Vec::new(),
            steps: 0,
            complete: true,
        }
    }

    /// Gives words to phrase number `node` and all after it.
    fn place(&mut self, node: usize) {
        if node == self.parents.len() {
            let tree = self.tree(0);
            if self.grammar.admits(&tree, self.lexicon) {
                self.note(&plain(&tree));
            }
            return;
        }
        if node == 0 {
            self.place_words(0, None);
            return;
        }
        for number in 0..self.relations.len() {
            if self.relations[number].1 > 0 {
                self.relations[number].1 -= 1;
                self.place_words(node, Some(self.relations[number].0));
                self.relations[number].1 += 1;
            }
        }
    }

    fn place_words(&mut self, node: usize, relation: Option<Relation>) {
        for noun in 0..self.nouns.len() {
            for colour in 0..self.colours.len() {
                for size in 0..self.sizes.len() {
                    let left = [self.nouns[noun].1, self.colours[colour].1, self.sizes[size].1];
                    if left.contains(&0) {
                        continue;
                    }
                    self.steps += 1;
                    if self.steps > MOST_STEPS || self.found.len() >= MOST_ORDERS {
                        self.complete = false;
                        return;
                    }
                    let words = Words {
                        size: self.sizes[size].0,
                        colour: self.colours[colour].0,
                        noun: self.nouns[noun].0,
                    };
                    if !self.fits(node, relation, words) {
                        continue;
                    }
                    self.nouns[noun].1 -= 1;
                    self.colours[colour].1 -= 1;
                    self.sizes[size].1 -= 1;
                    self.placed.push((relation, words));
                    self.place(node + 1);
                    self.placed.pop();
                    self.nouns[noun].1 += 1;
                    self.colours[colour].1 += 1;
                    self.sizes[size].1 += 1;
                }
            }
        }
    }

    fn fits(&self, node: usize, relation: Option<Relation>, words: Words) -> bool {
        let Some(relation) = relation else { return self.grammar.admits_head(words, self.lexicon) };
        let parent = self.parents[node];
        // Of clauses that only differ by their place, one place is enough.
        let before = (1..node).rev().find(|&other| self.parents[other] == parent);
        let ordered = before.is_none_or(|before| {
            let is_leaf = |node: usize| !self.parents[1..].contains(&node);
            !is_leaf(before) || !is_leaf(node) || self.placed[before] <= (Some(relation), words)
        });
        ordered && self.grammar.admits_clause(self.placed[parent].1, relation, words, self.lexicon)
    }

    fn tree(&self, node: usize) -> Phrase {
        let Words { size, colour, noun } = self.placed[node].1;
        let mut clauses = Vec::new();
        for child in node + 1..self.parents.len() {
            if let (true, Some(relation)) = (self.parents[child] == node, self.placed[child].0) {
                clauses.push(Clause { relation, phrase: self.tree(child) });
            }
        }
        Phrase { size, colour, noun, clauses, ..Phrase::default() }
    }

    fn note(&mut self, phrase: &Phrase) {
        if self.seen.insert(phrase.clone()) {
            self.found.push(phrase.clone());
        }
    }
}

/// What every item of a dataset keeps, and a reader may count on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Promises {
    /// The target is the only referent under every reading of "small" and "big".
    pub readings: bool,
    /// The same under every variant of the meaning.
    pub variants: bool,
    /// Every clause is needed.
    pub clauses: bool,
    /// Every word is needed, but for the nouns of boxes.
    pub words: bool,
}

impl Promises {
    /// Those that nobody has broken yet.
    pub const ALL: Self = Self { readings: true, variants: true, clauses: true, words: true };

    /// What holds of a phrase that has a single referent.
    fn of(scene: &Scene<'_>, phrase: &Phrase, only: u64, lexicon: &Lexicon, semantics: Semantics) -> Self {
        let under = |semantics| scene.denotation(phrase, lexicon, semantics) == only;
        let needed = necessity(scene, phrase, lexicon, semantics, only);
        let idle = Necessity::present(phrase).without(needed);
        Self {
            readings: Reading::ALL.into_iter().all(|reading| under(Semantics { reading, ..semantics })),
            variants: ClauseVariant::ALL
                .into_iter()
                .all(|variant| under(variant.semantics(semantics.reading))),
            clauses: idle.clauses().next().is_none(),
            words: idle.without(Necessity::frame_nouns(phrase, lexicon)).words().next().is_none(),
        }
    }

    /// Forgets what an item does not keep.
    pub fn hear(&mut self, scene: &Scene<'_>, phrase: &Phrase, lexicon: &Lexicon, semantics: Semantics) {
        let referents = scene.denotation(phrase, lexicon, semantics);
        let held = Self::of(scene, phrase, referents, lexicon, semantics);
        self.readings &= held.readings;
        self.variants &= held.variants;
        self.clauses &= held.clauses;
        self.words &= held.words;
    }

    fn are_kept_by(self, other: Self) -> bool {
        let kept = |promised: bool, held: bool| held || !promised;
        kept(self.readings, other.readings)
            && kept(self.variants, other.variants)
            && kept(self.clauses, other.clauses)
            && kept(self.words, other.words)
    }

    /// In words.
    pub fn names(self) -> Vec<&'static str> {
        let all = [
            (self.readings, "every reading"),
            (self.variants, "every variant"),
            (self.clauses, "every clause needed"),
            (self.words, "every word needed"),
        ];
        all.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).collect()
    }
}

/// How many orders refer to each object, and to nothing else.
#[derive(Clone, Debug)]
pub(crate) struct Votes {
    /// All such orders.
    pub all: Vec<u32>,
    /// Those that do so under every reading.
    pub unique: Vec<u32>,
    /// Those that keep every promise of the dataset.
    pub promised: Vec<u32>,
}

impl Votes {
    /// Counts the votes. Without `closely`, only those of all orders.
    pub fn count(
        orders: &Orders,
        scene: &Scene<'_>,
        objects: usize,
        (lexicon, semantics): (&Lexicon, Semantics),
        closely: Option<Promises>,
    ) -> Self {
        let mut votes = Self { all: vec![0; objects], unique: vec![0; objects], promised: vec![0; objects] };
        for phrase in &orders.phrases {
            let referents = scene.denotation(phrase, lexicon, semantics);
            if !referents.is_power_of_two() {
                continue;
            }
            let object = referents.trailing_zeros() as usize;
            votes.all[object] += 1;
            let Some(promises) = closely else { continue };
            let held = Promises::of(scene, phrase, referents, lexicon, semantics);
            votes.unique[object] += u32::from(held.readings);
            votes.promised[object] += u32::from(promises.are_kept_by(held));
        }
        votes
    }

    /// What a vote earns: the share of the target among those with the most votes. Without a vote, any object is as good.
    pub fn credit(votes: &[u32], target: usize) -> f64 {
        let most = votes.iter().max().copied().unwrap_or(0);
        match votes.get(target) {
            Some(&own) if own == most => 1.0 / votes.iter().filter(|&&votes| votes == most).count() as f64,
            _ => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_command::{Command, Surface, parse};
    use wampimuk_grid::{Agent, Cell, Object, World};

    use super::*;

    fn texts(text: &str, grammar: Grammar) -> Vec<String> {
        let lexicon = Lexicon::reascan();
        let command = parse(text, &lexicon).unwrap();
        let orders = Orders::of(&command.phrase, &lexicon, grammar);
        assert!(orders.complete);
        let text = |phrase: &Phrase| {
            Command { phrase: phrase.clone(), ..command.clone() }.text(&lexicon, Surface::Reascan)
        };
        let mut texts: Vec<String> = orders.phrases.iter().map(text).collect();
        texts.sort();
        texts
    }

    #[test]
    fn words_go_to_other_phrases() {
        let expected = [
            "push a box that is inside of a red circle",
            "push a circle that is inside of a red box",
            "push a red box that is inside of a circle",
            "push a red circle that is inside of a box",
        ];
        assert_eq!(texts("push the circle that is inside of the red box", Grammar::RELAXED), expected);
    }

    #[test]
    fn what_is_never_said_is_no_order() {
        let lexicon = Lexicon::reascan();
        let mut grammar = Grammar::default();
        let inside = "push the circle that is inside of the red box";
        grammar.hear(&parse(inside, &lexicon).unwrap().phrase, &lexicon);
        assert_eq!(texts(inside, grammar), ["push a circle that is inside of a red box"]);
        // A bare phrase in a clause changes that.
        let bare = "push the red circle that is in the same row as the square";
        grammar.hear(&parse(bare, &lexicon).unwrap().phrase, &lexicon);
        assert_eq!(texts(inside, grammar).len(), 2);
    }

    /// By hand: two nouns, two colours, one relation: which colour goes with which noun, or both or none, and who is
    /// the head. Both colours cannot go to one noun.
    #[test]
    fn orders_are_counted_by_hand() {
        let two = "push the red circle that is in the same row as a blue square";
        assert_eq!(texts(two, Grammar::RELAXED).len(), 4);
        // A size word more doubles it.
        let sized = "push the small red circle that is in the same row as a blue square";
        assert_eq!(texts(sized, Grammar::RELAXED).len(), 8);
        // Three phrases: 3 heads × ways to give the rest, clauses exchanged being the same: 3! nouns × 3! colours × 2
        // relations / 2.
        let three = "push the red circle that is in the same row as a blue square and in the same column as a \
                     green cylinder";
        assert_eq!(texts(three, Grammar::RELAXED).len(), 36);
        // One within the other: nothing can be exchanged.
        let nested = "push the red circle that is in the same row as a blue square that is in the same column as a \
                      green cylinder";
        assert_eq!(texts(nested, Grammar::RELAXED).len(), 72);
        assert_eq!(texts("push the red circle", Grammar::RELAXED).len(), 1);
    }

    fn world(objects: &[(&str, u8, u8, u8)]) -> World {
        let lexicon = Lexicon::reascan();
        let mut world = World::new(6, Agent::default()).unwrap();
        for &(noun, colour, row, column) in objects {
            let noun = lexicon.noun(noun).unwrap();
            world.place(Object::solid(noun, colour, 2, Cell::new(row, column))).unwrap();
        }
        world
    }

    fn vote(text: &str, world: &World) -> Votes {
        let lexicon = Lexicon::reascan();
        let phrase = parse(text, &lexicon).unwrap().phrase;
        let orders = Orders::of(&phrase, &lexicon, Grammar::RELAXED);
        let semantics = Reading::Existential.into();
        let promises = Promises { words: false, ..Promises::ALL };
        let scene = Scene::new(world);
        Votes::count(&orders, &scene, world.objects().len(), (&lexicon, semantics), Some(promises))
    }

    const ROW: &str = "push the red circle that is in the same row as a blue square";

    /// No other order has a referent: the vote is right without any order.
    #[test]
    fn a_lonely_pair_gives_itself_away() {
        let world =
            world(&[("circle", 0, 2, 1), ("circle", 0, 4, 4), ("square", 1, 2, 5), ("square", 2, 0, 0)]);
        let votes = vote(ROW, &world);
        // "the blue square in the row of a red circle" is the square: one vote each.
        assert_eq!(votes.all, [1, 0, 1, 0]);
        assert_eq!(Votes::credit(&votes.all, 0), 0.5);
        // The square is the only blue one, so it needs no clause; that a clause is always needed gives it away.
        assert_eq!(votes.promised, [1, 0, 0, 0]);
        assert_eq!(Votes::credit(&votes.promised, 0), 1.0);
    }

    /// Every order has a referent of its own: the vote knows nothing.
    #[test]
    fn all_orders_alike_are_no_help() {
        let world = world(&[
            // red circle with blue square in row 0, one more of each elsewhere
            ("circle", 0, 0, 0),
            ("square", 1, 0, 3),
            ("circle", 0, 5, 0),
            ("square", 1, 4, 1),
            // blue circle with red square in row 2, one more of each elsewhere
            ("circle", 1, 2, 2),
            ("square", 0, 2, 5),
            ("circle", 1, 1, 4),
            ("square", 0, 3, 5),
        ]);
        let votes = vote(ROW, &world);
        assert_eq!(votes.all, [1, 1, 0, 0, 1, 1, 0, 0]);
        assert_eq!(votes.promised, votes.all);
        assert_eq!(Votes::credit(&votes.all, 0), 0.25);
    }

    #[test]
    fn votes_can_mislead() {
        assert_eq!(Votes::credit(&[1, 2, 2], 0), 0.0);
        assert_eq!(Votes::credit(&[1, 2, 2], 1), 0.5);
        assert_eq!(Votes::credit(&[0, 0, 0, 0], 1), 0.25);
        assert_eq!(Votes::credit(&[], 0), 0.0);
    }
}

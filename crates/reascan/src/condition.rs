//! Hold-outs as predicates over features.
//!
//! A [`Condition`] is what a recipe says; [`Predicate`] is the same with names resolved. It can be judged before an item
//! exists: features that are still open give the verdict "depends".

use wampimuk_command::{Extreme, Lexicon, Relation, unknown_name};
use wampimuk_core::{RecipeError, Verdict, bits};
use wampimuk_grid::{Agent, Cell, Deed, Direction, Heading, MAX_SIDE, Manner, Object, reach};

use crate::tree::{Node, Tree};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Which items are held out. All the keys given must hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Condition {
    /// Words that one phrase of the command has, all of them: `"yellow square"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phrase: Option<String>,
    /// What one of the objects that the command mentions looks like, whatever its phrase says: `"red square"`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
    /// What the target looks like, whatever its phrase says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Relations that the command uses, all of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub relations: Vec<Relation>,
    /// The command uses no relations but these.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub only_relations: Vec<Relation>,
    /// The meaning of the verb.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub verb: Option<String>,
    /// The meaning of the adverb; the empty name is "no adverb".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adverb: Option<String>,
    /// Where the target lies seen from the agent: `n`, `sw`, …
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<String>,
    /// More actions than this to reach the target, whatever is then done to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub route_over: Option<usize>,
    /// At least one of these must hold.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub any: Vec<Condition>,
    /// This must not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Condition>>,
}

/// What is known of an item.
#[derive(Clone, Copy)]
pub(crate) struct Features<'a> {
    /// Its phrases.
    pub tree: &'a Tree,
    /// Its verb.
    pub verb: u8,
    /// Its adverb.
    pub adverb: Option<u8>,
    /// Where the agent and the target stand.
    pub cells: Option<(Cell, Cell)>,
    /// The objects, and for each phrase those that can play it.
    pub players: Option<(&'a [Object], &'a [u64])>,
}

/// A condition with its names resolved.
pub(crate) type Predicate = wampimuk_core::Predicate<Test>;

/// A question about one feature.
#[derive(Clone, Debug)]
pub(crate) enum Test {
    Phrase(ObjectTest),
    Player(ObjectTest),
    Target(ObjectTest),
    Relation(Relation),
    OnlyRelations(Vec<Relation>),
    Verb(u8),
    Adverb(Option<u8>),
    Direction(Direction),
    /// More than so many actions to reach the target.
    RouteOver(usize, Routes),
}

/// How many actions it takes to get somewhere: a matter of the adverb and of how far it is in which direction.
#[derive(Clone, Debug)]
pub(crate) struct Routes {
    /// By adverb (the first is none), rows and columns.
    lengths: Vec<u32>,
}

impl Routes {
    const SPAN: usize = 2 * MAX_SIDE as usize - 1;

    fn new(lexicon: &Lexicon) -> Self {
        let plain = Manner::default();
        let manners = std::iter::once(&plain).chain(lexicon.adverbs.iter().map(|adverb| &adverb.manner));
        let mut lengths = Vec::new();
        for manner in manners {
            for (row, column) in
                (0..Self::SPAN).flat_map(|row| (0..Self::SPAN).map(move |column| (row, column)))
            {
                // Any two cells at this distance will do.
                let middle = MAX_SIDE - 1;
                let (down, right) = (row as u8, column as u8);
                let agent = Cell::new(middle.saturating_sub(down), middle.saturating_sub(right));
                let goal = Cell::new(down.saturating_sub(middle), right.saturating_sub(middle));
                let agent = Agent { cell: agent, heading: Heading::East };
                lengths.push(reach(MAX_SIDE, agent, goal, false, Deed::Walk, manner) as u32);
            }
        }
        Self { lengths }
    }

    fn length(&self, adverb: Option<u8>, agent: Cell, goal: Cell) -> usize {
        let offset = |from: u8, to: u8| usize::from(to) + usize::from(MAX_SIDE - 1) - usize::from(from);
        let manner = adverb.map_or(0, |adverb| usize::from(adverb) + 1);
        let (row, column) = (offset(agent.row, goal.row), offset(agent.column, goal.column));
        self.lengths[(manner * Self::SPAN + row) * Self::SPAN + column] as usize
    }
}

/// What words say about a thing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ObjectTest {
    size: Option<Extreme>,
    colour: Option<u8>,
    noun: Option<u8>,
}

impl ObjectTest {
    fn parse(key: &str, text: &str, lexicon: &Lexicon, sizes: bool) -> Result<Self, RecipeError> {
        let mut look = Self { size: None, colour: None, noun: None };
        for word in text.split_whitespace() {
            let colour = lexicon.colours.iter().position(|colour| colour.name == word);
            let noun = lexicon.nouns.iter().position(|noun| noun.word.name == word);
            let size = [Extreme::Small, Extreme::Big].into_iter().find(|size| size.name() == word);
            match (size.filter(|_| sizes), colour, noun) {
                (Some(size), ..) => look.size = Some(size),
                (_, Some(colour), _) => look.colour = Some(colour as u8),
                (_, _, Some(noun)) => look.noun = Some(noun as u8),
                _ => {
                    let mut known: Vec<&str> =
                        lexicon.colours.iter().map(|word| word.name.as_str()).collect();
                    known.extend(lexicon.nouns.iter().map(|noun| noun.word.name.as_str()));
                    return Err(unknown_name(key, word, &known));
                }
            }
        }
        if look == (Self { size: None, colour: None, noun: None }) {
            return Err(RecipeError::new(format!("`{key}` is empty")).hint("name a colour, a noun or both"));
        }
        Ok(look)
    }

    /// Whether a phrase has all these words.
    fn is_said(self, node: &Node) -> bool {
        self.size.is_none_or(|size| node.size == Some(size))
            && self.colour.is_none_or(|colour| node.colour == Some(colour))
            && self.noun.is_none_or(|noun| node.noun == Some(noun))
    }

    /// Whether a phrase's words leave it open that what it is about looks like this.
    fn is_open(self, node: &Node) -> bool {
        self.colour.is_none_or(|colour| node.colour.is_none_or(|said| said == colour))
            && self.noun.is_none_or(|noun| node.noun.is_none_or(|said| said == noun))
    }

    fn is_of(self, object: &Object) -> bool {
        self.colour.is_none_or(|colour| object.colour == colour)
            && self.noun.is_none_or(|noun| object.shape == noun)
    }

    /// Whether one of these phrases is about such a thing.
    fn judge(self, features: &Features<'_>, phrases: std::ops::Range<usize>) -> Verdict {
        match features.players {
            Some((objects, players)) => Verdict::of(Some(
                players[phrases].iter().any(|&set| bits(set).any(|player| self.is_of(&objects[player]))),
            )),
            None => {
                let nodes = &features.tree.nodes()[phrases];
                if nodes.iter().any(|node| self.is_said(node)) {
                    Verdict::Yes
                } else {
                    Verdict::of((!nodes.iter().any(|node| self.is_open(node))).then_some(false))
                }
            }
        }
    }
}

impl Condition {
    /// The condition with its names resolved, or which name has no meaning.
    pub(crate) fn predicate(&self, lexicon: &Lexicon) -> Result<Predicate, RecipeError> {
        Predicate::new(self, |condition| condition.tests(lexicon))
    }

    fn tests(&self, lexicon: &Lexicon) -> Result<Vec<Test>, RecipeError> {
        let mut tests = Vec::new();
        let look = |key: &str, text: &Option<String>, sizes| {
            text.as_ref().map(|text| ObjectTest::parse(key, text, lexicon, sizes)).transpose()
        };
        tests.extend(look("phrase", &self.phrase, true)?.map(Test::Phrase));
        tests.extend(look("player", &self.player, false)?.map(Test::Player));
        tests.extend(look("target", &self.target, false)?.map(Test::Target));
        tests.extend(self.relations.iter().copied().map(Test::Relation));
        if !self.only_relations.is_empty() {
            tests.push(Test::OnlyRelations(self.only_relations.clone()));
        }
        if let Some(name) = &self.verb {
            let known: Vec<&str> = lexicon.verbs.iter().map(|verb| verb.deed.name()).collect();
            let verb = known.iter().position(|known| known == name);
            tests.push(Test::Verb(verb.ok_or_else(|| unknown_name("verb", name, &known))? as u8));
        }
        if let Some(name) = &self.adverb {
            let known: Vec<&str> = lexicon.adverbs.iter().map(|adverb| adverb.word.name.as_str()).collect();
            let adverb = known.iter().position(|known| known == name).map(|adverb| adverb as u8);
            if adverb.is_none() && !name.is_empty() {
                return Err(unknown_name("adverb", name, &known));
            }
            tests.push(Test::Adverb(adverb));
        }
        if let Some(name) = &self.direction {
            let known = Direction::ALL.map(Direction::name);
            let direction =
                Direction::from_name(name).ok_or_else(|| unknown_name("direction", name, &known))?;
            tests.push(Test::Direction(direction));
        }
        if let Some(actions) = self.route_over {
            tests.push(Test::RouteOver(actions, Routes::new(lexicon)));
        }
        Ok(tests)
    }
}

impl wampimuk_core::Condition for Condition {
    fn any(&self) -> &[Self] {
        &self.any
    }

    fn not(&self) -> Option<&Self> {
        self.not.as_deref()
    }
}

/// Whether a phrase, or what plays it, is what a condition is about: then its words are the ones that must be needed.
pub(crate) fn is_about(predicate: &Predicate, number: usize, node: &Node, player: Option<&Object>) -> bool {
    predicate.asserts(|test| match test {
        Test::Phrase(look) => look.is_said(node),
        Test::Player(look) => player.map_or(look.is_said(node), |player| look.is_of(player)),
        Test::Target(look) => number == 0 && player.map_or(look.is_said(node), |player| look.is_of(player)),
        _ => false,
    })
}

/// Whether words or what they are about play a part, rather than verb, adverb and cells alone.
pub(crate) fn asks_for_words(predicate: &Predicate) -> bool {
    predicate.has(|test| {
        !matches!(test, Test::Direction(_) | Test::RouteOver(..) | Test::Verb(_) | Test::Adverb(_))
    })
}

/// Whether cells play a part.
pub(crate) fn asks_for_cells(predicate: &Predicate) -> bool {
    predicate.has(|test| matches!(test, Test::Direction(_) | Test::RouteOver(..)))
}

impl wampimuk_core::FeatureTest for Test {
    type Item<'a> = Features<'a>;

    fn judge(&self, features: &Features<'_>) -> Verdict {
        let nodes = features.tree.nodes();
        let relations = || nodes.iter().filter_map(|node| Some(node.link?.1));
        let known = |holds: bool| Verdict::of(Some(holds));
        match self {
            Self::Phrase(look) => known(nodes.iter().any(|node| look.is_said(node))),
            Self::Player(look) => look.judge(features, 0..nodes.len()),
            Self::Target(look) => look.judge(features, 0..1),
            Self::Relation(relation) => known(relations().any(|used| used == *relation)),
            Self::OnlyRelations(allowed) => known(relations().all(|used| allowed.contains(&used))),
            Self::Verb(verb) => known(features.verb == *verb),
            Self::Adverb(adverb) => known(features.adverb == *adverb),
            Self::Direction(direction) => {
                Verdict::of(features.cells.map(|(agent, goal)| agent.direction_to(goal) == Some(*direction)))
            }
            Self::RouteOver(actions, routes) => Verdict::of(
                features.cells.map(|(agent, goal)| routes.length(features.adverb, agent, goal) > *actions),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn routes_are_as_long_as_the_agent_would_walk() {
        let lexicon = Lexicon::reascan();
        let routes = Routes::new(&lexicon);
        let cells = [Cell::new(0, 0), Cell::new(5, 2), Cell::new(3, 3), Cell::new(31, 7), Cell::new(2, 31)];
        for agent in cells {
            for goal in cells {
                for adverb in std::iter::once(None).chain((0..lexicon.adverbs.len() as u8).map(Some)) {
                    let manner = adverb.map_or_else(Manner::default, |adverb| {
                        lexicon.adverbs[usize::from(adverb)].manner.clone()
                    });
                    let from = Agent { cell: agent, heading: Heading::East };
                    let length = reach(MAX_SIDE, from, goal, false, Deed::Walk, &manner);
                    assert_eq!(routes.length(adverb, agent, goal), length, "{agent:?} {goal:?} {adverb:?}");
                }
            }
        }
    }
}

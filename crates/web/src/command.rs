//! What a command means in a world: word by word, under each reading, with the objects that each word leaves.

use serde::Serialize;
use wampimuk_command::{
    Certificate, Command, GridFamily, NarrowingStep, Phrase, Reading, RelationGraphs, Scene, Semantics,
    narrow, parse,
};
use wampimuk_grid::{Action, Cell, World};

use crate::pieces::{Piece, pieces};
use crate::session::Problem;
use crate::world::{described, members};

/// What a command means in a world.
#[derive(Debug, Serialize)]
pub(crate) struct Meaning {
    /// The command as the family words it.
    text: String,
    /// Its words, each with what could stand there instead.
    pieces: Vec<Piece>,
    /// How "small" and "big" were read.
    reading: &'static str,
    /// The objects that it may refer to.
    referents: Vec<usize>,
    /// The same under each reading.
    readings: Vec<(&'static str, Vec<usize>)>,
    /// For each phrase, how its words narrow down what it may refer to.
    phrases: Vec<Narrowing>,
    /// What to do, if there is one referent.
    actions: Option<Vec<&'static str>>,
    /// What is wrong with the command in this world, if there is not one referent.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    /// Each object in words.
    objects: Vec<String>,
}

/// How the words of a phrase narrow down what it may refer to.
#[derive(Debug, Serialize)]
struct Narrowing {
    steps: Vec<Step>,
    /// Who plays the phrase, where the command has one referent.
    player: Option<usize>,
}

/// A part of a phrase, and what it may refer to.
#[derive(Debug, Serialize)]
struct Step {
    text: String,
    objects: Vec<usize>,
}

/// A command in a world, read in one way.
pub(crate) struct Asked<'a> {
    pub family: &'a dyn GridFamily,
    pub command: Command,
    pub world: &'a World,
    pub scene: Scene<'a>,
    pub reading: Reading,
    pub certificate: Certificate,
}

impl<'a> Asked<'a> {
    pub(crate) fn read(
        family: &'a dyn GridFamily,
        text: &str,
        world: &'a World,
        reading: Option<&str>,
    ) -> Result<Self, Problem> {
        let command = parse(text, family.lexicon())
            .map_err(|error| Problem { word: Some(error.position), ..Problem::new(error) })?;
        let reading = match reading {
            None => family.reading(),
            Some(name) => {
                Reading::ALL.into_iter().find(|reading| reading.name() == name).ok_or_else(|| {
                    let names = Reading::ALL.map(Reading::name).join(", ");
                    Problem::new(format!("there is no reading `{name}` (there are: {names})"))
                })?
            }
        };
        Ok(Self::of(family, command, world, reading))
    }

    pub(crate) fn of(
        family: &'a dyn GridFamily,
        command: Command,
        world: &'a World,
        reading: Reading,
    ) -> Self {
        let scene = Scene::new(world);
        let certificate = Certificate::new(&command, &scene, family.lexicon(), reading);
        Self { family, command, world, scene, reading, certificate }
    }

    /// The objects that the command may refer to.
    pub(crate) fn referents(&self) -> u64 {
        self.certificate.referents[self.reading as usize]
    }

    /// The objects that another phrase may refer to in this world.
    pub(crate) fn denotation(&self, phrase: &Phrase) -> u64 {
        self.scene.denotation(phrase, self.family.lexicon(), Semantics::from(self.reading))
    }

    /// The only referent, or what is wrong.
    pub(crate) fn target(&self) -> Result<usize, String> {
        match self.referents() {
            0 => Err("the command refers to nothing in this world".to_owned()),
            set if set.count_ones() == 1 => Ok(set.trailing_zeros() as usize),
            set => Err(format!("the command may refer to {} objects", set.count_ones())),
        }
    }

    /// What to do, if there is one referent.
    pub(crate) fn actions(&self) -> Option<Vec<Action>> {
        let mut actions = Vec::new();
        self.command.execute(self.world, self.target().ok()?, self.family.lexicon(), &mut actions);
        Some(actions)
    }

    /// How phrases and objects are related.
    pub(crate) fn graphs(&self) -> RelationGraphs {
        let lexicon = self.family.lexicon();
        RelationGraphs::new(&self.command.phrase, self.world, lexicon, self.reading, self.target().ok())
    }

    pub(crate) fn meaning(&self) -> Meaning {
        let lexicon = self.family.lexicon();
        let target = self.target();
        let players = target.as_ref().ok().and_then(|&target| {
            self.scene.players(&self.command.phrase, lexicon, Semantics::from(self.reading), target)
        });
        let player = |number: usize| players.as_ref().and_then(|players| players.get(number)).copied();
        let nodes = self.command.phrase.nodes();
        let semantics = Semantics::from(self.reading);
        let way = narrow(&self.command, &self.scene, lexicon, self.family.surface(), semantics);
        let narrowing = |(number, node): (usize, &wampimuk_command::PatternNode<'_>)| Narrowing {
            steps: self.steps(number, node.phrase, &way),
            player: player(number),
        };
        let named = Reading::ALL
            .map(|reading| (reading.name(), members(self.certificate.referents[reading as usize])));
        Meaning {
            text: self.command.text(lexicon, self.family.surface()),
            pieces: pieces(self),
            reading: self.reading.name(),
            referents: members(self.referents()),
            readings: named.into(),
            phrases: nodes.iter().enumerate().map(narrowing).collect(),
            actions: self.actions().map(|actions| actions.into_iter().map(Action::name).collect()),
            problem: target.err(),
            objects: self.world.objects().iter().map(|object| described(object, self.family)).collect(),
        }
    }

    /// A phrase with more and more of its words, from "object" on.
    fn steps(&self, number: usize, phrase: &Phrase, way: &[NarrowingStep]) -> Vec<Step> {
        let any = Phrase { determiner: phrase.determiner, ..Phrase::default() };
        let first = self.step(&any, self.denotation(&any));
        let own = way.iter().filter(|step| step.phrase == number && step.so_far != any);
        std::iter::once(first).chain(own.map(|step| self.step(&step.so_far, step.objects))).collect()
    }

    fn step(&self, phrase: &Phrase, objects: u64) -> Step {
        let command = Command { verb: 0, phrase: phrase.clone(), adverb: None };
        let text = command.text(self.family.lexicon(), self.family.surface());
        let article = self.family.lexicon().speech.article(phrase.determiner);
        let words = text.split(' ').skip_while(|word| *word != article).skip(1);
        Step { text: words.collect::<Vec<_>>().join(" "), objects: members(objects) }
    }

    /// The objects that would be referents, too, if a phrase were another one.
    pub(crate) fn added(&self, phrase: &Phrase) -> u64 {
        self.denotation(phrase) & !self.referents()
    }

    /// The words for which an object is none of the referents: with any one of them left out, it is.
    pub(crate) fn words_against(&self, object: usize) -> Vec<String> {
        let pieces = pieces(self);
        let excluded = |piece: &&Piece| piece.excludes(object);
        pieces.iter().filter(excluded).map(|piece| piece.text.clone()).collect()
    }
}

/// The number of the object in this cell: a solid one, or else one whose corner is there.
pub(crate) fn object_at(world: &World, cell: Cell) -> Option<usize> {
    world.solid_at(cell).or_else(|| world.objects().iter().position(|object| object.cell == cell))
}

//! A command in a world, with its answer: what gSCAN and ReaSCAN items have in common.

use wampimuk_core::{ItemId, name_hash};
use wampimuk_grid::{Action, Deed, FirstAxis, Form, Manner, Object, Shortfall, World, execute, fulfils};

use crate::{Command, Lexicon, Phrase};

/// A command, the world it is given in, the object it refers to and the actions it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What is asked.
    pub command: Command,
    /// Where.
    pub world: World,
    /// The number of the object it is asked of.
    pub target: usize,
    /// The canonical answer.
    pub actions: Vec<Action>,
}

impl Command {
    /// What the verb asks for.
    pub fn deed(&self, lexicon: &Lexicon) -> Deed {
        lexicon.verbs[usize::from(self.verb)].deed
    }

    /// The manner the adverb asks for; without an adverb, the plain one.
    pub fn manner<'l>(&self, lexicon: &'l Lexicon) -> &'l Manner {
        static PLAIN: Manner = Manner::PLAIN;
        self.adverb.map_or(&PLAIN, |adverb| &lexicon.adverbs[usize::from(adverb)].manner)
    }

    /// The canonical actions for carrying out the command on object number `target`.
    pub fn execute(&self, world: &World, target: usize, lexicon: &Lexicon, actions: &mut Vec<Action>) {
        actions.clear();
        execute(world, target, self.deed(lexicon), self.manner(lexicon), FirstAxis::Columns, actions);
    }

    /// Whether any action list carries out the command on object number `target`.
    pub fn fulfilled_by(
        &self,
        actions: &[Action],
        world: &World,
        target: usize,
        lexicon: &Lexicon,
    ) -> Result<(), Shortfall> {
        fulfils(world, target, self.deed(lexicon), self.manner(lexicon), actions)
    }
}

/// Computes identities: hashes of command, grid, agent and the *unordered* objects. Names rather than lexicon numbers
/// go into the hash, so files of different origin can be compared.
#[derive(Clone, Debug)]
pub struct Identifier {
    verbs: Vec<u64>,
    adverbs: Vec<u64>,
    sizes: Vec<u64>,
    nouns: Vec<u64>,
    colours: Vec<u64>,
    canonical: Vec<u8>,
    order: Vec<(u32, usize)>,
}

impl Identifier {
    /// An identifier for items in this lexicon.
    pub fn new(lexicon: &Lexicon) -> Self {
        Self {
            verbs: lexicon.verbs.iter().map(|verb| name_hash(verb.deed.name())).collect(),
            adverbs: lexicon.adverbs.iter().map(|adverb| name_hash(&adverb.word.name)).collect(),
            sizes: lexicon.sizes.iter().map(|size| name_hash(size.extreme.name())).collect(),
            nouns: lexicon.nouns.iter().map(|noun| name_hash(&noun.word.name)).collect(),
            colours: lexicon.colours.iter().map(|colour| name_hash(&colour.name)).collect(),
            canonical: Vec::new(),
            order: Vec::new(),
        }
    }

    /// Takes in entries that a lexicon has gained; known ones must have kept their numbers.
    pub fn follow(&mut self, lexicon: &Lexicon) {
        let known = [&self.verbs, &self.adverbs, &self.sizes, &self.nouns, &self.colours].map(Vec::len);
        let Lexicon { verbs, adverbs, sizes, nouns, colours, .. } = lexicon;
        if known != [verbs.len(), adverbs.len(), sizes.len(), nouns.len(), colours.len()] {
            *self = Self::new(lexicon);
        }
    }

    /// The identity of a command in a world.
    pub fn identify(&mut self, command: &Command, world: &World) -> ItemId {
        let Self { verbs, adverbs, nouns, colours, canonical, order, .. } = self;
        canonical.clear();
        let mut word = |hash: u64| canonical.extend_from_slice(&hash.to_le_bytes());
        word(verbs[usize::from(command.verb)]);
        word(command.adverb.map_or(0, |adverb| adverbs[usize::from(adverb)]));
        let agent = world.agent();
        canonical.extend_from_slice(&[world.side(), agent.cell.row, agent.cell.column, agent.heading as u8]);
        let objects = world.objects();
        let mut add = |object: &Object| {
            let form = u8::from(object.form == Form::Frame);
            let kind = nouns[usize::from(object.shape)].rotate_left(1) ^ colours[usize::from(object.colour)];
            let mut bytes = [object.cell.row, object.cell.column, object.size, form, 0, 0, 0, 0, 0, 0, 0, 0];
            bytes[4..].copy_from_slice(&kind.to_le_bytes());
            canonical.extend_from_slice(&bytes);
        };
        if objects.is_sorted_by_key(Object::order) {
            objects.iter().for_each(&mut add);
        } else {
            order.clear();
            order.extend(objects.iter().enumerate().map(|(number, object)| (object.order(), number)));
            order.sort_unstable();
            order.iter().for_each(|&(_, number)| add(&objects[number]));
        }
        self.phrase(&command.phrase);
        ItemId::of(&self.canonical)
    }

    fn phrase(&mut self, phrase: &Phrase) {
        let hash =
            |entries: &[u64], number: Option<u8>| number.map_or(0, |number| entries[usize::from(number)]);
        let words = [
            hash(&self.sizes, phrase.size),
            hash(&self.colours, phrase.colour),
            hash(&self.nouns, phrase.noun),
        ];
        for word in words {
            self.canonical.extend_from_slice(&word.to_le_bytes());
        }
        self.canonical.push(phrase.clauses.len() as u8);
        for clause in &phrase.clauses {
            self.canonical.push(clause.relation as u8);
            self.phrase(&clause.phrase);
        }
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_grid::{Agent, Cell};

    use super::*;
    use crate::parse;

    fn world(objects: &[Object]) -> World {
        let mut world = World::new(6, Agent::default()).unwrap();
        for &object in objects {
            world.place(object).unwrap();
        }
        world
    }

    #[test]
    fn identity_ignores_order_and_numbering_but_nothing_else() {
        let gscan = Lexicon::gscan();
        let one = Object::solid(0, 1, 2, Cell::new(3, 3));
        let two = Object::solid(2, 0, 4, Cell::new(1, 5));
        let command = parse("walk to a green square", &gscan).unwrap();
        let mut identifier = Identifier::new(&gscan);
        let id = identifier.identify(&command, &world(&[one, two]));
        assert_eq!(id, identifier.identify(&command, &world(&[two, one])));
        assert_ne!(id, identifier.identify(&command, &world(&[one, Object { size: 3, ..two }])));
        assert_ne!(id, identifier.identify(&parse("walk to a square", &gscan).unwrap(), &world(&[one, two])));

        let mut other = Lexicon::gscan();
        other.nouns.reverse();
        other.colours.swap(0, 1);
        let renumber = |object: Object| Object {
            shape: 2 - object.shape,
            colour: [1, 0][usize::from(object.colour)],
            ..object
        };
        let command = parse("walk to a green square", &other).unwrap();
        assert_eq!(id, Identifier::new(&other).identify(&command, &world(&[renumber(one), renumber(two)])));
    }

    #[test]
    fn identifiers_follow_a_growing_lexicon() {
        let mut lexicon = Lexicon::gscan();
        let mut identifier = Identifier::new(&lexicon);
        let command = parse("walk to a square", &lexicon).unwrap();
        let old = world(&[Object::solid(0, 1, 2, Cell::new(3, 3))]);
        let id = identifier.identify(&command, &old);
        lexicon.colours.push(crate::Word::plain("pink"));
        identifier.follow(&lexicon);
        assert_eq!(identifier.identify(&command, &old), id);
        let new = world(&[Object::solid(0, 4, 2, Cell::new(3, 3))]);
        assert_eq!(identifier.identify(&command, &new), Identifier::new(&lexicon).identify(&command, &new));
    }
}

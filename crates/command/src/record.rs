//! Examples as records: the columns that gSCAN and ReaSCAN files share, and those that only ReaSCAN's have.

mod trees;

use wampimuk_core::{Field, Schema, Sink, Type, Words};
use wampimuk_grid::{Action, Direction, Heading};

use crate::{Command, Example, GridItem, Lexicon, Reading, Register, Surface, WordClass};

/// The columns of examples in one lexicon, and how to write an example into them.
#[derive(Clone, Debug)]
pub struct GridColumns {
    schema: Schema,
    tokens: Words,
    /// Whether there are columns about relative clauses and about why each object is there.
    trees: bool,
    /// Whether the command stands in other words too.
    paraphrases: bool,
}

impl GridColumns {
    /// The columns of examples whose words come from this lexicon.
    pub fn new(lexicon: &Lexicon, surface: Surface, splits: &[String]) -> Self {
        let tokens = vocabulary(lexicon, surface);
        let optional = |none: &str, names: Vec<&str>| words(std::iter::once(none).chain(names));
        let verbs = words(lexicon.verbs.iter().map(|verb| verb.deed.name()));
        let adverbs = optional("", lexicon.adverbs.iter().map(|adverb| adverb.word.name.as_str()).collect());
        let sizes = optional("", lexicon.sizes.iter().map(|size| size.extreme.name()).collect());
        let colours = optional("", lexicon.colours.iter().map(|colour| colour.name.as_str()).collect());
        let nouns = optional("object", lexicon.nouns.iter().map(|noun| noun.word.name.as_str()).collect());
        let shapes = words(lexicon.nouns.iter().map(|noun| noun.word.name.as_str()));
        let object_colours = words(lexicon.colours.iter().map(|colour| colour.name.as_str()));
        let list = |words: Words| Type::List(Box::new(Type::Word(words)));
        let word = Type::Word;
        let mut object = vec![
            Field::new("shape", word(shapes), "the object's shape"),
            Field::new("colour", word(object_colours), "the object's colour"),
            Field::new("size", Type::U8, "the object's size, 1 is the smallest"),
            Field::new("row", Type::U8, "the object's row, 0 is the top"),
            Field::new("column", Type::U8, "the object's column, 0 is the left"),
        ];
        let trees = surface == Surface::Reascan;
        if trees {
            object.extend(trees::object_fields());
        }
        let tree_fields = if trees { trees::fields(&sizes, &colours, &nouns) } else { Vec::new() };
        let mut fields = vec![
            Field::new("id", Type::Text, "hash of command, grid, agent and the unordered objects"),
            Field::new(
                "split",
                word(words(splits.iter().map(String::as_str))),
                "the split the item belongs to",
            ),
            Field::new(
                "index",
                Type::U64,
                "the item's index in its split: with recipe and seed, its address",
            ),
            Field::new("command", list(tokens.clone()), "the command's tokens"),
            Field::new("verb", word(verbs), "the meaning of the verb"),
            Field::new("size", word(sizes), "the meaning of the size word, empty if there is none"),
            Field::new("colour", word(colours), "the meaning of the colour word, empty if there is none"),
            Field::new("noun", word(nouns), "the meaning of the noun"),
            Field::new("adverb", word(adverbs), "the meaning of the adverb, empty if there is none"),
            Field::new("grid_size", Type::U8, "rows and columns of the grid"),
            Field::new("agent_row", Type::U8, "the agent's row at the start"),
            Field::new("agent_column", Type::U8, "the agent's column at the start"),
            Field::new("agent_heading", word(words(HEADINGS)), "where the agent faces at the start"),
            Field::new("objects", Type::List(Box::new(Type::Struct(object))), "the objects of the world"),
            Field::new("target", Type::U8, "which of the objects the command refers to, from 0"),
            Field::new("direction", word(words(directions())), "where the target lies seen from the agent"),
            Field::new("distance", Type::U8, "steps from the agent to the target"),
            Field::new(
                "actions",
                list(words(Action::ALL.map(Action::name))),
                "the canonical action sequence",
            ),
            Field::new(
                "readings",
                list(words(READINGS)),
                "readings of small/big under which the target is unique",
            ),
            Field::new(
                "necessary",
                list(words(NECESSARY)),
                "words without which the referent would not be unique",
            ),
        ];
        fields.extend(tree_fields);
        Self { schema: Schema { fields }, tokens, trees, paraphrases: false }
    }

    /// The same columns, and one for the command in other words. The `command` stays as it is, so that readers need not
    /// know the other words.
    #[must_use]
    pub fn with_paraphrases(mut self) -> Self {
        self.schema.fields.push(Field::new("paraphrase", Type::Text, "the command in other words"));
        self.paraphrases = true;
        self
    }

    /// The columns.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// The words of the `command` column.
    pub fn vocabulary(&self) -> &[String] {
        &self.tokens
    }

    /// A command's tokens as numbers of the `command` column's words.
    pub fn tokens(&self, command: &Command, lexicon: &Lexicon, surface: Surface) -> Vec<u8> {
        let tokens = command.tokens(lexicon, surface, Register::Words);
        let number = |token: &str| self.tokens.iter().position(|word| word == token).unwrap_or(0) as u8;
        tokens.into_iter().map(number).collect()
    }

    /// Writes an item. The tokens are those of its command, as [`GridColumns::tokens`] gives them; the paraphrase is its command
    /// in other words, where the columns ask for it. Columns of ReaSCAN's wording need the variants of the certificate.
    pub fn write(&self, item: &GridItem, tokens: &[u8], paraphrase: &str, sink: &mut dyn Sink) {
        let GridItem { example, certificate, cast, .. } = item;
        let Example { command, world, target, actions } = example;
        let phrase = &command.phrase;
        let optional = |number: Option<u8>| number.map_or(0, |number| usize::from(number) + 1);
        let agent = world.agent();
        let goal = world.objects()[*target].cell;
        sink.id(item.id);
        sink.word(item.split);
        sink.uint(item.index);
        sink.words(tokens);
        sink.word(usize::from(command.verb));
        sink.word(optional(phrase.size));
        sink.word(optional(phrase.colour));
        sink.word(optional(phrase.noun));
        sink.word(optional(command.adverb));
        sink.uint(world.side().into());
        sink.uint(agent.cell.row.into());
        sink.uint(agent.cell.column.into());
        sink.word(agent.heading as usize);
        sink.list(world.objects().len());
        for (number, object) in world.objects().iter().enumerate() {
            sink.word(object.shape.into());
            sink.word(object.colour.into());
            sink.uint(object.size.into());
            sink.uint(object.cell.row.into());
            sink.uint(object.cell.column.into());
            if self.trees {
                trees::write_part(cast, number, sink);
            }
        }
        sink.uint(*target as u64);
        sink.word(agent.cell.direction_to(goal).map_or(0, |direction| direction as usize + 1));
        sink.uint(agent.cell.distance(goal).into());
        // `Action` is numbered as in `Action::ALL`; the list is copied through a small buffer, without allocation.
        sink.word_list(&mut actions.iter().map(|&action| action as u8));
        let holds = |reading: &Reading| certificate.holds_under(*reading, *target);
        sink.word_list(&mut Reading::ALL.into_iter().filter(holds).map(|reading| reading as u8));
        let needed = certificate.necessity.head().words();
        sink.word_list(&mut needed.map(|(_, class)| class as u8));
        if self.trees {
            trees::write(item, sink);
        }
        if self.paraphrases {
            sink.text(paraphrase);
        }
        sink.end();
    }
}

const HEADINGS: [&str; 4] = ["east", "south", "west", "north"];
const READINGS: [&str; 3] =
    [Reading::Existential.name(), Reading::Superlative.name(), Reading::ColourBlind.name()];
const NECESSARY: [&str; 3] = [WordClass::Size.name(), WordClass::Colour.name(), WordClass::Noun.name()];

/// The name of a heading in files.
pub fn heading_name(heading: Heading) -> &'static str {
    HEADINGS[heading as usize]
}

fn directions() -> impl Iterator<Item = &'static str> {
    std::iter::once("").chain(Direction::ALL.map(Direction::name))
}

fn words<'a>(names: impl IntoIterator<Item = &'a str>) -> Words {
    names.into_iter().map(String::from).collect()
}

/// Every token that a command of this lexicon can have, each once.
fn vocabulary(lexicon: &Lexicon, surface: Surface) -> Words {
    let mut tokens: Vec<String> = Vec::new();
    let mut add = |token: &str| {
        if !tokens.iter().any(|known| known == token) {
            tokens.push(token.to_string());
        }
    };
    let speech = &lexicon.speech;
    for word in [&speech.to, &speech.articles[0], &speech.articles[1], &speech.object] {
        add(word);
    }
    for word in lexicon.words() {
        match surface {
            Surface::Gscan => add(word),
            Surface::Reascan => word.split(' ').for_each(&mut add),
        }
    }
    if surface == Surface::Reascan {
        for words in [&speech.opener, &speech.conjunction].into_iter().chain(&speech.relations) {
            words.split(' ').for_each(&mut add);
        }
    }
    tokens.into()
}

//! Worlds of either origin in one form: read from the original's files, or made here.

use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde_json::Value;
use wampimuk_command::{
    Command, Determiner, Lexicon, Reading, Scene, Strategy, WordClass, choose_articles, parse,
};
use wampimuk_grid::{Agent, Cell, Heading, Object, World};

use super::super::ReleasedBuilder;

/// A command in a world, and what the original's files say about its distractors.
#[derive(Debug)]
pub struct Sample {
    pub command: Command,
    pub world: World,
    pub actions: usize,
    pub full_relation: bool,
    pub relation: bool,
    pub attribute: bool,
    pub isomorphism: bool,
    pub randoms: usize,
    /// The phrase and the class of the changed word.
    pub changed: Option<(u8, WordClass)>,
    /// What was exchanged, placed or not.
    pub swapped: Option<WordClass>,
}

/// A file of the original's items, if it is there.
pub fn read(name: &str, lexicon: &Lexicon) -> Option<Vec<Sample>> {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let shared = std::env::var_os("WAMPIMUK_SHARED").map_or(default, PathBuf::from);
    let path = shared.join("conformance/reascan").join(format!("{name}.jsonl.gz"));
    let Ok(file) = std::fs::File::open(&path) else {
        println!("skipped: {} is not there", path.display());
        return None;
    };
    let mut text = String::new();
    GzDecoder::new(file).read_to_string(&mut text).expect("a gzip file");
    let record = |line| serde_json::from_str(line).expect("a JSON value on each line");
    Some(
        text.lines().map(|line| original(&record(line), lexicon).expect("an item of the original")).collect(),
    )
}

fn original(record: &Value, lexicon: &Lexicon) -> Option<Sample> {
    let number = |value: &Value| value.as_str()?.parse::<u8>().ok();
    let cell = |value: &Value| Some(Cell::new(number(&value["row"])?, number(&value["column"])?));
    let phrase = |value: &Value| value.as_str()?.strip_prefix("$OBJ_")?.parse::<u8>().ok();
    let flag = |name: &str| record[name].as_bool();
    let situation = &record["situation"];
    let agent = Agent { cell: cell(&situation["agent_position"])?, heading: Heading::East };
    let mut world = World::new(6, agent).ok()?;
    let placed = &situation["placed_objects"];
    for index in 0..placed.as_object()?.len() {
        let object = &placed[index.to_string()];
        let shape = lexicon.shape_named(object["object"]["shape"].as_str()?)?;
        let colour = lexicon.colour_named(object["object"]["color"].as_str()?)?;
        let solid =
            Object::solid(shape, colour, number(&object["object"]["size"])?, cell(&object["position"])?);
        world.place(Object { form: lexicon.nouns[usize::from(shape)].form, ..solid }).ok()?;
    }
    let change = &record["attribute_distractor_metadata"][0]["distractor_metadata"][0];
    let word = match change["modified_attribute"].as_str() {
        Some("$SIZE") => Some(WordClass::Size),
        Some("$COLOR") => Some(WordClass::Colour),
        Some("$SHAPE") => Some(WordClass::Noun),
        _ => None,
    };
    let swap = &record["isomorphism_distractor_metadata"][0]["distractor_metadata"][0];
    let swapped = match (swap["color_shuffled"].as_bool(), swap["shape_shuffled"].as_bool()) {
        (Some(true), _) => Some(WordClass::Colour),
        (_, Some(true)) => Some(WordClass::Noun),
        _ => None,
    };
    Some(Sample {
        command: parse(record["command"].as_str()?, lexicon).ok()?,
        world,
        actions: record["target_commands"].as_str()?.split(',').count(),
        full_relation: flag("full_relation_distractor")?,
        relation: flag("has_relation_distractor")?,
        attribute: flag("has_attribute_distractor")?,
        isomorphism: flag("has_isomorphism_distractor")?,
        randoms: record["n_random_distractor"].as_u64()? as usize,
        changed: phrase(&change["modified_obj"]).zip(word),
        swapped,
    })
}

/// The world that an attempt has made for a command.
pub fn made(builder: &ReleasedBuilder, command: &Command, lexicon: &Lexicon) -> Sample {
    let world = super::world(builder);
    let mut command = command.clone();
    choose_articles(&mut command.phrase, &Scene::new(&world), lexicon, Reading::Existential.into());
    let mut actions = Vec::new();
    command.execute(&world, 0, lexicon, &mut actions);
    let cast = builder.cast();
    let of = |strategy| cast.groups.iter().filter(move |group| group.strategy == strategy);
    let random =
        |object: &usize| cast.group_of(*object).is_some_and(|group| group.strategy == Strategy::Random);
    Sample {
        actions: actions.len(),
        full_relation: of(Strategy::Relation).all(|group| group.complete),
        relation: of(Strategy::Relation).any(|group| group.complete),
        attribute: super::has_attribute(builder),
        isomorphism: of(Strategy::Isomorphism).any(|group| group.complete),
        randoms: (0..cast.parts.len()).filter(random).count(),
        changed: of(Strategy::Attribute).next().and_then(|group| group.phrase.zip(group.word)),
        swapped: of(Strategy::Isomorphism).next().and_then(|group| group.word),
        command,
        world,
    }
}

impl Sample {
    /// The command with articles that do not depend on the world.
    pub fn plain_command(&self) -> Command {
        fn plain(phrase: &mut wampimuk_command::Phrase) {
            phrase.determiner = Determiner::The;
            phrase.clauses.iter_mut().for_each(|clause| plain(&mut clause.phrase));
        }
        let mut command = self.command.clone();
        plain(&mut command.phrase);
        command
    }
}

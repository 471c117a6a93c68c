//! A lexicon as recipe data.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::de::value::MapAccessDeserializer;
use serde::{Deserialize, Deserializer, Serialize, de};
use wampimuk_core::{Digest, RecipeError, StreamKey, check_count, suggest_or_list};
use wampimuk_grid::{Action, Deed, Form, Manner};

use crate::{Adverb, Extreme, Lexicon, MAX_ENTRIES, Noun, SizeWord, Speech, Verb, Word, known_manner};

/// The words of the language.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct LexiconRecipe {
    /// Verbs worded "… to": `walk`.
    pub intransitive_verbs: Vec<String>,
    /// Verbs that take the target as their object: `push`, `pull`.
    pub transitive_verbs: Vec<String>,
    /// Adverbs: the name of a known one, or a table that says what the adverb does.
    pub adverbs: Vec<AdverbRecipe>,
    /// Shapes.
    pub nouns: Vec<String>,
    /// Shapes that frame a square of cells, so that things can be inside of them: `box`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// What solid shapes are drawn as, by their names: the corners of a polygon, as parts of a square's side from the left and
    /// from the top, e.g. `{ wug = [[0, 1], [0.5, 0], [1, 1]] }`. Other shapes are drawn by their names.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub outlines: BTreeMap<String, Vec<[f64; 2]>>,
    /// Colours. Those that are not known by their names are drawn in colours that are left; `#ff00aa` is drawn so.
    pub colours: Vec<String>,
    /// Size words: `small`, `big`.
    pub size_adjectives: Vec<String>,
    /// Other words for these meanings, e.g. `{ red = "wampi", push = "dax" }`.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub words: BTreeMap<String, String>,
    /// Replace every word by a sampled nonce word; the number selects which.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nonce: Option<u64>,
}

impl Default for LexiconRecipe {
    /// gSCAN's words.
    fn default() -> Self {
        let list = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Self {
            intransitive_verbs: list(&["walk"]),
            transitive_verbs: list(&["pull", "push"]),
            adverbs: ["cautiously", "while spinning", "hesitantly", "while zigzagging"]
                .map(|name| AdverbRecipe::Known(name.to_string()))
                .into(),
            nouns: list(&["square", "cylinder", "circle"]),
            frames: Vec::new(),
            outlines: BTreeMap::new(),
            colours: list(&["red", "green", "yellow", "blue"]),
            size_adjectives: list(&["big", "small"]),
            words: BTreeMap::new(),
            nonce: None,
        }
    }
}

impl LexiconRecipe {
    /// ReaSCAN's words.
    pub fn reascan() -> Self {
        let list = |words: &[&str]| words.iter().map(ToString::to_string).collect();
        Self {
            adverbs: ["while zigzagging", "while spinning", "cautiously", "hesitantly"]
                .map(|name| AdverbRecipe::Known(name.to_string()))
                .into(),
            nouns: list(&["circle", "cylinder", "square"]),
            frames: list(&["box"]),
            colours: list(&["red", "blue", "green", "yellow"]),
            ..Self::default()
        }
    }

    /// Builds the lexicon, or says which entry has no meaning.
    pub fn lexicon(&self) -> Result<Lexicon, RecipeError> {
        // Before anything is made of them: new words are looked for until all differ.
        for (class, count) in [
            ("intransitive_verbs", self.intransitive_verbs.len()),
            ("transitive_verbs", self.transitive_verbs.len()),
            ("adverbs", self.adverbs.len()),
            ("nouns", self.nouns.len()),
            ("frames", self.frames.len()),
            ("colours", self.colours.len()),
            ("size_adjectives", self.size_adjectives.len()),
        ] {
            check_count(&format!("lexicon.{class}"), count, MAX_ENTRIES)?;
        }
        let mut verbs = Vec::new();
        for name in &self.intransitive_verbs {
            verbs.push(verb(name, &[Deed::Walk], "intransitive_verbs")?);
        }
        for name in &self.transitive_verbs {
            verbs.push(verb(name, &[Deed::Push, Deed::Pull], "transitive_verbs")?);
        }
        let mut lexicon = Lexicon {
            verbs,
            adverbs: self.adverbs.iter().map(adverb).collect::<Result<_, _>>()?,
            nouns: {
                let noun = |form| move |name: &String| Noun::plain(name, form);
                let solids = self.nouns.iter().map(noun(Form::Solid));
                solids.chain(self.frames.iter().map(noun(Form::Frame))).collect()
            },
            colours: self.colours.iter().map(|name| Word::plain(name)).collect(),
            sizes: self.size_adjectives.iter().map(|name| size(name)).collect::<Result<_, _>>()?,
            speech: Speech::default(),
        };
        for (name, corners) in &self.outlines {
            outlined(&mut lexicon, name)?.outline = outline(name, corners)?;
        }
        if let Some(number) = self.nonce {
            let mut stream = StreamKey::new(&Digest::of(b"nonce words"), "lexicon", number).stream(0);
            lexicon = lexicon.with_nonce_words(&mut stream);
        }
        let mut unused: Vec<&str> = self.words.keys().map(String::as_str).collect();
        lexicon.rename(|word| {
            unused.retain(|meaning| *meaning != word);
            self.words.get(word).cloned()
        });
        if let Some(meaning) = unused.first() {
            let error =
                RecipeError::new(format!("lexicon.words renames `{meaning}`, which is not in the lexicon"));
            return Err(error.suggest(meaning, lexicon.words()));
        }
        lexicon.check().map_err(|error| RecipeError::new(format!("lexicon: {error}")))?;
        for (class, empty) in [
            ("verbs", lexicon.verbs.is_empty()),
            ("nouns", lexicon.nouns.is_empty()),
            ("colours", lexicon.colours.is_empty()),
        ] {
            if empty {
                return Err(
                    RecipeError::new(format!("lexicon: there are no {class}")).hint("at least one is needed")
                );
            }
        }
        Ok(lexicon)
    }
}

/// An adverb: a known name, or a name and what it does.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum AdverbRecipe {
    /// One of the papers' adverbs.
    Known(String),
    /// An adverb of your own.
    Own(OwnAdverb),
}

impl<'de> Deserialize<'de> for AdverbRecipe {
    /// By hand, so that errors name the key that is wrong.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;

        impl<'de> de::Visitor<'de> for Visitor {
            type Value = AdverbRecipe;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the name of an adverb, or a table with `name` and `manner`")
            }

            fn visit_str<E: de::Error>(self, name: &str) -> Result<AdverbRecipe, E> {
                Ok(AdverbRecipe::Known(name.to_owned()))
            }

            fn visit_map<A: de::MapAccess<'de>>(self, map: A) -> Result<AdverbRecipe, A::Error> {
                OwnAdverb::deserialize(MapAccessDeserializer::new(map)).map(AdverbRecipe::Own)
            }
        }

        deserializer.deserialize_any(Visitor)
    }
}

/// An adverb of your own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct OwnAdverb {
    /// Its name.
    pub name: String,
    /// What it does.
    pub manner: Manner,
}

/// The most actions that a manner adds to a turn or a step: every item has as many for each of its steps.
const MOST_ADDED: usize = 16;

const KNOWN_ADVERBS: [&str; 6] =
    ["cautiously", "while spinning", "hesitantly", "while zigzagging", "quickly", "slowly"];

/// The complaint about a name in a recipe that the lexicon does not have, with the nearest that it has.
pub fn unknown_name(key: &str, name: &str, known: &[&str]) -> RecipeError {
    RecipeError::new(format!("`{key}`: `{name}` is not in the lexicon")).hint(suggest_or_list(
        name,
        "known:",
        known.iter().copied(),
    ))
}

fn verb(name: &str, deeds: &[Deed], class: &str) -> Result<Verb, RecipeError> {
    let deed = deeds.iter().copied().find(|deed| deed.name() == name).ok_or_else(|| {
        let known: Vec<&str> = deeds.iter().map(|deed| deed.name()).collect();
        RecipeError::new(format!("lexicon.{class}: `{name}` is not something an agent can do"))
            .hint(format!("known here: {}; use lexicon.words to give it another word", known.join(", ")))
    })?;
    Ok(Verb { word: name.to_string(), deed })
}

fn adverb(recipe: &AdverbRecipe) -> Result<Adverb, RecipeError> {
    match recipe {
        AdverbRecipe::Own(own) => {
            check_manner(&own.name, &own.manner)?;
            Ok(Adverb { word: Word::plain(&own.name), manner: own.manner.clone() })
        }
        AdverbRecipe::Known(name) => {
            let manner = known_manner(name).ok_or_else(|| {
                let known = KNOWN_ADVERBS.join(", ");
                RecipeError::new(format!("lexicon.adverbs: what `{name}` does is not known"))
                    .hint(format!("known: {known}; or say what it does: {{ name = \"{name}\", manner = {{ after_step = [\"stay\"] }} }}"))
                    .suggest(name, KNOWN_ADVERBS)
            })?;
            Ok(Adverb { word: Word::plain(name), manner })
        }
    }
}

/// A manner may turn and wait, but must not lead the agent elsewhere: its actions would then not do what was asked.
fn check_manner(name: &str, manner: &Manner) -> Result<(), RecipeError> {
    let Manner { before_turn, before_step, after_step, route: _ } = manner;
    let error = |message: &str| RecipeError::new(format!("lexicon.adverbs: `{name}` {message}"));
    for list in [before_turn, before_step, after_step] {
        check_count(&format!("lexicon.adverbs: a list of `{name}`"), list.len(), MOST_ADDED)?;
    }
    let mut all = [before_turn, before_step, after_step].into_iter().flatten();
    if all.any(|action| matches!(action, Action::Walk | Action::Push | Action::Pull)) {
        return Err(error("moves the agent").hint("a manner adds turn left, turn right and stay only"));
    }
    let count = |list: &[Action], turn| list.iter().filter(|&&action| action == turn).count();
    let cancel = |lists: [&[Action]; 2]| {
        let sum = |turn| lists.iter().map(|list| count(list, turn)).sum::<usize>();
        sum(Action::TurnLeft) % 4 == sum(Action::TurnRight) % 4
    };
    if cancel([before_turn, before_step]) && cancel([after_step, &[]]) {
        return Ok(());
    }
    Err(error("leaves the agent facing another way")
        .hint("left and right turns must cancel out before the step, and again after it"))
}

/// The most corners of an outline.
const MOST_CORNERS: usize = 64;
/// The least part of its square that an outline encloses: less could not be seen.
const LEAST_AREA: f64 = 0.02;

/// The noun that an outline is for.
fn outlined<'l>(lexicon: &'l mut Lexicon, name: &str) -> Result<&'l mut Noun, RecipeError> {
    let names: Vec<String> = lexicon.nouns.iter().map(|noun| noun.word.name.clone()).collect();
    match lexicon.nouns.iter_mut().find(|noun| noun.word.name == name) {
        None => Err(RecipeError::new(format!("lexicon.outlines: there is no noun `{name}`"))
            .hint(suggest_or_list(name, "there are", names.iter().map(String::as_str)))),
        Some(noun) if noun.form == Form::Frame => Err(RecipeError::new(format!(
            "lexicon.outlines.{name}: frames have no outline of their own"
        ))
        .hint("a frame is drawn around the cells that it spans; move it to lexicon.nouns for a solid shape")),
        Some(noun) => Ok(noun),
    }
}

/// The corners in thousandths.
fn outline(name: &str, corners: &[[f64; 2]]) -> Result<Vec<(u16, u16)>, RecipeError> {
    let key = format!("lexicon.outlines.{name}");
    let error = |message: String, hint: &str| Err(RecipeError::new(format!("{key}{message}")).hint(hint));
    check_count(&key, corners.len(), MOST_CORNERS)?;
    if corners.len() < 3 {
        return error(format!(" has {} corners", corners.len()), "an outline has at least 3");
    }
    for (number, corner) in corners.iter().enumerate() {
        // What is no number is in no range.
        if !corner.iter().all(|part| (0.0..=1.0).contains(part)) {
            let [x, y] = corner;
            let hint = "corners are parts of a square's side, from 0 to 1: from the left, from the top";
            return error(format!(": corner {} is [{x}, {y}]", number + 1), hint);
        }
    }
    let next = corners.iter().cycle().skip(1);
    let twice: f64 = corners.iter().zip(next).map(|([x, y], [to_x, to_y])| x * to_y - to_x * y).sum();
    if twice.abs() / 2.0 < LEAST_AREA {
        let hint = "corners in order around the shape enclose at least a fiftieth of the square";
        return error(" encloses next to nothing".into(), hint);
    }
    Ok(corners.iter().map(|&[x, y]| ((x * 1000.0).round() as u16, (y * 1000.0).round() as u16)).collect())
}

fn size(name: &str) -> Result<SizeWord, RecipeError> {
    let extreme = match name {
        "small" => Extreme::Small,
        "big" => Extreme::Big,
        _ => {
            return Err(RecipeError::new(format!("lexicon.size_adjectives: `{name}` is not a size"))
                .hint("sizes are small and big; use lexicon.words to give them other words"));
        }
    };
    Ok(SizeWord { word: name.to_string(), extreme })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// New words for a million nouns were looked for among those that there are, which never ended.
    #[test]
    fn vocabularies_have_an_end() {
        let nouns = (0..1_000_000).map(|number| format!("n{number}")).collect();
        let recipe = LexiconRecipe { nouns, nonce: Some(1), ..LexiconRecipe::default() };
        let error = recipe.lexicon().unwrap_err().to_string();
        assert_eq!(error, "lexicon.nouns has 1000000 entries (at most 32)");
    }

    #[test]
    fn outlines_are_polygons_in_a_square() {
        let with = |name: &str, corners: &[[f64; 2]]| {
            let outlines = BTreeMap::from([(name.to_owned(), corners.to_vec())]);
            let frames = vec!["box".to_owned()];
            LexiconRecipe { outlines, frames, ..LexiconRecipe::default() }.lexicon()
        };
        let triangle = [[0.0, 1.0], [0.5, 0.0], [1.0, 1.0]];
        let lexicon = with("circle", &triangle).unwrap();
        assert_eq!(lexicon.nouns[2].outline, [(0, 1000), (500, 0), (1000, 1000)]);
        assert!(lexicon.nouns[0].outline.is_empty());
        let wrong = |name: &str, corners: &[[f64; 2]]| with(name, corners).unwrap_err().to_string();
        let text = wrong("circel", &triangle);
        assert!(
            text.contains("lexicon.outlines: there is no noun `circel`") && text.contains("`circle`"),
            "{text}"
        );
        assert!(wrong("box", &triangle).contains("lexicon.outlines.box: frames have no outline"));
        assert!(wrong("circle", &triangle[..2]).contains("lexicon.outlines.circle has 2 corners"));
        assert!(wrong("circle", &[[0.0, 0.0]; 65]).contains("has 65 entries (at most 64)"));
        let text = wrong("circle", &[[0.0, 0.0], [1.5, 0.0], [1.0, 1.0]]);
        assert!(text.contains("lexicon.outlines.circle: corner 2 is [1.5, 0]"), "{text}");
        for none in [f64::NAN, f64::INFINITY, -0.1] {
            assert!(wrong("circle", &[[none, 0.0], [1.0, 0.0], [1.0, 1.0]]).contains("corner 1 is ["));
        }
        assert!(wrong("circle", &[[0.0, 0.0], [0.5, 0.5], [1.0, 1.0]]).contains("encloses next to nothing"));
    }

    /// The actions of such adverbs would lead past the target, and no check of the label would notice.
    #[test]
    fn adverbs_must_not_lead_elsewhere() {
        use Action::{Stay, TurnLeft, TurnRight, Walk};
        let check = |before_turn: &[Action], before_step: &[Action], after_step: &[Action]| {
            let (before_turn, before_step) = (before_turn.to_vec(), before_step.to_vec());
            let manner =
                Manner { before_turn, before_step, after_step: after_step.to_vec(), ..Manner::default() };
            check_manner("dizzily", &manner)
        };
        for good in ["cautiously", "while spinning", "hesitantly", "while zigzagging"] {
            assert_eq!(check_manner(good, &known_manner(good).unwrap()), Ok(()));
        }
        assert_eq!(check(&[TurnLeft], &[TurnRight], &[Stay]), Ok(()));
        assert_eq!(check(&[], &[], &[TurnRight; 4]), Ok(()));
        assert!(check(&[TurnLeft], &[], &[]).is_err());
        assert!(check(&[], &[TurnLeft], &[TurnRight]).is_err());
        assert!(check(&[], &[], &[TurnLeft; 3]).is_err());
        assert!(check(&[], &[], &[Walk]).is_err());
        assert_eq!(check(&[], &[], &[Stay; MOST_ADDED]), Ok(()));
        let error = check(&[], &[], &[Stay; MOST_ADDED + 1]).unwrap_err().to_string();
        assert!(error.contains("has 17 entries (at most 16)"), "{error}");
    }
}

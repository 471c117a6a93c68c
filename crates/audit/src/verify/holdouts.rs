//! The hold-outs of the papers, as far as an item shows whether it belongs to one: by its words, its target, the objects
//! that its command is about, and its actions.
//!
//! They are written down here once more, apart from the recipes: files of any origin can be held to them.

use wampimuk_command::{Certificate, Extreme, Phrase, Reading, Relation, Scene, WordClass};
use wampimuk_dataset::RecordedClaims;
use wampimuk_grid::{Deed, Object};
use wampimuk_source::ItemView;

/// More actions than this are long, in the paper's split by length.
const LONG: usize = 15;

/// A hold-out of a paper.
#[derive(Debug)]
pub(super) struct HoldOut {
    /// Its name in files, with or without `_dev` and `_test` after it.
    pub name: &'static str,
    /// Other names of it, in files of the authors.
    aliases: &'static [&'static str],
    /// What it is, in words.
    pub title: &'static str,
    /// How many of its items train may have all the same.
    pub shots: u64,
    /// Whether an item belongs to it.
    pub holds: fn(&Case<'_>) -> bool,
    /// What the paper promises of its items beyond that, and an item breaks; `None` if it promises nothing.
    pub broken: Option<fn(&Case<'_>) -> Vec<String>>,
}

/// An item and its target.
#[derive(Clone, Copy, Debug)]
pub(super) struct Case<'a> {
    pub item: &'a ItemView<'a>,
    pub target: usize,
}

/// The most shots that the paper gives.
const SHOTS: u64 = 50;

const fn plain(name: &'static str, title: &'static str, holds: fn(&Case<'_>) -> bool) -> HoldOut {
    HoldOut { name, aliases: &[], title, shots: 0, holds, broken: None }
}

/// All of them: gSCAN's B to I, then ReaSCAN's A1 to C2.
pub(super) static HOLDOUTS: [HoldOut; 15] = [
    plain("visual_easier", "B: yellow squares, referred to with their colour", |case| {
        case.item.command.phrase.colour.is_some_and(|colour| case.is_colour(colour, "yellow"))
            && case.is_target("yellow", "square")
    }),
    plain("visual", "C: red squares", |case| case.is_target("red", "square")),
    plain("situational_1", "D: targets to the south-west", |case| {
        let agent = case.item.world.agent().cell;
        agent.direction_to(case.object().cell).is_some_and(|direction| direction.name() == "sw")
    }),
    plain("situational_2", "E: circles of size 2 referred to as small", |case| {
        case.says(&case.item.command.phrase, Some(Extreme::Small), None, None)
            && case.is_shape(case.object().shape, "circle")
            && case.object().size == 2
    }),
    plain("contextual", "F: pushing squares of size 3", |case| {
        case.item.command.deed(case.item.lexicon) == Deed::Push
            && case.is_shape(case.object().shape, "square")
            && case.object().size == 3
    }),
    HoldOut {
        shots: SHOTS,
        ..plain("adverb_1", "G: cautiously", |case| case.adverb() == Some("cautiously"))
    },
    plain("adverb_2", "H: pulling while spinning", |case| {
        case.item.command.deed(case.item.lexicon) == Deed::Pull && case.adverb() == Some("while spinning")
    }),
    plain("target_lengths", "I: more than 15 actions", |case| case.item.actions.len() > LONG),
    HoldOut {
        aliases: &["a1_novel_color_attribute"],
        broken: Some(|case| case.idle(None, "yellow", "square", WordClass::Colour)),
        ..plain("a1", "A1: yellow squares are mentioned", |case| {
            case.mentions(None, Some("yellow"), Some("square"))
        })
    },
    HoldOut {
        aliases: &["a2_novel_color_attribute_visual"],
        broken: Some(|case| case.idle(None, "red", "square", WordClass::Colour)),
        ..plain(
            "a2",
            "A2: red squares are mentioned, or among the things that the command is about",
            |case| {
                case.mentions(None, Some("red"), Some("square"))
                    || case.players().iter().any(|object| case.looks(object, "red", "square"))
            },
        )
    },
    HoldOut {
        aliases: &["a3_novel_size_attribute"],
        broken: Some(|case| case.idle(Some(Extreme::Small), "", "cylinder", WordClass::Size)),
        ..plain("a3", "A3: small cylinders are mentioned", |case| {
            case.mentions(Some(Extreme::Small), None, Some("cylinder"))
        })
    },
    plain("b1", "B1: two clauses about one thing", |case| case.has_clauses(2)),
    HoldOut {
        aliases: &["c_novel_relation_coexist"],
        ..plain("b2", "B2: the same size as one thing and inside of another", |case| {
            let used: Vec<Relation> = case.phrases().iter().filter_map(|node| Some(node.parent?.1)).collect();
            used.contains(&Relation::SameSize) && used.contains(&Relation::Inside)
        })
    },
    HoldOut {
        broken: Some(|case| {
            let necessity = case.necessity();
            let idle = (1..case.phrases().len()).filter(|&clause| !necessity.clause(clause));
            idle.map(|clause| format!("clause {clause} is not needed to tell the target")).collect()
        }),
        ..plain("c1", "C1: three clauses about one thing", |case| case.has_clauses(3))
    },
    plain("c2", "C2: a clause within a clause", |case| {
        let head = &case.item.command.phrase;
        head.clauses.iter().any(|clause| !clause.phrase.clauses.is_empty())
    }),
];

/// The number of the hold-out that a split bears the name of. Authors' files of ReaSCAN say it by their folder.
pub(super) fn named(item: &ItemView<'_>) -> Option<usize> {
    let split = item.split.to_ascii_lowercase();
    let bare = split.strip_suffix("_dev").or_else(|| split.strip_suffix("_test")).unwrap_or(&split);
    let own = HOLDOUTS.iter().position(|one| one.name == bare || one.aliases.contains(&&*split));
    own.or_else(|| {
        let folder = item.place?.file.parent()?.file_name()?.to_str()?.to_ascii_lowercase();
        let name = folder.strip_prefix("reascan-compositional-").filter(|_| split == "test")?;
        HOLDOUTS.iter().position(|one| one.name == name)
    })
}

/// Whether a split is one of those that no hold-out may enter.
pub(super) fn is_random(split: &str) -> bool {
    ["train", "dev", "test"].contains(&split)
}

impl Case<'_> {
    fn object(&self) -> Object {
        self.item.world.objects()[self.target]
    }

    fn is_colour(&self, colour: u8, name: &str) -> bool {
        self.item.lexicon.colours.get(usize::from(colour)).is_some_and(|word| word.name == name)
    }

    fn is_shape(&self, shape: u8, name: &str) -> bool {
        self.item.lexicon.nouns.get(usize::from(shape)).is_some_and(|noun| noun.word.name == name)
    }

    fn looks(&self, object: &Object, colour: &str, shape: &str) -> bool {
        self.is_colour(object.colour, colour) && self.is_shape(object.shape, shape)
    }

    fn is_target(&self, colour: &str, shape: &str) -> bool {
        self.looks(&self.object(), colour, shape)
    }

    fn adverb(&self) -> Option<&str> {
        let adverb = self.item.lexicon.adverbs.get(usize::from(self.item.command.adverb?))?;
        Some(&adverb.word.name)
    }

    fn phrases(&self) -> Vec<wampimuk_command::PatternNode<'_>> {
        self.item.command.phrase.nodes()
    }

    /// Whether a phrase has all these words.
    fn says(&self, phrase: &Phrase, size: Option<Extreme>, colour: Option<&str>, noun: Option<&str>) -> bool {
        let said = |number: u8| self.item.lexicon.sizes.get(usize::from(number)).map(|word| word.extreme);
        size.is_none_or(|size| phrase.size.and_then(said) == Some(size))
            && colour.is_none_or(|name| phrase.colour.is_some_and(|colour| self.is_colour(colour, name)))
            && noun.is_none_or(|name| phrase.noun.is_some_and(|noun| self.is_shape(noun, name)))
    }

    fn mentions(&self, size: Option<Extreme>, colour: Option<&str>, noun: Option<&str>) -> bool {
        self.phrases().iter().any(|node| self.says(node.phrase, size, colour, noun))
    }

    /// The objects that the command is about, as far as the file says: authors' files have them first.
    fn players(&self) -> Vec<Object> {
        let objects = self.item.world.objects();
        if let Some(RecordedClaims::Original(_)) = self.item.recorded {
            return objects.iter().take(self.phrases().len()).copied().collect();
        }
        let parts = self.item.cast.parts.iter().zip(objects);
        let own = parts.filter(|(part, _)| part.group == 0 && part.phrase.is_some());
        own.map(|(_, object)| *object).chain([objects[self.target]]).collect()
    }

    fn has_clauses(&self, count: usize) -> bool {
        let clauses = &self.item.command.phrase.clauses;
        clauses.len() == count && clauses.iter().all(|clause| clause.phrase.clauses.is_empty())
    }

    fn necessity(&self) -> wampimuk_command::Necessity {
        let scene = Scene::new(self.item.world);
        Certificate::new(self.item.command, &scene, self.item.lexicon, Reading::Existential).necessity
    }

    /// Phrases with these words whose word of the class could be left out. (An empty colour is any.)
    fn idle(&self, size: Option<Extreme>, colour: &str, noun: &str, class: WordClass) -> Vec<String> {
        let colour = Some(colour).filter(|colour| !colour.is_empty());
        let necessity = self.necessity();
        let idle = self.phrases().into_iter().enumerate().filter(|(number, node)| {
            self.says(node.phrase, size, colour, Some(noun)) && !necessity.word(*number, class)
        });
        let reason = |number: usize| {
            format!("the {} word of phrase {number} is not needed to tell the target", class.name())
        };
        idle.map(|(number, _)| reason(number)).collect()
    }
}

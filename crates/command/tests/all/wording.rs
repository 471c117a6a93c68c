//! Wordings: what is printed is read back, and what cannot be is found beforehand.

use std::collections::{BTreeMap, BTreeSet};

use wampimuk_command::{
    AdjectiveOrder, AdverbPlace, Command, Lexicon, Phrase, Register, RelationWords, Surface, Wording,
    WordingError, parse, parse_wording,
};
use wampimuk_core::{Stream, parse_toml};

use crate::random;

fn list(forms: &[&str]) -> Vec<String> {
    forms.iter().map(ToString::to_string).collect()
}

/// A wording with alternatives for everything.
fn rich() -> Wording {
    let words = [
        ("big", &["big", "large"][..]),
        ("small", &["small", "little", "rather small"]),
        ("red", &["red", "crimson"]),
        ("box", &["box", "open box"]),
        ("object", &["object", "thing"]),
        ("walk", &["walk to", "go to", "go over to"]),
        ("push", &["push"]),
        ("while spinning", &["while spinning", "spinning around"]),
    ];
    Wording {
        relations: RelationWords {
            same_row: list(&["in the same row as", "level with", "sharing a row with"]),
            same_size: list(&["in the same size as", "as big as"]),
            inside: list(&["inside of", "in", "within"]),
            ..RelationWords::default()
        },
        openers: list(&["that is", "which is", "which also is"]),
        conjunctions: list(&["and", "and also", "and that is"]),
        adverb: vec![AdverbPlace::End, AdverbPlace::Front],
        adjectives: vec![AdjectiveOrder::SizeColour, AdjectiveOrder::ColourSize],
        words: words.into_iter().map(|(name, forms)| (name.to_string(), list(forms))).collect(),
    }
}

/// A random command that has an unambiguous wording, its clauses in the order in which they are printed.
fn command(stream: &mut Stream) -> Command {
    fn sort(phrase: &mut Phrase) {
        phrase.clauses.sort_by_key(|clause| !clause.phrase.clauses.is_empty());
        phrase.clauses.iter_mut().for_each(|clause| sort(&mut clause.phrase));
    }
    loop {
        let phrase = random::phrase(stream, 6);
        let adverb = random::chance(stream, 60).then(|| stream.below(4) as u8);
        let mut command = Command { verb: stream.below(3) as u8, phrase, adverb };
        sort(&mut command.phrase);
        if command.has_wording() {
            return command;
        }
    }
}

#[test]
fn the_default_is_the_published_wording() {
    let (lexicon, wording) = (Lexicon::reascan(), Wording::default());
    assert_eq!(wording.check(&lexicon), Ok(()));
    assert_eq!(wording.check(&Lexicon::gscan()), Ok(()));
    for case in 0..5_000 {
        let stream = &mut random::stream("default wording", case);
        let command = command(stream);
        let published = command.tokens(&lexicon, Surface::Reascan, Register::Words);
        let before = stream.clone().bits();
        assert_eq!(wording.tokens(&command, &lexicon, stream), published);
        assert_eq!(stream.bits(), before, "nothing is drawn where there is no choice");
        assert_eq!(wording.choices(&command, &lexicon), 1);
        let text = published.join(" ");
        assert_eq!(parse_wording(&text, &lexicon, &wording), parse(&text, &lexicon));
    }
}

#[test]
fn every_form_is_read_back() {
    let (lexicon, wording) = (Lexicon::reascan(), rich());
    assert_eq!(wording.check(&lexicon), Ok(()));
    let vocabulary = wording.vocabulary(&lexicon);
    let mut seen = BTreeSet::new();
    for case in 0..20_000 {
        let stream = &mut random::stream("rich wording", case);
        let command = command(stream);
        let tokens = wording.tokens(&command, &lexicon, stream);
        let separator = *stream.choose(&[" ", ","]);
        let text = tokens.join(separator);
        assert_eq!(parse_wording(&text, &lexicon, &wording).as_ref(), Ok(&command), "{text}");
        seen.extend(tokens);
    }
    let missing: Vec<&String> = vocabulary.iter().filter(|token| !seen.contains(*token)).collect();
    // Random phrases know three colours.
    assert_eq!(missing, ["yellow"]);
    assert!(seen.iter().all(|token| vocabulary.contains(token)));
}

#[test]
fn forms_are_counted_and_numbered() {
    let (lexicon, wording) = (Lexicon::reascan(), rich());
    let text = "walk to the small red object that is inside of a box while spinning";
    let command = parse(text, &lexicon).unwrap();
    // Adverb's place and words, verb, adjectives' order, size, colour, noun, opener, relation, noun.
    let count = 2 * 2 * 3 * 2 * 3 * 2 * 2 * 3 * 3 * 2;
    assert_eq!(wording.choices(&command, &lexicon), count);
    let forms: BTreeSet<Vec<String>> =
        (0..count).map(|index| wording.nth(&command, &lexicon, index)).collect();
    assert_eq!(forms.len() as u64, count);
    assert_eq!(wording.nth(&command, &lexicon, 0).join(" "), text);
    assert_eq!(
        wording.nth(&command, &lexicon, count - 1).join(" "),
        "spinning around go over to the crimson rather small thing which also is within a open box"
    );
    for form in forms {
        assert_eq!(parse_wording(&form.join(" "), &lexicon, &wording).as_ref(), Ok(&command));
    }
}

#[test]
fn recipes_hold_wordings() {
    let text = r#"
        openers = ["that is", "which is"]
        adverb = ["front", "end"]
        adjectives = ["size colour", "colour size"]
        relations.same_row = ["in the same row as", "level with"]
        words = { big = ["big", "large"], walk = ["walk to", "go to"] }
    "#;
    let wording: Wording = parse_toml(text).unwrap();
    assert_eq!(wording.check(&Lexicon::reascan()), Ok(()));
    assert_eq!(wording.relations.same_row, ["in the same row as", "level with"]);
    assert_eq!(wording.relations.inside, ["inside of"]);
    assert_eq!(wording.conjunctions, ["and"]);
    assert_eq!(parse_toml::<Wording>("").unwrap(), Wording::default());
    assert!(parse_toml::<Wording>("opener = []").is_err());
    assert!(parse_toml::<Wording>("relations.same_colour = []\nrelations.same_color = []").is_err());
}

#[test]
fn alternatives_replace_nonce_words_by_meaning() {
    let mut lexicon = Lexicon::reascan();
    lexicon.rename(|word| (word == "walk").then(|| "dax".into()));
    let mut wording = Wording::default();
    let command = parse("dax to the circle", &lexicon).unwrap();
    assert_eq!(wording.nth(&command, &lexicon, 0).join(" "), "dax to the circle");
    wording.words.insert("walk".into(), list(&["approach"]));
    assert_eq!(wording.nth(&command, &lexicon, 0).join(" "), "approach the circle");
    assert!(parse_wording("dax to the circle", &lexicon, &wording).is_err());
}

#[test]
fn what_cannot_be_read_back_is_refused() {
    let lexicon = Lexicon::reascan();
    let check = |change: &dyn Fn(&mut Wording)| {
        let mut wording = Wording::default();
        change(&mut wording);
        wording.check(&lexicon)
    };
    let word = |name: &str, forms: &[&str]| {
        let (name, forms) = (name.to_string(), list(forms));
        check(&move |wording| drop(wording.words.insert(name.clone(), forms.clone())))
    };
    assert_eq!(word("big", &["big", "small"]), Err(WordingError::Twice("small".into())));
    assert_eq!(word("big", &["the"]), Err(WordingError::Twice("the".into())));
    assert_eq!(word("big", &["and"]), Err(WordingError::Twice("and".into())));
    assert_eq!(word("big", &[]), Err(WordingError::Alternatives("words.big".into())));
    assert_eq!(word("big", &["big", "big"]), Err(WordingError::Alternatives("words.big".into())));
    for unusable in ["", " ", "big ", "very  big", "big,", "a:b", "a;b", "big\n"] {
        assert_eq!(word("big", &[unusable]), Err(WordingError::Unusable(unusable.into())));
    }
    assert_eq!(
        word("bigg", &["large"]).map_err(|error| error.to_string()),
        Err("`words` has words for `bigg`, which is no meaning of the lexicon; did you mean `big`?".into())
    );
    let ambiguous = |shorter: &str, longer: &str| {
        Err(WordingError::Ambiguous { shorter: shorter.into(), longer: longer.into() })
    };
    // A red circle, or a crimson thing.
    assert_eq!(word("object", &["red circle"]), ambiguous("red", "red circle"));
    assert_eq!(word("object", &["red thing"]), Ok(()));
    assert_eq!(
        check(&|wording| {
            wording.conjunctions = list(&["and", "and also"]);
            wording.relations.inside = list(&["also in"]);
        }),
        ambiguous("and", "and also")
    );
    assert_eq!(check(&|wording| wording.conjunctions = list(&["and", "and also"])), Ok(()));
    // Relations lead to articles.
    assert_eq!(
        check(&|wording| wording.relations.inside = list(&["in", "in the"])),
        ambiguous("in", "in the")
    );
    assert_eq!(check(&|wording| wording.adverb.clear()), Err(WordingError::Alternatives("adverb".into())));
}

/// Random wordings over few tokens: those that pass the check print nothing that is read otherwise.
#[test]
fn checked_wordings_are_unambiguous() {
    let mut lexicon = Lexicon::reascan();
    lexicon.adverbs.truncate(4);
    let (mut sound, mut ambiguous, mut long) = (0, 0, 0);
    for case in 0..60_000 {
        let stream = &mut random::stream("random wordings", case);
        let tokens = 4 + stream.below(24);
        let form = |stream: &mut Stream| {
            let length = 1 + stream.below(3);
            let word = |_| format!("w{}", stream.below(tokens));
            (0..length).map(word).collect::<Vec<_>>().join(" ")
        };
        let forms = |stream: &mut Stream| {
            (0..1 + stream.below(2)).map(|_| form(stream)).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let names = [
            "walk",
            "push",
            "pull",
            "cautiously",
            "hesitantly",
            "while spinning",
            "while zigzagging",
            "red",
            "blue",
            "green",
            "yellow",
            "big",
            "small",
            "circle",
            "square",
            "cylinder",
            "box",
            "object",
        ];
        let wording = Wording {
            relations: RelationWords {
                same_row: forms(stream),
                same_column: forms(stream),
                inside: forms(stream),
                ..RelationWords::default()
            },
            openers: forms(stream),
            conjunctions: forms(stream),
            adverb: if stream.below(2) == 0 {
                vec![AdverbPlace::Front]
            } else {
                vec![AdverbPlace::End, AdverbPlace::Front]
            },
            adjectives: vec![AdjectiveOrder::SizeColour, AdjectiveOrder::ColourSize],
            words: names
                .map(|name| (name.to_string(), forms(stream)))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
        };
        match wording.check(&lexicon) {
            Err(WordingError::Ambiguous { .. }) => ambiguous += 1,
            Err(_) => {}
            Ok(()) => {
                sound += 1;
                for _ in 0..20 {
                    let command = command(stream);
                    let text = wording.tokens(&command, &lexicon, stream).join(" ");
                    let again = parse_wording(&text, &lexicon, &wording);
                    assert_eq!(again.as_ref(), Ok(&command), "case {case}: {text}\n{wording:?}");
                    long += u32::from(command.phrase.count() > 3);
                }
            }
        }
    }
    assert!(sound > 500 && ambiguous > 5_000 && long > 500, "{sound} {ambiguous} {long}");
}

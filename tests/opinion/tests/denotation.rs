//! What commands refer to: brute force against masks.

use wampimuk_command::{
    Command, Lexicon, Phrase, Reading, Register, Relation, Scene, Semantics, Surface, WordClass, denotation,
    necessity, parse,
};
use wampimuk_grid::{Form, Symmetry};
use wampimuk_opinion::{Order, necessary, referents};

use crate::driver::{Fast, denotations};
use crate::{bridge, random};

#[test]
fn fast_and_slow_agree() {
    let census = denotations(&Fast::real(), 110_000).unwrap_or_else(|error| panic!("{error}"));
    println!("{census:?}");
    assert!(census.cases >= 300_000 && census.clauses >= 40_000, "{census:?}");
    for class in census.referents {
        assert!(class * 10 >= census.cases, "a class of cases is rare: {census:?}");
    }
}

/// Which words are needed: delete each and ask again.
#[test]
fn needed_words_are_the_same() {
    let lexicon = Lexicon::reascan();
    let mut needed = [0; 3];
    for case in 0..30_000 {
        let stream = &mut random::stream("necessity", case);
        let world = random::world(stream);
        let phrase = random::phrase(stream, 3);
        let semantics = random::variant(stream, *stream.clone().choose(&Reading::ALL));
        let all = denotation(&phrase, &world, &lexicon, semantics);
        let fast = necessity(&Scene::new(&world), &phrase, &lexicon, semantics, all);
        let order =
            Order { verb: "walk".into(), phrases: bridge::phrases(&phrase, &lexicon), adverb: String::new() };
        let slow = necessary(&order, &bridge::place(&world, &lexicon), bridge::choices(semantics));
        let fast = WordClass::ALL.map(|class| (class.name(), fast.word(0, class)));
        for ((word, is), count) in fast.into_iter().zip(&mut needed) {
            assert_eq!(is, slow.contains(&word), "case {case}: {word}");
            *count += u64::from(is);
        }
    }
    assert!(needed.iter().all(|&count| count > 1000), "{needed:?}");
}

/// Whether a command's wording is unambiguous: at most one clause of each list has clauses of its own.
fn has_wording(phrase: &Phrase) -> bool {
    phrase.clauses.iter().filter(|clause| !clause.phrase.clauses.is_empty()).count() < 2
        && phrase.clauses.iter().all(|clause| has_wording(&clause.phrase))
}

/// Print with the fast path, read with the second opinion, and find the same referents; and read back the same tree.
#[test]
fn wordings_mean_the_same_to_both_parsers() {
    let lexicon = Lexicon::reascan();
    let words = bridge::words(&lexicon);
    let mut nested = 0;
    let mut read = 0;
    for case in 0..40_000 {
        let stream = &mut random::stream("wording", case);
        let phrase = random::phrase(stream, 5);
        if !has_wording(&phrase) {
            continue;
        }
        let verb = stream.below(3) as u8;
        let adverb = random::chance(stream, 60).then(|| stream.below(4) as u8);
        let command = Command { verb, phrase, adverb };
        for (surface, separator) in [(Surface::Reascan, " "), (Surface::Reascan, ","), (Surface::Gscan, ",")]
        {
            let text = command.tokens(&lexicon, surface, Register::Words).join(separator);
            let order = words.read(&text).unwrap();
            let again = parse(&text, &lexicon).unwrap();
            // Nested clauses are printed last, so the trees are compared after one round trip.
            assert_eq!(order, bridge::order(&again, &lexicon), "{text}");
            assert_eq!(again.tokens(&lexicon, surface, Register::Words).join(separator), text);
            assert_eq!((again.verb, again.adverb), (command.verb, command.adverb));
            nested +=
                u64::from(order.phrases.iter().any(|phrase| phrase.hangs.as_ref().is_some_and(|h| h.0 > 0)));
            read += 1;
            let world = random::world(stream);
            if world.objects().len() < 6 {
                let fast = denotation(&command.phrase, &world, &lexicon, Semantics::default());
                let slow = referents(&order.phrases, &bridge::place(&world, &lexicon), Default::default());
                assert_eq!(bridge::members(fast), slow, "{text}");
            }
        }
    }
    println!("{read} texts, {nested} with nested clauses");
    assert!(read > 60_000 && nested > 10_000);
}

/// What neither parser may accept.
#[test]
fn both_parsers_refuse_the_same_texts() {
    let lexicon = Lexicon::reascan();
    let words = bridge::words(&lexicon);
    let vocabulary = [
        "walk",
        "to",
        "push",
        "a",
        "the",
        "red",
        "small",
        "big",
        "blue",
        "circle",
        "object",
        "box",
        "that is",
        "and",
        "inside of",
        "in the same row as",
        "while spinning",
        "cautiously",
    ];
    let mut refused = 0;
    for case in 0..60_000 {
        let stream = &mut random::stream("refusals", case);
        // A right text with a word changed, removed or added; or words at random.
        let mut text = vec!["push", "a", "small", "red", "object", "that is", "inside of", "a", "box", "and"];
        text.extend(["in the same row as", "the", "circle", "cautiously"]);
        for _ in 0..1 + stream.below(2) {
            let at = stream.index(text.len());
            match stream.below(3) {
                0 => text[at] = vocabulary[stream.index(vocabulary.len())],
                1 => drop(text.remove(at)),
                _ => text.insert(at, vocabulary[stream.index(vocabulary.len())]),
            }
        }
        let text = text.join(" ");
        let (fast, slow) = (parse(&text, &lexicon), words.read(&text));
        match (&fast, &slow) {
            (Ok(command), Ok(order)) => assert_eq!(bridge::order(command, &lexicon), *order, "{text}"),
            (Err(_), Err(_)) => refused += 1,
            _ => panic!("{text}: {fast:?} {slow:?}"),
        }
    }
    assert!(refused > 20_000, "{refused}");
}

/// Mirrored and turned worlds keep their referents, once rows and columns are exchanged where a quarter turn does so.
/// Boxes are recorded by their top-left cell, which a mirror does not keep: with boxes, only the geometric variant is
/// symmetric.
#[test]
fn symmetries_keep_referents() {
    fn turned(phrase: &Phrase) -> Phrase {
        let mut phrase = phrase.clone();
        for clause in &mut phrase.clauses {
            clause.relation = match clause.relation {
                Relation::SameRow => Relation::SameColumn,
                Relation::SameColumn => Relation::SameRow,
                other => other,
            };
            clause.phrase = turned(&clause.phrase);
        }
        phrase
    }
    let lexicon = Lexicon::reascan();
    for case in 0..15_000 {
        let stream = &mut random::stream("symmetry", case);
        let world = random::world(stream);
        let phrase = random::phrase(stream, 4);
        let boxes = world.objects().iter().any(|object| object.form == Form::Frame);
        for reading in Reading::ALL {
            let variant = random::variant(stream, reading);
            let semantics = Semantics { geometric: variant.geometric || boxes, ..variant };
            let here = denotation(&phrase, &world, &lexicon, semantics);
            for symmetry in Symmetry::all() {
                let said = if symmetry.quarters % 2 == 1 { turned(&phrase) } else { phrase.clone() };
                let there = denotation(&said, &symmetry.world(&world), &lexicon, semantics);
                assert_eq!(here, there, "case {case} {symmetry:?} {semantics:?}");
            }
        }
    }
}

//! Recipes as users write them: shares, sizes, shots, and nonsense.

use wampimuk_core::{Digest, StreamKey};
use wampimuk_gscan::{Gscan, Recipe, SHIPPED, shipped};

fn recipe(name: &str) -> Recipe {
    Recipe::parse(shipped(name).expect("a shipped recipe").toml).expect("shipped recipes can be read")
}

fn dataset(recipe: Recipe) -> Gscan {
    Gscan::new(recipe, 0).expect("the recipe can be used")
}

/// Every part of a split must be a fair sample: a test set with shorter ways than train would flatter every model.
#[test]
fn distances_are_alike_in_all_parts() {
    for name in ["gscan", "gscan-uniform"] {
        let dataset = dataset(recipe(name));
        let mut maker = dataset.maker();
        let mut mean = |split: &str| {
            let number = dataset.splits().iter().position(|info| info.name == split).expect("a split");
            let count = dataset.splits()[number].len.min(20_000);
            let sum: u64 = (0..count)
                .map(|index| {
                    let example = &maker.make(number, index).expect("an item").example;
                    let agent = example.world.agent().cell;
                    u64::from(agent.distance(example.world.objects()[example.target].cell))
                })
                .sum();
            sum as f64 / count as f64
        };
        let train = mean("train");
        for split in ["dev", "test"] {
            assert!((mean(split) - train).abs() < 0.15, "{name}, {split}: {} against {train}", mean(split));
        }
        if name == "gscan" {
            for holdout in ["visual", "situational_1", "adverb_1", "adverb_2"] {
                let (dev, test) = (mean(&format!("{holdout}_dev")), mean(&format!("{holdout}_test")));
                assert!((dev - test).abs() < 0.15, "{holdout}: {dev} against {test}");
            }
        }
    }
}

/// Shots come after the training items and change nothing else.
#[test]
fn shots_are_added_at_the_end_of_train() {
    let plain = dataset(recipe("gscan"));
    for shots in [0, 5, 10, 50] {
        let mut changed = recipe("gscan");
        changed.splits.shots = shots;
        let changed = dataset(changed);
        let size = plain.splits()[0].len - 1;
        assert_eq!(changed.splits()[0].len, size + u64::from(shots));
        let (mut one, mut two) = (plain.maker(), changed.maker());
        for (split, index) in [(0, 0), (0, size - 1), (1, 7), (13, 99)] {
            assert_eq!(one.make(split, index).unwrap().id, two.make(split, index).unwrap().id);
        }
        for index in size..size + u64::from(shots) {
            let adverb = two.make(0, index).unwrap().example.command.adverb.expect("shots have an adverb");
            assert_eq!(changed.lexicon().adverbs[usize::from(adverb)].word.name, "cautiously");
        }
    }
}

/// The paper's restriction of experiments G and H: nothing longer than what train shows. Without it there are longer ones.
#[test]
fn gscan_adverb_splits_longer_than_train() {
    let bounded = recipe("gscan");
    let mut unbounded = bounded.clone();
    unbounded.generate.holdouts.iter_mut().for_each(|holdout| holdout.no_longer_than_train = false);
    unbounded.splits.sizes.clear();
    let longest = |dataset: &Gscan, split: &str| {
        let number = dataset.splits().iter().position(|info| info.name == split).expect("a split");
        let mut maker = dataset.maker();
        let items = 0..dataset.splits()[number].len;
        let length = |index| maker.make(number, index).expect("an item").example.actions.len();
        items.map(length).max().unwrap_or(0)
    };
    let (bounded, unbounded) = (dataset(bounded), dataset(unbounded));
    let train = longest(&bounded, "train");
    for split in ["adverb_1_dev", "adverb_1_test", "adverb_2_dev", "adverb_2_test"] {
        let most = longest(&bounded, split);
        assert!(most <= train, "{split}: {most}, train {train}");
    }
    for split in ["adverb_1_dev", "adverb_2_dev"] {
        let most = longest(&unbounded, split);
        assert!(most > train, "{split}: {most}, train {train}");
    }
}

/// Sizes beyond the papers' move the threshold between light and heavy.
#[test]
fn a_contrast_that_has_no_effect_is_refused() {
    let text = shipped("gscan-released").unwrap().toml.replace("\"independent\"", "\"alike\"");
    let error = Gscan::new(Recipe::parse(&text).unwrap(), 0).unwrap_err().to_string();
    assert!(error.contains("contrast_colour has no effect"), "{error}");
}

#[test]
fn six_sizes_five_shapes() {
    let mut changed = recipe("gscan-uniform");
    changed.generate.max_object_size = 6;
    changed.generate.lexicon.nouns = ["square", "circle", "star", "ring", "cross"].map(String::from).into();
    changed.generate.grid_size = 9;
    changed.generate.distractors.share = 0.3;
    changed.generate.resampling = 1;
    changed.splits.sizes.clear();
    let dataset = dataset(changed);
    assert_eq!(dataset.heavy_from(), 4);
    let mut maker = dataset.maker();
    for index in 0..5000 {
        maker.make(0, index).unwrap();
    }
}

/// What is prepared of a recipe grows with its words, its grid and its placements.
#[test]
fn endless_recipes_are_refused() {
    let complaint = |recipe: Recipe| Gscan::new(recipe, 0).expect_err("it is too large").to_string();
    let mut drawn = recipe("gscan-released");
    drawn.generate.resampling = 10_000;
    assert!(complaint(drawn).contains("more than 10000000 here, lower `resampling`"));
    let mut wide = recipe("gscan-uniform");
    wide.generate.grid_size = 32;
    wide.generate.lexicon.colours.extend(["pink", "cyan", "teal", "plum"].map(String::from));
    let found = complaint(wide);
    assert!(found.contains("more than 1008 commands on 3968 displacements"), "{found}");
}

/// Any text is a recipe or an error, never a panic. What a mutation turns into a valid recipe is also used.
#[test]
fn mutated_recipes_never_panic() {
    let mut stream = StreamKey::new(&Digest::of(b"hostile"), "recipes", 0).stream(0);
    let (mut read, mut used) = (0, 0);
    for round in 0..1500 {
        let mut bytes = SHIPPED[stream.index(SHIPPED.len())].toml.as_bytes().to_vec();
        for _ in 0..=stream.below(3) {
            let at = stream.index(bytes.len());
            match stream.below(5) {
                0 => bytes[at] = stream.below(256) as u8,
                1 => {
                    bytes.remove(at);
                }
                2 => bytes.insert(at, *stream.choose(b"0123456789-.\"[]{}=,\n")),
                3 => {
                    let end = at + stream.index(bytes.len() - at);
                    bytes.drain(at..end);
                }
                _ => {
                    let line: Vec<u8> =
                        bytes[at..].iter().copied().take_while(|&byte| byte != b'\n').collect();
                    bytes.extend(line);
                }
            }
        }
        let Ok(text) = String::from_utf8(bytes) else { continue };
        let Ok(recipe) = Recipe::parse(&text) else { continue };
        read += 1;
        // Using a recipe takes up to a second; a sample of them is enough.
        let small = recipe.generate.grid_size <= 12 && recipe.generate.resampling <= 10;
        if round % 10 == 0
            && small
            && let Ok(dataset) = Gscan::new(recipe, 0)
        {
            used += 1;
            for split in 0..dataset.splits().len() {
                let _ = dataset.maker().make(split, 0);
            }
        }
    }
    assert!(read > 100 && used > 10, "{read} read, {used} used");
}

/// A number that never occurs was an empty set: the hold-out held nothing out, or less than it said.
#[test]
fn numbers_of_holdouts_occur_in_the_worlds() {
    let toml = shipped("gscan").expect("a shipped recipe").toml;
    for (right, wrong, hint) in [
        ("target_size = 2", "target_size = [3, 9]", "1 to 4"),
        ("direction = \"sw\"", "target_row = 17", "0 to 5"),
        ("direction = \"sw\"", "not = { agent_column = 6 }", "0 to 5"),
        ("direction = \"sw\"", "distance = 11", "0 to 10"),
    ] {
        let text = toml.replacen(right, wrong, 1);
        assert_ne!(text, toml);
        let error = Recipe::parse(&text)
            .map_err(|error| error.to_string())
            .and_then(|recipe| Gscan::new(recipe, 0).map(|_| ()).map_err(|error| error.to_string()));
        let error = error.expect_err(wrong);
        assert!(error.contains("never occurs") && error.contains(hint), "{error}");
    }
}

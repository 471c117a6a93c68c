//! The released procedure gives the published numbers.

use wampimuk_gscan::{Gscan, Recipe, shipped};

fn dataset(name: &str, change: impl FnOnce(&mut Recipe)) -> Gscan {
    let mut recipe = Recipe::parse(shipped(name).unwrap().toml).unwrap();
    change(&mut recipe);
    Gscan::new(recipe, 0).unwrap()
}

fn len(dataset: &Gscan, split: &str) -> u64 {
    dataset.splits().iter().find(|info| info.name == split).unwrap().len
}

#[test]
fn compositional_sizes_are_the_published_ones() {
    let dataset = dataset("gscan-released", |_| {});
    for (split, size) in [
        ("train", 367_933),
        ("dev", 3_716),
        ("visual", 37_436),
        ("visual_easier", 18_718),
        ("situational_1", 88_642),
        ("situational_2", 16_808),
        ("contextual", 11_460),
        ("adverb_1", 112_880),
        ("adverb_2", 38_582),
    ] {
        assert_eq!(len(&dataset, split), size, "{split}");
    }
    let tally = dataset.tally().unwrap();
    assert_eq!((tally.candidates, tally.dropped, tally.pool), (835_200, 97_731, 412_942));
    assert_eq!(tally.test_candidates, 41_294);
    // The only random number; published 19,282.
    let test = len(&dataset, "test");
    println!("test {test}");
    assert!(test.abs_diff(19_282) < 500, "{test}");
    assert_eq!(tally.equivalents, 41_294 - test);
}

/// The deterministic counts at another number of placements per distance.
fn counts(resampling: u32) -> [u64; 10] {
    let dataset = dataset("gscan-released", |recipe| recipe.generate.resampling = resampling);
    let tally = dataset.tally().unwrap();
    let shots = 1;
    [
        tally.candidates,
        tally.pool,
        len(&dataset, "visual"),
        len(&dataset, "situational_1"),
        len(&dataset, "situational_2"),
        len(&dataset, "contextual"),
        len(&dataset, "adverb_1") + shots,
        len(&dataset, "adverb_2"),
        len(&dataset, "visual_easier"),
        tally.dropped,
    ]
}

#[test]
fn one_placement_per_distance() {
    let expected = [201_600, 101_614, 9_212, 19_458, 4_136, 2_820, 27_777, 9_494, 4_606, 22_483];
    assert_eq!(counts(1), expected);
}

#[test]
fn ten_placements_per_distance() {
    let expected = [1_627_200, 802_102, 72_716, 175_122, 32_648, 22_260, 219_261, 74_942, 36_358, 191_791];
    assert_eq!(counts(10), expected);
}

#[test]
fn length_sizes_are_near_the_published_ones() {
    let dataset = dataset("gscan-length-released", |_| {});
    assert_eq!(dataset.tally().unwrap().candidates, 426_240);
    for (split, size) in
        [("train", 180_301), ("dev", 1_821), ("test", 37_784), ("target_lengths", 198_588u64)]
    {
        let have = len(&dataset, split);
        println!("{split} {have}, published {size}");
        assert!(have.abs_diff(size) * 100 <= size, "{split}: {have}, published {size}");
    }
    let long = dataset.splits().iter().position(|info| info.name == "target_lengths").unwrap();
    let mut maker = dataset.maker();
    let mut longest = 0;
    for (split, info) in dataset.splits().iter().enumerate() {
        for index in 0..info.len {
            let actions = maker.make(split, index).unwrap().example.actions.len();
            assert_eq!(actions > 15, split == long, "{} {index}", info.name);
            longest = longest.max(actions);
        }
    }
    assert_eq!(longest, 47);
}

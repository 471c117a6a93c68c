//! GECA applied to the items of a dataset.

use std::collections::BTreeSet;

use wampimuk_command::{Certificate, GridFamily, GridItem, Identifier, Reading, Scene};
use wampimuk_core::{Family, RecipeError};
use wampimuk_gscan::geca::{
    AugmentError, AugmentMode, Augmented, Composing, GecaOptions, Linearisation, Novelty, PUBLISHED, TARGETS,
    census,
};
use wampimuk_gscan::{Gscan, Recipe, shipped};

fn dataset(name: &str, seed: u64) -> Result<Gscan, RecipeError> {
    let recipe = shipped(name).ok_or_else(|| RecipeError::new(name.to_string()))?;
    Gscan::new(Recipe::parse(recipe.toml)?, seed)
}

fn options(mode: AugmentMode, count: u64) -> GecaOptions {
    GecaOptions { mode, count, ..GecaOptions::default() }
}

fn items(dataset: &dyn GridFamily, split: usize) -> Vec<GridItem> {
    let mut items = dataset.grid_items();
    (0..dataset.splits()[split].len).filter_map(|index| items.make(split, index).ok().cloned()).collect()
}

/// Whether an item is another with command and target exchanged, and nothing else.
fn is_rewritten(item: &GridItem, source: &GridItem) -> bool {
    let (new, old) = (&item.example, &source.example);
    let same =
        |number: usize| number == old.target || new.world.objects()[number] == old.world.objects()[number];
    new.actions == old.actions
        && new.target == old.target
        && new.world.agent() == old.world.agent()
        && new.world.objects().len() == old.world.objects().len()
        && new.world.objects()[new.target].cell == old.world.objects()[old.target].cell
        && (0..new.world.objects().len()).all(same)
        && (&new.command, new.world.objects()[new.target]) != (&old.command, old.world.objects()[old.target])
}

#[test]
fn append_leaves_every_item_as_it_is() {
    let base = dataset("gscan-demo", 3).unwrap();
    let augmented =
        Augmented::new(dataset("gscan-demo", 3).unwrap(), options(AugmentMode::Append, 500)).unwrap();
    let findings = augmented.findings();
    assert_eq!((findings.added, findings.replaced), (500, 0));
    assert!(findings.novel > 0 && findings.strange == 0 && findings.agreeing == findings.novel);
    for (number, info) in base.splits().iter().enumerate() {
        let (own, all) = (items(&base, number), items(&augmented, number));
        let added = if number == augmented.train() { 500 } else { 0 };
        assert_eq!((own.len() as u64, all.len()), (info.len, own.len() + added));
        assert!(own.iter().zip(&all).all(|(own, item)| (&own.example, own.id) == (&item.example, item.id)));
    }
    let (own, all) = (items(&base, 0), items(&augmented, 0));
    let red_square = |item: &&GridItem| {
        let object = item.example.world.objects()[item.example.target];
        let lexicon = base.lexicon();
        (Some(object.colour), Some(object.shape)) == (lexicon.colour("red"), lexicon.noun("square"))
    };
    assert_eq!(own.iter().filter(red_square).count(), 0, "they are held out");
    let copies = &all[own.len()..];
    assert_eq!(copies.iter().filter(red_square).count(), 500, "nothing else is new");
    assert!(copies.iter().all(|copy| own.iter().any(|source| is_rewritten(copy, source))));
}

#[test]
fn replace_rewrites_whatever_can_be() {
    let base = dataset("gscan-demo", 0).unwrap();
    let augmented =
        Augmented::new(dataset("gscan-demo", 0).unwrap(), options(AugmentMode::Replace, 100)).unwrap();
    let findings = augmented.findings();
    assert_eq!((findings.added, findings.replaced), (100, findings.sources));
    let (own, all) = (items(&base, 0), items(&augmented, 0));
    let rewritten = own.iter().zip(&all).filter(|(source, item)| is_rewritten(item, source)).count();
    let kept = own.iter().zip(&all).filter(|(source, item)| source.example == item.example).count();
    assert_eq!((rewritten as u64, rewritten + kept), (findings.replaced, own.len()));
    assert!(rewritten > 100 && kept > 100, "{rewritten} {kept}");
}

/// What is said of a rewritten item is true of it; that the actions are right is not said.
#[test]
fn certificates_claim_no_more_than_holds() {
    let options = GecaOptions {
        composing: Composing { novelty: Novelty::Pair, variants: 3, samples: None },
        linearisation: Linearisation::Symbols,
        ..options(AugmentMode::Replace, 200)
    };
    let toml = shipped("gscan-demo").unwrap().toml.replace("simple_intrans", "normal");
    let base = Gscan::new(Recipe::parse(&toml).unwrap(), 1).unwrap();
    let augmented = Augmented::new(base, options).unwrap();
    assert!(augmented.findings().strange > 0, "such as `walk to a big big square`");
    assert!(augmented.findings().agreeing < augmented.findings().novel - augmented.findings().strange);
    let lexicon = augmented.lexicon();
    let mut identifier = Identifier::new(lexicon);
    let (mut certain, mut doubtful) = (0, 0);
    for item in items(&augmented, 0) {
        let example = &item.example;
        assert_eq!(item.id, identifier.identify(&example.command, &example.world));
        let scene = Scene::new(&example.world);
        let certificate = Certificate::new(&example.command, &scene, lexicon, Reading::Superlative);
        assert_eq!(item.certificate, certificate);
        match certificate.holds_under(Reading::Superlative, example.target) {
            true => certain += 1,
            false => doubtful += 1,
        }
    }
    assert!(certain > 100 && doubtful > 100, "{certain} {doubtful}");
}

#[test]
fn referents_stay_unique_where_that_is_wanted() {
    for mode in [AugmentMode::Append, AugmentMode::Replace] {
        let all = Augmented::new(dataset("gscan-demo", 0).unwrap(), options(mode, 400)).unwrap();
        let wanted = GecaOptions { unique: true, ..options(mode, 400) };
        let unique = Augmented::new(dataset("gscan-demo", 0).unwrap(), wanted).unwrap();
        let doubtful = |augmented: &Augmented| {
            let holds =
                |item: &GridItem| item.certificate.holds_under(Reading::Superlative, item.example.target);
            items(augmented, 0).iter().filter(|item| !holds(item)).count()
        };
        assert!(doubtful(&all) > 0);
        assert_eq!(doubtful(&unique), 0);
        assert_eq!(unique.findings().added, 400);
        assert!(unique.findings().replaced <= all.findings().replaced);
    }
}

#[test]
fn the_seed_decides_about_everything_and_so_do_the_options() {
    let run = |seed, options| Augmented::new(dataset("gscan-demo", seed).unwrap(), options).unwrap();
    let ids = |augmented: &Augmented| -> Vec<_> { items(augmented, 0).iter().map(|item| item.id).collect() };
    let one = run(5, options(AugmentMode::Append, 300));
    assert_eq!(ids(&one), ids(&run(5, options(AugmentMode::Append, 300))));
    assert_ne!(ids(&one), ids(&run(6, options(AugmentMode::Append, 300))));
    let digests: BTreeSet<String> = [
        options(AugmentMode::Append, 300),
        options(AugmentMode::Replace, 300),
        options(AugmentMode::Append, 301),
    ]
    .into_iter()
    .map(|options| run(5, options).digest().to_string())
    .collect();
    assert_eq!(digests.len(), 3);
    assert!(!digests.contains(&dataset("gscan-demo", 5).unwrap().digest().to_string()));
}

#[test]
fn more_copies_than_items_are_made_in_rounds() {
    let augmented =
        Augmented::new(dataset("gscan-demo", 0).unwrap(), options(AugmentMode::Append, 3000)).unwrap();
    assert_eq!(augmented.findings().added, 3000);
    let ids: BTreeSet<_> = items(&augmented, 0).iter().map(|item| item.id).collect();
    assert!(ids.len() as u64 > 1400 + augmented.findings().sources, "rounds differ");
}

#[test]
fn figures_are_those_of_the_appendix() {
    let base = dataset("gscan-demo", 0).unwrap();
    let before = census(&base, 0).unwrap();
    let items = items(&base, 0);
    assert_eq!(before.examples, items.len() as u64);
    let keys: BTreeSet<String> = items
        .iter()
        .map(|GridItem { example, .. }| {
            format!("{:?} {:?}", example.command, example.world.objects()[example.target])
        })
        .collect();
    assert_eq!(before.unique, keys.len() as u64);
    assert_eq!(TARGETS[1], ("red", "square"));
    assert_eq!((before.targets[1].placed, before.targets[1].referred), (0, 0));
    assert!(before.targets[3].placed > before.targets[3].referred && before.targets[3].referred > 0);

    let augmented = Augmented::new(base, options(AugmentMode::Replace, 200)).unwrap();
    let after = census(&augmented, 0).unwrap();
    assert_eq!(after.examples, before.examples + 200);
    let red_squares = augmented.findings().replaced + 200;
    assert_eq!((after.targets[1].placed, after.targets[1].referred), (red_squares, red_squares));
    assert!(after.targets[3].placed < before.targets[3].placed);
    assert_eq!(PUBLISHED.unique.div_ceil(PUBLISHED.per_command), 430, "commands of the published train");
    assert_eq!(census(&augmented, 99).unwrap().examples, 0);
}

#[test]
fn what_cannot_be_is_refused() {
    let refused = |name: &str, options| Augmented::new(dataset(name, 0).unwrap(), options).unwrap_err();
    let error = refused("gscan-demo", options(AugmentMode::Append, u64::MAX));
    assert_eq!(error, AugmentError::Count(u64::MAX));
    let nothing = GecaOptions {
        composing: Composing { variants: 0, ..GecaOptions::default().composing },
        ..GecaOptions::default()
    };
    let error = refused("gscan-demo", nothing);
    assert_eq!(error, AugmentError::Nothing { novel: 0, strange: 0, unique: false });
    assert!(error.to_string().contains("no training item can be rewritten"), "{error}");
    let untouched =
        Augmented::new(dataset("gscan-demo", 0).unwrap(), options(AugmentMode::Append, 0)).unwrap();
    assert_eq!(untouched.splits()[0].len, 1400);
    let mut items = untouched.grid_items();
    assert!(items.make(0, 1400).is_err());
    assert!(items.make(0, u64::MAX).is_err());
}

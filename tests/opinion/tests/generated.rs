//! Generated items of every shipped recipe: the second opinion agrees with the label, and the worlds follow the rules.

use std::collections::{BTreeMap, HashMap};

use wampimuk_command::{Grammar, GridItem, Identifier, Reading, Register, Surface};
use wampimuk_core::{ItemId, RecipeError, Stream};
use wampimuk_grid::World;
use wampimuk_gscan::{
    AdjectiveClass, AgentHeading, ContrastColour, Draw, Gscan, PairSizes, Procedure, Recipe, SHIPPED, Shares,
};
use wampimuk_opinion::{Order, Place, Taste, Thing, Words, accepted, necessary, perform, referents};

use crate::{bridge, random, splits};

const ITEMS: u64 = 20_000;

/// Addresses in random order: all if there are few, else a random sample over all splits.
fn addresses(dataset: &Gscan, items: u64, stream: &mut Stream) -> Vec<(usize, u64)> {
    let splits = dataset.splits();
    let total: u64 = splits.iter().map(|info| info.len).sum();
    if total <= items {
        let all = |split: usize| (0..splits[split].len).map(move |index| (split, index));
        let mut addresses: Vec<_> = (0..splits.len()).flat_map(all).collect();
        stream.shuffle(&mut addresses);
        return addresses;
    }
    let mut addresses = Vec::new();
    for (split, info) in splits.iter().enumerate() {
        // Each split its share, small ones a little more.
        for _ in 0..(items * info.len / total + items / 200).min(info.len) {
            addresses.push((split, stream.wide_bits() % info.len));
        }
    }
    stream.shuffle(&mut addresses);
    addresses
}

#[test]
fn items_of_every_recipe() {
    for recipe in SHIPPED {
        let dataset = Gscan::new(Recipe::parse(recipe.toml).unwrap(), 7).unwrap();
        let count = check(&dataset, ITEMS);
        println!("{}: {count} items", recipe.name);
    }
}

/// A recipe at random: other grids, sizes, vocabularies, grammars, crowds and shares.
fn random_recipe(stream: &mut Stream) -> Recipe {
    let mut recipe = Recipe::parse("family = \"gscan\"\ntitle = \"at random\"\n[generate]").unwrap();
    let generate = &mut recipe.generate;
    generate.grammar = *stream.choose(&Grammar::ALL);
    generate.grid_size = 3 + stream.below(6) as u8;
    generate.min_object_size = 1 + stream.below(3) as u8;
    generate.max_object_size = generate.min_object_size + *stream.choose(&[1, 3, 5]);
    generate.resampling = 1 + stream.below(4);
    generate.target_first = random::chance(stream, 30);
    generate.adjectives = match stream.below(4) {
        0 => vec![AdjectiveClass::Size],
        1 => vec![AdjectiveClass::Colour],
        _ => vec![AdjectiveClass::Colour, AdjectiveClass::Size],
    };
    generate.agent_heading = *stream.choose(&[AgentHeading::East, AgentHeading::Any]);
    let lexicon = &mut generate.lexicon;
    lexicon.nouns.truncate(1 + stream.index(3));
    lexicon.colours.truncate(1 + stream.index(4));
    lexicon.adverbs.truncate(stream.index(5));
    lexicon.size_adjectives.truncate(1 + stream.index(2));
    lexicon.transitive_verbs.truncate(stream.index(3));
    lexicon.nonce = random::chance(stream, 30).then(|| stream.wide_bits());
    let rules = &mut generate.distractors;
    rules.share = f64::from(stream.below(101)) / 100.0;
    rules.min_groups = stream.below(4).saturating_sub(2);
    rules.pair_sizes = *stream.choose(&[PairSizes::Alike, PairSizes::Different, PairSizes::Independent]);
    if rules.pair_sizes != PairSizes::Alike {
        rules.contrast_colour = *stream.choose(&[ContrastColour::Any, ContrastColour::Target]);
    }
    if random::chance(stream, 50) {
        generate.procedure = Procedure::Partition(Shares { dev: 0.1, test: 0.2, holdout_dev: 0.5 });
    } else if random::chance(stream, 30) {
        let shared_placements = random::chance(stream, 50);
        generate.procedure = Procedure::Draw(Draw { train: 0.8, dev: 0.1, shots: 0, shared_placements });
    }
    let length = SHIPPED.iter().find(|recipe| recipe.name == "gscan-length").unwrap();
    for shipped in [&SHIPPED[0], length] {
        for mut holdout in Recipe::parse(shipped.toml).unwrap().generate.holdouts {
            holdout.no_longer_than_train = random::chance(stream, 20);
            if random::chance(stream, 40) {
                recipe.generate.holdouts.push(holdout);
            }
        }
    }
    if recipe.generate.holdouts.iter().any(|holdout| holdout.few_shot) {
        recipe.splits.shots = stream.below(3);
    }
    recipe
}

/// Makes a dataset; hold-outs whose words the lexicon lacks are left out.
fn dataset(mut recipe: Recipe, seed: u64) -> Result<Gscan, RecipeError> {
    loop {
        let error = match Gscan::new(recipe.clone(), seed) {
            Ok(dataset) => return Ok(dataset),
            Err(error) => error,
        };
        let holdouts = &mut recipe.generate.holdouts;
        let Some(at) =
            holdouts.iter().position(|held| error.message.contains(&format!("hold-out `{}`", held.name)))
        else {
            return Err(error);
        };
        if holdouts.remove(at).few_shot {
            recipe.splits.shots = 0;
        }
    }
}

/// Recipes that nobody wrote down: each is refused, or all its labels hold.
#[test]
fn items_of_random_recipes() {
    let (mut made, mut refused, mut walked, mut holdouts) = (0, 0, 0, 0);
    for number in 0..200 {
        let recipe = random_recipe(&mut random::stream("recipes", number));
        match dataset(recipe, number) {
            Ok(dataset) => {
                check(&dataset, 400);
                made += 1;
                let items: u64 = dataset.splits().iter().map(|info| info.len).sum();
                if dataset.tally().is_none() && items < 20_000 {
                    walked += splits::walk(&dataset, &format!("recipe {number}"));
                    holdouts += dataset.recipe().generate.holdouts.len();
                }
            }
            Err(error) => {
                println!("{number}: {error}");
                refused += 1;
            }
        }
    }
    println!("{made} recipes made, {refused} refused; {walked} items walked, {holdouts} hold-outs");
    assert!(made > 80 && walked > 100_000 && holdouts > 50, "{made} {refused} {walked} {holdouts}");
}

fn check(dataset: &Gscan, items: u64) -> usize {
    let lexicon = dataset.lexicon();
    let words = bridge::words(lexicon);
    let mut stream = random::stream("generated", 0);
    let addresses = addresses(dataset, items, &mut stream);
    let mut maker = dataset.maker();
    let mut identities = Identities::new(dataset);
    let mut ranks = Ranks::default();
    let mut pairs = Pairs::default();
    for &(split, index) in &addresses {
        let item = maker.make(split, index).unwrap();
        let text = item.example.command.text(lexicon, Surface::Gscan);
        let context = format!("{} {index} `{text}`", dataset.splits()[split].name);
        let place = bridge::place(&item.example.world, lexicon);
        let order = check_label(item, dataset, &words, &place, &context);
        identities.see(item, &order, &place, &mut stream, &context);
        ranks.see(item, dataset.recipe().generate.target_first, &context);
        check_world(dataset, &order, &place, item.example.target, &mut pairs, &context);
    }
    ranks.judge(dataset.recipe().generate.target_first);
    pairs.judge(dataset);
    // Order does not matter: another worker, going backwards, makes the same items.
    let mut again = dataset.maker();
    for &(split, index) in addresses.iter().rev().take(2000) {
        let id = again.make(split, index).unwrap().id;
        assert_eq!(id, maker.make(split, index).unwrap().id);
    }
    addresses.len()
}

/// Parser, referent, actions and certificate.
fn check_label(item: &GridItem, dataset: &Gscan, words: &Words, place: &Place, context: &str) -> Order {
    let lexicon = dataset.lexicon();
    let example = &item.example;
    let text = example.command.tokens(lexicon, Surface::Gscan, Register::Words).join(",");
    let order = words.read(&text).unwrap();
    assert_eq!(order, bridge::order(&example.command, lexicon), "{context}");
    let own = Reading::Superlative.into();
    assert_eq!(referents(&order.phrases, place, bridge::choices(own)), [example.target], "{context}");
    let habit = bridge::habit(&order.adverb, example.command.manner(lexicon));
    let actions = bridge::acts(&example.actions);
    assert_eq!(actions, perform(place, example.target, &order.verb, &habit, Taste::default()), "{context}");
    assert!(accepted(place, example.target, &order.verb, &habit).contains(&actions), "{context}");
    for reading in Reading::ALL {
        let slow = referents(&order.phrases, place, bridge::choices(reading.into()));
        let fast = bridge::members(item.certificate.referents[reading as usize]);
        assert_eq!(fast, slow, "{context} {reading:?}");
        assert_eq!(item.certificate.holds_under(reading, example.target), slow == [example.target]);
    }
    let needed = item.certificate.necessity.head();
    let fast: Vec<&str> = needed.words().map(|(_, class)| class.name()).collect();
    assert_eq!(fast, necessary(&order, place, bridge::choices(own)), "{context}");
    order
}

/// One content, one identity; another content, another identity; the order of the objects is no content.
struct Identities {
    identifier: Identifier,
    contents: HashMap<ItemId, String>,
    ids: HashMap<String, ItemId>,
}

impl Identities {
    fn new(dataset: &Gscan) -> Self {
        Self { identifier: Identifier::new(dataset.lexicon()), contents: HashMap::new(), ids: HashMap::new() }
    }

    fn see(&mut self, item: &GridItem, order: &Order, place: &Place, stream: &mut Stream, context: &str) {
        let mut things = place.things.clone();
        things.sort();
        let content = format!("{order:?} {:?}", Place { things, ..place.clone() });
        assert_eq!(*self.contents.entry(item.id).or_insert_with(|| content.clone()), content, "{context}");
        assert_eq!(*self.ids.entry(content).or_insert(item.id), item.id, "{context}");
        let world = &item.example.world;
        let mut shuffled = world.objects().to_vec();
        stream.shuffle(&mut shuffled);
        let mut other = World::new(world.side(), world.agent()).unwrap();
        for object in shuffled {
            other.place(object).unwrap();
        }
        assert_eq!(self.identifier.identify(&item.example.command, &other), item.id, "{context}");
    }
}

/// Where the target stands in the list of objects: every place must be equally likely, or the list gives it away.
#[derive(Default)]
struct Ranks {
    /// For each number of objects, how often the target had each place.
    counts: BTreeMap<usize, Vec<u64>>,
}

impl Ranks {
    fn see(&mut self, item: &GridItem, target_first: bool, context: &str) {
        let objects = item.example.world.objects().len();
        if target_first {
            assert_eq!(item.example.target, 0, "{context}");
            return;
        }
        self.counts.entry(objects).or_insert_with(|| vec![0; objects])[item.example.target] += 1;
    }

    fn judge(&self, target_first: bool) {
        if target_first {
            return;
        }
        for (objects, counts) in self.counts.iter().filter(|(objects, _)| **objects > 1) {
            let items: u64 = counts.iter().sum();
            let expected = items as f64 / *objects as f64;
            let chi: f64 = counts.iter().map(|&count| (count as f64 - expected).powi(2) / expected).sum();
            // Wilson and Hilferty: the cube root of a chi-square is nearly normal, in the tail as well.
            let (freedom, spread) = (*objects as f64 - 1.0, 2.0 / (9.0 * (*objects as f64 - 1.0)));
            let off = ((chi / freedom).cbrt() - (1.0 - spread)) / spread.sqrt();
            println!("  {objects} objects: the target's place is {off:+.2} standard deviations from uniform");
            assert!(off < 6.0, "{objects} objects: {counts:?}");
        }
    }
}

/// How often the two objects of a pair, if drawn from several sizes, had one size.
#[derive(Default)]
struct Pairs {
    pairs: u64,
    equal: u64,
}

impl Pairs {
    fn judge(&self, dataset: &Gscan) {
        println!("  {} of {} pairs have one size", self.equal, self.pairs);
        match dataset.recipe().generate.distractors.pair_sizes {
            PairSizes::Alike | PairSizes::Different => assert_eq!(self.equal, 0),
            // Four sizes: a quarter.
            PairSizes::Independent => {
                let generate = &dataset.recipe().generate;
                let expected = 1.0 / f64::from(generate.max_object_size - generate.min_object_size + 1);
                let share = self.equal as f64 / self.pairs.max(1) as f64;
                let deviation = (expected / self.pairs.max(1) as f64).sqrt();
                assert!(self.pairs == 0 || (share - expected).abs() < 4.5 * deviation, "{share}");
            }
        }
    }
}

/// The rules of what stands around a target.
fn check_world(
    dataset: &Gscan,
    order: &Order,
    place: &Place,
    target: usize,
    pairs: &mut Pairs,
    context: &str,
) {
    let generate = &dataset.recipe().generate;
    let rules = &generate.distractors;
    let (shapes, colours) = (dataset.lexicon().nouns.len(), dataset.lexicon().colours.len());
    let phrase = &order.phrases[0];
    let goal = &place.things[target];
    let mut others: Vec<&Thing> = place.things.iter().filter(|thing| *thing != goal).collect();
    let mut cells: Vec<(i32, i32)> = place.things.iter().map(|thing| (thing.row, thing.column)).collect();
    cells.push((place.row, place.column));
    cells.sort_unstable();
    assert!(cells.windows(2).all(|two| two[0] != two[1]), "{context}: two things in one cell");
    assert!(cells.iter().all(|&(row, column)| place.exists(row, column)), "{context}");
    let drawn = |groups: usize| ((groups as f64 * rules.share) as usize).max(rules.min_groups as usize);

    let kind = |thing: &Thing| (thing.shape.clone(), thing.colour.clone());
    match (&phrase.size, &phrase.colour) {
        (None, None) => {
            assert_eq!(others.len(), drawn(shapes - 1), "{context}");
            let mut kinds: Vec<&str> = others.iter().map(|thing| thing.shape.as_str()).collect();
            kinds.push(&goal.shape);
            assert!(all_differ(&mut kinds), "{context}");
        }
        (None, Some(_)) => {
            assert_eq!(others.len(), drawn(shapes * colours - 1), "{context}");
            let mut kinds: Vec<_> = place.things.iter().map(kind).collect();
            assert!(all_differ(&mut kinds), "{context}");
        }
        (Some(_), None) if rules.pair_sizes == PairSizes::Alike => {
            let most = 2 + 2 * drawn(shapes * colours - 1);
            let groups = shapes.min(most / 2);
            let mut by_shape: BTreeMap<&str, Vec<i32>> = BTreeMap::new();
            for thing in &place.things {
                by_shape.entry(&thing.shape).or_default().push(thing.size);
            }
            assert_eq!(by_shape.len(), groups, "{context}");
            for sizes in by_shape.values_mut() {
                sizes.sort_unstable();
                let (first, last) = (sizes[0], sizes[sizes.len() - 1]);
                let middle = &sizes[1..sizes.len() - 1];
                assert!(first < last && middle.iter().all(|&size| first < size && size < last), "{context}");
                let room = if last - first > 1 { most / groups - 2 } else { 0 };
                assert_eq!(middle.len(), room, "{context}");
            }
        }
        (Some(size), colour) => {
            let groups = drawn(shapes * colours - 1);
            assert_eq!(others.len(), 1 + 2 * groups, "{context}");
            let beyond =
                |thing: &Thing| if size == "small" { thing.size > goal.size } else { thing.size < goal.size };
            let own_colour = colour.is_some() || rules.contrast_colour == ContrastColour::Target;
            if colour.is_none() {
                let same = others.iter().filter(|thing| thing.shape == goal.shape);
                assert!(same.into_iter().all(|thing| beyond(thing)), "{context}");
            }
            // One of the others is the contrast; what remains are pairs of one kind each.
            let fits = |contrast: &Thing| {
                let right = contrast.shape == goal.shape
                    && beyond(contrast)
                    && (!own_colour || contrast.colour == goal.colour);
                let mut counts: BTreeMap<_, usize> = BTreeMap::new();
                for thing in others.iter().filter(|thing| **thing != contrast) {
                    *counts.entry(kind(thing)).or_default() += 1;
                }
                right
                    && counts.len() == groups
                    && counts.into_iter().all(|(other, n)| n == 2 && other != kind(goal))
            };
            let contrast = others.iter().position(|thing| fits(thing));
            others.remove(contrast.unwrap_or_else(|| panic!("{context}: no contrast {place:#?}")));
            // Pairs of other shapes may have any size, whoever was the contrast.
            others.retain(|thing| thing.shape != goal.shape);
            others.sort_by_key(|thing| kind(thing));
            for two in others.chunks(2) {
                pairs.pairs += 1;
                pairs.equal += u64::from(two[0].size == two[1].size);
            }
        }
    }
    let sizes = i32::from(generate.min_object_size)..=i32::from(generate.max_object_size);
    assert!(place.things.iter().all(|thing| sizes.contains(&thing.size)), "{context}");
}

fn all_differ<T: Ord>(list: &mut [T]) -> bool {
    list.sort_unstable();
    list.windows(2).all(|two| two[0] != two[1])
}

/// The numbers of objects that the papers give: 2, 6 and 12. Of one shape there are fewer where no size lies between the
/// smallest and the biggest.
#[test]
fn crowds_of_the_papers() {
    let dataset = Gscan::new(Recipe::parse(SHIPPED[0].toml).unwrap(), 0).unwrap();
    let mut maker = dataset.maker();
    for index in 0..3000 {
        let example = &maker.make(0, index).unwrap().example;
        let phrase = &example.command.phrase;
        let expected = match (phrase.size, phrase.colour) {
            (None, None) => 2,
            (None, Some(_)) => 6,
            (Some(_), Some(_)) => 12,
            (Some(_), None) => {
                assert!([6, 8, 10, 12].contains(&example.world.objects().len()));
                continue;
            }
        };
        assert_eq!(example.world.objects().len(), expected);
    }
}

//! Every item of the shipped recipes, at small sizes: what its record says is read again from its text.

use std::collections::BTreeMap;
use std::error::Error;

use wampimuk_babi::{Kind, Line, Passage, Solution, Status};
use wampimuk_core::{Family, ItemId, Role, Sink};
use wampimuk_dyna::recipe::{Condition, Engine, Features, Part};
use wampimuk_dyna::scheme::world_of;
use wampimuk_dyna::tasks::story_task;
use wampimuk_dyna::{Narrative, Recipe, SHIPPED, Stories, StoryFamily, StoryItems};
use wampimuk_story::Concept;

type Outcome<T> = Result<T, Box<dyn Error>>;

/// What was written, item by item.
#[derive(Default)]
struct Records {
    done: Vec<Record>,
    now: Record,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Record {
    id: Option<ItemId>,
    values: Vec<String>,
}

impl Sink for Records {
    fn bool(&mut self, value: bool) {
        self.now.values.push(value.to_string());
    }
    fn uint(&mut self, value: u64) {
        self.now.values.push(value.to_string());
    }
    fn text(&mut self, value: &str) {
        self.now.values.push(format!("{value:?}"));
    }
    fn bytes(&mut self, value: &[u8]) {
        self.now.values.push(format!("{value:?}"));
    }
    fn id(&mut self, value: ItemId) {
        self.now.id = Some(value);
    }
    fn word(&mut self, index: usize) {
        self.now.values.push(format!("#{index}"));
    }
    fn words(&mut self, indices: &[u8]) {
        self.now.values.push(format!("{indices:?}"));
    }
    fn word_list(&mut self, indices: &mut dyn Iterator<Item = u8>) {
        self.words(&indices.collect::<Vec<u8>>());
    }
    fn list(&mut self, len: usize) {
        self.now.values.push(format!("list of {len}"));
    }
    fn end(&mut self) {
        self.done.push(std::mem::take(&mut self.now));
    }
}

/// A shipped recipe with at most this many questions of a part in a split.
fn small(name: &str, most: u64) -> Outcome<Recipe> {
    let shipped = SHIPPED.iter().find(|shipped| shipped.name == name).ok_or("no such recipe")?;
    let mut recipe = Recipe::parse(shipped.toml)?;
    for size in recipe.splits.iter_mut().flat_map(|split| split.parts.values_mut()) {
        *size = (*size).min(most);
    }
    Ok(recipe)
}

/// The same with about sixty questions in a split; the longer the stories, the fewer.
fn usual(name: &str) -> Outcome<Recipe> {
    let parts = small(name, 1)?.generate.parts;
    let words = parts.iter().filter_map(|part| part.long.as_ref()?.words).max();
    let most = match words {
        Some(words) => 60_000 / u64::from(words),
        None => 60 / parts.len() as u64,
    };
    small(name, most.max(if words.is_some() { 1 } else { 5 }))
}

fn of_engine(engine: Engine) -> Outcome<Vec<&'static str>> {
    let mut names = Vec::new();
    for shipped in SHIPPED {
        if Recipe::parse(shipped.toml)?.generate.engine == engine {
            names.push(shipped.name);
        }
    }
    Ok(names)
}

fn records(stories: &Stories, split: usize, order: impl Iterator<Item = u64>) -> Outcome<Vec<Record>> {
    let mut sink = Records::default();
    let mut items = stories.items();
    for index in order {
        items.write(split, index, &mut sink)?;
    }
    Ok(sink.done)
}

fn all_records(stories: &Stories) -> Outcome<Vec<Vec<Record>>> {
    (0..stories.splits().len()).map(|split| records(stories, split, 0..stories.splits()[split].len)).collect()
}

/// What a part says, also where a published task says it.
fn meant(part: &Part) -> Part {
    match part.task.and_then(story_task) {
        Some(preset) => {
            Part { name: part.name.clone(), inject: part.inject.clone(), rephrase: part.rephrase, ..preset }
        }
        None => part.clone(),
    }
}

/// The filters in turn, by shares.
fn turn(part: &Part, story: usize) -> Option<&Condition> {
    let share = |number: usize| part.shares.get(number).copied().unwrap_or(1) as usize;
    let divides = |by: &usize| (0..part.filters.len()).all(|number| share(number).is_multiple_of(*by));
    let common = (1..=part.shares.iter().copied().max().unwrap_or(1) as usize).rev().find(divides)?;
    let turns: Vec<&Condition> = (0..part.filters.len())
        .flat_map(|number| std::iter::repeat_n(&part.filters[number], share(number) / common))
        .collect();
    turns.get(story.checked_rem(turns.len())?).copied()
}

/// The number of facts before each line, the line included if it is one.
fn fact_numbers(passage: &Passage) -> Vec<usize> {
    let mut facts = 0;
    let count = |line: &Line| {
        facts += usize::from(matches!(line, Line::Fact(_)));
        facts
    };
    passage.lines.iter().map(count).collect()
}

fn concepts(solution: &Solution) -> Vec<Concept> {
    let concept = |name: &&'static str| Concept::ALL.into_iter().find(|concept| concept.name() == *name);
    solution.composition.iter().filter_map(concept).collect()
}

/// What conditions look at, from the text of an item.
fn features<'a>(solution: &'a Solution, composition: &'a [Concept], passage: &Passage) -> Features<'a> {
    let facts = fact_numbers(passage);
    let told = facts[solution.line - 1];
    let last = solution.all_minimal.iter().flatten().map(|&line| facts[line - 1]).max().unwrap_or(0);
    let first = solution.supporting.iter().map(|&line| facts[line - 1]).min().unwrap_or(0);
    Features {
        kind: solution.kind,
        support: solution.supporting.len(),
        composition,
        answer: Some(&solution.answer),
        proofs: solution.all_minimal.len(),
        recent: told - last + 1,
        reach: told - first + 1,
        sentences: told,
    }
}

/// Whether a question is one that the part asks for, and not one that goes with it.
fn is_own(part: &Part, passage: &Passage, solution: &Solution) -> bool {
    let added = !part.inject.is_empty() || part.rephrase;
    !added || solution.line < 2 || matches!(passage.lines[solution.line - 2], Line::Fact(_))
}

/// Whether all that is said of a story is what follows from its text. Returns the solutions in the recipe's words.
fn solved_again(
    stories: &Stories,
    part: &str,
    narrative: &Narrative,
    role: Role,
) -> Outcome<(Passage, Vec<Solution>)> {
    let solver = stories.solver(part).ok_or("no solver")?;
    let plain = stories.plain(&narrative.told.passage).ok_or("other words cannot be undone")?;
    let solutions = solver.solve(&plain)?;
    let given = &narrative.told.solutions;
    if given.len() != solutions.len() || given.len() != plain.questions().count() {
        return Err("questions and solutions do not pair".into());
    }
    let asked = plain.questions().zip(narrative.told.passage.questions());
    for ((solution, given), ((_, plain), (line, asked))) in solutions.iter().zip(given).zip(asked) {
        let in_words = Solution { answer: given.answer.clone(), ..solution.clone() };
        if *given != in_words || plain.answer != solution.answer || asked.answer != given.answer {
            return Err(format!("line {line}: {given:?}\nbut {solution:?}, {plain:?}").into());
        }
        if asked.support != given.supporting || given.line != line || given.status != Status::Unique {
            return Err(format!("line {line}: {given:?}").into());
        }
    }
    let task = stories.recipe().generate.parts.iter().find(|other| other.name == part);
    let world = task.and_then(|part| part.task).and_then(world_of);
    if world.is_none() {
        let story = solver.read_story(&plain)?.story;
        if stories.role_of(part, Some(&story), &[]) != Some(role) {
            return Err("the story is for another role".into());
        }
    }
    Ok((plain, solutions))
}

/// Where identities were seen: two roles must not share one.
#[derive(Default)]
struct Seen(BTreeMap<u128, Role>);

impl Seen {
    fn add(&mut self, narrative: &Narrative, role: Role) -> Outcome<Vec<ItemId>> {
        let passage = &narrative.told.passage;
        let mut ids = Vec::new();
        for (line, asked) in passage.questions() {
            let before = passage.lines[..line - 1].iter().zip(&narrative.symbols);
            let facts =
                before.filter(|(line, _)| matches!(line, Line::Fact(_))).map(|(_, fact)| fact.as_str());
            let formulas: Vec<&str> = facts.chain([narrative.symbols[line - 1].as_str()]).collect();
            let id = ItemId::of(formulas.join("\n").as_bytes());
            ids.push(id);
            if *self.0.entry(id.0).or_insert(role) != role {
                return Err(format!("two roles have {}", asked.question).into());
            }
        }
        Ok(ids)
    }
}

/// All checks of all items of a recipe.
fn check(name: &str) -> Outcome<()> {
    let stories = Stories::new(usual(name)?, 0)?;
    let recipe = stories.recipe();
    let mut worker = stories.worker();
    let mut seen = Seen::default();
    for (split, info) in stories.splits().iter().enumerate() {
        let mut told: BTreeMap<String, usize> = BTreeMap::new();
        let mut own: BTreeMap<String, u64> = BTreeMap::new();
        let mut ids = Vec::new();
        for number in 0..stories.stories(split) {
            let wrong =
                |what: &dyn std::fmt::Display| format!("{name}, {}, story {number}: {what}", info.name);
            let (narrative, part_name) = worker.story(split, number)?;
            let part_name = part_name.to_owned();
            let part =
                recipe.generate.parts.iter().find(|part| part.name == part_name).ok_or("no such part")?;
            let part = meant(part);
            let (passage, solutions) =
                solved_again(&stories, &part_name, &narrative, info.role).map_err(|error| wrong(&error))?;
            let count = told.entry(part_name.clone()).or_default();
            let filter = turn(&part, *count);
            *count += 1;
            let (within, all) = stories.holdouts(split);
            for solution in &solutions {
                let composition = concepts(solution);
                let features = features(solution, &composition, &passage);
                let outside = |other: &&Condition| Some(*other) != within;
                if all.iter().filter(outside).any(|other| other.holds(&features))
                    || within.is_some_and(|within| !within.holds(&features))
                {
                    return Err(wrong(&format!("on the wrong side of a hold-out: {solution:?}")).into());
                }
                if !is_own(&part, &passage, solution) {
                    continue;
                }
                *own.entry(part_name.clone()).or_default() += 1;
                if filter.is_some_and(|filter| !filter.holds(&features)) {
                    return Err(wrong(&format!("does not pass its filter: {solution:?}")).into());
                }
            }
            ids.extend(seen.add(&narrative, info.role).map_err(|error| wrong(&error))?);
        }
        let wanted = recipe.splits.iter().find_map(|split| {
            let named = |part: &String| !split.each || info.name == format!("{part}_{}", split.name);
            let parts: BTreeMap<String, u64> =
                split.parts.clone().into_iter().filter(|(part, _)| named(part)).collect();
            (split.each && !parts.is_empty() || info.name == split.name).then_some(parts)
        });
        assert_eq!(Some(own), wanted, "{name}, {}", info.name);
        let written = records(&stories, split, 0..info.len)?;
        assert_eq!(written.iter().filter_map(|record| record.id).collect::<Vec<_>>(), ids, "{name}");
    }
    Ok(())
}

macro_rules! every_item_is_what_it_says {
    ($($test:ident: $($recipe:literal),*;)*) => {
        $(#[test]
        fn $test() -> Outcome<()> {
            [$($recipe),*].into_iter().try_for_each(check)
        })*

        /// No certified recipe is left out above.
        #[test]
        fn every_certified_recipe_is_checked() -> Outcome<()> {
            let mut checked = vec![$($($recipe),*),*];
            let mut certified = of_engine(Engine::Certified)?;
            checked.sort_unstable();
            certified.sort_unstable();
            assert_eq!(checked, certified);
            Ok(())
        }
    };
}

every_item_is_what_it_says! {
    babi: "babi", "babi-1", "babi-released";
    babi_in_other_words: "babi-nonce", "babi-shuffled";
    long_stories: "long-4k", "long-16k", "long-64k", "long-256k", "long-1m";
    concat: "concat-t2", "concat-t7", "concat-t12";
    inject: "inject-t2", "inject-t7", "inject-t12";
    diverse: "diverse-t2", "diverse-t7", "diverse-t12";
    mix: "mix-t2", "mix-t7", "mix-t12", "mix-t12-paraphrased", "mix-paired";
    holdouts: "story-holdouts";
}

/// The same items whatever is made before, in whatever order, by whomever.
#[test]
fn items_are_made_by_address() -> Outcome<()> {
    for name in ["babi", "babi-nonce", "inject-t2", "mix-paired", "story-holdouts", "diverse-t2"] {
        let stories = Stories::new(usual(name)?, 3)?;
        let again = Stories::new(usual(name)?, 3)?;
        for (split, info) in stories.splits().iter().enumerate() {
            let forward = records(&stories, split, 0..info.len)?;
            let mut backward = records(&again, split, (0..info.len).rev())?;
            backward.reverse();
            assert_eq!(forward, backward, "{name}, {}", info.name);
            let far = records(&again, split, info.len / 2..info.len / 2 + 1)?;
            assert_eq!(far[0], forward[info.len as usize / 2], "{name}, {}", info.name);
            let mut items = stories.items();
            assert!(items.write(split, info.len, &mut Records::default()).is_err(), "{name}");
        }
    }
    Ok(())
}

/// The size and the name of a split are nobody else's business, and a larger split begins as a smaller one does.
#[test]
fn splits_do_not_depend_on_each_other() -> Outcome<()> {
    for name in ["babi", "inject-t2", "mix-t12", "story-holdouts"] {
        let recipe = usual(name)?;
        let usual = Stories::new(recipe.clone(), 0)?;
        let before = all_records(&usual)?;
        for changed in 0..recipe.splits.len() {
            let mut other = recipe.clone();
            other.splits[changed].name = "another_name".to_owned();
            other.splits[changed].parts.values_mut().for_each(|size| *size *= 2);
            let other = Stories::new(other, 0)?;
            let after = all_records(&other)?;
            assert_eq!(after.len(), before.len());
            for (split, info) in usual.splits().iter().enumerate() {
                if other.splits()[split].name == info.name {
                    assert!(after[split] == before[split], "{name}, {}", info.name);
                } else {
                    assert!(after[split].len() > before[split].len(), "{name}, {}", info.name);
                    assert_eq!(after[split][0], before[split][0], "{name}, {}", info.name);
                }
            }
        }
    }
    Ok(())
}

/// Two dev splits of one part are two: nobody wants the same items twice.
#[test]
fn splits_of_one_role_differ() -> Outcome<()> {
    let mut recipe = usual("mix-t12")?;
    let mut more = recipe.splits[0].clone();
    more.name = "more_dev".to_owned();
    recipe.splits.insert(1, more);
    let stories = Stories::new(recipe, 0)?;
    let before = all_records(&Stories::new(usual("mix-t12")?, 0)?)?;
    let after = all_records(&stories)?;
    assert!(after[0] == before[0]);
    let ids: Vec<Option<ItemId>> = after[0].iter().map(|record| record.id).collect();
    assert!(after[1].iter().all(|record| !ids.contains(&record.id)));
    Ok(())
}

#[test]
fn another_seed_gives_other_items() -> Outcome<()> {
    for shipped in SHIPPED {
        let recipe = usual(shipped.name)?;
        let one = all_records(&Stories::new(recipe.clone(), 0)?)?;
        let other = all_records(&Stories::new(recipe, 1)?)?;
        for (one, other) in one.iter().zip(&other) {
            let ids: Vec<Option<ItemId>> = one.iter().map(|record| record.id).collect();
            let shared = other.iter().filter(|record| ids.contains(&record.id)).count();
            assert!(shared * 2 <= ids.len().max(other.len()), "{}: {shared} of {}", shipped.name, ids.len());
        }
    }
    Ok(())
}

/// Released recipes are filled in turn, but read in any order; and they are filled the same every time.
#[test]
fn released_recipes_are_filled_alike() -> Outcome<()> {
    let names = of_engine(Engine::Released)?;
    assert_eq!(names.len(), 4);
    for name in names {
        let recipe = small(name, 20)?;
        let stories = Stories::new(recipe.clone(), 0)?;
        let again = Stories::new(recipe.clone(), 0)?;
        for (split, info) in stories.splits().iter().enumerate() {
            let forward = records(&stories, split, 0..info.len)?;
            let mut backward = records(&again, split, (0..info.len).rev())?;
            backward.reverse();
            assert!(!forward.is_empty() && forward == backward, "{name}, {}", info.name);
            // a filter may keep more than counts, and none of the shipped ones gives up before twenty
            let wanted: u64 = recipe.splits[split].parts.values().sum();
            assert!(info.len >= wanted, "{name}, {}: {} for {wanted}", info.name, info.len);
            let mut worker = stories.worker();
            for story in 0..stories.stories(split) {
                let (narrative, part) = worker.story(split, story)?;
                // what the released engine says may be wrong, but it can be read
                let solver = stories.solver(part).ok_or("no solver")?;
                let read = solver.read_story(&narrative.told.passage)?;
                assert_eq!(read.questions.len(), narrative.told.solutions.len(), "{name}");
            }
        }
    }
    Ok(())
}

/// Conditions on answers and hold-outs bind whatever is asked, also questions that only come along.
#[test]
fn hold_outs_bind_added_questions_and_names() {
    let recipe = |keys: &str, when: &str| {
        let text = format!(
            r#"
family = "stories"
title = "small"
splits = [{{ name = "train", role = "train", parts = {{ p = 40 }} }}]
[[generate.parts]]
name = "p"
actions = {{ move = 1, grab = 1, drop = 1 }}
{keys}
[[generate.holdouts]]
name = "out"
title = "held out"
when = {{ {when} }}
"#
        );
        Stories::new(Recipe::parse(&text).unwrap(), 0).unwrap()
    };
    let kinds_and_answers = |stories: &Stories| {
        let mut worker = stories.worker();
        let mut found = Vec::new();
        for story in 0..stories.stories(0) {
            let (narrative, _) = worker.story(0, story).unwrap();
            found.extend(narrative.told.solutions.into_iter().map(|found| (found.kind, found.answer)));
        }
        found
    };
    let person = "ask = { where_person = 1 }";
    let injected = recipe(&format!("{person}\ninject = [\"where_object\"]"), r#"kinds = ["where_object"]"#);
    assert!(kinds_and_answers(&injected).iter().all(|(kind, _)| *kind == Kind::WherePerson));
    let rephrased = recipe(&format!("{person}\nrephrase = true"), r#"kinds = ["yes_no"]"#);
    assert!(kinds_and_answers(&rephrased).iter().all(|(kind, _)| *kind == Kind::WherePerson));
    let elsewhere = recipe(person, r#"answers = ["kitchen"]"#);
    let answers = kinds_and_answers(&elsewhere);
    assert!(answers.len() == 40 && answers.iter().all(|(_, answer)| answer != "kitchen"));
    for filter in [r#"{ answers = ["kitchen"] }"#, r#"{ any_of = [{ answers = ["kitchen"] }] }"#] {
        let there = recipe(&format!("{person}\nfilters = [{filter}]"), r#"kinds = ["yes_no"]"#);
        let answers = kinds_and_answers(&there);
        assert!(answers.len() == 40 && answers.iter().all(|(_, answer)| answer == "kitchen"), "{filter}");
    }
}

//! What the splits promise, checked on items of any origin.

use std::ops::ControlFlow;

use wampimuk_command::{Certificate, ClauseVariant, Example, Reading, Scene, WordClass};
use wampimuk_core::{Verdict, bits};

use crate::acceptance::{certain_referent, needed};
use crate::condition::Features;
use crate::construct::is_deletable;
use crate::dataset::Reascan;
use crate::orders::each_order;
use crate::plan::{GroupPart, features, worlds_of};
use crate::recipe::{NecessityName, Worlds};
use crate::tree::Tree;

/// The splits that an example may belong to.
pub(crate) fn possible_splits(dataset: &Reascan, example: &Example) -> Vec<usize> {
    let plan = &dataset.plan;
    let generate = &dataset.recipe.generate;
    let goal = example.world.objects()[example.target].cell;
    let agent = example.world.agent().cell;
    let tree = Tree::of(&example.command.phrase, &plan.lexicon);
    let players = players(dataset, example);
    let mut origins = Vec::new();
    for (split_group, place) in dataset.uses(&example.command) {
        let known = Features {
            cells: Some((agent, goal)),
            players: Some((example.world.objects(), &players)),
            ..features(&example.command, &tree)
        };
        // A released item is told by its objects' order, which files may have lost: its players are not certain.
        let released =
            matches!(worlds_of(generate, plan.split_groups[split_group].holdout), Worlds::Released(_));
        if !released && plan.belongs(generate, split_group, &known) != Verdict::Yes {
            continue;
        }
        let entry = plan.split_groups[split_group].pool.entries[place];
        let arc = agent.direction_to(goal).and_then(|_| {
            let number = plan.placements.number(agent, goal);
            match plan.pairs(generate, split_group, &example.command) {
                None => plan.placements.arc_of(plan.hash(entry), plan.placements.pairs(), number),
                Some(pairs) => {
                    let place = pairs.binary_search(&number).ok()?;
                    plan.placements.arc_of(plan.hash(entry), pairs.len() as u32, place as u32)
                }
            }
        });
        let fits = |part: GroupPart| match part {
            GroupPart::Arc(part) => Some(part) == arc,
            GroupPart::Cut { .. } => true,
        };
        let of_group =
            dataset.splits.origins.iter().enumerate().filter(|(_, origin)| origin.split_group == split_group);
        origins.extend(of_group.filter(|(_, origin)| fits(origin.part)).map(|(number, _)| number));
    }
    origins.sort_unstable();
    origins.dedup();
    origins
}

/// Whether a hold-out may be about an example: no split group without a hold-out surely has it.
pub(crate) fn is_held_out(dataset: &Reascan, example: &Example) -> bool {
    let plan = &dataset.plan;
    let goal = example.world.objects()[example.target].cell;
    let tree = Tree::of(&example.command.phrase, &plan.lexicon);
    let players = players(dataset, example);
    let known = Features {
        cells: Some((example.world.agent().cell, goal)),
        players: Some((example.world.objects(), &players)),
        ..features(&example.command, &tree)
    };
    let belongs = |group: usize| plan.belongs(&dataset.recipe.generate, group, &known) == Verdict::Yes;
    let mut open = (0..plan.split_groups.len()).filter(|&group| plan.split_groups[group].holdout.is_none());
    !open.any(belongs)
}

/// For each phrase, the objects that can play it when the target plays the head.
fn players(dataset: &Reascan, example: &Example) -> Vec<u64> {
    let scene = Scene::new(&example.world);
    let tree = Tree::of(&example.command.phrase, &dataset.plan.lexicon);
    let semantics = ClauseVariant::NotDistinct.semantics(Reading::Existential);
    let mut sets = vec![1u64 << example.target];
    let nodes = example.command.phrase.nodes();
    for (node, of_tree) in nodes.iter().zip(tree.nodes()).skip(1) {
        let Some((parent, relation)) = of_tree.link else { continue };
        let able = scene.denotation(node.phrase, &dataset.plan.lexicon, semantics);
        let reached =
            bits(sets[parent]).fold(0, |set, above| set | scene.related(relation, above, semantics));
        sets.push(able & reached);
    }
    sets
}

/// The promises of a split that an example in it breaks; `None` where worlds are made as released, which promises nothing.
pub(crate) fn broken(dataset: &Reascan, split: usize, example: &Example) -> Option<Vec<String>> {
    let plan = &dataset.plan;
    let generate = &dataset.recipe.generate;
    let split_group = dataset.splits.origins[split].split_group;
    let Worlds::Constructed(settings) = worlds_of(generate, plan.split_groups[split_group].holdout) else {
        return None;
    };
    let scene = Scene::new(&example.world);
    let lexicon = &plan.lexicon;
    let certificate = Certificate::with_variants(&example.command, &scene, lexicon, Reading::Existential);
    let tree = Tree::of(&example.command.phrase, lexicon);
    let players = players(dataset, example);
    let mut broken = Vec::new();
    for reading in
        Reading::ALL.into_iter().filter(|&reading| !certificate.holds_under(reading, example.target))
    {
        broken.push(format!("the target is not the only referent under the {} reading", reading.name()));
    }
    for variant in
        ClauseVariant::ALL.into_iter().filter(|&variant| !certificate.holds_with(variant, example.target))
    {
        broken.push(format!("the target is not the only referent if {}", variant.name()));
    }
    let needed = needed(&certificate, &example.command.phrase, (&scene, lexicon), settings.necessity);
    for (number, node) in tree.nodes().iter().enumerate() {
        if number > 0 && settings.necessity >= NecessityName::Clauses && !needed.clause(number) {
            broken.push(format!("clause {number} is idle"));
        }
        for class in WordClass::ALL.into_iter().filter(|&class| is_deletable(node, class)) {
            // Whatever can play the phrase and is what the hold-out is about makes the word one that must count.
            let objects = example.world.objects();
            let asked = bits(players[number]).any(|player| {
                plan.needs(generate, split_group, &tree, number, Some(&objects[player]), class)
            });
            let every = settings.necessity == NecessityName::Words;
            if (every || asked) && !needed.word(number, class) {
                broken.push(format!("the {} word of phrase {number} is idle", class.name()));
            }
        }
        if let Some(sizes) =
            crate::sizes::of_class(&example.world, node).filter(|sizes| sizes.count_ones() != 2)
        {
            broken.push(format!("what phrase {number} sizes up has {} sizes", sizes.count_ones()));
        }
    }
    if settings.rivals > 0 {
        let (mut orders, mut apart) = (0, 1u64 << example.target);
        let wanted = usize::from(settings.rivals);
        each_order(&tree, &generate.rules, |order| {
            orders += 1;
            if let Some(referent) = certain_referent(order, &scene, lexicon, settings.necessity) {
                apart |= 1 << referent;
            }
            let done = apart.count_ones() as usize > wanted;
            if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let rivals = apart.count_ones() as usize - 1;
        if rivals < wanted.min(orders) {
            let wanted = wanted.min(orders);
            broken.push(format!(
                "{rivals} other orders of the words certainly refer to other objects, not {wanted}"
            ));
        }
    }
    Some(broken)
}

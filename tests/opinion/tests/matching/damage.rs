//! Would the comparison notice a damaged matcher?

use wampimuk_opinion::graph::{Fit, Graph, Label, Node, heads};

use super::census::{compare, monomorphism};

/// Each damage must be found among so many commands of each pattern.
const CASES: u64 = 1_000;

type Matcher = Box<dyn Fn(&Graph, &Graph) -> Vec<usize>>;

/// Matches with another idea of what lies well.
fn fit(fit: Fit) -> Matcher {
    Box::new(move |command, world| heads(command, world, fit))
}

/// Matches a command whose edges are damaged.
fn command(
    change: impl Fn(&Graph, usize, usize, Label) -> Option<(usize, usize, Label)> + 'static,
) -> Matcher {
    Box::new(move |command, world| {
        let damaged = command.rewired(|from, to, label| change(command, from, to, label));
        monomorphism(&damaged, world)
    })
}

/// Matches in a world whose edges are damaged.
fn world(change: impl Fn(&Graph, usize, usize, Label) -> Option<(usize, usize, Label)> + 'static) -> Matcher {
    Box::new(move |command, world| {
        let damaged = world.rewired(|from, to, label| change(world, from, to, label));
        monomorphism(command, &damaged)
    })
}

/// Leaves out the edges with this label.
fn without(left_out: Label) -> Matcher {
    command(move |_, from, to, label| (label != left_out).then_some((from, to, label)))
}

#[test]
fn damaged_matchers_are_noticed() {
    let is_thing = |graph: &Graph, node: usize| graph.nodes()[node] == Node::Thing;
    let damages = [
        ("players need not be distinct", fit(Fit::Homomorphism)),
        ("what is not said is not so", fit(Fit::Induced)),
        ("colours are ignored", without(Label::Colour)),
        ("shapes are ignored", without(Label::Shape)),
        ("sizes are ignored", without(Label::Size)),
        (
            "a command's inside is reversed",
            command(|_, from, to, label| {
                Some(if label == Label::Inside { (to, from, label) } else { (from, to, label) })
            }),
        ),
        (
            "a world's inside is reversed",
            world(|_, from, to, label| {
                Some(if label == Label::Inside { (to, from, label) } else { (from, to, label) })
            }),
        ),
        (
            "inside needs an edge each way",
            world(|graph, from, to, label| {
                let mutual = label != Label::Inside || graph.labels(to, from).contains(Label::Inside);
                mutual.then_some((from, to, label))
            }),
        ),
        (
            "rows are columns",
            command(|_, from, to, label| {
                Some((from, to, if label == Label::SameRow { Label::SameColumn } else { label }))
            }),
        ),
        (
            "the third clause is ignored",
            command(move |graph, from, to, label| {
                let third = is_thing(graph, to) && from.max(to) == 3;
                (!third).then_some((from, to, label))
            }),
        ),
        (
            "a nested clause hangs from the head",
            command(move |graph, from, to, label| {
                let nested = is_thing(graph, to) && (from, to) == (1, 2);
                Some(if nested { (0, to, label) } else { (from, to, label) })
            }),
        ),
        (
            "relations lead forward in the list of things only",
            world(move |graph, from, to, label| {
                (!is_thing(graph, to) || from < to).then_some((from, to, label))
            }),
        ),
        (
            "sizes compare with things of any colour",
            world(|graph, from, to, label| {
                let in_colour = match &graph.nodes()[to] {
                    Node::Value(Label::Size, name) => name.split(' ').count() == 3,
                    _ => false,
                };
                (!in_colour).then_some((from, to, label))
            }),
        ),
    ];
    for (name, damaged) in damages {
        match compare(&damaged, CASES) {
            Ok(census) => panic!("`{name}` went unnoticed: {census:?}"),
            Err(error) => println!("{name}: {}", error.lines().next().unwrap_or_default()),
        }
    }
}

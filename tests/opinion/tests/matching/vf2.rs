//! VF2 finds what trying every map finds.

use wampimuk_core::Stream;
use wampimuk_opinion::graph::{Digraph, GaveUp, isomorphisms};

use crate::random::{self, chance};

fn matrix(stream: &mut Stream, nodes: usize, per_cent: u32) -> Vec<Vec<bool>> {
    (0..nodes).map(|_| (0..nodes).map(|_| chance(stream, per_cent)).collect()).collect()
}

fn digraph(matrix: &[Vec<bool>]) -> Digraph {
    Digraph::new(matrix.len(), |from, to| matrix[from][to])
}

/// All maps to different nodes, by counting in base `host`, that keep arrows and missing arrows.
fn every_map(pattern: &[Vec<bool>], host: &[Vec<bool>]) -> Vec<Vec<usize>> {
    let (nodes, places) = (pattern.len(), host.len());
    let map = |code: usize| (0..nodes).map(|node| code / places.pow(node as u32) % places).collect();
    let keeps = |map: &Vec<usize>| {
        let pairs = (0..nodes).flat_map(|one| (0..nodes).map(move |other| (one, other)));
        pairs.into_iter().all(|(one, other)| {
            (one == other || map[one] != map[other]) && pattern[one][other] == host[map[one]][map[other]]
        })
    };
    (0..places.pow(nodes as u32)).map(map).filter(keeps).collect()
}

#[test]
fn it_finds_every_isomorphism_once() {
    let mut seen = [0; 3];
    for case in 0..3_000 {
        let stream = &mut random::stream("vf2", case);
        let per_cent = 15 + stream.below(50);
        let (nodes, places) = (1 + stream.index(4), 2 + stream.index(5));
        let (pattern, host) = (matrix(stream, nodes, per_cent), matrix(stream, places, per_cent));
        let mut found = Vec::new();
        let mut steps = 1_000_000;
        isomorphisms(
            &digraph(&pattern),
            &digraph(&host),
            |_, _| true,
            &mut steps,
            |map| {
                found.push(map.to_vec());
            },
        )
        .unwrap();
        let mut expected = every_map(&pattern, &host);
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{pattern:?} in {host:?}");
        seen[found.len().min(2)] += 1;

        // Pairs that are ruled out are left out, and nothing else is.
        let fits = |node: usize, place: usize| !(node + place).is_multiple_of(3);
        let mut fewer = Vec::new();
        isomorphisms(&digraph(&pattern), &digraph(&host), fits, &mut steps, |map| fewer.push(map.to_vec()))
            .unwrap();
        fewer.sort();
        expected.retain(|map| map.iter().enumerate().all(|(node, &place)| fits(node, place)));
        assert_eq!(fewer, expected);
    }
    println!("{seen:?} cases with no, one, several maps");
    assert!(seen.iter().all(|&count| count > 150), "{seen:?}");
}

#[test]
fn it_gives_up_after_so_many_steps() {
    let (pattern, host) = (Digraph::new(2, |_, _| false), Digraph::new(3, |_, _| false));
    let search = |mut steps: u64| {
        let mut found = 0;
        let end = isomorphisms(&pattern, &host, |_, _| true, &mut steps, |_| found += 1);
        (end, found, steps)
    };
    // Three places for the first node, two more for the second each time.
    assert_eq!(search(9), (Ok(()), 6, 0));
    assert_eq!(search(10), (Ok(()), 6, 1));
    assert_eq!(search(8), (Err(GaveUp), 5, 0));
}

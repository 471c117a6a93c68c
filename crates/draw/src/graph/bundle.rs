//! Edges sorted by the nodes they join.

use std::collections::BTreeMap;

use super::Graph;
use crate::Rgb;

/// All relations between two nodes.
pub(super) struct Bundle {
    /// The node that comes first in the list.
    pub first: usize,
    pub second: usize,
    pub strands: Vec<Strand>,
}

/// One relation between two nodes.
pub(super) struct Strand {
    /// Its place among the relations of the graph.
    pub relation: usize,
    pub ahead: bool,
    pub back: bool,
    pub highlighted: bool,
}

/// A name and the colour of its lines.
pub(super) struct Relation {
    pub name: String,
    pub colour: Rgb,
}

/// The edges of a graph.
pub(super) struct Bundles {
    pub list: Vec<Bundle>,
    /// In the order in which they occur.
    pub relations: Vec<Relation>,
}

impl Bundles {
    pub fn of(graph: &Graph) -> Self {
        let mut relations: Vec<Relation> = Vec::new();
        let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
        let mut pairs: BTreeMap<(usize, usize), Vec<Strand>> = BTreeMap::new();
        for edge in &graph.edges {
            let turned = edge.from > edge.to;
            let strands = pairs.entry((edge.from.min(edge.to), edge.from.max(edge.to))).or_default();
            // An edge without a name is an edge all the same.
            let unnamed = edge.labels.is_empty().then_some("");
            for label in edge.labels.iter().map(|label| label.trim()).chain(unnamed) {
                let relation = *numbers.entry(label).or_insert_with(|| {
                    let colour = colour(label, relations.len());
                    relations.push(Relation { name: label.to_string(), colour });
                    relations.len() - 1
                });
                let (ahead, back) = (!edge.directed || !turned, !edge.directed || turned);
                match strands.iter_mut().find(|strand| strand.relation == relation) {
                    Some(strand) => {
                        strand.ahead |= ahead;
                        strand.back |= back;
                        strand.highlighted |= edge.highlighted;
                    }
                    None => strands.push(Strand { relation, ahead, back, highlighted: edge.highlighted }),
                }
            }
        }
        let bundle = |((first, second), strands)| Bundle { first, second, strands };
        Self { list: pairs.into_iter().map(bundle).collect(), relations }
    }

    /// Whether some edge is pointed out.
    pub fn has_highlights(&self) -> bool {
        self.list.iter().flat_map(|bundle| &bundle.strands).any(|strand| strand.highlighted)
    }
}

/// Relations of the papers have the same colour in every graph, so that the graphs of a command and of a world can be
/// compared; others have what is left.
fn colour(name: &str, number: usize) -> Rgb {
    const KNOWN: [(&[&str], Rgb); 6] = [
        (&["row"], Rgb::new(0, 104, 172)),
        (&["column", "col"], Rgb::new(205, 84, 0)),
        (&["inside"], Rgb::new(0, 138, 98)),
        (&["colour", "color"], Rgb::new(190, 88, 148)),
        (&["shape"], Rgb::new(198, 140, 0)),
        (&["size"], Rgb::new(64, 158, 214)),
    ];
    const OTHERS: [Rgb; 5] = [
        Rgb::new(96, 100, 110),
        Rgb::new(126, 80, 48),
        Rgb::new(100, 72, 164),
        Rgb::new(128, 132, 20),
        Rgb::new(176, 40, 60),
    ];
    let name = name.to_lowercase();
    let words = || name.split(|c: char| !c.is_alphanumeric());
    let known = KNOWN.iter().find(|(keys, _)| words().any(|word| keys.contains(&word)));
    known.map_or(OTHERS[number % OTHERS.len()], |&(_, colour)| colour)
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Node};
    use super::*;

    #[test]
    fn edges_between_two_nodes_are_one_bundle() {
        let both = Edge { labels: vec!["b".into(), "a".into()], ..Edge::new(1, 0, "") };
        let edges = vec![Edge::new(0, 1, "a").directed(), both.directed(), Edge::new(2, 1, "same row")];
        let graph = Graph { nodes: ["x", "y", "z"].map(Node::object).to_vec(), edges };
        let bundles = Bundles::of(&graph);
        assert_eq!(bundles.list.len(), 2);
        let strands = &bundles.list[0].strands;
        let ways: Vec<_> = strands.iter().map(|s| (s.relation, s.ahead, s.back)).collect();
        assert_eq!(ways, [(0, true, true), (1, false, true)]);
        let names: Vec<_> = bundles.relations.iter().map(|relation| relation.name.as_str()).collect();
        assert_eq!(names, ["a", "b", "same row"]);
    }

    #[test]
    fn relations_of_the_papers_keep_their_colour() {
        assert_eq!(colour("SAME_ROW", 0), colour("in the same row as", 3));
        assert_eq!(colour("same color", 1), colour("colour", 2));
        assert_ne!(colour("narrow", 0), colour("row", 0));
    }
}

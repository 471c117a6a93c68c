//! VF2: induced sub-graph isomorphism of plain digraphs.
//!
//! A partial map grows by one pair of nodes at a time. The next pair comes from the frontier, the unmapped nodes next
//! to mapped ones: first those that a mapped node points to, then those that point to a mapped node, then any. A pair is
//! tried only if its arrows to mapped nodes agree in both graphs, and if the host's node has at least as many unmapped
//! neighbours in each part of the frontier as the pattern's node.

/// A digraph without labels.
#[derive(Clone, Debug)]
pub struct Digraph {
    matrix: Vec<Vec<bool>>,
    successors: Vec<Vec<usize>>,
    predecessors: Vec<Vec<usize>>,
}

impl Digraph {
    /// A digraph of so many nodes, with an arrow wherever the function says so.
    pub fn new(nodes: usize, arrow: impl Fn(usize, usize) -> bool) -> Self {
        let matrix: Vec<Vec<bool>> =
            (0..nodes).map(|from| (0..nodes).map(|to| arrow(from, to)).collect()).collect();
        let list = |holds: &dyn Fn(usize, usize) -> bool| {
            (0..nodes).map(|one| (0..nodes).filter(|&other| holds(one, other)).collect()).collect()
        };
        let successors = list(&|one, other| matrix[one][other]);
        let predecessors = list(&|one, other| matrix[other][one]);
        Self { successors, predecessors, matrix }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.matrix.len()
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.matrix.is_empty()
    }
}

/// The search took more steps than it was allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GaveUp;

/// Calls `found` with every map from the pattern's nodes to the host's nodes under which arrows are arrows and missing
/// arrows are missing. `fits` can rule out pairs of nodes beforehand. Each pair that is tried takes one of the `steps`.
pub fn isomorphisms(
    pattern: &Digraph,
    host: &Digraph,
    fits: impl Fn(usize, usize) -> bool,
    steps: &mut u64,
    mut found: impl FnMut(&[usize]),
) -> Result<(), GaveUp> {
    let mut search =
        Search { sides: [Side::new(pattern), Side::new(host)], map: vec![0; pattern.len()], fits, steps };
    search.grow(0, &mut found)
}

/// One of the two graphs, with what is mapped so far.
struct Side<'g> {
    graph: &'g Digraph,
    mapped: Vec<bool>,
    /// For each node, how many mapped nodes point to it, and to how many it points.
    reached: Vec<[usize; 2]>,
}

impl<'g> Side<'g> {
    fn new(graph: &'g Digraph) -> Self {
        Self { graph, mapped: vec![false; graph.len()], reached: vec![[0; 2]; graph.len()] }
    }

    fn set(&mut self, node: usize, mapped: bool) {
        self.mapped[node] = mapped;
        let change = |count: &mut usize| *count = if mapped { *count + 1 } else { *count - 1 };
        self.graph.successors[node].iter().for_each(|&next| change(&mut self.reached[next][0]));
        self.graph.predecessors[node].iter().for_each(|&next| change(&mut self.reached[next][1]));
    }

    /// The unmapped nodes of a part of the frontier; of the third part, all of them.
    fn frontier(&self, part: usize) -> impl Iterator<Item = usize> {
        (0..self.graph.len()).filter(move |&node| {
            !self.mapped[node] && self.reached[node].get(part).is_none_or(|&count| count > 0)
        })
    }

    /// How many unmapped neighbours a node has: those it points to and those that point to it, each by whether
    /// mapped nodes point to them, whether they point to mapped nodes, and whether neither.
    fn outlook(&self, node: usize) -> [usize; 6] {
        let mut counts = [0; 6];
        for (first, list) in [(0, &self.graph.successors[node]), (3, &self.graph.predecessors[node])] {
            for &next in list.iter().filter(|&&next| !self.mapped[next] && next != node) {
                let [to, from] = self.reached[next];
                counts[first] += usize::from(to > 0);
                counts[first + 1] += usize::from(from > 0);
                counts[first + 2] += usize::from(to == 0 && from == 0);
            }
        }
        counts
    }
}

struct Search<'g, F> {
    sides: [Side<'g>; 2],
    map: Vec<usize>,
    fits: F,
    steps: &'g mut u64,
}

impl<F: Fn(usize, usize) -> bool> Search<'_, F> {
    fn grow(&mut self, size: usize, found: &mut impl FnMut(&[usize])) -> Result<(), GaveUp> {
        let [pattern, host] = &self.sides;
        if size == pattern.graph.len() {
            found(&self.map);
            return Ok(());
        }
        let Some((part, node)) = (0..3).find_map(|part| Some((part, pattern.frontier(part).next()?))) else {
            return Ok(());
        };
        let candidates: Vec<usize> = host.frontier(part).collect();
        for candidate in candidates {
            *self.steps = self.steps.checked_sub(1).ok_or(GaveUp)?;
            if self.feasible(node, candidate) {
                self.map[node] = candidate;
                self.sides[0].set(node, true);
                self.sides[1].set(candidate, true);
                let result = self.grow(size + 1, found);
                self.sides[0].set(node, false);
                self.sides[1].set(candidate, false);
                result?;
            }
        }
        Ok(())
    }

    fn feasible(&self, node: usize, candidate: usize) -> bool {
        let [pattern, host] = &self.sides;
        let (arrows, images) = (&pattern.graph.matrix, &host.graph.matrix);
        let agrees = |other: usize| {
            let image = self.map[other];
            arrows[node][other] == images[candidate][image] && arrows[other][node] == images[image][candidate]
        };
        (self.fits)(node, candidate)
            && arrows[node][node] == images[candidate][candidate]
            && (0..arrows.len()).filter(|&other| pattern.mapped[other]).all(agrees)
            && pattern.outlook(node).iter().zip(host.outlook(candidate)).all(|(&asked, given)| asked <= given)
    }
}

//! The comparison. It takes the matcher of graphs as a function, so that damaged ones can be compared too.

use wampimuk_command::{Lexicon, denotation};
use wampimuk_opinion::graph::{Fit, Graph, command_graph, heads, local, world_graph};
use wampimuk_opinion::referents;

use super::commands::Pattern;
use super::{choices, commands, semantics};
use crate::{bridge, random};

/// How many commands of each pattern had no, one, and several referents.
pub type Census = [[u64; 3]; 5];

/// Compares fast path, slow opinion and a matcher of graphs on so many random commands of each pattern, and the
/// paper's second algorithm with them.
pub fn compare(exact: &dyn Fn(&Graph, &Graph) -> Vec<usize>, cases: u64) -> Result<Census, String> {
    let lexicon = Lexicon::reascan();
    let mut census = Census::default();
    for (row, pattern) in census.iter_mut().zip(Pattern::ALL) {
        for case in 0..cases {
            let stream = &mut random::stream(pattern.name(), case);
            let (world, phrase) = commands::case(stream, pattern);
            let place = bridge::place(&world, &lexicon);
            let phrases = bridge::phrases(&phrase, &lexicon);
            let graphs = (command_graph(&phrases), world_graph(&place));
            let fast = bridge::members(denotation(&phrase, &world, &lexicon, semantics()));
            let slow = referents(&phrases, &place, choices());
            let matched = exact(&graphs.0, &graphs.1);
            let near = local(&graphs.0, &graphs.1, pattern.shape());
            if fast != slow || fast != matched || near.as_ref() != Some(&fast) {
                return Err(format!(
                    "{} {case}: fast {fast:?}, slow {slow:?}, graphs {matched:?}, local {near:?}\n{phrases:#?}\n{place:#?}",
                    pattern.name()
                ));
            }
            row[fast.len().min(2)] += 1;
        }
    }
    Ok(census)
}

/// The exact matcher.
pub fn monomorphism(command: &Graph, world: &Graph) -> Vec<usize> {
    heads(command, world, Fit::Monomorphism)
}

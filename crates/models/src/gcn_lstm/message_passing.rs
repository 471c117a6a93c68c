//! Message passing between nodes; in each round, attention to the command decides what the messages are about.

use std::sync::Arc;

use wampimuk_nn::{BmmShape, Graph, ParamId};

use super::nodes::Nodes;
use crate::initializer::Initializer;
use crate::layer_finder::LayerFinder;

/// The tensors; all but the second are the same in every round.
#[derive(Clone, Debug)]
pub(super) struct MessagePassing {
    /// Numbers of a node.
    pub width: usize,
    place: ParamId,
    context: ParamId,
    word: ParamId,
    rounds: Vec<ParamId>,
    question: (ParamId, ParamId),
    fuse: [ParamId; 2],
    hear: ParamId,
    speak: [ParamId; 2],
    message: [ParamId; 2],
    update: [ParamId; 2],
    output: ParamId,
}

/// Encoded commands.
#[derive(Clone, Debug)]
pub(super) struct Command<V> {
    /// Words of a command, filling included.
    pub most: usize,
    /// The words, `[rows, most, width]`.
    pub words: V,
    /// Which of them are no filling.
    pub counts: Arc<[bool]>,
    /// The commands as a whole, `[rows, width]`.
    pub whole: V,
}

/// The outputs of message passing.
#[derive(Clone, Debug)]
pub(super) struct MessagePassingOutput<V> {
    /// What the command says in each round, `[rows, rounds, width]`.
    pub commands: V,
    /// For each round, what the nodes know of others after it.
    pub contexts: Vec<V>,
    /// The nodes in the end.
    pub nodes: V,
}

impl MessagePassing {
    pub fn create(initial: &mut Initializer, width: usize, rounds: usize) {
        initial.normal("lgcn.initMem", &[1, width], 1.0);
        initial.linear("lgcn.map_x_loc", [width, width], false);
        initial.linear("lgcn.W1", [1, width], false);
        for round in 0..rounds {
            initial.linear(&format!("lgcn.W2_layers.{round}"), [width, width], false);
        }
        initial.linear("lgcn.W3", [width, width], true);
        for (name, inner) in [("W4", 1), ("W5", 1), ("W6", 3), ("W7", 3), ("W8", 1), ("W9", 3), ("W10", 1)] {
            initial.linear(&format!("lgcn.{name}"), [width, inner * width], false);
        }
        initial.linear("lgcn.W11", [width, width], false);
        initial.linear("lgcn.W11b", [width, width], false);
        initial.linear("lgcn.W12", [width, 2 * width], false);
    }

    pub fn find(tensors: LayerFinder<'_>) -> Result<Self, String> {
        let weight = |name: &str| tensors.weight(&format!("lgcn.{name}"));
        let context = tensors.tensor("lgcn.initMem")?;
        let later = (1..).map_while(|round| weight(&format!("W2_layers.{round}")).ok());
        Ok(Self {
            width: tensors.size(context, 1),
            place: weight("map_x_loc")?,
            context,
            word: weight("W1")?,
            rounds: std::iter::once(weight("W2_layers.0")?).chain(later).collect(),
            question: tensors.biased("lgcn.W3")?,
            fuse: [weight("W4")?, weight("W5")?],
            hear: weight("W6")?,
            speak: [weight("W7")?, weight("W8")?],
            message: [weight("W9")?, weight("W10")?],
            update: [weight("W11")?, weight("W11b")?],
            output: weight("W12")?,
        })
    }

    /// Passes messages between nodes `[rows, most, width]`.
    ///
    /// What is multiplied by several matrices is multiplied by all of them at once: a round has little to compute, so the
    /// number of its operations is what it costs.
    pub fn pass<G: Graph>(
        &self,
        graph: &mut G,
        nodes: &Nodes,
        x: G::Var,
        command: &Command<G::Var>,
        dropout: f32,
    ) -> MessagePassingOutput<G::Var> {
        let (rows, most, width) = (nodes.counts.len(), nodes.most, self.width);
        let links = nodes.links();
        let place = graph.linear(x, self.place, None);
        let context = graph.param(self.context);
        let mut context = graph.index_select(context, width, vec![0; rows * most].into());
        let commands = self.said(graph, command);
        let lead = stacked(graph, &[self.speak[1], self.message[1]], width * width);
        let led = times(graph, commands, lead, [rows * self.rounds.len(), width, 2 * width]);
        let of_node = stacked(graph, &[self.hear, self.speak[0], self.message[0]], 3 * width * width);
        let update = stacked(graph, &self.update, width);
        let mut contexts = Vec::new();
        for round in 0..self.rounds.len() {
            let [one, other] = [(place, self.fuse[0]), (context, self.fuse[1])].map(|(x, weight)| {
                let x = graph.dropout(x, dropout);
                graph.linear(x, weight, None)
            });
            let fused = graph.mul(one, other);
            let node = graph.cat(&[place, context, fused].map(|part| (part, width)));
            let node = times(graph, node, of_node, [rows * most, 3 * width, 3 * width]);
            let hearing = graph.narrow(node, 3 * width, 0..width);
            // A number of the command for each number that a node says.
            let saying = graph.narrow(node, 3 * width, width..3 * width);
            let led = graph.index_select(led, 2 * width, nodes.examples(round, self.rounds.len()));
            let saying = graph.mul(saying, led);
            let [speaking, messages] =
                [0..width, width..2 * width].map(|own| graph.narrow(saying, 2 * width, own));
            let scores = BmmShape::new(rows, most, width, most).right_transposed();
            let scores = graph.bmm(hearing, speaking, scores);
            let weights = graph.softmax(scores, most, Some(links.clone()));
            let heard = graph.bmm(weights, messages, BmmShape::new(rows, most, most, width));
            let known = graph.cat(&[context, heard].map(|part| (part, width)));
            context = times(graph, known, update, [rows * most, 2 * width, width]);
            contexts.push(context);
        }
        let nodes = graph.linear_cat(&[place, context], self.output, None);
        MessagePassingOutput { commands, contexts, nodes }
    }

    /// What the command says in each round, `[rows, rounds, width]`: its words, weighted by what the round asks for.
    fn said<G: Graph>(&self, graph: &mut G, command: &Command<G::Var>) -> G::Var {
        let (words, width, rounds) = (command.most, self.width, self.rounds.len());
        let rows = command.counts.len() / words.max(1);
        let question = graph.linear(command.whole, self.question.0, Some(self.question.1));
        let question = graph.relu(question);
        let asked = stacked(graph, &self.rounds, width * width);
        let query = times(graph, question, asked, [rows, width, rounds * width]);
        let worth = graph.param(self.word);
        let worth = graph.index_select(worth, width, vec![0; rows * rounds].into());
        let query = graph.mul(query, worth);
        let scores = BmmShape::new(rows, rounds, width, words).right_transposed();
        let scores = graph.bmm(query, command.words, scores);
        let counts: Vec<bool> =
            command.counts.chunks(words.max(1)).flat_map(|own| own.repeat(rounds)).collect();
        let weights = graph.softmax(scores, words, Some(counts.into()));
        graph.bmm(weights, command.words, BmmShape::new(rows, rounds, words, width))
    }
}

/// Matrices as one: pieces of `len` numbers of each by turns, so rows side by side or matrices below each other.
fn stacked<G: Graph>(graph: &mut G, weights: &[ParamId], len: usize) -> G::Var {
    let parts: Vec<(G::Var, usize)> = weights.iter().map(|&weight| (graph.param(weight), len)).collect();
    graph.cat(&parts)
}

/// Rows of `inner` numbers times a matrix `[columns, inner]`.
fn times<G: Graph>(graph: &mut G, x: G::Var, weight: G::Var, [rows, inner, columns]: [usize; 3]) -> G::Var {
    graph.bmm(x, weight, BmmShape::new(1, rows, inner, columns).right_transposed())
}

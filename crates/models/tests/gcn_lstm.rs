//! GCN-LSTM gives what the original gives: outputs of every layer, every gradient, and the losses of a short training.

mod fixture;
mod grid_examples;

use fixture::assert_close;
use grid_examples::{Computed, Examples, TOLERANCE, assert_computed, assert_short_training};
use wampimuk_models::gcn_lstm::{GcnLstm, SpecialTokens};
use wampimuk_models::{AnswerOptions, Model};
use wampimuk_nn::{Params, Tape};

const NAME: &str = "gcn_lstm_reascan";

fn model(params: &Params) -> Result<GcnLstm, String> {
    Ok(GcnLstm::find(params)?.with_specials(SpecialTokens::ORIGINAL))
}

#[test]
fn outputs_and_gradients() {
    let Some([weights, inputs, outputs]) = fixture::open(NAME, ["weights", "inputs", "outputs"]) else {
        return;
    };
    let params = weights.params();
    let model = model(&params).unwrap();
    let examples = Examples::read(&inputs, false);
    let Examples { batch, steps, tokens, side } = &examples;
    let rows = batch.lengths.len();
    let mut tape = Tape::new(&params, None);
    let out = model.outputs(&mut tape, batch, Some(*steps as u32), 1.0 / *tokens as f32);
    let computed = Computed {
        loss: out.loss,
        logits: out.logits,
        decoded: &out.decoded,
        words: out.words,
        cells: out.cells,
        last: out.last,
    };
    assert_computed(&tape, &examples, &computed, &outputs);
    assert_eq!(tape.get(out.cells).len() % (rows * side * side), 0);

    let (counts, most) = &out.node_counts;
    let expected: Vec<usize> =
        outputs.ints("gnn.nodes_per_graph").into_iter().map(|count| count as usize).collect();
    assert_eq!(*counts, expected);
    // Fixtures have no nodes that fill up.
    let only_nodes = |values: &[f32]| -> Vec<f32> {
        let width = values.len() / (rows * most);
        let examples = values.chunks_exact(most * width).zip(counts);
        examples.flat_map(|(nodes, count)| &nodes[..count * width]).copied().collect()
    };
    let rounds = out.contexts.len();
    assert_eq!(rounds, 4);
    let said = tape.get(out.commands);
    let width = said.len() / (rows * rounds);
    for (round, known) in out.contexts.iter().enumerate() {
        let name = format!("gnn.cmd.{round}");
        let own = said.chunks_exact(width).skip(round).step_by(rounds).flatten().copied();
        assert_close(&name, &own.collect::<Vec<f32>>(), &outputs.floats(&name), TOLERANCE);
        let name = format!("gnn.ctx.{round}");
        assert_close(&name, &only_nodes(tape.get(*known)), &outputs.floats(&name), TOLERANCE);
    }
    let nodes = only_nodes(tape.get(out.nodes));
    assert_close("gnn.node_out_concat", &nodes, &outputs.floats("gnn.node_out_concat"), TOLERANCE);

    let mut gradients = vec![0.0; params.data.len()];
    tape.backward(out.loss, &mut gradients);
    for id in model.frozen() {
        gradients[params.slot(id).range.clone()].fill(0.0);
    }
    let json = fixture::json(NAME, "meta.json");
    let without = ["no_gradient", "frozen"].map(|key| json[key].as_array().cloned().unwrap_or_default());
    let without: Vec<&str> = without.iter().flatten().filter_map(|name| name.as_str()).collect();
    assert_eq!(without.len(), 3);
    for slot in params.slots() {
        let found = &gradients[slot.range.clone()];
        if without.contains(&slot.name.as_str()) {
            assert!(found.iter().all(|gradient| *gradient == 0.0), "{} is not learned", slot.name);
        } else {
            let name = format!("grad.{}", slot.name);
            assert_close(&name, found, &outputs.floats(&name), TOLERANCE / 10.0);
        }
    }
}

#[test]
fn a_short_training() {
    assert_short_training(NAME, model);
}

/// The original goes on after the end of a sequence, so what it says is compared up to there.
#[test]
fn greedy_decoding() {
    let Some([weights, inputs]) = fixture::open(NAME, ["weights", "inputs"]) else { return };
    let params = weights.params();
    let model = model(&params).unwrap();
    let Examples { batch, steps, .. } = Examples::read(&inputs, false);
    let how = AnswerOptions { most: steps - 1, attention: true };
    let spoken = model.answer(&mut Tape::new(&params, None), &batch, how);
    let json = fixture::json(NAME, "greedy.json");
    let expected: Vec<Vec<u32>> = serde_json::from_value(json["tokens"].clone()).unwrap();
    assert_eq!(spoken.len(), expected.len());
    for (spoken, expected) in spoken.iter().zip(expected) {
        let end = expected.iter().position(|&token| token == SpecialTokens::ORIGINAL.end);
        assert_eq!(spoken.tokens, expected[1..end.unwrap_or(expected.len())]);
        assert!(spoken.words.iter().all(|weights| (weights.iter().sum::<f32>() - 1.0).abs() < 1e-4));
    }
}

/// Beginnings and ends of commands are not read, and nobody attends to them.
#[test]
fn commands_are_read_without_beginning_and_end() {
    let Some([weights, inputs]) = fixture::open(NAME, ["weights", "inputs"]) else { return };
    let params = weights.params();
    let bare = model(&params).unwrap();
    let around =
        bare.clone().with_specials(SpecialTokens { around_commands: true, ..SpecialTokens::ORIGINAL });
    let Examples { batch, .. } = Examples::read(&inputs, false);
    let rows = batch.lengths.len();
    let mut wrapped = batch.clone();
    wrapped.words =
        [vec![9; rows], batch.words.clone(), vec![SpecialTokens::ORIGINAL.padding; rows]].concat();
    for (row, length) in wrapped.lengths.iter_mut().enumerate() {
        *length += 2;
        wrapped.words[(*length as usize - 1) * rows + row] = 9;
    }
    let how = AnswerOptions { most: 5, attention: true };
    let [one, other] = [(&bare, &batch), (&around, &wrapped)]
        .map(|(model, batch)| model.answer(&mut Tape::new(&params, None), batch, how));
    for (one, other) in one.iter().zip(&other) {
        assert_eq!(one.tokens, other.tokens);
        for (one, other) in one.words.iter().zip(&other.words) {
            assert_eq!(one[..], other[1..other.len() - 1]);
            assert_eq!((other[0], other.last()), (0.0, Some(&0.0)));
        }
    }
}

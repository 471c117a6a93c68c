//! M-LSTM gives what the original gives: outputs, every gradient, and the losses of a short training.

mod fixture;
mod grid_examples;

use fixture::assert_close;
use grid_examples::{Examples, by_example};
use wampimuk_models::m_lstm::MLstm;
use wampimuk_models::{Answering, Model};
use wampimuk_nn::{Adam, Graph, Tape};

const TOLERANCE: f32 = 1e-4;

fn outputs_and_gradients(name: &str, with_auxiliary: bool) {
    let Some([weights, inputs, outputs, auxiliary]) =
        fixture::open(name, ["weights", "inputs", "outputs", "outputs_aux"])
    else {
        return;
    };
    let params = weights.params();
    let model = MLstm::find(&params).expect("the fixture has every tensor");
    let Examples { batch, steps, tokens, side, .. } = Examples::read(&inputs, false);
    let positions = inputs.ints("target_positions");
    let rows = batch.lengths.len();
    let mut tape = Tape::new(&params, None);
    let out = model.outputs(&mut tape, &batch, Some(steps as u32), 1.0 / tokens as f32);
    for (name, var) in [
        ("dec.logits", out.logits),
        ("dec.hidden", out.decoded.hidden),
        ("dec.att_situation", out.decoded.cell_weights),
        ("dec.att_command", out.decoded.word_weights),
    ] {
        assert_close(name, &by_example(tape.get(var), rows, steps), &outputs.floats(name), TOLERANCE);
    }
    for (name, var) in [("enc.situations", out.cells), ("enc.hidden", out.last), ("loss", out.loss)] {
        assert_close(name, tape.get(var), &outputs.floats(name), TOLERANCE);
    }
    let words = batch.words.len() / rows;
    let encoded = by_example(tape.get(out.words), rows, words);
    assert_close("enc.commands", &encoded, &outputs.floats("enc.commands"), TOLERANCE);
    let (loss, expected) = if with_auxiliary {
        let own = MLstm::auxiliary(&mut tape, &out, side * side, &positions, 0.3 / rows as f32);
        let total = tape.add(out.loss, own);
        assert_close("loss_total", tape.get(total), &auxiliary.floats("loss_total"), TOLERANCE);
        (total, &auxiliary)
    } else {
        (out.loss, &outputs)
    };
    let mut gradients = vec![0.0; params.data.len()];
    tape.back(loss, &mut gradients);
    for slot in params.slots() {
        let name = format!("grad.{}", slot.name);
        assert_close(&name, &gradients[slot.range.clone()], &expected.floats(&name), TOLERANCE / 10.0);
    }
}

#[test]
fn gscan_outputs_and_gradients() {
    outputs_and_gradients("mlstm_gscan", false);
}

#[test]
fn gscan_with_the_auxiliary_task() {
    outputs_and_gradients("mlstm_gscan", true);
}

#[test]
fn reascan_outputs_and_gradients() {
    outputs_and_gradients("mlstm_reascan", false);
}

#[test]
fn reascan_with_the_auxiliary_task() {
    outputs_and_gradients("mlstm_reascan", true);
}

/// Rows end with their targets here, and in the original they go on: the losses are the same.
#[test]
fn short_trainings() {
    for name in ["mlstm_gscan", "mlstm_reascan"] {
        let Some([weights, inputs]) = fixture::open(name, ["weights", "inputs"]) else { return };
        let mut params = weights.params();
        let model = MLstm::find(&params).unwrap();
        let Examples { batch, tokens, .. } = Examples::read(&inputs, true);
        let mut adam = Adam::new(params.data.len(), (0.9, 0.999));
        for (loss, rate) in fixture::trace(name) {
            let mut gradients = vec![0.0; params.data.len()];
            let mut tape = Tape::new(&params, None);
            let out = model.outputs(&mut tape, &batch, None, 1.0 / tokens as f32);
            assert_close("loss", tape.get(out.loss), &[loss], TOLERANCE);
            tape.back(out.loss, &mut gradients);
            adam.update(&mut params.data, &gradients, rate);
        }
    }
}

/// One by one there, all at once here.
#[test]
fn greedy_decoding() {
    for name in ["mlstm_gscan", "mlstm_reascan"] {
        let Some([weights, inputs]) = fixture::open(name, ["weights", "inputs"]) else { return };
        let params = weights.params();
        let model = MLstm::find(&params).unwrap();
        let Examples { batch, .. } = Examples::read(&inputs, false);
        // The original counts to 120 from 0.
        let spoken = model.answer(
            &mut Tape::new(&params, None),
            &batch,
            Answering { attention: true, ..Answering::default() },
        );
        let json = fixture::json(name, "greedy.json");
        let expected = json["examples"].as_array().unwrap();
        assert_eq!(spoken.len(), expected.len());
        for ((spoken, expected), &words) in spoken.iter().zip(expected).zip(&batch.lengths) {
            assert_eq!(serde_json::json!(spoken.tokens), expected["output"], "{name}");
            let rows =
                |key: &str| -> Vec<Vec<f32>> { serde_json::from_value(expected[key].clone()).unwrap() };
            for (found, expected) in spoken.words.iter().zip(rows("att_command")) {
                assert_close("att_command", &found[..words as usize], &expected, TOLERANCE);
            }
            for (found, expected) in spoken.cells.iter().zip(rows("att_situation")) {
                assert_close("att_situation", found, &expected, TOLERANCE);
            }
        }
    }
}

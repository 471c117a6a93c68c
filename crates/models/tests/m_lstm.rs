//! M-LSTM gives what the original gives: outputs, every gradient, and the losses of a short training. With the auxiliary
//! task its gradients are differences, too, for every number of every tensor.

mod differences;
mod fixture;
mod grid_examples;
mod two_commands;

use std::sync::Arc;

use differences::{Flow, assert_gradients, scatter};
use fixture::assert_close;
use grid_examples::{Computed, Examples, TOLERANCE, assert_computed, assert_short_training};
use two_commands::two_commands;
use wampimuk_models::m_lstm::{Auxiliary, MLstm};
use wampimuk_models::{AnswerOptions, Batch, BatchTotals, Model};
use wampimuk_nn::{Graph, Params, SparseGrids, Tape};

fn outputs_and_gradients(name: &str, with_auxiliary: bool) {
    let Some([weights, inputs, outputs, auxiliary]) =
        fixture::open(name, ["weights", "inputs", "outputs", "outputs_aux"])
    else {
        return;
    };
    let params = weights.params();
    let model = MLstm::find(&params).expect("the fixture has every tensor");
    let examples = Examples::read(&inputs, false);
    let Examples { batch, steps, tokens, side } = &examples;
    let positions = inputs.ints("target_positions");
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
    let (loss, expected) = if with_auxiliary {
        let own = MLstm::auxiliary(&mut tape, &out, (side * side, *steps), &positions, 0.3 / rows as f32);
        let total = tape.add(out.loss, own);
        assert_close("loss_total", tape.get(total), &auxiliary.floats("loss_total"), TOLERANCE);
        (total, &auxiliary)
    } else {
        (out.loss, &outputs)
    };
    let mut gradients = vec![0.0; params.data.len()];
    tape.backward(loss, &mut gradients);
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

#[test]
fn short_trainings() {
    for name in ["mlstm_gscan", "mlstm_reascan"] {
        assert_short_training(name, MLstm::find);
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
            AnswerOptions { attention: true, ..AnswerOptions::default() },
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

/// A model whose words have three numbers, its states four, and what each kernel gives two.
fn tiny() -> Params {
    let mut params = Params::default();
    let mut add = |name: &str, shape: &[usize]| {
        params.add(name, shape, []);
    };
    for (name, size) in [("conv_1", 1), ("conv_2", 5), ("conv_3", 3)] {
        add(&format!("situation_encoder.{name}.weight"), &[2, 2, size, size]);
        add(&format!("situation_encoder.{name}.bias"), &[2]);
    }
    for (name, keys) in [("visual_attention", 6), ("textual_attention", 4)] {
        for (layer, shape) in [("key", [4, keys]), ("query", [4, 4]), ("energy", [1, 4])] {
            add(&format!("{name}.{layer}_layer.weight"), &shape);
        }
    }
    for (name, suffix, input) in
        [("encoder", "", 3), ("encoder", "_reverse", 3), ("attention_decoder", "", 12)]
    {
        for (part, shape) in
            [("weight_ih", &[16, input][..]), ("weight_hh", &[16, 4]), ("bias_ih", &[16]), ("bias_hh", &[16])]
        {
            add(&format!("{name}.lstm.{part}_l0{suffix}"), shape);
        }
    }
    for (name, inputs) in [("enc_hidden_to_dec_hidden", 4), ("attention_decoder.queries_to_keys", 8)] {
        add(&format!("{name}.weight"), &[4, inputs]);
        add(&format!("{name}.bias"), &[4]);
    }
    for (name, shape) in [
        ("encoder.embedding", [5, 3]),
        ("attention_decoder.embedding", [5, 4]),
        ("attention_decoder.output_to_hidden", [4, 16]),
        ("attention_decoder.hidden_to_output", [5, 4]),
    ] {
        add(&format!("{name}.weight"), &shape);
    }
    scatter(&mut params);
    params
}

#[test]
fn gradients_of_the_auxiliary_task_are_differences() {
    let params = tiny();
    let part = two_commands();
    for after_the_end in [false, true] {
        let model = MLstm::find(&params).unwrap().with_auxiliary(Auxiliary { weight: 0.3, after_the_end });
        // After the end there is nothing but padding, of four numbers, which is not learned.
        assert_gradients(&model, &params, &part, None, |name| match name {
            "attention_decoder.embedding.weight" => Flow::From(4),
            _ => Flow::All,
        });
    }
}

/// How a batch is dealt out is nobody's business but the machine's.
#[test]
fn parts_lose_what_their_batch_loses() {
    let params = tiny();
    let grids = [[1u8, 0, 0, 2, 0, 0, 1, 0], [0, 0, 0, 1, 2, 1, 0, 0], [0, 1, 0, 0, 0, 0, 2, 1]];
    let targets = [vec![1, 3, 4, 3, 4, 2], vec![1, 3, 4, 2], vec![1, 2]];
    let of = |rows: &[usize]| Batch {
        words: rows.iter().map(|&row| 1 + row as u32).collect(),
        lengths: vec![1; rows.len()],
        grids: Arc::new(SparseGrids::new(rows.iter().map(|&row| &grids[row][..]), 2, 2)),
        targets: rows.iter().map(|&row| targets[row].clone()).collect(),
        cells: rows.iter().map(|&row| 3 - row as u32).collect(),
        whole: BatchTotals { rows: 3, longest: 6 },
    };
    for after_the_end in [false, true] {
        let model = MLstm::find(&params).unwrap().with_auxiliary(Auxiliary { weight: 0.3, after_the_end });
        let loss = |rows: &[usize]| {
            let mut tape = Tape::new(&params, None);
            let loss = model.loss(&mut tape, &of(rows), 1.0 / 9.0);
            tape.get(loss)[0]
        };
        let (whole, parts) = (loss(&[0, 1, 2]), loss(&[0, 2]) + loss(&[1]));
        assert!((whole - parts).abs() < 1e-5, "{whole} in one, {parts} in parts");
    }
}

//! A GPU whose memory does not suffice says so, and goes on with what fits. Where there is no GPU the test says that it was
//! skipped.
#![cfg(feature = "cuda")]

#[path = "cuda_support/compare.rs"]
mod compare;

use std::iter::repeat_n;

use compare::{Function, assert_close, compare, device};
use wampimuk_nn::{Graph, ParamId, Params, Tape, cuda};

/// This many rows of this many numbers are 16 TiB.
const MANY: usize = 1 << 21;

/// Every product of a number of one list with one of another: little goes in, and much comes out.
struct Outer {
    table: ParamId,
    weight: ParamId,
    rows: usize,
}

impl Function for Outer {
    fn of<G: Graph>(&self, graph: &mut G) -> (G::Var, Vec<G::Var>) {
        let rows = (0..self.rows).map(|row| (row % 2) as u32).collect();
        let x = graph.embedding(rows, self.table, None);
        let products = graph.linear(x, self.weight, None);
        let bent = graph.tanh(products);
        (graph.sum_rows(bent, 1), vec![products, bent])
    }
}

#[test]
fn too_little_memory_is_an_error_and_the_device_goes_on() {
    let Some(device) = device(None) else { return };
    let mut params = Params::default();
    let table = params.add("table", &[2, 1], [0.5, -0.75]);
    let narrow = params.add("narrow", &[5, 1], [0.1, -0.2, 0.3, 0.4, 0.7]);
    let wide = params.add("wide", &[MANY, 1], repeat_n(0.5, MANY));
    let small = Outer { table, weight: narrow, rows: 7 };
    let large = Outer { table, weight: wide, rows: MANY };
    let mut expected = Tape::new(&params, None);
    let (sum, _) = small.of(&mut expected);

    let weights = device.weights(&params).unwrap();
    let mut gradients = device.gradients(&weights).unwrap();
    let mut under_way = cuda::Tape::new(&device, &weights, None);
    let (loss, _) = small.of(&mut under_way);
    let mut tape = cuda::Tape::new(&device, &weights, None);
    let (too_much, _) = large.of(&mut tape);
    for error in [
        tape.check().unwrap_err(),
        tape.get(too_much).unwrap_err(),
        tape.backward(too_much, &mut gradients).unwrap_err(),
    ] {
        assert!(matches!(error, cuda::Error::Driver("reserve memory", _)), "{error:?}");
        // By this word a training knows that a smaller batch would help, and says so.
        assert!(error.to_string().contains("OUT_OF_MEMORY"), "{error}");
    }

    assert!(gradients.download().unwrap().iter().all(|&d| d == 0.0), "nothing was added");
    assert_close("what was under way", &under_way.get(loss).unwrap(), expected.get(sum));
    under_way.backward(loss, &mut gradients).unwrap();
    assert!(gradients.download().unwrap().iter().any(|&d| d != 0.0), "it goes back, too");
    for turn in 0..3 {
        // More turns than there are rooms for tapes: the one in which it failed is used again.
        compare(&format!("after a failure, {turn}"), &device, &params, None, &small).unwrap();
    }
    let mut found = params.clone();
    device.download(&weights, &mut found).unwrap();
    assert!(found.data == params.data, "the weights are what they were");
}

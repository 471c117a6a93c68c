//! Gradients of operations against finite differences.

use std::sync::Arc;

use wampimuk_nn::{
    BmmShape, DotAttention, Graph, NO_ROW, NodeCells, ParamId, Params, SparseGrids, Tape, Var,
};

/// Numbers without pattern, from -1 to 1, none of them near zero: some functions have a kink there.
fn numbers(count: usize, salt: usize) -> Vec<f32> {
    let number = |i: usize| ((i * 7919 + salt * 104_729) % 1009) as f32 / 504.5 - 1.0;
    (0..count).map(number).map(|number| if number.abs() < 0.05 { number + 0.2 } else { number }).collect()
}

/// Parameters of these sizes, and a function of them, whose gradients must be its differences.
fn check(sizes: &[usize], of: impl Fn(&mut Tape<'_>, &[ParamId]) -> Var) {
    let shapes: Vec<&[usize]> = sizes.iter().map(std::slice::from_ref).collect();
    check_shapes(&shapes, of);
}

/// The same with parameters of these shapes.
fn check_shapes(shapes: &[&[usize]], of: impl Fn(&mut Tape<'_>, &[ParamId]) -> Var) {
    let mut params = Params::default();
    let ids: Vec<ParamId> = (0..)
        .zip(shapes)
        .map(|(salt, shape)| {
            params.add(&format!("tensor {salt}"), shape, numbers(shape.iter().product(), salt))
        })
        .collect();
    // A sum of squares, weighted, so that no gradient is the same as another.
    let loss = |tape: &mut Tape<'_>| {
        let out = of(tape, &ids);
        let len = tape.get(out).len();
        let weights = tape.input(numbers(len, 77));
        let weighted = tape.mul(out, weights);
        let squares = tape.mul(weighted, out);
        tape.sum_rows(squares, 1)
    };
    let mut gradients = vec![0.0; params.data.len()];
    let mut tape = Tape::new(&params, None);
    let value = loss(&mut tape);
    tape.backward(value, &mut gradients);
    assert!(gradients.iter().any(|gradient| gradient.abs() > 1e-3), "nothing flows back");
    for (place, gradient) in gradients.into_iter().enumerate() {
        let shifted = |by: f32| {
            let mut params = params.clone();
            params.data[place] += by;
            let mut tape = Tape::new(&params, None);
            let value = loss(&mut tape);
            f64::from(tape.get(value)[0])
        };
        let step = 4e-3;
        let difference = ((shifted(step) - shifted(-step)) / (2.0 * f64::from(step))) as f32;
        let error = (gradient - difference).abs();
        assert!(error < 4e-3 * (1.0 + difference.abs()), "number {place}: {gradient}, not {difference}");
    }
}

#[test]
fn functions_of_each_number() {
    check(&[12], |tape, ids| {
        let x = tape.param(ids[0]);
        let one = tape.sigmoid(x);
        let two = tape.gelu(x);
        let three = tape.scale(two, -1.5);
        let sum = tape.add(one, three);
        tape.mul(sum, x)
    });
    check(&[12, 1], |tape, ids| {
        let x = tape.param(ids[0]);
        tape.prelu(x, ids[1])
    });
}

#[test]
fn numbers_that_move() {
    check(&[12, 6], |tape, ids| {
        let x = tape.param(ids[0]);
        let rows = tape.index_select(x, 3, Arc::from([2, NO_ROW, 0, 2, 2, 3, NO_ROW]));
        let columns = tape.narrow(rows, 3, 1..3);
        let scalar = tape.param(ids[1]);
        let more = tape.index_select(scalar, 1, Arc::from([5, 4, 3, 2, 1, 0, NO_ROW]));
        tape.cat(&[(columns, 2), (more, 1), (rows, 3)])
    });
}

#[test]
fn rows_on_a_common_scale() {
    let mask: Arc<[bool]> = (0..15).map(|number| number % 4 != 1 && !(10..15).contains(&number)).collect();
    check(&[15], |tape, ids| {
        let x = tape.param(ids[0]);
        tape.softmax(x, 5, Some(mask.clone()))
    });
    check(&[15], |tape, ids| {
        let x = tape.param(ids[0]);
        tape.softmax(x, 5, None)
    });
    check(&[15, 5, 5], |tape, ids| {
        let x = tape.param(ids[0]);
        tape.layer_norm(x, ids[1], ids[2], 1e-5)
    });
    check(&[15, 5], |tape, ids| {
        let x = tape.param(ids[0]);
        tape.rms_norm(x, ids[1], 1e-5)
    });
    check(&[15], |tape, ids| {
        let x = tape.param(ids[0]);
        tape.normalize(x, 5)
    });
}

#[test]
fn products_of_matrices() {
    let plain = BmmShape::new(2, 3, 4, 5);
    for shape in
        [plain, plain.left_transposed(), plain.right_transposed(), plain.left_transposed().right_transposed()]
    {
        check(&[24, 40], |tape, ids| {
            let [left, right] = [ids[0], ids[1]].map(|id| tape.param(id));
            tape.bmm(left, right, shape)
        });
    }
}

#[test]
fn products_are_what_they_say() {
    let params = Params::default();
    let mut tape = Tape::new(&params, None);
    let left = tape.input(vec![1.0, 2.0, 3.0, 4.0]);
    let right = tape.input(vec![5.0, 6.0, 7.0, 8.0]);
    let mut out = |shape: BmmShape| {
        let out = tape.bmm(left, right, shape);
        tape.get(out).to_vec()
    };
    let plain = BmmShape::new(1, 2, 2, 2);
    assert_eq!(out(plain), [19.0, 22.0, 43.0, 50.0]);
    assert_eq!(out(plain.left_transposed()), [26.0, 30.0, 38.0, 44.0]);
    assert_eq!(out(plain.right_transposed()), [17.0, 23.0, 39.0, 53.0]);
    assert_eq!(out(plain.left_transposed().right_transposed()), [23.0, 31.0, 34.0, 46.0]);
}

#[test]
fn a_row_where_nothing_counts_is_zeros() {
    let params = Params::default();
    let mut tape = Tape::new(&params, None);
    let x = tape.input(vec![1.0, 2.0, 3.0, 4.0]);
    let out = tape.softmax(x, 2, Some(Arc::from([false, false, false, true])));
    assert_eq!(tape.get(out), [0.0, 0.0, 0.0, 1.0]);
}

/// A grid that has its numbers as vectors at cells, and the same one as a list of numbers, convolve to the same.
#[test]
fn vectors_at_cells_convolve_as_numbers_do() {
    let (side, depth, outs) = (3, 2, 4);
    let mut params = Params::default();
    let kernels = [1, 3, 5].map(|size| {
        let shape = [outs, depth, size, size];
        let weight = params.add("weight", &shape, numbers(outs * depth * size * size, size));
        (weight, params.add("bias", &[outs], numbers(outs, size + 9)))
    });
    let cells = [4, NO_ROW, 9, 2, 17];
    let vectors = numbers(cells.len() * depth, 5);
    let mut grids = vec![0.0; 2 * side * side * depth];
    for (&cell, vector) in cells.iter().zip(vectors.chunks_exact(depth)).filter(|(cell, _)| **cell != NO_ROW)
    {
        grids[cell as usize * depth..][..depth].copy_from_slice(vector);
    }
    let sparse = Arc::new(SparseGrids::new(grids.chunks_exact(side * side * depth), side, depth));
    let places = Arc::new(NodeCells { side, grids: 2, cells: cells.to_vec() });
    let mut tape = Tape::new(&params, None);
    let x = tape.input(vectors);
    let [one, other] = [tape.node_conv(x, &places, &kernels), tape.sparse_conv(&sparse, &kernels)];
    assert_eq!(tape.get(one).len(), 2 * side * side * 3 * outs);
    for (one, other) in tape.get(one).iter().zip(tape.get(other)) {
        assert!((one - other).abs() < 1e-5, "{one} {other}");
    }
}

#[test]
fn vectors_at_cells() {
    let places = Arc::new(NodeCells { side: 2, grids: 2, cells: vec![3, NO_ROW, 4, 1] });
    let shapes: [&[usize]; 5] = [&[4, 2], &[3, 2, 1, 1], &[3], &[3, 2, 3, 3], &[3]];
    check_shapes(&shapes, |tape, ids| {
        let x = tape.param(ids[0]);
        tape.node_conv(x, &places, &[(ids[1], ids[2]), (ids[3], ids[4])])
    });
}

fn attention(causal: bool) -> DotAttention {
    let keys = if causal { [2, 0, 3] } else { [3, 1, 2] };
    let [queries, keys] = [[2, 0, 3], keys].map(DotAttention::starts);
    DotAttention { width: 4, heads: 2, queries, keys, causal, dropout: 0.0 }
}

#[test]
fn attending() {
    for causal in [false, true] {
        let of = attention(causal);
        let rows = of.keys[3] as usize;
        check(&[5 * 4, rows * 4, rows * 4], |tape, ids| {
            let x = [ids[0], ids[1], ids[2]].map(|id| tape.param(id));
            tape.dot_attention(x, &of).out
        });
    }
}

#[test]
fn only_what_is_kept_stays() {
    let params = Params::default();
    let mut tape = Tape::new(&params, None);
    let first = tape.input(vec![1.0]);
    let mark = tape.mark();
    for step in 0..3 {
        let second = tape.input(vec![2.0, step as f32]);
        let third = tape.scale(second, 2.0);
        let kept = tape.free_since(mark, &[third, first, third]);
        assert_eq!((kept.len(), kept[2]), (3, kept[0]));
        assert_eq!(tape.to_vec(kept[0]), [4.0, 2.0 * step as f32]);
        assert_eq!(tape.to_vec(kept[1]), [1.0]);
    }
    let kept = tape.free_since(mark, &[]);
    assert!(kept.is_empty() && tape.mark() == mark);
}

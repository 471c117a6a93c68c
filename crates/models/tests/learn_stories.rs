//! A training from nothing to who is where: EntNet solves bAbI's first task, as the recipe `babi-1` tells it.

mod learned;

use wampimuk_models::Data;
use wampimuk_models::entnet::EntNetArchitecture;

#[test]
fn entnet_solves_the_first_task() {
    let data = Data::of_recipe("babi-1", &[], 0).unwrap();
    let (right, len) =
        learned::right_answers::<EntNetArchitecture>(("babi-1", &[]), data, 1, u64::MAX, &mut |_| {})
            .unwrap();
    assert!(right * 100 >= 99 * len, "{right} of {len}");
}

//! Prints the hashes of this machine: one line `which seed count hash` for each case. `check.mjs` prints the same
//! lines from WebAssembly.

use wampimuk_wasm_check::{CASES, wampimuk_hash};

fn main() {
    for &(which, seed, count) in CASES {
        println!("{which} {seed} {count} {:016x}", wampimuk_hash(which, seed, count));
    }
}

//! scratch
use std::time::Instant;
use wampimuk_gscan::{Gscan, Recipe, shipped};
fn main() {
    let d = Gscan::new(Recipe::parse(shipped("gscan").unwrap().toml).unwrap(), 0).unwrap();
    let mut maker = d.maker();
    for _ in 0..5 {
        let t = Instant::now();
        let mut n = 0u64;
        for (s, split) in d.splits().iter().enumerate() {
            for i in 0..split.len {
                let _ = maker.make(s, i).unwrap();
                n += 1;
            }
        }
        println!("  {n} items {:?} per item", t.elapsed() / n as u32);
    }
}

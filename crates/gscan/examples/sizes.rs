use std::time::Instant;
use wampimuk_gscan::{Gscan, Recipe, SHIPPED};
fn main() {
    for shipped in SHIPPED {
        let t = Instant::now();
        let d = Gscan::new(Recipe::parse(shipped.toml).unwrap(), 0);
        let d = match d {
            Ok(d) => d,
            Err(e) => {
                println!("{}: {e}", shipped.name);
                continue;
            }
        };
        println!("{} setup {:?} {:?}", shipped.name, t.elapsed(), d.tally());
        let mut maker = d.maker();
        let t = Instant::now();
        let mut n = 0u64;
        let mut acts = 0usize;
        for (s, split) in d.splits().iter().enumerate() {
            for i in 0..split.len {
                let item = maker.make(s, i).unwrap();
                n += 1;
                acts = acts.max(item.example.actions.len());
            }
            println!("  {} {}", split.name, split.len);
        }
        println!("  {n} items {:?} per item, longest {acts}", t.elapsed() / n as u32);
    }
}

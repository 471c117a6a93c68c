//! Trial.
fn main() -> Result<(), Box<dyn std::error::Error>> {
    use wampimuk_audit::floors::*;
    use wampimuk_source::*;
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let choice = Choice::default();
    for name in &arguments[1..] {
        let start = std::time::Instant::now();
        let opened = open(name, &choice)?;
        let pass = Pass { choice: &choice, threads: 2, watch: &() };
        let splits: Vec<&str> =
            if arguments[0] == "all" { vec![] } else { arguments[0].split(',').collect() };
        let floors = measure(name, &opened, &splits, &Teacher::default(), &pass)?;
        println!("{name} {:.1?}", start.elapsed());
        for table in floors.tables(true) {
            println!("{}", table.to_text());
        }
    }
    Ok(())
}

//! Writes the manual into a folder: `wampimuk.1`, and a page for each command. It is no command of the program itself, which
//! would then be bigger for everyone: `cargo run --example man -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(std::env::args_os().nth(1).ok_or("which folder?")?);
    std::fs::create_dir_all(&folder)?;
    clap_mangen::generate_to(wampimuk::command(), &folder)?;
    Ok(())
}

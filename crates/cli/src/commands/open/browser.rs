//! Asks the system to show a page.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::failure::Failure;

/// What shows an address on this system, the usual one first.
const OPENERS: &[&[&str]] = match std::env::consts::OS.as_bytes() {
    b"macos" => &[&["open"]],
    b"windows" => &[&["explorer"]],
    _ => &[&["xdg-open"], &["gio", "open"], &["wslview"]],
};

/// How long an opener may take to say that it failed. One that still runs then is, or waits for, the browser.
const PATIENCE: Duration = Duration::from_secs(3);

/// Opens a page in the user's browser.
pub(super) fn browse(address: &str) -> Result<(), Failure> {
    if OPENERS.iter().any(|opener| opens(opener, address, PATIENCE)) {
        return Ok(());
    }
    let names: Vec<String> = OPENERS.iter().map(|opener| format!("`{}`", opener.join(" "))).collect();
    Err(Failure::System(format!(
        "no browser could be started with {}; open this by hand: {address}",
        names.join(", ")
    )))
}

fn opens(opener: &[&str], address: &str, patience: Duration) -> bool {
    let quiet = || Stdio::null();
    let [program, arguments @ ..] = opener else { return false };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(quiet()).stdout(quiet()).stderr(quiet());
    command.spawn().is_ok_and(|child| is_content(child, patience))
}

/// Whether a program has not failed, so far.
fn is_content(mut child: Child, patience: Duration) -> bool {
    let until = Instant::now() + patience;
    loop {
        match child.try_wait() {
            // Explorer's exit codes mean nothing.
            Ok(Some(status)) => return status.success() || cfg!(windows),
            Ok(None) if Instant::now() < until => std::thread::sleep(Duration::from_millis(10)),
            Ok(None) => return true,
            Err(_) => return false,
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn openers_that_stay_are_not_waited_for() {
        let started = Instant::now();
        assert!(opens(&["sleep"], "20", Duration::from_millis(50)));
        assert!(started.elapsed() < Duration::from_secs(10));
        assert!(opens(&["true"], "x", PATIENCE));
        assert!(!opens(&["false"], "x", PATIENCE));
        assert!(!opens(&["wampimuk-has-no-such-opener"], "x", PATIENCE));
    }
}

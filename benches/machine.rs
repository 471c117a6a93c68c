//! What the numbers were measured on.

use std::path::PathBuf;
use std::process::Command;

/// Date, machine, compiler and commit, as the head of a results file.
pub fn describe() -> String {
    let processor = std::fs::read_to_string("/proc/cpuinfo").ok().and_then(|text| {
        let line = text.lines().find(|line| line.starts_with("model name"))?.to_string();
        Some(line.split_once(": ")?.1.to_string())
    });
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    format!(
        "# Throughput, {}\n\nCommand: `cargo xtask bench --save`. Machine: {}, {cores} cores. Compiler: {}. Commit: {}.\n",
        date(),
        processor.unwrap_or_else(|| "unknown processor".into()),
        output("rustc", &["--version"]),
        output("git", &["rev-parse", "--short", "HEAD"]),
    )
}

/// Where today's results go.
pub fn results_file() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("results").join(format!("{}.md", date()))
}

/// The most memory this process has had, in megabytes.
pub fn peak_memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: f64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1024.0)
}

fn date() -> String {
    output("date", &["-u", "+%Y-%m-%d"])
}

fn output(program: &str, arguments: &[&str]) -> String {
    let result = Command::new(program).args(arguments).output();
    result.map_or_else(
        |_| "unknown".into(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_string(),
    )
}

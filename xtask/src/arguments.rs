//! The command line.

use std::path::PathBuf;

use crate::Result;
use crate::faults;
use crate::fuzz;
use crate::probes;
use crate::site;
use crate::steps::Step;

/// What `cargo xtask help` says.
pub(crate) const HELP: &str = "\
The project's chores.

  cargo xtask test [--only STEP]... [--skip STEP]... [--thorough] [--with-torch] [--with-hosts]
      Runs the steps below in this order and stops at the first failure. `--thorough` adds what takes many minutes.
        fmt       every file is formatted
        clippy    no lint speaks up
        doc       the documentation builds without a warning
        package   every public crate can be packaged, with all that it is built from; licences are allowed ones
        s3        a server for object storage is started for the steps after it; it comes as a Python package
        test      unit, integration and documentation tests
        docs      the book's generated pages are what the program makes today
        features  a build without any option; how it refuses what it does not have
        learn     only if `--thorough` or named: a model is trained for minutes, and has to understand what it
                  was taught; the step `test` does the same for a smaller world
        probes    only if `--thorough` or named: readers without understanding are tried on some certified recipes, and
                  none may exceed its bar, or what is known; the step `test` does the same with fewer items
        faults    30 faults, such as kills and full disks, each followed by the same bytes as without it; 1,000 if `--thorough`
        python    the source distribution is built, from it the wheel, and the wheel is installed into clean environments and
                  tested there, with the packages that it works with; `--with-torch` adds PyTorch, which is a big
                  one, and the twins of models in it; `--with-hosts` tries the programs that evaluate language models,
                  each in an environment of its own; with both, a small model behind a real server is asked
        wasm      the core crates give the same hashes under WebAssembly as here; as root on Debian this
                  installs the packages of a compiler that can build for it, where none is found
        playground  the playground's page is made and tried in Chromium; as root on Debian this installs it, too
        site      only if `--thorough` or named: the site is made without the Rust crates' reference, its links are
                  followed, and it is tried in Chromium

  cargo xtask docs
      Makes the generated pages of the book anew, and builds the book into target/book with mdBook, which it installs
      into target/tools.

  cargo xtask playground [--out FILE]
      Makes the playground, one page that needs no server: target/playground.html, unless told otherwise.

  cargo xtask site [--out FOLDER] [--quick]
      Makes the whole site: the book with items that come to life, the playground, the references of Rust and Python, and
      the stored results. It works from disk and from any static host: target/site, unless told otherwise. Every link is
      followed. `--quick` leaves out the reference of the Rust crates, which takes minutes.

  cargo xtask faults [--faults N] [--seed N] [--save]
      Disturbs generations, trainings and evaluations at moments drawn by lot (kills, signals, full disks, little memory,
      damaged files, wrong clocks, closed pipes), lets them continue, and compares what they make with what undisturbed ones
      do: 1,000 faults, unless told otherwise. `--save` stores the counts with the benchmarks' results.

  cargo xtask probes [--quick] [--save] [--accept] [RECIPE[:SPLIT]]...
      Tries readers without understanding on the certified recipes and fails where one exceeds its bar and is not known to, or
      exceeds what is known; `--quick` looks at fewer recipes and items. `--save` stores the table with the benchmarks' results,
      and the floors of all shipped recipes, or of those named, where cards and reports look for them. `--accept` puts what is
      missed into crates/audit/src/floors/known-misses.tsv, where reasons are written by hand.

  cargo xtask fuzz [--minutes N] [--target NAME]... [--save]
      Gives libFuzzer every reader of what others have written, or those named, in turn and for equal time: 10 minutes in
      all, unless told otherwise. Fails where one panics, hangs or takes more than 512 MB, and says which input did it.
      It needs a C++ compiler. `--save` stores the table with the benchmarks' results.

  cargo xtask bench [--save]
      Runs the benchmarks; `--save` stores the results with date, machine and commit.

  cargo xtask gpu [--out FOLDER]
      Builds what is tried on a machine with an NVIDIA GPU into target/gpu, unless told otherwise: the program with the feature
      `cuda`, all tests that ask for a GPU, the measurement of single steps, and `run.sh`, which runs them without a toolchain.

  cargo xtask pack
      Builds the program as it is given to others, and packs it with completions for shells, manual and licences.

  cargo xtask help
      Prints this.

Exit codes: 0 all is well (skipped steps are listed with the reason), 1 a step failed, 2 wrong usage.";

/// What to do.
#[derive(Debug, PartialEq)]
pub(crate) enum Task {
    Help,
    Test { steps: Vec<Step>, extent: Extent },
    Docs,
    Pack,
    Playground(Option<PathBuf>),
    Gpu(Option<PathBuf>),
    Site(site::Options),
    Faults(faults::Options),
    Probes(probes::Options),
    Fuzz(fuzz::Options),
    Bench(Vec<String>),
}

/// What is tested beyond the usual.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Extent {
    /// What takes many minutes.
    pub(crate) thorough: bool,
    /// What compares with PyTorch, which is a big download.
    pub(crate) with_torch: bool,
    /// What is asked by Inspect, lm-eval and verifiers: two gigabytes.
    pub(crate) with_hosts: bool,
}

pub(crate) fn parse(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    match arguments.next().as_deref() {
        None | Some("help" | "--help" | "-h") => Ok(Task::Help),
        Some("test") => parse_test(arguments),
        Some("docs") => Ok(Task::Docs),
        Some("faults") => parse_faults(arguments),
        Some("probes") => parse_probes(arguments),
        Some("fuzz") => parse_fuzz(arguments),
        Some("pack") => match arguments.next() {
            None => Ok(Task::Pack),
            Some(argument) => Err(format!("`pack` has no argument `{argument}`")),
        },
        Some("playground") => Ok(parse_out("playground", arguments)?.map_or(Task::Help, Task::Playground)),
        Some("gpu") => Ok(parse_out("gpu", arguments)?.map_or(Task::Help, Task::Gpu)),
        Some("site") => parse_site(arguments),
        Some("bench") => Ok(Task::Bench(arguments.collect())),
        Some(other) => Err(format!("there is no task `{other}`")),
    }
}

fn parse_test(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    let (mut only, mut skip, mut extent) = (Vec::new(), Vec::new(), Extent::default());
    while let Some(argument) = arguments.next() {
        let (flag, value) = match argument.split_once('=') {
            Some((flag, value)) => (flag, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        let list = match flag {
            "--help" | "-h" => return Ok(Task::Help),
            "--with-hosts" if value.is_none() => {
                extent.with_hosts = true;
                continue;
            }
            "--with-torch" if value.is_none() => {
                extent.with_torch = true;
                continue;
            }
            "--thorough" if value.is_none() => {
                extent.thorough = true;
                continue;
            }
            "--only" => &mut only,
            "--skip" => &mut skip,
            _ => return Err(format!("`test` has no argument `{argument}`")),
        };
        let name = value.or_else(|| arguments.next()).ok_or(format!("`{flag}` needs the name of a step"))?;
        list.push(Step::from_name(&name).ok_or_else(|| {
            let names = Step::ALL.map(Step::name).join(", ");
            format!("there is no step `{name}`; the steps are {names}")
        })?);
    }
    let usual = |step: &Step| only.is_empty() && (extent.thorough || !step.is_long());
    let chosen = |step: &Step| (usual(step) || only.contains(step)) && !skip.contains(step);
    let steps: Vec<Step> = Step::ALL.into_iter().filter(chosen).collect();
    if steps.is_empty() {
        return Err("no step is left to run".to_owned());
    }
    Ok(Task::Test { steps, extent })
}

/// The place after `--out`, the only argument of some tasks; nothing at all if help is asked for.
fn parse_out(task: &str, mut arguments: impl Iterator<Item = String>) -> Result<Option<Option<PathBuf>>> {
    let mut out = None;
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(None),
            "--out" => out = Some(arguments.next().ok_or("`--out` needs a path")?.into()),
            _ => return Err(format!("`{task}` has no argument `{argument}`")),
        }
    }
    Ok(Some(out))
}

fn parse_site(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    let mut options = site::Options::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Help),
            "--quick" => options.quick = true,
            "--out" => options.out = Some(arguments.next().ok_or("`--out` needs a folder")?.into()),
            _ => return Err(format!("`site` has no argument `{argument}`")),
        }
    }
    Ok(Task::Site(options))
}

fn parse_faults(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    let mut options = faults::Options::default();
    while let Some(argument) = arguments.next() {
        let mut number = || {
            let value = arguments.next().and_then(|value| value.parse::<u64>().ok());
            value.ok_or(format!("`{argument}` needs a number"))
        };
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Help),
            "--save" => options.save = true,
            "--seed" => options.seed = number()?,
            "--faults" => options.faults = usize::try_from(number()?).map_err(|error| error.to_string())?,
            _ => return Err(format!("`faults` has no argument `{argument}`")),
        }
    }
    if options.faults == 0 {
        return Err("no fault is left to try".to_owned());
    }
    Ok(Task::Faults(options))
}

fn parse_probes(arguments: impl Iterator<Item = String>) -> Result<Task> {
    let mut options = probes::Options::default();
    for argument in arguments {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Help),
            "--quick" => options.quick = true,
            "--save" => options.save = true,
            "--accept" => options.accept = true,
            _ if argument.starts_with('-') => return Err(format!("`probes` has no argument `{argument}`")),
            _ => options.recipes.push(argument),
        }
    }
    Ok(Task::Probes(options))
}

fn parse_fuzz(mut arguments: impl Iterator<Item = String>) -> Result<Task> {
    let mut options = fuzz::Options::default();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--help" | "-h" => return Ok(Task::Help),
            "--save" => options.save = true,
            "--target" => options.targets.push(arguments.next().ok_or("`--target` needs a name")?),
            "--minutes" => {
                let value = arguments.next().and_then(|value| value.parse().ok());
                options.minutes =
                    value.filter(|minutes| *minutes > 0).ok_or("`--minutes` needs a number from 1 on")?;
            }
            _ => return Err(format!("`fuzz` has no argument `{argument}`")),
        }
    }
    Ok(Task::Fuzz(options))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse_line(line: &str) -> Result<Task> {
        parse(line.split_whitespace().map(str::to_owned))
    }

    #[test]
    fn steps_keep_their_order() {
        let steps = |steps: &[Step]| Ok(Task::Test { steps: steps.to_vec(), extent: Extent::default() });
        let usual: Vec<Step> = Step::ALL.into_iter().filter(|step| !step.is_long()).collect();
        assert_eq!(parse_line("test"), steps(&usual));
        assert_eq!(parse_line("test --only=wasm --only fmt"), steps(&[Step::Fmt, Step::Wasm]));
        let inner = &usual[1..usual.len() - 1];
        assert_eq!(parse_line("test --skip playground --skip fmt"), steps(inner));
        let torch = Extent { with_torch: true, ..Extent::default() };
        let torch = Task::Test { steps: vec![Step::Python], extent: torch };
        assert_eq!(parse_line("test --with-torch --only python"), Ok(torch));
    }

    #[test]
    fn long_steps_are_asked_for() {
        let extent = Extent { thorough: true, ..Extent::default() };
        assert_eq!(parse_line("test --thorough"), Ok(Task::Test { steps: Step::ALL.to_vec(), extent }));
        let learn = Task::Test { steps: vec![Step::Learn], extent: Extent::default() };
        assert_eq!(parse_line("test --only learn"), Ok(learn));
    }

    #[test]
    fn the_playground_goes_where_it_is_wanted() {
        assert_eq!(parse_line("playground"), Ok(Task::Playground(None)));
        assert_eq!(parse_line("playground --out p.html"), Ok(Task::Playground(Some("p.html".into()))));
        assert_eq!(parse_line("gpu --out tests"), Ok(Task::Gpu(Some("tests".into()))));
        assert_eq!(parse_line("gpu --help"), Ok(Task::Help));
    }

    #[test]
    fn the_site_goes_where_it_is_wanted() {
        assert_eq!(parse_line("site"), Ok(Task::Site(site::Options::default())));
        let expected = site::Options { out: Some("www".into()), quick: true };
        assert_eq!(parse_line("site --quick --out www"), Ok(Task::Site(expected)));
    }

    #[test]
    fn bench_arguments_pass_through() {
        let expected = ["gscan", "--", "--quick"].map(str::to_owned).to_vec();
        assert_eq!(parse_line("bench gscan -- --quick"), Ok(Task::Bench(expected)));
    }

    #[test]
    fn faults_are_counted_and_seeded() {
        let expected = faults::Options { faults: 7, seed: 3, save: true };
        assert_eq!(parse_line("faults --seed 3 --save --faults 7"), Ok(Task::Faults(expected)));
        assert_eq!(parse_line("faults"), Ok(Task::Faults(faults::Options::default())));
    }

    #[test]
    fn probes_name_recipes() {
        let recipes = vec!["reascan:test,c1_test".to_owned()];
        let expected = probes::Options { quick: true, accept: true, save: false, recipes };
        assert_eq!(parse_line("probes --quick --accept reascan:test,c1_test"), Ok(Task::Probes(expected)));
    }

    #[test]
    fn fuzzing_takes_its_time() {
        assert_eq!(parse_line("fuzz"), Ok(Task::Fuzz(fuzz::Options::default())));
        let expected = fuzz::Options { minutes: 3, targets: vec!["babi".into(), "kit".into()], save: true };
        assert_eq!(
            parse_line("fuzz --target babi --save --minutes 3 --target kit"),
            Ok(Task::Fuzz(expected))
        );
    }

    /// A run of nothing would be a green run.
    #[test]
    fn mistakes_are_errors() {
        for line in [
            "tset",
            "test wasm",
            "test --only",
            "test --only wsam",
            "test --only fmt --skip fmt",
            "faults --faults 0",
            "faults --seed",
            "pack all",
            "playground here",
            "playground --out",
            "site here",
            "site --out",
            "probes --fast",
            "fuzz --minutes 0",
            "fuzz --target",
            "fuzz all",
        ] {
            assert!(parse_line(line).is_err(), "{line}");
        }
    }

    #[test]
    fn help_names_every_step() {
        for step in Step::ALL {
            assert!(HELP.contains(&format!("\n        {:<6}  ", step.name())), "{}", step.name());
        }
    }
}

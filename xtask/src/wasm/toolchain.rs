//! A compiler that can build for WebAssembly.
//!
//! The compiler in use can, if its target is installed (`rustup target add wasm32-unknown-unknown`). Where it is not,
//! a test must not download a toolchain behind the user's back, but the system's own packages are a fair source:
//! Debian has a recent compiler together with the source of the standard library, which is then built along with the
//! crates.

use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};

use crate::process::{Program, cargo, target_dir};
use crate::{Result, debian};

/// The target.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// Debian's compiler, its cargo, the source of the standard library, what links them to LLVM, and the linker.
const PACKAGES: [&str; 5] = ["rustc-web", "cargo-web", "rust-web-src", "rust-web-llvm", "lld"];

/// Where these packages put their programs. The full path matters: another cargo may come first in `PATH`.
const CARGO: &str = "/usr/bin/cargo";
const RUSTC: &str = "/usr/bin/rustc";
const LINKER: &str = "/usr/bin/wasm-ld";

/// A way to build for [`TARGET`].
#[derive(Clone, Copy, Debug)]
pub(crate) enum Toolchain {
    /// The one that runs this program.
    Current,
    /// Debian's packages.
    Debian,
}

impl Toolchain {
    /// Finds or installs one. The inner error is the reason why there can be none on this machine; the outer one a
    /// failure to get what should have been there.
    pub(crate) fn find() -> Result<std::result::Result<Self, String>> {
        if current_has_target() {
            return Ok(Ok(Self::Current));
        }
        if PACKAGES.into_iter().all(debian::has) {
            return Ok(Ok(Self::Debian));
        }
        let skip = |reason: &str| {
            let remedy = format!("`rustup target add {TARGET}` or Debian's packages {}", PACKAGES.join(", "));
            Ok(Err(format!("the target {TARGET} is not installed and {reason}; it needs {remedy}")))
        };
        match debian::install(&PACKAGES)? {
            Ok(()) => Ok(Ok(Self::Debian)),
            Err(reason) => skip(reason),
        }
    }

    /// Where it builds: in a folder of its own, because two compilers that share one throw each other's artefacts away. The
    /// standard library takes longer to build than the rest; where it has to be built, that folder is the user's cache, which
    /// outlives target directories and serves every clone.
    pub(crate) fn target_dir(self) -> Result<PathBuf> {
        let cache = match self {
            Self::Current => None,
            Self::Debian => cache(|key| std::env::var_os(key)),
        };
        Ok(cache.map_or(target_dir()?, |cache| cache.join("wampimuk")).join("wasm"))
    }

    /// `cargo build` for [`TARGET`].
    pub(crate) fn cargo_build(self) -> Program {
        let build = ["build", "--target", TARGET];
        match self {
            Self::Current => cargo(build),
            Self::Debian => Program::new(CARGO)
                .args(build)
                .args(["-Z", "build-std=std,panic_abort"])
                // Sorting has a copy for each kind of things that are sorted: a tenth of the playground's module otherwise.
                .args(["-Z", "build-std-features=optimize_for_size"])
                // `-Z` on a stable compiler: the standard library is that compiler's own, so nothing can mismatch.
                .env("RUSTC_BOOTSTRAP", "1")
                .env("RUSTC", RUSTC)
                .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", LINKER)
                // Left behind by the cargo that runs this program; they point into the other toolchain.
                .env_remove("RUSTUP_TOOLCHAIN")
                .env_remove("LD_LIBRARY_PATH")
                .env_remove("RUSTC_WRAPPER")
                .env_remove("RUSTC_WORKSPACE_WRAPPER")
                .env_remove("RUSTFLAGS"),
        }
    }
}

impl fmt::Display for Toolchain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Current => "built with the current toolchain",
            Self::Debian => "built with Debian's rustc-web",
        })
    }
}

/// The user's folder for what can be made again.
fn cache(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let absolute = |key: &str| variable(key).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CACHE_HOME").or_else(|| absolute("HOME").map(|home| home.join(".cache")))
}

/// Whether the standard library for [`TARGET`] is there. The compiler prints the folder whether or not it exists.
fn current_has_target() -> bool {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let folder = Program::new(rustc).args(["--print", "target-libdir", "--target", TARGET]).answer();
    let Some(entries) = folder.and_then(|folder| Path::new(folder.trim()).read_dir().ok()) else {
        return false;
    };
    entries.flatten().any(|entry| entry.file_name().to_string_lossy().starts_with("libstd-"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_is_where_the_user_wants_it() {
        let with = |set: &[(&str, &str)]| {
            cache(|key| set.iter().find(|(name, _)| *name == key).map(|(_, value)| (*value).into()))
        };
        assert_eq!(with(&[("HOME", "/h")]), Some("/h/.cache".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_CACHE_HOME", "/c")]), Some("/c".into()));
        assert_eq!(with(&[("HOME", "/h"), ("XDG_CACHE_HOME", "")]), Some("/h/.cache".into()));
        assert_eq!(with(&[]), None);
    }
}

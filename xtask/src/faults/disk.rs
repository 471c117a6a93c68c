//! Small disks: file systems in memory, which root can mount on Linux.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Result;

/// The smallest size: less holds not even a folder.
const SMALLEST: usize = 64 << 10;

/// A file system at a folder. Dropping it unmounts it.
pub(super) struct Disk(PathBuf);

impl Disk {
    /// Whether there can be disks here; if not, why.
    pub(super) fn try_one(folder: &Path) -> Result<()> {
        Self::mount(&folder.join("disk"))
            .map(drop)
            .map_err(|error| format!("this takes Linux and root ({error})"))
    }

    pub(super) fn mount(point: &Path) -> Result<Self> {
        fs::create_dir_all(point).map_err(|error| format!("cannot make `{}`: {error}", point.display()))?;
        mount(&["-t", "tmpfs", "-o", &format!("size={SMALLEST}"), "tmpfs"], point)?;
        Ok(Self(point.to_owned()))
    }

    /// Leaves room for this many bytes. What is there already stays.
    pub(super) fn resize(&self, bytes: usize) -> Result<()> {
        let used = Command::new("du").args(["-s", "-B1"]).arg(&self.0).output();
        let used = used.ok().and_then(|output| String::from_utf8(output.stdout).ok());
        let used = used.and_then(|text| text.split_whitespace().next()?.parse::<usize>().ok()).unwrap_or(0);
        mount(&["-o", &format!("remount,size={}", bytes.max(used).max(SMALLEST))], &self.0)
    }
}

fn mount(arguments: &[&str], point: &Path) -> Result<()> {
    let output = Command::new("mount").args(arguments).arg(point).output();
    let output = output.map_err(|error| format!("cannot start `mount`: {error}"))?;
    match output.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        // One that stays takes no more than its files, and the folder is removed with the target directory.
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

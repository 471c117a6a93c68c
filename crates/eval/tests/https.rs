//! Servers behind TLS, and callers who stop.

mod server;

use std::io;
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use server::{Deed, Server};
use wampimuk_core::{Stopped, Watch};
use wampimuk_eval::{Asking, Error, Journal, Model, Plan, Sending, Study, ask};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Authority, certificate and key of the tests: good for a hundred years, and for nothing else.
const AUTHORITY: &[u8] = include_bytes!("tls/ca.pem");
const CERTIFICATE: &[u8] = include_bytes!("tls/server.pem");
const KEY: &[u8] = include_bytes!("tls/server.key");

fn over_tls(deed: impl Fn(&server::Asked<'_>) -> Deed + Send + Sync + 'static) -> Outcome<Server> {
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(
        vec![CertificateDer::from_pem_slice(CERTIFICATE)?],
        PrivateKeyDer::from_pem_slice(KEY)?,
    )?;
    let config = Arc::new(config);
    let wrap = move |stream: TcpStream| {
        let connection = ServerConnection::new(config.clone()).map_err(io::Error::other)?;
        Ok(StreamOwned::new(connection, stream))
    };
    Ok(Server::start_over("https", wrap, deed))
}

fn asked(
    endpoint: &str,
    folder: &Path,
    sending: &Sending,
    watch: &dyn Watch,
) -> Outcome<Result<Asking, Error>> {
    let study = Study {
        endpoint: endpoint.into(),
        models: vec![Model { name: "m".into(), endpoint: None }],
        data: vec!["gscan-demo".into()],
        splits: vec!["test".into()],
        limit: 20,
        ..Study::default()
    };
    let plan = Plan::new(study)?;
    let journal = Journal::open(folder)?;
    Ok(ask(&plan, &journal, sending, Some("sk-0123456789"), watch))
}

fn sending(authorities: Option<&[u8]>) -> Sending {
    let (timeout, backoff) = (Duration::from_secs(10), Duration::from_millis(1));
    Sending { concurrency: 4, timeout, retries: 2, backoff, authorities: authorities.map(<[u8]>::to_vec) }
}

#[test]
fn servers_are_trusted_by_their_authority() -> Outcome<()> {
    let server = over_tls(|_| Deed::Say("Answer: walk".into(), "stop"))?;
    let folder = tempfile::tempdir()?;
    let asking = asked(&server.endpoint, folder.path(), &sending(Some(AUTHORITY)), &())??;
    assert_eq!((asking.sent, asking.failed, server.requests()), (20, 0, 20));
    let headers = server.log.lock().map_err(|_| "a log")?.headers.join("\n");
    assert!(headers.contains("Bearer sk-0123456789"), "{headers}");
    Ok(())
}

#[test]
fn strangers_are_told_nothing() -> Outcome<()> {
    let server = over_tls(|_| Deed::Say("Answer: walk".into(), "stop"))?;
    let folder = tempfile::tempdir()?;
    let error =
        asked(&server.endpoint, folder.path(), &sending(None), &())?.err().ok_or("an error")?.to_string();
    assert!(error.contains("certificate") && error.contains("--ca"), "{error}");
    assert_eq!(server.requests(), 0, "no question and no key");
    // Where TLS is spoken, nothing else is understood.
    let plain = server.endpoint.replace("https", "http");
    let error = asked(&plain, folder.path(), &sending(None), &())?.err().ok_or("an error")?.to_string();
    assert!(error.contains("the same command goes on"), "{error}");
    for wrong in [&b""[..], b"no certificate", KEY] {
        let error = asked(&server.endpoint, folder.path(), &sending(Some(wrong)), &())?;
        assert!(error.is_err_and(|error| error.to_string().contains("PEM")));
    }
    Ok(())
}

/// Stops everything when it is told to.
#[derive(Default)]
struct Impatient(AtomicBool);

impl Watch for Impatient {
    fn done(&self, _: u64) -> Result<(), Stopped> {
        if self.0.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(()) }
    }
}

#[test]
fn who_stops_does_not_wait_for_what_is_on_its_way() -> Outcome<()> {
    let plain = Server::start(|_| Deed::Late(Duration::from_secs(60), "Answer: walk".into()));
    let secure = over_tls(|_| Deed::Late(Duration::from_secs(60), "Answer: walk".into()))?;
    for server in [plain, secure] {
        let folder = tempfile::tempdir()?;
        let watch = Impatient::default();
        let patient = Sending { timeout: Duration::from_secs(600), ..sending(Some(AUTHORITY)) };
        let (ended, since) = std::thread::scope(|scope| {
            let asking = scope.spawn(|| {
                let outcome = asked(&server.endpoint, folder.path(), &patient, &watch)
                    .map_err(|error| error.to_string());
                (outcome, Instant::now())
            });
            while server.requests() < 4 && !asking.is_finished() {
                std::thread::sleep(Duration::from_millis(5));
            }
            let stopped = Instant::now();
            watch.0.store(true, Ordering::Relaxed);
            let (outcome, ended) = asking.join().expect("no panic");
            (outcome, ended.duration_since(stopped))
        });
        assert!(matches!(ended?, Err(Error::Stopped(_))));
        assert!(since < Duration::from_secs(5), "not a minute: {since:?}");
        let journal = Journal::open(folder.path())?;
        assert_eq!(journal.spent().requests, 0, "what was given up has not failed");
    }
    Ok(())
}

//! A server of the tests: it speaks the chat protocol, and misbehaves as it is told.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};

/// What is asked.
#[allow(dead_code, clippy::allow_attributes, reason = "each test file uses some of it")]
pub struct Asked<'a> {
    /// The body of the request.
    pub body: &'a Value,
    /// What the last message says.
    pub text: String,
    /// How often this very body has been asked before.
    pub before: usize,
    /// How many requests came before, of any body.
    pub number: usize,
}

/// What the server does.
#[allow(dead_code, clippy::allow_attributes, reason = "each test file uses some of them")]
pub enum Deed {
    /// Answers, with this text and this reason for ending.
    Say(String, &'static str),
    /// Answers with these bytes as the body of a fine reply.
    Body(String),
    /// Answers with a status, headers and a body.
    Status(u16, &'static str, &'static str),
    /// Sends half of an answer, and closes the connection.
    Half,
    /// Closes the connection.
    Close,
    /// Waits before it answers.
    Late(Duration, String),
}

/// What it has been asked.
#[derive(Default)]
pub struct Log {
    /// How often each body was asked.
    pub asked: HashMap<String, usize>,
    /// All headers of all requests.
    pub headers: Vec<String>,
    /// How many requests are on their way now, and how many were at most.
    pub now: usize,
    pub most: usize,
}

/// A connection.
pub trait Wire: Read + Write {}

impl<W: Read + Write> Wire for W {}

/// A server, for as long as the process lives.
pub struct Server {
    pub endpoint: String,
    pub log: Arc<Mutex<Log>>,
}

impl Server {
    /// Starts a server.
    pub fn start(deed: impl Fn(&Asked<'_>) -> Deed + Send + Sync + 'static) -> Self {
        Self::start_over("http", Ok, deed)
    }

    /// Starts a server over connections that are wrapped in something.
    pub fn start_over<W: Wire>(
        scheme: &str,
        wrap: impl Fn(TcpStream) -> std::io::Result<W> + Send + Sync + 'static,
        deed: impl Fn(&Asked<'_>) -> Deed + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let endpoint = format!("{scheme}://{}/v1", listener.local_addr().expect("an address"));
        let log: Arc<Mutex<Log>> = Arc::default();
        let (deed, wrap, own) = (Arc::new(deed), Arc::new(wrap), log.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (deed, wrap, log) = (deed.clone(), wrap.clone(), own.clone());
                let serve = move || {
                    let _ = stream.set_nodelay(true).and_then(|()| serve(wrap(stream)?, &*deed, &log));
                };
                std::thread::Builder::new().stack_size(256 << 10).spawn(serve).expect("a thread");
            }
        });
        Self { endpoint, log }
    }

    /// How many requests there were.
    pub fn requests(&self) -> usize {
        self.log.lock().expect("a log").asked.values().sum()
    }
}

/// Serves a connection until it ends.
fn serve(wire: impl Wire, deed: &dyn Fn(&Asked<'_>) -> Deed, log: &Mutex<Log>) -> std::io::Result<()> {
    let mut reader = BufReader::new(wire);
    loop {
        let (mut length, mut line) = (0, String::new());
        let mut headers = Vec::new();
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            headers.push(line.trim().to_owned());
        }
        let mut bytes = vec![0; length];
        reader.read_exact(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let body: Value = serde_json::from_str(&text).expect("requests are JSON");
        let (before, number) = {
            let mut log = log.lock().expect("a log");
            let number = log.asked.values().sum();
            log.headers.append(&mut headers);
            log.now += 1;
            log.most = log.most.max(log.now);
            let count = log.asked.entry(text).or_default();
            *count += 1;
            (*count - 1, number)
        };
        let last = body["messages"].as_array().and_then(|all| all.last()).map(|one| &one["content"]);
        let text = match last {
            Some(Value::String(text)) => text.clone(),
            Some(parts) => parts[0]["text"].as_str().unwrap_or_default().to_owned(),
            None => String::new(),
        };
        let deed = deed(&Asked { body: &body, text, before, number });
        let written = answer(reader.get_mut(), deed);
        log.lock().expect("a log").now -= 1;
        if !written? {
            return Ok(());
        }
    }
}

/// A fine reply.
pub fn reply(text: &str, finish: &str) -> String {
    json!({
        "id": "x",
        "object": "chat.completion",
        "choices": [{ "index": 0, "message": { "role": "assistant", "content": text }, "finish_reason": finish }],
        "usage": { "prompt_tokens": 100, "completion_tokens": 10, "total_tokens": 110 },
    })
    .to_string()
}

/// Whether the connection stays open.
fn answer(out: &mut impl Write, deed: Deed) -> std::io::Result<bool> {
    let (status, headers, body) = match deed {
        Deed::Say(text, finish) => (200, "", reply(&text, finish)),
        Deed::Body(body) => (200, "", body),
        Deed::Status(status, headers, body) => (status, headers, body.to_owned()),
        Deed::Late(wait, text) => {
            std::thread::sleep(wait);
            (200, "", reply(&text, "stop"))
        }
        Deed::Close => return Ok(false),
        Deed::Half => {
            let body = reply("Answer: walk", "stop");
            let half = &body[..body.len() / 2];
            out.write_all(
                format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n{half}", body.len()).as_bytes(),
            )?;
            out.flush()?;
            return Ok(false);
        }
    };
    let head = format!(
        "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\n{headers}content-length: {}\r\n\r\n",
        body.len()
    );
    out.write_all(&[head.as_bytes(), body.as_bytes()].concat())?;
    out.flush()?;
    Ok(true)
}

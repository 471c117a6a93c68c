//! A model for evaluations: a server on this machine whose answers depend on the question alone.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::thread;
use std::time::Duration;

use crate::Result;

/// How long an answer takes: evaluations should last long enough to be killed.
const THOUGHT: Duration = Duration::from_millis(5);

/// A model that answers as long as this program runs.
pub(super) struct Model {
    pub(super) endpoint: String,
}

impl Model {
    pub(super) fn start() -> Result<Self> {
        let failed = |error| format!("cannot listen on this machine: {error}");
        let listener = TcpListener::bind("127.0.0.1:0").map_err(failed)?;
        let endpoint = format!("http://{}/v1", listener.local_addr().map_err(failed)?);
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                // Whoever asked may have been killed.
                thread::spawn(move || drop(serve(stream)));
            }
        });
        Ok(Self { endpoint })
    }
}

/// Answers what comes over a connection, until it ends.
fn serve(mut stream: TcpStream) -> std::io::Result<()> {
    let mut reader = BufReader::new(stream.try_clone()?);
    loop {
        let mut length = 0;
        loop {
            let mut line = String::new();
            if reader.read_line(&mut line)? == 0 {
                return Ok(());
            }
            if line.trim().is_empty() {
                break;
            }
            if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
        }
        let mut question = vec![0; length];
        reader.read_exact(&mut question)?;
        thread::sleep(THOUGHT);
        let body = answer(&question);
        let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length";
        write!(stream, "{head}: {}\r\n\r\n{body}", body.len())?;
    }
}

fn answer(question: &[u8]) -> String {
    let steps = 1 + question.iter().map(|&byte| usize::from(byte)).sum::<usize>() % 5;
    let text = format!("Answer: {}", vec!["walk"; steps].join(", "));
    format!(
        "{{\"id\":\"x\",\"object\":\"chat.completion\",\"choices\":[{{\"index\":0,\"message\":{{\"role\":\"assistant\",\
         \"content\":\"{text}\"}},\"finish_reason\":\"stop\"}}],\"usage\":{{\"prompt_tokens\":100,\"completion_tokens\":10,\
         \"total_tokens\":110}}}}"
    )
}

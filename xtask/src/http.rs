//! Just enough of HTTP to ask a server on this machine for something.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use crate::Result;

const PATIENCE: Duration = Duration::from_secs(30);

/// What a server on the loopback has at this path, as JSON where it has a choice.
pub(crate) fn get(port: u16, path: &str) -> Result<Vec<u8>> {
    let fail = |error: std::io::Error| format!("cannot read http://127.0.0.1:{port}{path}: {error}");
    let mut stream =
        TcpStream::connect_timeout(&SocketAddr::from(([127, 0, 0, 1], port)), PATIENCE).map_err(fail)?;
    stream.set_read_timeout(Some(PATIENCE)).map_err(fail)?;
    // Version 1.0: the answer comes in one piece, and ends where the connection does.
    let request = format!("GET {path} HTTP/1.0\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n");
    stream.write_all(request.as_bytes()).map_err(fail)?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).map_err(fail)?;
    body(answer).map_err(|problem| format!("http://127.0.0.1:{port}{path}: {problem}"))
}

/// The body of an answer that is whole and says that all is well.
fn body(mut answer: Vec<u8>) -> Result<Vec<u8>> {
    const END: &[u8] = b"\r\n\r\n";
    let end = answer
        .windows(END.len())
        .position(|window| window == END)
        .ok_or("the answer has no end of its head")?;
    let body = answer.split_off(end + END.len());
    let head = String::from_utf8_lossy(&answer);
    let status = head.lines().next().unwrap_or_default();
    if status.split(' ').nth(1) != Some("200") {
        return Err(format!("the server says {status}"));
    }
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        if name.eq_ignore_ascii_case("content-length") { value.trim().parse::<usize>().ok() } else { None }
    });
    match length {
        Some(length) if length != body.len() => Err(format!("{} of {length} bytes came", body.len())),
        _ => Ok(body),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_answers_count() {
        let answer = |text: &str| body(text.as_bytes().to_vec());
        assert_eq!(answer("HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nab"), Ok(b"ab".to_vec()));
        assert_eq!(answer("HTTP/1.0 200 OK\r\n\r\n"), Ok(Vec::new()));
        assert!(answer("HTTP/1.0 200 OK\r\nContent-Length: 3\r\n\r\nab").is_err());
        assert!(answer("HTTP/1.0 404 Not Found\r\n\r\n").unwrap_err().contains(" 404 "));
        assert!(answer("HTTP/1.0 200 OK").is_err());
    }
}

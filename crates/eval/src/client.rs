//! One question sent to a server, and what to do if it does not answer.

use std::io::ErrorKind;
use std::time::{Duration, Instant, SystemTime};

use ureq::Agent;
use ureq::tls::{Certificate, PemItem, TlsConfig, parse_pem};

use crate::Error;
use crate::calendar::days_to;
use crate::reply::{Reply, said_error};

/// How questions are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Sending {
    /// How many may be on their way at a time.
    pub concurrency: usize,
    /// How long an answer may take.
    pub timeout: Duration,
    /// How often a question is sent again if there is no answer.
    pub retries: u32,
    /// How long to wait before the second attempt; twice as long before the third, and so on.
    pub backoff: Duration,
    /// The authorities whose certificates are trusted, as text in PEM; the usual ones, if nobody says.
    pub authorities: Option<Vec<u8>>,
}

impl Default for Sending {
    fn default() -> Self {
        Self {
            concurrency: 16,
            timeout: Duration::from_secs(600),
            retries: 5,
            backoff: Duration::from_millis(500),
            authorities: None,
        }
    }
}

/// The longest wait between two attempts, whatever the server asks for.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_secs(600);
/// The longest wait that nobody asked for.
const LONGEST_BACKOFF: Duration = Duration::from_secs(60);
/// The biggest reply that is read.
const BIGGEST_REPLY: u64 = 16 << 20;

/// Why there is no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// It may go better another time; the server may say when.
    Again { why: String, after: Option<Duration> },
    /// This question will not be answered.
    Never(String),
    /// No question will be answered.
    Closed(String),
}

/// A server, and the right to ask it.
pub(crate) struct Client {
    agent: Agent,
    pub url: String,
    key: Option<String>,
}

impl Client {
    /// A client of the server at this address. The key is sent to it and goes nowhere else.
    pub fn new(url: String, key: Option<&str>, sending: &Sending) -> Result<Self, Error> {
        if key.is_some_and(|key| key.chars().any(|letter| !letter.is_ascii_graphic())) {
            return Err(Error::Request(
                "the API key has spaces or letters that no key has: look at WAMPIMUK_API_KEY and OPENAI_API_KEY".into(),
            ));
        }
        let tls = match &sending.authorities {
            None => TlsConfig::default(),
            Some(pem) => TlsConfig::builder().root_certs(authorities(pem)?.into()).build(),
        };
        let config = Agent::config_builder()
            .tls_config(tls)
            .http_status_as_error(false)
            // A key must not be sent to another server.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .timeout_global(Some(sending.timeout))
            .timeout_connect(Some(sending.timeout.min(Duration::from_secs(30))))
            .max_idle_connections(sending.concurrency)
            .max_idle_connections_per_host(sending.concurrency)
            .user_agent(concat!("wampimuk/", env!("CARGO_PKG_VERSION")))
            .build();
        Ok(Self { agent: Agent::new_with_config(config), url, key: key.map(str::to_owned) })
    }

    /// Ends all connections: whoever waits for an answer gets none.
    pub fn hang_up(&self) {
        self.agent.clone().shutdown();
    }

    /// Sends a question.
    pub fn ask(&self, body: &[u8]) -> Result<(Reply, Duration), Trouble> {
        let again = |why: String| Trouble::Again { why: self.without_key(&why), after: None };
        let mut request = self.agent.post(&self.url).content_type("application/json");
        if let Some(key) = &self.key {
            request = request.header("Authorization", format!("Bearer {key}"));
        }
        let sent = Instant::now();
        let mut response = match request.send(body) {
            Ok(response) => response,
            Err(error @ (ureq::Error::BadUri(_) | ureq::Error::Http(_))) => {
                return Err(Trouble::Closed(self.without_key(&error.to_string())));
            }
            Err(error) if is_about_trust(&error) => {
                let problem = self.without_key(&error.to_string());
                let hint = "if you trust it, give the certificate of its authority with --ca FILE.pem";
                return Err(Trouble::Closed(format!("its certificate is not trusted ({problem}); {hint}")));
            }
            Err(error) => return Err(again(error.to_string())),
        };
        let status = response.status().as_u16();
        let after = response.headers().get("retry-after").and_then(|value| value.to_str().ok());
        let after = after.and_then(|text| wait(text, SystemTime::now()));
        let read = response.body_mut().with_config().limit(BIGGEST_REPLY).lossy_utf8(true).read_to_string();
        let text = read.map_err(|error| again(format!("the reply broke off ({error})")))?;
        let text = self.without_key(&text);
        match status {
            200..=299 => Reply::read(&text).map(|reply| (reply, sent.elapsed())).map_err(again),
            _ => Err(trouble(status, &text, after)),
        }
    }

    /// A text without the key, should a server say it back.
    fn without_key(&self, text: &str) -> String {
        match self.key.as_deref().filter(|key| key.len() >= 8) {
            Some(key) => text.replace(key, "[key]"),
            None => text.to_owned(),
        }
    }
}

/// Whether a server is not the one that it should be; it will not be so at the next attempt either.
fn is_about_trust(error: &ureq::Error) -> bool {
    match error {
        ureq::Error::Io(error) => error.kind() == ErrorKind::InvalidData,
        ureq::Error::Rustls(_) | ureq::Error::Tls(_) => true,
        _ => false,
    }
}

/// The certificates of a text in PEM.
fn authorities(pem: &[u8]) -> Result<Vec<Certificate<'static>>, Error> {
    let wrong = |problem: &str| {
        Error::Request(format!("the certificates to trust cannot be used: {problem}; they are text in PEM"))
    };
    let mut found = Vec::new();
    for item in parse_pem(pem) {
        if let PemItem::Certificate(certificate) = item.map_err(|error| wrong(&error.to_string()))? {
            found.push(certificate);
        }
    }
    if found.is_empty() { Err(wrong("there are none")) } else { Ok(found) }
}

/// What a status other than fine means.
fn trouble(status: u16, text: &str, after: Option<Duration>) -> Trouble {
    let said = match serde_json::from_str::<serde_json::Value>(text) {
        Ok(value) => said_error(value.get("error").unwrap_or(&value)),
        Err(_) => text.chars().take(300).collect(),
    };
    let why = format!("status {status}: {}", said.trim());
    match status {
        401 | 403 => {
            Trouble::Closed(format!("{why}; put the server's key into the environment as WAMPIMUK_API_KEY"))
        }
        404 => Trouble::Closed(format!(
            "{why}; look at the model's name and the address, which mostly ends in /v1"
        )),
        300..=399 => {
            Trouble::Closed(format!("{why}; it points elsewhere: give that address with --endpoint"))
        }
        408 | 409 | 425 | 429 | 500.. => Trouble::Again { why, after },
        _ => Trouble::Never(why),
    }
}

/// How long to wait before the next attempt, the first of which has number 1. Waits of several questions differ, so that
/// they do not all come back at once.
pub(crate) fn backoff(sending: &Sending, attempt: u32, noise: u64) -> Duration {
    let doubled =
        sending.backoff.saturating_mul(1u32.checked_shl(attempt.saturating_sub(1)).unwrap_or(u32::MAX));
    let whole = doubled.min(LONGEST_BACKOFF);
    // Between half of it and all of it.
    whole / 2 + (whole / 2).mul_f64((noise % 1024) as f64 / 1024.0)
}

/// What `Retry-After` says: a number of seconds, or a date.
fn wait(text: &str, now: SystemTime) -> Option<Duration> {
    let text = text.trim();
    if let Ok(seconds) = text.parse::<f64>() {
        let wait = Duration::try_from_secs_f64(seconds).ok()?;
        return Some(wait.min(LONGEST_WAIT));
    }
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(date(text)?);
    Some(at.duration_since(now).unwrap_or_default().min(LONGEST_WAIT))
}

/// A date as servers write it, `Sun, 06 Nov 1994 08:49:37 GMT`, in seconds since 1970.
fn date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, rest) = text.split_once(", ")?;
    let parts: Vec<&str> = rest.split([' ', ':']).collect();
    let [day, month, year, hour, minute, second, "GMT"] = parts.as_slice() else { return None };
    let number = |text: &str, most: u64| text.parse::<u64>().ok().filter(|&number| number <= most);
    let (day, year) =
        (number(day, 31).filter(|&day| day > 0)?, number(year, 9999).filter(|&year| year >= 1970)?);
    let month = MONTHS.iter().position(|name| name == month)? as u64 + 1;
    let seconds = number(hour, 23)? * 3600 + number(minute, 59)? * 60 + number(second, 60)?;
    Some(days_to(year, month, day)? * 86_400 + seconds)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers_say_when_to_come_back() {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(784_111_777 - 30);
        assert_eq!(wait("7", now), Some(Duration::from_secs(7)));
        assert_eq!(wait("0.5", now), Some(Duration::from_millis(500)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:49:37 GMT", now), Some(Duration::from_secs(30)));
        assert_eq!(wait("Sun, 06 Nov 1994 08:00:00 GMT", now), Some(Duration::ZERO));
        assert_eq!(wait("99999999999", now), Some(LONGEST_WAIT));
        for wrong in [
            "",
            "soon",
            "-3",
            "NaN",
            "Sun, 06 Nov 1994",
            "Sun, 06 Foo 1994 08:49:37 GMT",
            "x, 0 Jan 1970 0:0:0 GMT",
        ] {
            assert_eq!(wait(wrong, now), None, "{wrong}");
        }
        assert_eq!(date("Thu, 01 Jan 1970 00:00:00 GMT"), Some(0));
        assert_eq!(date("Tue, 29 Feb 2000 12:00:00 GMT"), Some(951_825_600));
        assert_eq!(date("Mon, 16 Nov 2026 00:00:00 GMT"), Some(1_794_787_200));
    }

    #[test]
    fn waits_double_and_end() {
        let sending = Sending::default();
        for attempt in 1..80 {
            let (short, long) = (backoff(&sending, attempt, 0), backoff(&sending, attempt, 1023));
            assert!(short <= long && long <= LONGEST_BACKOFF, "{attempt}");
            assert!(short >= Duration::from_millis(250));
        }
        assert!(backoff(&sending, 3, 0) == 4 * backoff(&sending, 1, 0));
    }

    #[test]
    fn troubles_are_told_apart() {
        let is_again = |status| matches!(trouble(status, "", None), Trouble::Again { .. });
        assert!([408, 429, 500, 502, 503, 529].into_iter().all(is_again));
        assert!(
            [401, 403, 404, 307]
                .into_iter()
                .all(|status| matches!(trouble(status, "", None), Trouble::Closed(_)))
        );
        let error = r#"{"error":{"message":"too long"}}"#;
        assert_eq!(trouble(400, error, None), Trouble::Never("status 400: too long".into()));
    }
}

//! What a server's errors mean for the caller.

use std::error::Error as _;

use object_store::Error;
use object_store::client::{HttpError, HttpErrorKind};

use crate::error::StoreError;

const CREDENTIALS: &str =
    "check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN, and what they may do";
const ENDPOINT: &str = "check AWS_ENDPOINT_URL and AWS_REGION, and that the server can be reached";
const PLAIN: &str = "set AWS_ALLOW_HTTP=true if the server is meant to be spoken to without TLS";
const BUCKET: &str = "create the bucket, or check its name, AWS_REGION and AWS_ENDPOINT_URL";
const AGAIN: &str = "run the same command again, which continues where this one stopped";

/// The error of what was being done at this place.
pub(super) fn explain(doing: &'static str, place: String, error: &Error) -> StoreError {
    let whole = error.to_string();
    let code = between(&whole, "<Code>", "</Code>");
    if code == Some("NoSuchUpload") {
        // Another process has aborted it, which happens only once the dataset is finished.
        return StoreError::Cleared { place };
    }
    let problem = match (code, between(&whole, "<Message>", "</Message>")) {
        (Some(code), Some(message)) => format!("the server says {code}: {message}"),
        (Some(code), None) => format!("the server says {code}"),
        _ => root(error),
    };
    let hint = match (error, code) {
        (_, Some("NoSuchBucket")) => BUCKET,
        (_, Some("InvalidAccessKeyId" | "SignatureDoesNotMatch" | "AccessDenied" | "ExpiredToken")) => {
            CREDENTIALS
        }
        (Error::PermissionDenied { .. } | Error::Unauthenticated { .. }, _) => CREDENTIALS,
        _ if problem.contains("URL scheme is not allowed") => PLAIN,
        _ if is_connection(error) => ENDPOINT,
        _ => AGAIN,
    };
    StoreError::Remote { doing, place, problem, hint }
}

/// The error of a server that nobody has said how to be known to.
pub(super) fn anonymous(place: String) -> StoreError {
    let problem = "AWS_ENDPOINT_URL names a server, but there are no credentials for it".into();
    StoreError::Remote { doing: "opened", place, problem, hint: CREDENTIALS }
}

/// The error of an answer that never came.
pub(super) fn lost(doing: &'static str, place: String) -> StoreError {
    StoreError::Remote { doing, place, problem: "the answer broke off".into(), hint: AGAIN }
}

pub(super) fn is_missing_bucket(error: &Error) -> bool {
    error.to_string().contains("NoSuchBucket")
}

/// Whether the server could not be spoken to at all.
fn is_connection(error: &Error) -> bool {
    let mut source = error.source();
    while let Some(error) = source {
        if let Some(http) = error.downcast_ref::<HttpError>() {
            return matches!(http.kind(), HttpErrorKind::Connect | HttpErrorKind::Timeout);
        }
        source = error.source();
    }
    false
}

/// What is at the bottom of an error.
fn root(error: &Error) -> String {
    let mut deepest: &dyn std::error::Error = error;
    while let Some(source) = deepest.source() {
        deepest = source;
    }
    deepest.to_string()
}

fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn message(error: &Error) -> String {
        explain("written", "s3://b/k".into(), error).to_string()
    }

    fn not_found(body: &str) -> Error {
        Error::NotFound { path: "k".into(), source: body.into() }
    }

    #[test]
    fn the_server_is_quoted_without_its_markup() {
        let body =
            "404: <?xml?><Error><Code>NoSuchBucket</Code><Message>It is not.</Message><X>y</X></Error>";
        let error = not_found(body);
        assert!(is_missing_bucket(&error));
        let expected =
            format!("`s3://b/k` cannot be written: the server says NoSuchBucket: It is not.; {BUCKET}");
        assert_eq!(message(&error), expected);
    }

    #[test]
    fn every_failure_has_a_hint() {
        let source = || Box::new(io::Error::other("no"));
        let denied = Error::PermissionDenied { path: "k".into(), source: source() };
        assert!(message(&denied).ends_with(CREDENTIALS));
        let refused = HttpError::new(HttpErrorKind::Connect, io::Error::other("refused"));
        let unreachable = Error::Generic { store: "S3", source: Box::new(refused) };
        assert_eq!(message(&unreachable), format!("`s3://b/k` cannot be written: refused; {ENDPOINT}"));
        let plain = Error::Generic { store: "S3", source: "URL scheme is not allowed".into() };
        assert!(message(&plain).ends_with(PLAIN), "{}", message(&plain));
        let other = Error::Generic { store: "S3", source: source() };
        assert!(message(&other).ends_with(AGAIN));
        assert!(!is_missing_bucket(&other));
    }

    #[test]
    fn an_aborted_upload_was_cleared_away() {
        let error = not_found("<Code>NoSuchUpload</Code>");
        assert!(matches!(explain("written", "x".into(), &error), StoreError::Cleared { .. }));
    }
}

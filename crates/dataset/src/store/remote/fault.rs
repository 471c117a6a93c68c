//! What a server's errors mean for the one who asked.

use std::error::Error as _;

use object_store::Error;
use object_store::client::{HttpError, HttpErrorKind};

use super::super::error::StoreError;

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
    let problem = match (code, between(&whole, "<Message>", "</Message>")) {
        (Some(code), Some(message)) => format!("the server says {code}: {message}"),
        (Some(code), None) => format!("the server says {code}"),
        _ => root(error),
    };
    let hint = match (error, code) {
        (_, Some("NoSuchBucket")) => BUCKET,
        (_, Some("NoSuchUpload")) => AGAIN,
        (_, Some("InvalidAccessKeyId" | "SignatureDoesNotMatch" | "AccessDenied" | "ExpiredToken")) => {
            CREDENTIALS
        }
        (Error::PermissionDenied { .. } | Error::Unauthenticated { .. }, _) => CREDENTIALS,
        _ if whole.contains("169.254.169.254") || whole.contains("metadata/token") => CREDENTIALS,
        _ if whole.contains("URL scheme is not allowed") => PLAIN,
        _ if is_connection(error) => ENDPOINT,
        _ => AGAIN,
    };
    StoreError::Remote { doing, place, problem, hint }
}

/// The error of an object that should be there.
pub(super) fn missing(doing: &'static str, place: String) -> StoreError {
    StoreError::Remote { doing, place, problem: "it is not there any more".into(), hint: AGAIN }
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

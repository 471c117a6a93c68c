//! What can go wrong with a store, where, and what to do about it.

use std::io;

/// Why a store could not do what it was asked for.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// An address that no store has.
    #[error("`{address}` is no place for a dataset: {hint}")]
    Address {
        /// The address.
        address: String,
        /// What would be right.
        hint: String,
    },
    /// A name that no file of a store can have.
    #[error("`{name}` is no name for a file of a dataset: {problem}")]
    Name {
        /// The name.
        name: String,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// A small file that is not small.
    #[error("`{place}` cannot be read: it is longer than {max} bytes")]
    TooLong {
        /// The file.
        place: String,
        /// How long it may be.
        max: u64,
    },
    /// No space is left.
    #[error(
        "`{place}` cannot be {doing}: the disk is full, or its quota used up; make room and run the same command \
         again, which continues where this one stopped"
    )]
    Full {
        /// What was being done.
        doing: &'static str,
        /// The file.
        place: String,
        /// What the system says.
        source: io::Error,
    },
    /// The file system may only be read.
    #[error("`{place}` cannot be {doing}: its file system is read-only; choose another folder")]
    ReadOnly {
        /// What was being done.
        doing: &'static str,
        /// The file.
        place: String,
        /// What the system says.
        source: io::Error,
    },
    /// The user has no right to.
    #[error("`{place}` cannot be {doing}: permission denied; check who owns the folder, or choose another")]
    Denied {
        /// What was being done.
        doing: &'static str,
        /// The file.
        place: String,
        /// What the system says.
        source: io::Error,
    },
    /// The folder was there, and is gone or another one now.
    #[error(
        "`{place}` is not the folder any more that this run began with: it was removed, or its disk is no longer \
         mounted; bring it back and run the same command again"
    )]
    Vanished {
        /// The folder.
        place: String,
    },
    /// Another process has removed the unfinished file.
    #[error(
        "`{place}` cannot be written: another process cleared the unfinished files away; run the same command again"
    )]
    Cleared {
        /// The file.
        place: String,
    },
    /// A server said no, or nothing.
    #[error("`{place}` cannot be {doing}: {problem}; {hint}")]
    Remote {
        /// What was being done.
        doing: &'static str,
        /// The bucket and the key.
        place: String,
        /// What the server says.
        problem: String,
        /// What to do about it.
        hint: &'static str,
    },
    /// Anything else.
    #[error("`{place}` cannot be {doing}: {source}")]
    Io {
        /// What was being done.
        doing: &'static str,
        /// The file.
        place: String,
        /// What the system says.
        source: io::Error,
    },
}

impl StoreError {
    /// The error of what was being done (`read`, `written`, …) at this place. An error that came out of an
    /// [`Upload`](crate::Upload) as an [`io::Error`] becomes what it was.
    pub fn io(doing: &'static str, place: impl Into<String>, source: io::Error) -> Self {
        use io::ErrorKind as Kind;
        let source = match source.downcast::<Self>() {
            Ok(error) => return error,
            Err(source) => source,
        };
        let place = place.into();
        match source.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => Self::Full { doing, place, source },
            Kind::ReadOnlyFilesystem => Self::ReadOnly { doing, place, source },
            Kind::PermissionDenied => Self::Denied { doing, place, source },
            Kind::StaleNetworkFileHandle | Kind::NotConnected => Self::Vanished { place },
            _ => Self::Io { doing, place, source },
        }
    }

    pub(crate) fn address(address: &str, hint: impl Into<String>) -> Self {
        Self::Address { address: address.to_owned(), hint: hint.into() }
    }
}

impl From<StoreError> for io::Error {
    fn from(error: StoreError) -> Self {
        let kind = match &error {
            StoreError::Full { source, .. }
            | StoreError::ReadOnly { source, .. }
            | StoreError::Denied { source, .. }
            | StoreError::Io { source, .. } => source.kind(),
            _ => io::ErrorKind::Other,
        };
        Self::new(kind, error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers as Linux has them.
    #[cfg(target_os = "linux")]
    #[test]
    fn errors_of_the_system_have_a_hint() {
        let cases = [
            (28, "the disk is full"),
            (122, "the disk is full, or its quota used up"),
            (30, "its file system is read-only"),
            (13, "permission denied; check who owns"),
            (116, "no longer mounted"),
            (5, "Input/output error"),
        ];
        for (number, hint) in cases {
            let error = StoreError::io("written", "a/b", io::Error::from_raw_os_error(number));
            let message = error.to_string();
            assert!(message.starts_with("`a/b`") && message.contains(hint), "{number}: {message}");
        }
    }

    #[test]
    fn an_error_survives_the_way_through_a_writer() {
        let full = StoreError::io("written", "a/b", io::ErrorKind::StorageFull.into());
        let message = full.to_string();
        let passed_on = io::Error::from(full);
        assert_eq!(passed_on.kind(), io::ErrorKind::StorageFull);
        let back = StoreError::io("read", "somewhere else", passed_on);
        assert!(matches!(back, StoreError::Full { .. }));
        assert_eq!(back.to_string(), message);
    }
}

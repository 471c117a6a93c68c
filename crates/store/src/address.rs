//! What a user writes to say where a dataset is kept.

use std::path::PathBuf;

use crate::error::StoreError;

/// Where a store is.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Address {
    /// A folder of this machine.
    Folder(PathBuf),
    /// `s3://bucket/prefix`; the prefix may be empty, and neither begins nor ends with `/`.
    Bucket { bucket: String, prefix: String },
}

impl Address {
    pub(crate) fn parse(address: &str) -> Result<Self, StoreError> {
        let Some((scheme, rest)) = address.split_once("://") else {
            return match address {
                "" => Err(StoreError::address(address, "give the path of a folder or s3://bucket/prefix")),
                path => Ok(Self::Folder(PathBuf::from(path))),
            };
        };
        if scheme != "s3" {
            let hint = "datasets are kept in folders and under s3://bucket/prefix";
            return Err(StoreError::address(address, hint));
        }
        let (bucket, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.trim_matches('/');
        if bucket.is_empty() || (!prefix.is_empty() && crate::name::check(prefix).is_err()) {
            return Err(StoreError::address(address, "expected s3://bucket/prefix"));
        }
        Ok(Self::Bucket { bucket: bucket.to_owned(), prefix: prefix.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_and_buckets_are_told_apart() {
        assert_eq!(Address::parse("data/a:b").unwrap(), Address::Folder("data/a:b".into()));
        for (address, prefix) in [("s3://b", ""), ("s3://b/", ""), ("s3://b/a/c/", "a/c")] {
            let expected = Address::Bucket { bucket: "b".into(), prefix: prefix.into() };
            assert_eq!(Address::parse(address).unwrap(), expected, "{address}");
        }
    }

    #[test]
    fn other_addresses_are_errors_that_say_what_would_be_right() {
        for address in ["", "s3://", "s3:///x", "s3://b/a//c", "s3://b/../c", "gs://b/c", "https://b/c"] {
            let message = Address::parse(address).unwrap_err().to_string();
            assert!(message.contains("s3://bucket/prefix"), "{address}: {message}");
        }
    }
}

//! Names of files in a store: relative, with `/` between their parts, never pointing out of the store.

use crate::error::StoreError;

/// Longer names find no place in common file systems.
const MAX_PART: usize = 200;

/// Checks that a name is one.
pub(crate) fn check(name: &str) -> Result<(), StoreError> {
    let problem = |part: &str| match part {
        "" => Some("it has an empty part"),
        "." | ".." => Some("`.` and `..` are no parts of names"),
        part if part.len() > MAX_PART => Some("a part of it is longer than 200 bytes"),
        part if part.contains(['\\', '\0', ':']) => Some("no part may hold `\\`, `:` or a zero"),
        _ => None,
    };
    match name.split('/').find_map(problem) {
        Some(problem) => Err(StoreError::Name { name: name.to_owned(), problem }),
        None => Ok(()),
    }
}

/// A name as one part: different for different names, and readable.
pub(crate) fn flat(name: &str) -> String {
    name.replace('%', "%25").replace('/', "%2F")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_inside_the_store() {
        for name in ["manifest.json", "data/gscan/train-00000-of-00002.parquet", ".wampimuk/job.json", "a..b"]
        {
            assert!(check(name).is_ok(), "{name}");
        }
        let long = "x".repeat(MAX_PART + 1);
        for name in ["", "/", "/etc/passwd", "a/", "a//b", "..", "a/../b", "./a", "a\\b", "c:x", "a\0", &long]
        {
            assert!(check(name).is_err(), "{name}");
        }
    }

    #[test]
    fn flat_names_differ_as_names_do() {
        let names = ["a/b", "a%2Fb", "a%b", "a%252Fb"];
        let mut flats = names.map(flat).to_vec();
        assert!(flats.iter().all(|flat| !flat.contains('/')));
        flats.sort();
        flats.dedup();
        assert_eq!(flats.len(), names.len());
    }
}

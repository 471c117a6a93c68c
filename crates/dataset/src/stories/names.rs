//! What the name of a file says about its stories.

use std::path::Path;

/// The task and the split that a file's name tells of: `qa2_two-supporting-facts_train.txt.gz`, `dec_dev.jsonl`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FileName {
    pub(super) task: Option<String>,
    pub(super) split: Option<String>,
}

/// The splits of published files; the kit says "dev" and "valid" of the same.
const SPLITS: [&str; 4] = ["train", "valid", "dev", "test"];

impl FileName {
    pub(super) fn of(path: &Path) -> Self {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = name.split('.').next().unwrap_or_default();
        let is_task = |part: &&str| {
            part.strip_prefix("qa").is_some_and(|number| {
                (1..=3).contains(&number.len()) && number.bytes().all(|digit| digit.is_ascii_digit())
            })
        };
        Self {
            task: stem.split('_').find(is_task).map(str::to_owned),
            split: stem.split('_').find(|part| SPLITS.contains(part)).map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_tasks_and_splits() {
        for (name, task, split) in [
            ("qa2_two-supporting-facts_train.txt.gz", Some("qa2"), Some("train")),
            ("some/where/qa20_valid.txt", Some("qa20"), Some("valid")),
            ("dec_dev.jsonl", None, Some("dev")),
            ("test_filtered.txt", None, Some("test")),
            ("qa_x_testing", None, None),
            ("-", None, None),
            ("", None, None),
        ] {
            let found = FileName::of(Path::new(name));
            assert_eq!((found.task.as_deref(), found.split.as_deref()), (task, split), "{name}");
        }
    }
}

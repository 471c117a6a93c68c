//! Accumulators by name, in the order of names: tasks by their numbers.

use std::cmp::Ordering;

/// The number at the end of a task's first part: 11 for `qa11` and for `qa11_basic-coreference`, 1 for `1_wp`.
pub(crate) fn task_number(task: &str) -> Option<u64> {
    let digits = task.strip_prefix("qa").or_else(|| task.strip_prefix("task")).unwrap_or(task);
    let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().ok()
}

/// Tasks by number, others after them by name.
pub(crate) fn by_task(one: &str, other: &str) -> Ordering {
    let key = |task: &str| task_number(task).unwrap_or(u64::MAX);
    key(one).cmp(&key(other)).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tasks_are_ordered_by_number() {
        let mut tasks = ["wp", "qa10_indefinite", "2_wo", "qa1", "task3", "11", "qa"];
        tasks.sort_by(|one, other| by_task(one, other));
        assert_eq!(tasks, ["qa1", "2_wo", "task3", "qa10_indefinite", "11", "qa", "wp"]);
        assert_eq!(task_number("99999999999999999999999"), None);
    }
}

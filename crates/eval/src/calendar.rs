//! Days of the calendar, counted from 1 January 1970.
//!
//! Years begin in March here, so that a leap day is the last of its year, and eras have 400 years, so that all are of one length.

use std::time::SystemTime;

/// From 1 March of the year 0 to 1 January 1970.
const EPOCH: u64 = 719_468;
const DAYS_OF_ERA: u64 = 146_097;

/// The day on which this is called, as calendars write it: `2026-11-18`.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let (year, month, day) = day_after(seconds / 86_400);
    format!("{year:04}-{month:02}-{day:02}")
}

/// Year, month and day of the month, after so many days.
fn day_after(days: u64) -> (u64, u64, u64) {
    let days = days + EPOCH;
    let (era, day) = (days / DAYS_OF_ERA, days % DAYS_OF_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    (era * 400 + year + later, month, day)
}

/// The days up to a day, with months and days counted from 1; none before 1970.
pub(crate) fn days_to(year: u64, month: u64, day: u64) -> Option<u64> {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.checked_sub(1)?, month + 9) };
    let days =
        365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day.checked_sub(1)?;
    days.checked_sub(EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_found_again() {
        assert_eq!(day_after(0), (1970, 1, 1));
        assert_eq!(day_after(11_016), (2000, 2, 29));
        assert_eq!(day_after(20_773), (2026, 11, 16));
        // Across 400 years, and with them every kind of leap year.
        for days in 0..150_000 {
            let (year, month, day) = day_after(days);
            assert_eq!(days_to(year, month, day), Some(days), "{year}-{month}-{day}");
        }
        assert_eq!(days_to(1969, 12, 31), None);
        assert_eq!(days_to(0, 1, 1), None);
    }
}

//! Conditions with "all of", "one of" and "not", over tests that each family brings.

use crate::{RecipeError, Verdict};

/// What a condition comes down to: a question about one feature of an item.
pub trait FeatureTest {
    /// What is known of an item.
    type Item<'a>;

    /// What the test says of an item that may be known only in part.
    fn judge(&self, item: &Self::Item<'_>) -> Verdict;
}

/// A condition as recipes write it: keys of the family's own that must all hold, and `any` and `not`.
pub trait Condition: Sized {
    /// Conditions of which one must hold, if there are any.
    fn any(&self) -> &[Self];
    /// A condition that must not hold.
    fn not(&self) -> Option<&Self>;
}

/// A condition with its names resolved. It can be judged before an item exists: features that are still open give the
/// verdict "depends".
#[derive(Clone, Debug)]
pub struct Predicate<T> {
    tests: Vec<T>,
    any: Vec<Predicate<T>>,
    not: Option<Box<Predicate<T>>>,
}

impl<T: FeatureTest> Predicate<T> {
    /// Resolves the names of a condition; `tests` does so for its own keys.
    ///
    /// # Errors
    /// If a name has no meaning, or if nothing is asked.
    pub fn new<C: Condition>(
        condition: &C,
        tests: impl Fn(&C) -> Result<Vec<T>, RecipeError> + Copy,
    ) -> Result<Self, RecipeError> {
        let own = tests(condition)?;
        let any = condition.any().iter().map(|any| Self::new(any, tests)).collect::<Result<Vec<_>, _>>()?;
        let not = condition.not().map(|not| Self::new(not, tests)).transpose()?.map(Box::new);
        if own.is_empty() && any.is_empty() && not.is_none() {
            return Err(RecipeError::new("`when` names no feature, so it would hold for everything"));
        }
        Ok(Self { tests: own, any, not })
    }

    /// What it says of an item.
    pub fn judge(&self, item: &T::Item<'_>) -> Verdict {
        let mut verdict = Verdict::Yes;
        for test in &self.tests {
            verdict = verdict.and(test.judge(item));
            if verdict == Verdict::No {
                return verdict;
            }
        }
        if !self.any.is_empty() {
            let any = self.any.iter().map(|any| any.judge(item)).fold(Verdict::No, Verdict::or);
            verdict = verdict.and(any);
        }
        match &self.not {
            Some(not) => verdict.and(!not.judge(item)),
            None => verdict,
        }
    }

    /// Whether one of its tests is such a one, also in what must not hold.
    pub fn has(&self, wanted: impl Fn(&T) -> bool + Copy) -> bool {
        self.asserts(wanted)
            || self.any.iter().any(|any| any.has(wanted))
            || self.not.as_ref().is_some_and(|not| not.has(wanted))
    }

    /// Whether one of the tests that may have to hold is such a one.
    pub fn asserts(&self, wanted: impl Fn(&T) -> bool + Copy) -> bool {
        self.tests.iter().any(wanted) || self.any.iter().any(|any| any.asserts(wanted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Asks for a digit of a number of which some digits are known.
    struct Digit(usize, u8);

    impl FeatureTest for Digit {
        type Item<'a> = &'a [Option<u8>];

        fn judge(&self, item: &&[Option<u8>]) -> Verdict {
            Verdict::of(item[self.0].map(|digit| digit == self.1))
        }
    }

    #[derive(Default)]
    struct Digits {
        are: Vec<(usize, u8)>,
        any: Vec<Digits>,
        not: Option<Box<Digits>>,
    }

    impl Condition for Digits {
        fn any(&self) -> &[Self] {
            &self.any
        }

        fn not(&self) -> Option<&Self> {
            self.not.as_deref()
        }
    }

    impl Digits {
        fn predicate(&self) -> Result<Predicate<Digit>, RecipeError> {
            Predicate::new(self, |digits| {
                Ok(digits.are.iter().map(|&(place, digit)| Digit(place, digit)).collect())
            })
        }
    }

    fn digit(place: usize, digit: u8) -> Digits {
        Digits { are: vec![(place, digit)], ..Digits::default() }
    }

    #[test]
    fn conditions_are_judged_as_far_as_features_are_known() {
        let condition =
            Digits { any: vec![digit(1, 2), digit(2, 3)], not: Some(Box::new(digit(3, 4))), ..digit(0, 1) };
        let predicate = condition.predicate().unwrap();
        let judge = |digits: [Option<u8>; 4]| predicate.judge(&&digits[..]);
        assert_eq!(judge([Some(1), Some(2), None, Some(5)]), Verdict::Yes);
        assert_eq!(judge([Some(1), Some(0), Some(0), Some(5)]), Verdict::No);
        assert_eq!(judge([Some(1), Some(0), None, Some(5)]), Verdict::Depends);
        assert_eq!(judge([Some(1), Some(2), None, Some(4)]), Verdict::No);
        assert_eq!(judge([Some(0), None, None, None]), Verdict::No);
        assert!(predicate.has(|test| test.0 == 3) && !predicate.asserts(|test| test.0 == 3));
        assert!(predicate.asserts(|test| test.0 == 2));
    }

    #[test]
    fn a_condition_asks_for_something() {
        assert!(Digits::default().predicate().is_err());
        let hollow = Digits { not: Some(Box::default()), ..Digits::default() };
        assert!(hollow.predicate().is_err());
    }
}

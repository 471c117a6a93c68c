//! Questions with candidates.

/// How many values a feature may have; bigger ones count as the biggest.
pub const BINS: usize = 64;

/// Questions, each with candidates, one of which is right.
#[derive(Clone, Debug, Default)]
pub struct Task {
    width: usize,
    values: Vec<u8>,
    /// Where the rows of each question begin.
    starts: Vec<usize>,
    right: Vec<Option<u32>>,
}

impl Task {
    /// No question yet; candidates will have this many features.
    pub fn new(width: usize) -> Self {
        Self { width, values: Vec::new(), starts: Vec::new(), right: Vec::new() }
    }

    /// Begins a question.
    pub fn ask(&mut self) {
        self.starts.push(self.rows());
        self.right.push(None);
    }

    /// Adds a candidate to the question. Features that are missing are 0.
    pub fn candidate(&mut self, features: &[u8]) {
        let most = (BINS - 1) as u8;
        let given = features.iter().copied().chain(std::iter::repeat(0)).take(self.width);
        self.values.extend(given.map(|value| value.min(most)));
    }

    /// Says which candidate of the question is right; `None` if none is.
    pub fn answer(&mut self, right: Option<usize>) {
        if let Some(last) = self.right.last_mut() {
            *last = right.and_then(|right| u32::try_from(right).ok());
        }
    }

    /// Some of the questions.
    #[must_use]
    pub fn part(&self, wanted: impl Fn(usize) -> bool) -> Self {
        let mut part = Self::new(self.width);
        for question in (0..self.len()).filter(|&question| wanted(question)) {
            part.ask();
            self.candidates(question).for_each(|row| part.candidate(row));
            part.answer(self.right(question));
        }
        part
    }

    /// How many questions there are.
    pub fn len(&self) -> usize {
        self.right.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.right.is_empty()
    }

    /// How many features candidates have.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The candidates of a question.
    pub fn candidates(&self, question: usize) -> impl Iterator<Item = &[u8]> {
        self.range(question).map(|row| self.row(row))
    }

    /// The right candidate of a question.
    pub fn right(&self, question: usize) -> Option<usize> {
        self.right[question].map(|right| right as usize)
    }

    pub(crate) fn rows(&self) -> usize {
        self.values.len().checked_div(self.width).unwrap_or(0)
    }

    pub(crate) fn row(&self, row: usize) -> &[u8] {
        &self.values[row * self.width..(row + 1) * self.width]
    }

    pub(crate) fn range(&self, question: usize) -> std::ops::Range<usize> {
        let end = self.starts.get(question + 1).copied().unwrap_or_else(|| self.rows());
        self.starts[question]..end
    }

    /// The questions that teach: they have an answer among at least two candidates.
    pub(crate) fn teaching(&self) -> Vec<usize> {
        let teaches = |&question: &usize| self.right[question].is_some() && self.range(question).len() > 1;
        (0..self.len()).filter(teaches).collect()
    }
}

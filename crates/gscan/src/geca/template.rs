//! Sequences, and templates: sequences with gaps.

/// A word or symbol, by its number.
pub type Token = u32;

/// A training pair as the method sees it: what is said, and what it stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Sequence {
    /// What is said.
    pub input: Vec<Token>,
    /// What it stands for.
    pub output: Vec<Token>,
}

impl Sequence {
    /// All tokens, from left to right.
    pub fn tokens(&self) -> impl Iterator<Item = Token> + Clone + '_ {
        self.input.iter().chain(&self.output).copied()
    }

    /// What can be taken out of the sequence: every token, and every two different tokens of which the second stands
    /// somewhere to the right of the first. Each is there once, in ascending order.
    pub fn fillers(&self) -> Vec<Filler> {
        let mut fillers = Vec::new();
        for (place, first) in self.tokens().enumerate() {
            fillers.push(Filler { first, second: None });
            let others = self.tokens().skip(place + 1).filter(|&second| second != first);
            fillers.extend(others.map(|second| Filler { first, second: Some(second) }));
        }
        fillers.sort_unstable();
        fillers.dedup();
        fillers
    }
}

/// What fills the gaps of a template: one token or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Filler {
    /// What fills the first gap.
    pub first: Token,
    /// What fills the second gap, if there is one.
    pub second: Option<Token>,
}

impl Filler {
    /// Whether both have a token in common, in whatever gap.
    pub fn overlaps(self, other: Self) -> bool {
        let has = |token: Token| token == other.first || Some(token) == other.second;
        has(self.first) || self.second.is_some_and(has)
    }
}

/// A place of a template.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Slot {
    /// A token that stays.
    Token(Token),
    /// The first gap or another place that it fills.
    First,
    /// The second gap or another place that it fills.
    Second,
}

/// A sequence in which all occurrences of one token, or of two, are gaps. What is taken out of the input is taken out of
/// the output, too: that is how the method learns which words go with which symbols.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Template {
    /// The input.
    pub input: Vec<Slot>,
    /// The output.
    pub output: Vec<Slot>,
}

impl Template {
    /// The sequence with gaps where the filler was.
    pub fn of(sequence: &Sequence, filler: Filler) -> Self {
        let slots = |tokens: &[Token]| tokens.iter().map(|&token| slot(token, filler)).collect();
        Self { input: slots(&sequence.input), output: slots(&sequence.output) }
    }

    /// The template with its gaps filled; `None` if filler and template have different numbers of gaps.
    pub fn realise(&self, filler: Filler) -> Option<Sequence> {
        let mut seen = false;
        let mut fill = |slots: &[Slot]| -> Option<Vec<Token>> {
            let token = |slot: &Slot| match slot {
                Slot::Token(token) => Some(*token),
                Slot::First => Some(filler.first),
                Slot::Second => {
                    seen = true;
                    filler.second
                }
            };
            slots.iter().map(token).collect()
        };
        let sequence = Sequence { input: fill(&self.input)?, output: fill(&self.output)? };
        (seen == filler.second.is_some()).then_some(sequence)
    }

    /// Whether there is a gap in the input and one in the output. Otherwise filling would change only one of them, and
    /// nothing would be learned about how they go together.
    pub fn has_gaps_on_both_sides(&self) -> bool {
        let has_gap = |slots: &[Slot]| slots.iter().any(|slot| !matches!(slot, Slot::Token(_)));
        has_gap(&self.input) && has_gap(&self.output)
    }

    /// The template as text: `push a WUG0 ## 4 green WUG0`. `name` gives the tokens' texts.
    pub fn text<'n>(&self, name: impl Fn(Token) -> &'n str) -> String {
        let side = |slots: &[Slot]| {
            let text = |slot: &Slot| match slot {
                Slot::Token(token) => name(*token),
                Slot::First => "WUG0",
                Slot::Second => "WUG1",
            };
            slots.iter().map(text).collect::<Vec<_>>().join(" ")
        };
        format!("{} ## {}", side(&self.input), side(&self.output))
    }
}

fn slot(token: Token, filler: Filler) -> Slot {
    match token {
        token if token == filler.first => Slot::First,
        token if Some(token) == filler.second => Slot::Second,
        token => Slot::Token(token),
    }
}

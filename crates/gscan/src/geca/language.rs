//! Commands and objects as tokens, and back.

use std::collections::HashMap;

use wampimuk_command::{Register, Surface};

use super::template::{Sequence, Token};
use crate::{Gscan, TargetKind};

/// How the object that a command refers to is written as a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Linearisation {
    /// With the words of commands: `2 red square`. A gap for "square" is then one in command and object at once.
    Words,
    /// With other symbols than the words: `size:2 color:red shape:square`. Nothing says that "square" and `shape:square` go
    /// together.
    Symbols,
}

impl Linearisation {
    /// The name, as in commands and files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Symbols => "symbols",
        }
    }
}

/// The commands and objects of a dataset as tokens.
#[derive(Debug)]
pub(super) struct Language {
    texts: Vec<String>,
    /// The tokens of each command.
    commands: Vec<Vec<Token>>,
    numbers: HashMap<Vec<Token>, usize>,
    kinds: HashMap<Vec<Token>, TargetKind>,
    objects: HashMap<TargetKind, Vec<Token>>,
}

impl Language {
    pub fn new(dataset: &Gscan, linearisation: Linearisation) -> Self {
        let lexicon = dataset.lexicon();
        let mut tokens = Tokens::default();
        let mut commands = Vec::new();
        for entry in dataset.commands() {
            let words = entry.command.tokens(lexicon, Surface::Gscan, Register::Words);
            commands.push(words.into_iter().map(|word| tokens.number(word)).collect::<Vec<Token>>());
        }
        let numbers = commands.iter().cloned().zip(0..).collect();
        let mut objects = HashMap::new();
        let generate = &dataset.recipe().generate;
        for (shape, noun) in (0..).zip(&lexicon.nouns) {
            for (colour, hue) in (0..).zip(&lexicon.colours) {
                for size in generate.min_object_size..=generate.max_object_size {
                    let texts = match linearisation {
                        Linearisation::Words => [size.to_string(), hue.word.clone(), noun.word.word.clone()],
                        Linearisation::Symbols => [
                            format!("size:{size}"),
                            format!("color:{}", hue.name),
                            format!("shape:{}", noun.word.name),
                        ],
                    };
                    let object = texts.iter().map(|text| tokens.number(text)).collect();
                    objects.insert(TargetKind { shape, colour, size }, object);
                }
            }
        }
        let kinds = objects
            .iter()
            .map(|(&kind, object): (&TargetKind, &Vec<Token>)| (object.clone(), kind))
            .collect();
        Self { texts: tokens.texts, commands, numbers, kinds, objects }
    }

    /// What a token stands for.
    pub fn text(&self, token: Token) -> &str {
        self.texts.get(token as usize).map_or("", String::as_str)
    }

    /// A command and the object it refers to as a sequence.
    pub fn sequence(&self, command: usize, kind: TargetKind) -> Sequence {
        Sequence {
            input: self.commands.get(command).cloned().unwrap_or_default(),
            output: self.objects.get(&kind).cloned().unwrap_or_default(),
        }
    }

    /// The number of the command and the object that a sequence is about; `None` if the one is no sentence of the
    /// language ("push a green red square") or the other no object.
    pub fn read(&self, sequence: &Sequence) -> Option<(usize, TargetKind)> {
        Some((*self.numbers.get(&sequence.input)?, *self.kinds.get(&sequence.output)?))
    }
}

/// Numbers for texts, in the order in which they come.
#[derive(Default)]
struct Tokens {
    texts: Vec<String>,
    numbers: HashMap<String, Token>,
}

impl Tokens {
    fn number(&mut self, text: &str) -> Token {
        if let Some(&token) = self.numbers.get(text) {
            return token;
        }
        let token = self.texts.len() as Token;
        self.texts.push(text.to_string());
        self.numbers.insert(text.to_string(), token);
        token
    }
}

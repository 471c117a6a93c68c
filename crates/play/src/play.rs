//! One command, carried out in conversation.

use wampimuk_command::{Example, GridItem, Lexicon};
use wampimuk_env::{Episode, Game};
use wampimuk_grid::{Action, Deed, Simulation, World};
use wampimuk_prompt::{AnswerReader, Stage};

use crate::Settings;
use crate::goal::is_reached;
use crate::protocol::{Wish, told, told_unclear};

/// How a conversation ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The command is carried out.
    Fulfilled,
    /// It cannot be carried out any more as it says.
    Strayed,
    /// It was carried out, and the agent went on in the same turn.
    Overdone,
    /// The agent said that it is done, and it is not.
    Mistaken,
    /// There are no turns left.
    OutOfTurns,
}

impl End {
    /// The same in words.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Fulfilled => "the command is carried out",
            Self::Strayed => "the command cannot be carried out any more as it says",
            Self::Overdone => "the command was carried out, and then more was done",
            Self::Mistaken => "the agent says that it is done, and it is not",
            Self::OutOfTurns => "no turns are left",
        }
    }
}

/// How the world changes, and what counts.
#[derive(Clone, Debug)]
pub(crate) enum Course {
    /// Every action has to be right.
    Way(Box<Game>, Box<Episode>),
    /// Things have to be in their places at the end.
    Search { start: World, run: Simulation, target: usize, deed: Deed },
}

impl Course {
    /// The course of an item whose object is to be found first.
    pub fn search(item: &GridItem, lexicon: &Lexicon) -> Self {
        let Example { command, world, target, .. } = &item.example;
        let run = Simulation::new(world.clone());
        Self::Search { start: world.clone(), run, target: *target, deed: command.deed(lexicon) }
    }

    fn world(&self) -> &World {
        match self {
            Self::Way(_, episode) => episode.world(),
            Self::Search { run, .. } => run.world(),
        }
    }

    /// Carries actions out, and says how that ends it.
    fn act(&mut self, actions: &[Action]) -> Option<End> {
        match self {
            Self::Way(game, episode) => {
                let mut left = actions.iter();
                while let Some(&action) = left.next() {
                    // After the end there is no next action.
                    if episode.step(game, action).is_ok_and(|step| !step.terminated) {
                        continue;
                    }
                    return Some(match (episode.is_fulfilled(), left.len()) {
                        (true, 0) => End::Fulfilled,
                        (true, _) => End::Overdone,
                        (false, _) => End::Strayed,
                    });
                }
            }
            Self::Search { run, .. } => actions.iter().for_each(|&action| {
                run.step(action);
            }),
        }
        None
    }

    /// Whether the agent is right to say that it is done.
    fn is_done(&self) -> bool {
        match self {
            Self::Way(_, episode) => episode.is_fulfilled(),
            Self::Search { start, run, target, deed } => is_reached(start, run.world(), *target, *deed),
        }
    }
}

/// A command that is being carried out in conversation.
#[derive(Clone, Debug)]
pub struct Play {
    stage: Stage,
    course: Course,
    settings: Settings,
    reader: AnswerReader,
    turns_left: u32,
    turns: u32,
    unclear: u32,
    actions: Vec<Action>,
    end: Option<End>,
}

impl Play {
    pub(crate) fn new(
        stage: Stage,
        course: Course,
        settings: Settings,
        turns: u32,
        reader: AnswerReader,
    ) -> Self {
        let (actions, turns_left) = (Vec::new(), turns);
        Self { stage, course, settings, reader, turns_left, turns: 0, unclear: 0, actions, end: None }
    }

    /// What the agent is told first: the rules, how to act, what it sees, the command.
    pub fn opening(&self) -> &str {
        self.stage.opening()
    }

    /// What the agent sees now.
    pub fn view(&self) -> String {
        self.stage.view(self.course.world())
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        self.course.world()
    }

    /// Takes a turn: what the agent said, by the rule for answers. What it is told next; nothing, if that was the end.
    pub fn say(&mut self, text: &str) -> Option<String> {
        match Wish::read(text, &self.settings, &self.reader) {
            Wish::Act(actions) => self.act(&actions),
            Wish::Done => {
                self.finish();
                None
            }
            Wish::Unclear(reason) => {
                self.unclear += u32::from(self.end.is_none());
                self.take_turn(None);
                self.end.is_none().then(|| told_unclear(&reason, &self.view(), self.turns_left))
            }
        }
    }

    /// Takes a turn with these actions. What the agent is told next; nothing, if that was the end.
    pub fn act(&mut self, actions: &[Action]) -> Option<String> {
        if self.end.is_none() {
            self.actions.extend_from_slice(actions);
            let end = self.course.act(actions);
            self.take_turn(end);
        }
        self.end.is_none().then(|| told(&self.view(), self.turns_left))
    }

    /// Takes a turn in which the agent says that it is done.
    pub fn finish(&mut self) {
        let end = if self.course.is_done() { End::Fulfilled } else { End::Mistaken };
        self.take_turn(Some(end));
    }

    /// How it ended; `None` if it goes on.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the command is carried out.
    pub fn is_fulfilled(&self) -> bool {
        self.end == Some(End::Fulfilled)
    }

    /// All actions that the agent asked for.
    pub fn actions(&self) -> &[Action] {
        &self.actions
    }

    /// How many turns were taken.
    pub fn turns(&self) -> u32 {
        self.turns
    }

    /// How many turns are left.
    pub fn turns_left(&self) -> u32 {
        self.turns_left
    }

    /// In how many turns nothing could be read.
    pub fn unclear(&self) -> u32 {
        self.unclear
    }

    fn take_turn(&mut self, end: Option<End>) {
        if self.end.is_none() {
            self.turns += 1;
            self.turns_left -= 1;
            self.end = end.or((self.turns_left == 0).then_some(End::OutOfTurns));
        }
    }
}

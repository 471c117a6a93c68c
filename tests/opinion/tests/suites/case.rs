//! Reading cases.

use wampimuk_command::{Lexicon, Reading, Semantics};
use wampimuk_grid::{Action, Agent, Cell, Form, Heading, Object, World};

/// A case: a command, a world and what is claimed of them.
pub struct Case {
    pub name: String,
    pub line: usize,
    pub command: String,
    pub world: World,
    /// The recorded target, where the command does not say.
    pub target: Option<usize>,
    pub claims: Vec<(usize, Claim)>,
}

/// What a case claims.
pub enum Claim {
    /// The command refers to these objects under each of these semantics.
    Referents(Vec<Semantics>, Vec<usize>),
    /// The words of the head phrase that are needed.
    Necessary(Vec<String>),
    /// The words and clauses of the whole tree that are needed, under ReaSCAN's reading.
    Needed(String),
    /// The articles that the world calls for.
    Articles(Vec<String>),
    /// The shape of the command, in ReaSCAN's notation.
    Pattern(String),
    /// The canonical answer.
    Actions(Vec<Action>),
    /// A right answer.
    Fulfils(Vec<Action>),
    /// A wrong answer.
    Fails(Vec<Action>),
    /// Where actions lead: the agent, and the objects that moved, with where to.
    Run(Vec<Action>, Agent, Vec<(usize, Cell)>),
    /// What the released replay records, and where it ends.
    Replayed(Vec<Action>, Vec<Action>, Cell),
    /// The text is no command.
    Refused,
}

/// Reads a file; an error has its line.
pub fn read(text: &str) -> Result<Vec<Case>, (usize, String)> {
    let lexicon = Lexicon::reascan();
    let mut drafts: Vec<Draft<'_>> = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let (number, line) = (number + 1, line.split('#').next().unwrap_or_default().trim());
        if let Some(name) = line.strip_prefix("==") {
            drafts.push(Draft::new(name.trim(), number));
        } else if !line.is_empty() {
            let draft = drafts.last_mut().ok_or((number, "no `== name` before this line".to_string()))?;
            draft.line(number, line, &lexicon).map_err(|error| (number, error))?;
        }
    }
    drafts.into_iter().map(|draft| draft.finish(&lexicon)).collect()
}

/// A case while it is read: claims speak of cells, so they are understood once all objects are known.
struct Draft<'t> {
    name: &'t str,
    line: usize,
    command: &'t str,
    side: u8,
    heavy_from: u8,
    agent: Agent,
    objects: Vec<Object>,
    target: Option<(usize, &'t str)>,
    claims: Vec<(usize, &'t str, &'t str)>,
}

impl<'t> Draft<'t> {
    fn new(name: &'t str, line: usize) -> Self {
        let agent = Agent { cell: Cell::new(0, 0), heading: Heading::East };
        let (objects, claims) = (Vec::new(), Vec::new());
        Self { name, line, command: "", side: 6, heavy_from: 3, agent, objects, target: None, claims }
    }

    fn line(&mut self, number: usize, line: &'t str, lexicon: &Lexicon) -> Result<(), String> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "command" => self.command = rest,
            "grid" => self.side = parse(rest)?,
            "heavy" => self.heavy_from = parse(rest)?,
            "agent" => self.agent = agent(rest)?,
            "target" => self.target = Some((number, rest)),
            "referents" | "necessary" | "needed" | "articles" | "pattern" | "actions" | "fulfils"
            | "fails" | "run" | "replayed" | "refused" => {
                self.claims.push((number, word, rest));
            }
            _ => self.objects.push(object(line, lexicon)?),
        }
        Ok(())
    }

    fn finish(self, lexicon: &Lexicon) -> Result<Case, (usize, String)> {
        let at = self.line;
        let mut world = World::new(self.side, self.agent).map_err(|error| (at, error.to_string()))?;
        world = world.with_heavy_from(self.heavy_from);
        for &object in &self.objects {
            world.place(object).map_err(|error| (at, error.to_string()))?;
        }
        let boxes = lexicon.shape_named("box");
        let find = |text: &str| {
            let (is_box, place) = match text.strip_prefix("box:") {
                Some(place) => (true, place),
                None => (false, text),
            };
            let place = cell(place)?;
            self.objects
                .iter()
                .position(|object| object.cell == place && (Some(object.shape) == boxes) == is_box)
                .ok_or_else(|| format!("nothing stands at {text}"))
        };
        let target = match self.target {
            None => None,
            Some((line, text)) => Some(find(text).map_err(|error| (line, error))?),
        };
        let mut claims = Vec::new();
        for &(line, word, rest) in &self.claims {
            claims.push((line, claim(word, rest, find).map_err(|error| (line, error))?));
        }
        let (name, command) = (self.name.to_string(), self.command.to_string());
        Ok(Case { name, line: at, command, world, target, claims })
    }
}

fn claim(word: &str, rest: &str, find: impl Fn(&str) -> Result<usize, String>) -> Result<Claim, String> {
    Ok(match word {
        "referents" => {
            let (semantics, list) = match rest.split_once(':').filter(|(before, _)| !before.ends_with("box"))
            {
                Some((choices, list)) => (variants(choices)?, list),
                None => (Reading::ALL.map(Semantics::from).into(), rest),
            };
            let mut found = items(list).map(find).collect::<Result<Vec<_>, _>>()?;
            found.sort_unstable();
            Claim::Referents(semantics, found)
        }
        "necessary" => Claim::Necessary(items(rest).map(String::from).collect()),
        "needed" => Claim::Needed(rest.into()),
        "articles" => Claim::Articles(items(rest).map(String::from).collect()),
        "pattern" => Claim::Pattern(rest.into()),
        "actions" => Claim::Actions(actions(rest)?),
        "fulfils" => Claim::Fulfils(actions(rest)?),
        "fails" => Claim::Fails(actions(rest)?),
        "run" => {
            let (list, end) = rest.split_once("->").ok_or("expected `actions -> agent 1,1 east`")?;
            let mut parts = end.split(';').map(str::trim);
            let place =
                parts.next().and_then(|part| part.strip_prefix("agent ")).ok_or("where is the agent?")?;
            let moved = parts.map(|part| {
                let (from, to) = part.split_once(" to ").ok_or("expected `1,1 to 1,2`")?;
                Ok::<_, String>((find(from.trim())?, cell(to.trim())?))
            });
            Claim::Run(actions(list)?, agent(place)?, moved.collect::<Result<_, _>>()?)
        }
        "replayed" => {
            let (list, end) = rest.split_once("->").ok_or("expected `actions -> recorded ends 1,1`")?;
            let (recorded, place) = end.split_once("ends").ok_or("expected `recorded ends 1,1`")?;
            Claim::Replayed(actions(list)?, actions(recorded)?, cell(place.trim())?)
        }
        _ => Claim::Refused,
    })
}

/// The items of a list; `none` is the empty one.
fn items(list: &str) -> impl Iterator<Item = &str> {
    list.split_whitespace().filter(|item| *item != "none")
}

/// A reading (or `all`), and after commas any of `not distinct`, `geometric`, `no boxes`.
fn variants(text: &str) -> Result<Vec<Semantics>, String> {
    let mut words = text.split(',').map(str::trim);
    let reading = words.next().unwrap_or_default();
    let mut list: Vec<Semantics> = Reading::ALL
        .into_iter()
        .filter(|known| reading == "all" || known.name() == reading)
        .map(Semantics::from)
        .collect();
    if list.is_empty() {
        return Err(format!("`{reading}` is no reading: existential, superlative, colour-blind or all"));
    }
    for word in words {
        for semantics in &mut list {
            match word {
                "not distinct" => semantics.distinct = false,
                "geometric" => semantics.geometric = true,
                "no boxes" => semantics.boxes_are_objects = false,
                _ => return Err(format!("`{word}` is no variant: not distinct, geometric or no boxes")),
            }
        }
    }
    Ok(list)
}

/// Actions in full or in short: `w`, `L`, `R` may be written together (`wwRw`), `push*4` is four of them.
fn actions(text: &str) -> Result<Vec<Action>, String> {
    let mut list = Vec::new();
    for item in items(text) {
        let (name, times) = match item.split_once('*') {
            Some((name, times)) => (name, parse::<usize>(times)?),
            None => (item, 1),
        };
        let one: Vec<Action> = match Action::from_name(name) {
            Some(action) => vec![action],
            None => name
                .chars()
                .map(short)
                .collect::<Option<_>>()
                .ok_or_else(|| format!("`{item}` is no action"))?,
        };
        list.extend(one.repeat(times));
    }
    Ok(list)
}

fn short(letter: char) -> Option<Action> {
    match letter {
        'w' => Some(Action::Walk),
        'L' => Some(Action::TurnLeft),
        'R' => Some(Action::TurnRight),
        _ => None,
    }
}

fn parse<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn cell(text: &str) -> Result<Cell, String> {
    let (row, column) = text.split_once(',').ok_or_else(|| format!("`{text}` is no cell: row,column"))?;
    Ok(Cell::new(parse(row)?, parse(column)?))
}

fn agent(text: &str) -> Result<Agent, String> {
    let (place, heading) = text.split_once(' ').ok_or("expected `row,column heading`")?;
    let heading = Heading::ALL.into_iter().find(|known| wampimuk_command::heading_name(*known) == heading);
    Ok(Agent { cell: cell(place)?, heading: heading.ok_or("headings: east, south, west, north")? })
}

/// `red circle 2 at 3,3`
fn object(line: &str, lexicon: &Lexicon) -> Result<Object, String> {
    let [colour, shape, size, "at", place] = line.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err("expected a keyword or an object such as `red circle 2 at 3,3`".into());
    };
    let shape = lexicon.shape_named(shape).ok_or_else(|| format!("`{shape}` is no shape"))?;
    let colour = lexicon.colour_named(colour).ok_or_else(|| format!("`{colour}` is no colour"))?;
    let form = if lexicon.nouns[usize::from(shape)].word.name == "box" { Form::Frame } else { Form::Solid };
    Ok(Object { form, ..Object::solid(shape, colour, parse(size)?, cell(place)?) })
}

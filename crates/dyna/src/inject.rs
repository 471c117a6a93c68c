//! Published stories as parts of a dataset: their answers derived anew, and more questions asked of them.
//!
//! A recipe's part with a `task` can be told anew or taken from the published files. What is taken is not trusted: every
//! question gets the answer and the supporting lines that follow from the story, and what does not follow is left out.
//! After each question come the questions that the part adds, each with its proof; the released way of adding questions,
//! defects included, is [`released::inject`](crate::released::inject()).

use std::collections::BTreeSet;

use wampimuk_babi::worlds::{SolvedPassage, World};
use wampimuk_babi::{Asked, Kind, Line, Passage, SolveError, Solver, Status};
use wampimuk_core::{RecipeError, Stream};
use wampimuk_story::{Answer, Knowledge, Prover, Question, Story, composition};

use crate::ask::Moment;
use crate::maker::Proved;
use crate::narrative::Narrative;
use crate::recipe::{Engine, Generate, Part};
use crate::scheme::world_of;
use crate::tasks::story_task;

/// Adds questions to published stories of one part, and derives the answers of those that are there.
#[derive(Debug)]
pub struct Injector {
    solver: Solver,
    task: u8,
    kinds: Vec<crate::released::Kind>,
    rephrase: bool,
    ambiguous: bool,
    max_tokens: Option<usize>,
    prover: Prover,
    known: Knowledge,
}

/// A published story with all that was added, and how far it was as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Injected {
    /// The story. It ends with its last question, and is empty where no question remains.
    pub narrative: Narrative,
    /// What was found about the story's own questions.
    pub found: Found,
}

/// How many questions were as they should be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// Questions of published stories that were read.
    pub own: u64,
    /// Those whose answer was wrong, and is right now.
    pub answers: u64,
    /// Those whose answer was right, but whose supporting lines are no minimal set of lines that show it.
    pub supports: u64,
    /// Those whose words fit several occasions; they stay, and are marked.
    pub ambiguous: u64,
    /// Those left out because no answer follows from the story.
    pub unanswerable: u64,
}

impl std::ops::AddAssign for Found {
    fn add_assign(&mut self, other: Found) {
        self.own += other.own;
        self.answers += other.answers;
        self.supports += other.supports;
        self.ambiguous += other.ambiguous;
        self.unanswerable += other.unanswerable;
    }
}

impl Injector {
    /// Prepares a part.
    ///
    /// # Errors
    /// If the part is not a published task, or has keys that make no sense for stories that are there already.
    pub fn new(part: &Part, generate: &Generate) -> Result<Injector, RecipeError> {
        let wrong = |what: &str| RecipeError::new(format!("part `{}`: {what}", part.name));
        let Some(task) = part.task else {
            return Err(wrong("only parts with a `task` can be taken from published files")
                .hint("write `task = 2`, or leave out the files"));
        };
        let world = world_of(task);
        if world.is_none() && story_task(task).is_none() {
            return Err(wrong(&format!("there is no task {task}")).hint("tasks are 1 to 20"));
        }
        if world.is_some() && (!part.inject.is_empty() || part.rephrase) {
            return Err(wrong("only tasks about people and places can be added to"));
        }
        if part.toy.is_some() || !part.filters.is_empty() {
            return Err(wrong("`toy` and `filters` are for new stories, published ones are as they are"));
        }
        if part.long.is_some() {
            return Err(wrong("`long` makes new stories, published ones are as they are"));
        }
        if generate.words.relexicon.is_some() {
            return Err(wrong("published stories keep their words").hint("leave out `words.relexicon`"));
        }
        if generate.engine == Engine::Released {
            return Err(wrong("published stories are read by the certified engine only")
                .hint("leave out `engine`, or write `engine = \"certified\"`"));
        }
        let (rules, style, steps) = (generate.rules(), generate.supports, generate.steps as usize);
        let lexicon = generate.words.lexicon();
        lexicon.cast().map_err(|error| wrong(&error.to_string()))?;
        Ok(Injector {
            solver: Solver { lexicon, rules, style, steps, ..Solver::default() },
            task,
            kinds: part.inject.clone(),
            rephrase: part.rephrase,
            ambiguous: generate.ambiguous,
            max_tokens: part.max_tokens.map(|most| most as usize),
            prover: Prover::new(rules, style, steps),
            known: Knowledge::default(),
        })
    }

    /// Reads a story, at most this many of its questions, and adds what the part adds. The stream decides which questions
    /// for yes or no are added.
    ///
    /// # Errors
    /// A line that cannot be read, or that contradicts those before it.
    pub fn inject(
        &mut self,
        passage: &Passage,
        most: u64,
        stream: &mut Stream,
    ) -> Result<Injected, SolveError> {
        let mut injected = match world_of(self.task) {
            Some(world) => self.of_world(world, passage, most)?,
            None => self.of_people(passage, most, stream)?,
        };
        if let Some(most) = self.max_tokens {
            injected.narrative.trim(most);
        }
        let end = injected.narrative.told.solutions.last().map_or(0, |solution| solution.line);
        injected.narrative.told.passage.lines.truncate(end);
        injected.narrative.symbols.truncate(end);
        Ok(injected)
    }

    fn of_people(
        &mut self,
        passage: &Passage,
        most: u64,
        stream: &mut Stream,
    ) -> Result<Injected, SolveError> {
        let read = self.solver.read_story(passage)?;
        let mut found = Found::default();
        let mut asked: Vec<Proved> = Vec::new();
        // which of these are the story's own
        let mut own: Vec<Option<&Asked>> = Vec::new();
        for (&(line, question), (_, published)) in read.questions.iter().zip(passage.questions()) {
            if found.own == most {
                break;
            }
            let told = read.told_before(line);
            if self.known.learn(&read.story, told, |_| true, self.solver.rules).is_err() {
                return Err(self.contradiction(passage, line));
            }
            let Some(proved) = self.prove(&read.story, question, true) else {
                found.own += 1;
                found.unanswerable += 1;
                continue;
            };
            let minimal = proved.supports.minimal.iter().chain([&proved.supports.canonical]);
            found.compare(
                published,
                Kind::from(question)
                    .same_answer(&published.answer, &self.solver.lexicon.answer(&proved.answer)),
                proved.ambiguous,
                minimal.map(|lines| read.printed(lines)),
            );
            let first = asked.len();
            asked.push(proved);
            self.add(&read.story, first, &mut asked, stream);
            own.push(Some(published));
            own.resize(asked.len(), None);
        }
        let mut narrative = Narrative::of_story(&read.story, &asked, &read.wordings, &self.solver.lexicon);
        keep_words(&mut narrative.told, passage, &own);
        Ok(Injected { narrative, found })
    }

    /// The questions that go with one: the same put for yes or no, and all of certain kinds.
    fn add(&mut self, story: &Story, first: usize, asked: &mut Vec<Proved>, stream: &mut Stream) {
        if self.rephrase
            && let Some(Proved {
                question: Question::WherePerson(person), answer: Answer::Place(place), ..
            }) = asked.get(first)
        {
            let again = self.prove(story, Question::IsIn(*person, *place), self.ambiguous);
            asked.extend(again);
        }
        for number in 0..self.kinds.len() {
            let mut list = Vec::new();
            let moment = Moment { story, known: &self.known };
            moment.questions(self.kinds[number].into(), |_| true, stream, &mut list);
            for question in list {
                if asked[first..].iter().all(|proved| proved.question != question) {
                    let proved = self.prove(story, question, self.ambiguous);
                    asked.extend(proved);
                }
            }
        }
    }

    fn prove(&mut self, story: &Story, question: Question, ambiguous_too: bool) -> Option<Proved> {
        let ambiguous = question.is_ambiguous(story, &self.known);
        if ambiguous && !ambiguous_too {
            return None;
        }
        let supports = self.prover.prove(story, question, &self.known)?;
        let composition = composition(story, &supports.canonical);
        let answer = question.answer(story, &self.known);
        Some(Proved {
            after: self.known.now(),
            question,
            answer,
            supports,
            composition,
            ambiguous,
            added: false,
        })
    }

    /// Why a story cannot be true.
    fn contradiction(&self, passage: &Passage, line: usize) -> SolveError {
        let explained = self.solver.solve(passage).err();
        explained.unwrap_or_else(|| SolveError {
            line,
            message: "the lines before contradict each other".to_owned(),
        })
    }

    fn of_world(&self, world: &dyn World, passage: &Passage, most: u64) -> Result<Injected, SolveError> {
        let mut solutions = self.solver.solve(passage)?.into_iter();
        let mut found = Found::default();
        let mut told = SolvedPassage { passage: Passage::default(), solutions: Vec::new() };
        // the new printed numbers of lines
        let mut numbers: Vec<usize> = Vec::with_capacity(passage.lines.len());
        for line in &passage.lines {
            let number = told.passage.lines.len() + 1;
            numbers.push(number);
            let Line::Question(published) = line else {
                told.passage.lines.push(line.clone());
                continue;
            };
            let Some(mut solution) = solutions.next().filter(|_| found.own < most) else { break };
            if solution.status == Status::Unknown {
                found.own += 1;
                found.unanswerable += 1;
                continue;
            }
            let right = solution.kind.same_answer(&published.answer, &solution.answer);
            let minimal = solution.all_minimal.iter().chain([&solution.supporting]).cloned();
            found.compare(published, right, solution.status == Status::Ambiguous, minimal);
            if right {
                solution.answer.clone_from(&published.answer);
            }
            let renumber = |lines: &mut Vec<usize>| {
                for line in lines {
                    *line = line.checked_sub(1).and_then(|line| numbers.get(line)).copied().unwrap_or(number);
                }
            };
            solution.line = number;
            renumber(&mut solution.supporting);
            solution.all_minimal.iter_mut().for_each(renumber);
            told.passage.lines.push(Line::Question(Asked {
                question: published.question.clone(),
                answer: solution.answer.clone(),
                support: solution.supporting.clone(),
            }));
            told.solutions.push(solution);
        }
        Ok(Injected { narrative: Narrative::of_world(told, world), found })
    }
}

impl Found {
    /// Counts a question, given whether its answer is right, and which sets of lines support it.
    fn compare(
        &mut self,
        published: &Asked,
        right: bool,
        ambiguous: bool,
        mut supports: impl Iterator<Item = Vec<usize>>,
    ) {
        let set = |lines: &[usize]| lines.iter().copied().collect::<BTreeSet<usize>>();
        let listed = set(&published.support);
        self.own += 1;
        self.ambiguous += u64::from(ambiguous);
        self.answers += u64::from(!right);
        self.supports += u64::from(right && !supports.any(|lines| set(&lines) == listed));
    }
}

/// Puts facts, own questions and right answers as they were put in the published story.
fn keep_words(told: &mut SolvedPassage, published: &Passage, own: &[Option<&Asked>]) {
    let mut facts = published.facts();
    for line in &mut told.passage.lines {
        if let Line::Fact(text) = line
            && let Some((_, fact)) = facts.next()
        {
            fact.clone_into(text);
        }
    }
    for (solution, own) in told.solutions.iter_mut().zip(own) {
        let Some(own) = own else { continue };
        let Some(Line::Question(asked)) = told.passage.lines.get_mut(solution.line - 1) else { continue };
        asked.question.clone_from(&own.question);
        if solution.kind.same_answer(&own.answer, &solution.answer) {
            asked.answer.clone_from(&own.answer);
            solution.answer.clone_from(&own.answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use wampimuk_babi::text::Passages;
    use wampimuk_core::{Digest, StreamKey};

    use super::*;
    use crate::recipe::Recipe;

    fn injector(part: &str, generate: &str) -> Result<Injector, RecipeError> {
        let text = format!(
            "family = \"stories\"\ntitle = \"x\"\nsplits = []\n[generate]\n{generate}\n[[generate.parts]]\nname = \"p\"\n{part}"
        );
        let recipe = Recipe::parse(&text)?;
        Injector::new(&recipe.generate.parts[0], &recipe.generate)
    }

    fn stream() -> Stream {
        StreamKey::new(&Digest::of(b"x"), "inject", 0).stream(0)
    }

    fn told(part: &str, generate: &str, story: &str, most: u64) -> Result<(String, Found), String> {
        let passage =
            Passages::of(story).next().ok_or("no story")?.map_err(|error| error.to_string())?.passage;
        let mut injector = injector(part, generate).map_err(|error| error.to_string())?;
        let injected = injector.inject(&passage, most, &mut stream()).map_err(|error| error.to_string())?;
        let Injected { narrative, found } = injected;
        assert_eq!(narrative.symbols.len(), narrative.told.passage.lines.len());
        let mut text = String::new();
        narrative.told.passage.write(&mut text, Default::default());
        Ok((text, found))
    }

    const STORY: &str = "1 Mary moved to the park.
2 Mary got the milk there.
3 Where is the milk?\toffice\t1 2
4 John went to the office.
5 Where is John?\toffice\t1
6 Where is the apple?\toffice\t4
";

    #[test]
    fn labels_are_derived_and_questions_added() {
        let (text, found) =
            told("task = 2\ninject = [\"where_person\", \"where_object\"]", "", STORY, 9).unwrap();
        let expected = "1 Mary moved to the park.
2 Mary got the milk there.
3 Where is the milk?\tpark\t1 2
4 Where is Mary?\tpark\t1
5 John went to the office.
6 Where is John?\toffice\t5
7 Where is Mary?\tpark\t1
8 Where is the milk?\tpark\t1 2
";
        assert_eq!(text, expected);
        assert_eq!(found, Found { own: 3, answers: 1, supports: 1, ambiguous: 0, unanswerable: 1 });
    }

    #[test]
    fn stories_are_cut_and_trimmed() {
        let (text, found) = told("task = 2", "", STORY, 1).unwrap();
        assert_eq!((text.lines().count(), found.own), (3, 1));
        let (text, _) = told("task = 2\nmax_tokens = 17", "", STORY, 9).unwrap();
        assert_eq!(text.lines().count(), 3);
        let (text, _) = told("task = 2\nmax_tokens = 3", "", STORY, 9).unwrap();
        assert_eq!(text, "");
    }

    #[test]
    fn questions_for_yes_or_no_can_be_added() {
        let (text, _) = told("task = 2\nrephrase = true", "", STORY, 9).unwrap();
        assert!(text.contains("6 Is John in the office?\tyes\t4\n"), "{text}");
        let (text, _) = told("task = 2\ninject = [\"yes_no\"]", "", STORY, 9).unwrap();
        assert!(text.contains("4 Is Mary in the "), "{text}");
    }

    #[test]
    fn ambiguous_questions_are_added_where_they_are_wanted() {
        let story = "1 Mary got the milk.
2 Mary gave the milk to John.
3 John gave the milk to Mary.
4 Who received the milk?\tMary\t3
";
        let part = "task = 5\ninject = [\"giving\"]";
        let (clear, found) = told(part, "", story, 9).unwrap();
        assert_eq!(found, Found { own: 1, ambiguous: 1, ..Found::default() });
        assert!(
            clear.contains("Who gave the milk to John?\tMary\t2") && !clear.contains("Who gave the milk?")
        );
        let (all, _) = told(part, "ambiguous = true", story, 9).unwrap();
        assert!(all.contains("Who gave the milk?\tJohn\t3"), "{all}");
    }

    #[test]
    fn other_worlds_are_read_too() {
        let story = "1 The office is east of the garden.
2 The kitchen is north of the office.
3 What is east of the garden?\tkitchen\t2
4 What is west of the garden?\tkitchen\t2
5 What is south of the kitchen?\toffice\t2
";
        let (text, found) = told("task = 4", "", story, 9).unwrap();
        assert_eq!(found, Found { own: 3, answers: 1, unanswerable: 1, ..Found::default() });
        assert!(text.ends_with(
            "3 What is east of the garden?\toffice\t1\n4 What is south of the kitchen?\toffice\t2\n"
        ));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        let refused = |part: &str, generate: &str| injector(part, generate).unwrap_err().to_string();
        assert!(refused("actions = { move = 1 }", "").contains("only parts with a `task`"));
        assert!(refused("task = 21", "").contains("tasks are 1 to 20"));
        assert!(refused("task = 4\nrephrase = true", "").contains("only tasks about people"));
        assert!(refused("task = 2\nlong = { words = 9 }", "").contains("`long`"));
        assert!(refused("task = 2", "words.relexicon = { shuffled = 1 }").contains("keep their words"));
        assert!(refused("task = 2", "engine = \"released\"").contains("certified engine"));
        let wrong = "1 Mary got the milk.\n2 John got the milk.\n3 Where is the milk?\tpark\t1\n";
        let error = told("task = 2", "", wrong, 9).unwrap_err();
        assert!(error.contains("line 2") && error.contains("Mary holds the milk"), "{error}");
        assert!(told("task = 2", "", "1 Sheep are afraid of wolves.\n2 Where is Mary?\n", 9).is_err());
    }
}

//! A small story in every format.

#![expect(dead_code, reason = "each test uses a part")]

use std::io::Read;
use std::path::{Path, PathBuf};

use wampimuk_babi::question::Address;
use wampimuk_babi::text::{Passages, Spacing};
use wampimuk_babi::{Kind, Passage, Question, QuestionColumns, Solution, Status};
use wampimuk_dataset::stories::{SquadWriter, StoryHead, write_events, write_prompts, write_text};
use wampimuk_dataset::{Input, JsonLines, ParquetWriter, Table};
use wampimuk_story::Lexicon;

pub const HEAD: StoryHead<'static> = StoryHead { id: "s7", task: "qa2", split: "train", story: 7 };

pub const STORY: &str = "1 Mary and John went to the kitchen.\n2 Then they moved to the garden.\n\
    3 Where is Mary?\tgarden\t1 2\n4 Mary took the apple there.\n5 Where is the apple?\tgarden\t2 1 4\n\
    6 What is Mary carrying?\tapple\t4\n7 Fred is no longer in the park.\n8 Is Fred in the park?\tno\t7\n\
    9 Mary gave the apple to John.\n10 John is either in the park or the school.\n\
    11 How many objects is Mary carrying?\tnone\t9\n12 Who gave the apple to John?\tMary\t9\n\
    13 Where was the apple before the garden?\tkitchen\t1 2\n";

pub fn passage(text: &str) -> Passage {
    Passages::of(text).next().unwrap().unwrap().passage
}

/// Solutions whose supports are those of the story, and all minimal ones at that.
pub fn solutions(passage: &Passage) -> Vec<Solution> {
    let kinds = [
        Kind::WherePerson,
        Kind::WhereObject,
        Kind::List,
        Kind::YesNo,
        Kind::Counting,
        Kind::Giving,
        Kind::WhereWasObject,
    ];
    let solution = |((line, asked), kind): ((usize, &wampimuk_babi::Asked), Kind)| Solution {
        line,
        kind,
        status: Status::Unique,
        answer: asked.answer.clone(),
        supporting: asked.support.clone(),
        all_minimal: vec![asked.support.clone(), vec![1]],
        complete: line % 2 == 0,
        composition: vec!["MOVE", "COMPOUND"],
    };
    passage.questions().zip(kinds.into_iter().cycle()).map(solution).collect()
}

/// The story with its solutions and formulas: what rows are made of.
pub struct Rows {
    pub passage: Passage,
    pub solutions: Vec<Solution>,
    pub symbols: Vec<String>,
}

impl Rows {
    /// The questions with these numbers.
    pub fn questions(&self, numbers: &[usize]) -> Vec<Question<'_>> {
        let at =
            |number: usize| Address { split: 1, part: 1, task: "qa2", story: 7, index: 40 + number as u64 };
        let question = |&number: &usize| {
            Question::new(at(number), &self.passage, &self.symbols, &self.solutions[number]).unwrap()
        };
        numbers.iter().map(question).collect()
    }

    pub fn all(&self) -> Vec<Question<'_>> {
        self.questions(&(0..self.solutions.len()).collect::<Vec<_>>())
    }
}

pub fn rows() -> Rows {
    let passage = passage(STORY);
    let symbol = |line: usize| format!("move(mary,kitchen) é \"{line}\"");
    let symbols = (1..=passage.lines.len()).map(symbol).collect();
    Rows { solutions: solutions(&passage), passage, symbols }
}

pub fn columns() -> QuestionColumns {
    QuestionColumns::new(["test", "train"], ["qa1", "qa2"])
}

pub fn json_lines(questions: &[Question<'_>]) -> Vec<u8> {
    let columns = columns();
    let mut lines = JsonLines::new(columns.schema());
    questions.iter().for_each(|question| columns.write(question, &mut lines));
    lines.bytes().to_vec()
}

pub fn parquet(questions: &[Question<'_>]) -> Vec<u8> {
    let columns = columns();
    let mut table = Table::new(columns.schema());
    questions.iter().for_each(|question| columns.write(question, &mut table));
    let mut writer = ParquetWriter::new(Vec::new(), columns.schema(), &[]).unwrap();
    writer.write(&table.finish().unwrap()).unwrap();
    writer.finish().unwrap()
}

pub fn squad(passages: &[(&Passage, &[Solution], StoryHead<'_>)]) -> Vec<u8> {
    let mut out = Vec::new();
    SquadWriter::begin("1", &mut out);
    for (number, (passage, solutions, head)) in passages.iter().enumerate() {
        if number > 0 {
            out.extend_from_slice(SquadWriter::BETWEEN);
        }
        SquadWriter::write(passage, solutions, head, &mut out).unwrap();
    }
    out.extend_from_slice(SquadWriter::END);
    out
}

/// The story, twice, in every format.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let passage = passage(STORY);
    let solutions = solutions(&passage);
    let heads = [HEAD, StoryHead { id: "s8", story: 8, ..HEAD }];
    let (mut text, mut events, mut prompts) = (Vec::new(), Vec::new(), Vec::new());
    for head in &heads {
        write_text(&passage, Spacing::SpaceAndTab, &mut text);
        write_events(&passage, &solutions, head, &Lexicon::published(), &mut events).unwrap();
        write_prompts(&passage, &solutions, head, &mut prompts).unwrap();
    }
    let articles = heads.map(|head| (&passage, solutions.as_slice(), head));
    vec![
        ("text", text),
        ("events", events),
        ("prompts", prompts),
        ("squad", squad(&articles)),
        ("lines", json_lines(&rows().all())),
        ("parquet", parquet(&rows().all())),
    ]
}

/// A directory of the material that is shared beside the workspace, if it is there.
pub fn shared(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("WAMPIMUK_SHARED").map(PathBuf::from);
    let root = root.unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared"));
    let path = root.join("conformance/babi").join(name);
    if !path.exists() {
        println!("skipped: {} is not there", path.display());
        return None;
    }
    Some(path)
}

pub fn text(path: &Path) -> String {
    let mut text = String::new();
    Input::open(path).unwrap().read_to_string(&mut text).unwrap();
    text
}

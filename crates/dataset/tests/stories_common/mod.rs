//! A small story in every format.

#![expect(dead_code, reason = "each test uses a part")]

use std::io::Read;
use std::path::{Path, PathBuf};

use wampimuk_babi::text::{Passages, Spacing};
use wampimuk_babi::{Kind, Passage, Solution, Status};
use wampimuk_core::Words;
use wampimuk_dataset::stories::{
    Squad, StoryColumns, StoryHead, StoryRow, write_events, write_prompts, write_text,
};
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

pub fn rows() -> Vec<StoryRow> {
    let passage = passage(STORY);
    let symbols = |line| vec![format!("move(mary,kitchen) é \"{line}\""), "where(mary)".to_owned()];
    StoryRow::of(&passage, &solutions(&passage), &HEAD, 40, symbols).unwrap()
}

pub fn columns() -> StoryColumns {
    let words = |words: &[&str]| -> Words { words.iter().map(|&word| word.to_owned()).collect() };
    StoryColumns::new(words(&["test", "train"]), words(&["qa1", "qa2"]), words(&["MOVE", "IS", "COMPOUND"]))
}

pub fn json_lines(rows: &[StoryRow]) -> Vec<u8> {
    let mut lines = JsonLines::new(&columns().schema());
    rows.iter().for_each(|row| columns().push(&mut lines, row).unwrap());
    lines.bytes().to_vec()
}

pub fn parquet(rows: &[StoryRow]) -> Vec<u8> {
    let schema = columns().schema();
    let mut table = Table::new(&schema);
    rows.iter().for_each(|row| columns().push(&mut table, row).unwrap());
    let mut writer = ParquetWriter::new(Vec::new(), &schema, &[]).unwrap();
    writer.write(&table.finish().unwrap()).unwrap();
    writer.finish().unwrap()
}

pub fn squad(passages: &[(&Passage, &[Solution], StoryHead<'_>)]) -> Vec<u8> {
    let mut out = Vec::new();
    Squad::begin("1", &mut out);
    for (number, (passage, solutions, head)) in passages.iter().enumerate() {
        if number > 0 {
            out.extend_from_slice(Squad::BETWEEN);
        }
        Squad::write(passage, solutions, head, &mut out).unwrap();
    }
    out.extend_from_slice(Squad::END);
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
        ("lines", json_lines(&rows())),
        ("parquet", parquet(&rows())),
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

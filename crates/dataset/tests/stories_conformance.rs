//! The published files and those of the kit: all are read, and what can be written again is written again to the byte.
//! Skipped where the files are not at hand.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

mod stories_common;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use stories_common::{shared, squad, text};
use wampimuk_babi::question::Address;
use wampimuk_babi::text::Spacing;
use wampimuk_babi::{Line, Passage, Question, QuestionColumns, Solver};
use wampimuk_dataset::stories::{EventLine, PromptLine, StoryHead, StoryRecord, open, write_text};
use wampimuk_dataset::{ParquetWriter, Table};
use wampimuk_story::Lexicon;

fn read(path: &Path) -> Vec<StoryRecord> {
    open(path).unwrap().map(Result::unwrap).collect()
}

fn rewritten(records: &[StoryRecord], spacing: Spacing) -> String {
    let mut out = Vec::new();
    records.iter().for_each(|record| write_text(&record.passage, spacing, &mut out));
    String::from_utf8(out).unwrap()
}

/// The directories of the kit that have files of a split, with their names.
fn kit() -> Option<Vec<PathBuf>> {
    let root = shared("kit")?;
    let mut directories = Vec::new();
    for config in ["diverse_T12", "diverse_T7", "mix_T12", "mix_T7"] {
        for entry in std::fs::read_dir(root.join(config)).unwrap() {
            directories.push(entry.unwrap().path());
        }
    }
    directories.retain(|path| path.is_dir());
    directories.sort();
    directories.push(shared("inject_T7")?);
    Some(directories)
}

/// The stories of a directory as text, as events and as prompts, for each split.
fn splits(directory: &Path) -> Vec<(PathBuf, PathBuf, PathBuf)> {
    let names = [("train", "train"), ("valid", "dev"), ("test", "test"), ("test_filtered", "test")];
    let paths = names.map(|(text, lines)| {
        let path = |name: String| directory.join(name);
        let events = path(format!("dec_{lines}.jsonl.gz"));
        (path(format!("{text}.txt.gz")), events, path(format!("{lines}.jsonl.gz")))
    });
    paths.into_iter().filter(|(text, ..)| text.exists()).collect()
}

#[test]
fn published_texts_are_written_to_the_byte() {
    let (Some(published), Some(lua)) = (shared("published"), shared("lua")) else { return };
    let mut questions = 0;
    for task in 1..=20 {
        let path = published.join(format!("qa{task}_valid.txt.gz"));
        let records = read(&path);
        assert_eq!(records[0].task, Some(format!("qa{task}")));
        assert_eq!(records[0].split.as_deref(), Some("valid"));
        assert!(rewritten(&records, Spacing::published(task)) == text(&path), "qa{task}");
        questions += records.iter().map(|record| record.claims.len()).sum::<usize>();
        let path = lua.join(format!("qa{task}.txt.gz"));
        assert!(rewritten(&read(&path), Spacing::Tab) == text(&path), "qa{task} of the code");
    }
    assert_eq!(questions, 20_002);
}

#[test]
fn published_stories_survive_squad() {
    let Some(published) = shared("published") else { return };
    let directory = tempfile::tempdir().unwrap();
    let (mut spans, mut stories) = (BTreeMap::new(), 0);
    for task in 1..=20 {
        let records = read(&published.join(format!("qa{task}_valid.txt.gz")));
        let ids: Vec<String> = (0..records.len()).map(|number| number.to_string()).collect();
        let head = |id| StoryHead { id, task: "t", split: "valid", story: 0 };
        let articles: Vec<_> =
            records.iter().zip(&ids).map(|(record, id)| (&record.passage, &[][..], head(id))).collect();
        let bytes = squad(&articles);
        let json: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
        spans.insert(task, count_spans(&json));
        let path = directory.path().join("x.json");
        std::fs::write(&path, bytes).unwrap();
        let again = read(&path);
        assert_eq!(again.len(), records.len());
        assert!(
            again.iter().zip(&records).all(|(again, record)| again.passage == record.passage),
            "qa{task}"
        );
        stories += again.len();
    }
    // Where people and things are is a span; yes and no, numbers, paths and what has to be concluded is not.
    for task in [1, 2, 3, 11, 12, 13, 14] {
        assert_eq!(spans[&task], 1000, "qa{task}");
    }
    for task in [6, 7, 9, 10, 17, 18, 19] {
        assert_eq!(spans[&task], 0, "qa{task}");
    }
    assert!(stories > 4000, "{stories}");
}

/// How many answers are spans; each is looked up.
fn count_spans(json: &serde_json::Value) -> usize {
    let mut count = 0;
    for article in json["data"].as_array().unwrap() {
        for paragraph in article["paragraphs"].as_array().unwrap() {
            let context = paragraph["context"].as_str().unwrap();
            for qa in paragraph["qas"].as_array().unwrap() {
                for answer in qa["answers"].as_array().unwrap() {
                    let start = answer["answer_start"].as_u64().unwrap() as usize;
                    assert!(context[start..].starts_with(answer["text"].as_str().unwrap()));
                    count += 1;
                }
            }
        }
    }
    count
}

#[test]
fn the_kits_lines_are_written_to_the_byte() {
    let Some(directories) = kit() else { return };
    let (mut events, mut prompts) = (0, 0);
    for directory in directories {
        for (_, event_path, prompt_path) in splits(&directory) {
            for line in text(&event_path).lines() {
                let mut out = Vec::new();
                EventLine::parse(line.as_bytes()).unwrap().write(&mut out);
                assert!(out.strip_suffix(b"\n") == Some(line.as_bytes()), "{}", event_path.display());
                events += 1;
            }
            for line in text(&prompt_path).lines() {
                let mut out = Vec::new();
                PromptLine::parse(line.as_bytes()).unwrap().write(&mut out);
                assert!(out.strip_suffix(b"\n") == Some(line.as_bytes()), "{}", prompt_path.display());
                prompts += 1;
            }
        }
    }
    assert_eq!((events, prompts), (3184, 8403));
}

/// A story without its supports, and these, sorted.
fn taken_apart(passage: &Passage) -> (Passage, Vec<(String, Vec<usize>)>) {
    let (mut passage, mut supports) = (passage.clone(), Vec::new());
    for line in &mut passage.lines {
        if let Line::Question(asked) = line {
            asked.support.sort_unstable();
            supports.push((asked.question.clone(), std::mem::take(&mut asked.support)));
        }
    }
    (passage, supports)
}

#[test]
fn the_kits_texts_events_and_prompts_tell_the_same_stories() {
    let Some(directories) = kit() else { return };
    let (mut stories, mut others) = (0, 0);
    for directory in directories {
        for (text_path, event_path, prompt_path) in splits(&directory) {
            let (texts, events, prompts) = (read(&text_path), read(&event_path), read(&prompt_path));
            let name = text_path.display();
            assert_eq!((events.len(), prompts.len()), (texts.len(), texts.len()), "{name}");
            for ((told, event), prompt) in texts.iter().zip(&events).zip(&prompts) {
                assert_eq!(told.passage, event.passage, "{name}");
                assert_eq!((&event.id, &event.task), (&prompt.id, &prompt.task), "{name}");
                let (told, prompted) = (taken_apart(&told.passage), taken_apart(&prompt.passage));
                assert_eq!(told.0, prompted.0, "{name}");
                // Prompts have the supports of the events, and these are others where published texts were injected.
                for ((question, told), (_, prompted)) in told.1.iter().zip(&prompted.1) {
                    if told != prompted {
                        assert!(
                            question.starts_with("Where was") && directory.ends_with("inject_T7"),
                            "{name}"
                        );
                        others += 1;
                    }
                }
                assert!(prompt.claims.iter().all(|claims| claims.unmapped_support.is_none()));
            }
            stories += texts.len();
            // Texts are as they were, except for spaces before tabs, which files with questions of both origins mix.
            let tabs = text(&text_path).replace(" \t", "\t");
            assert!(rewritten(&texts, Spacing::Tab).trim_end() == tabs.trim_end(), "{name}");
        }
    }
    assert_eq!((stories, others), (3184, 177));
}

/// Takes away what a text does not tell; says what that was.
fn forget(line: &mut EventLine, gone: &mut BTreeMap<&'static str, usize>) {
    let mut note = |what, differs: bool| *gone.entry(what).or_insert(0) += usize::from(differs);
    note("seed", line.seed != -1);
    line.seed = -1;
    note(
        "ie_answers",
        line.ie_answers.0.iter().any(|(_, answer)| answer.is_some()) || line.ie_answers.0.is_empty(),
    );
    line.ie_answers.0.clear();
    line.ie_s_facts.0.clear();
    for text in &mut line.babi_story {
        note("space before a tab", text.contains(" \t"));
        *text = text.replace(" \t", "\t");
    }
    for events in &mut line.events {
        for event in events {
            if event.gold_belief == "negated" {
                note("true place behind a negation", true);
                event.ternary.clear();
            }
            note("implicit_facts", !event.implicit_facts.is_empty());
            event.implicit_facts.clear();
            note("chosen_q", event.is_q && !event.chosen_q);
            event.chosen_q = event.is_q;
        }
    }
}

#[test]
fn events_made_of_texts_are_those_of_the_kit_but_for_what_texts_do_not_tell() {
    let Some(directories) = kit() else { return };
    let lexicon = Lexicon::published();
    let (mut gone, mut supports, mut swapped, mut lines) = (BTreeMap::new(), 0, 0, 0);
    for directory in directories {
        for (_, event_path, _) in splits(&directory) {
            let records = read(&event_path);
            for (record, line) in records.iter().zip(text(&event_path).lines()) {
                let mut theirs = EventLine::parse(line.as_bytes()).unwrap();
                let head = StoryHead { id: &theirs.uid, task: &theirs.task, split: "x", story: 0 };
                let mut ours = EventLine::of(&record.passage, &[], &head, &lexicon).unwrap();
                ours.ie_answers.0.clear();
                ours.ie_s_facts.0.clear();
                forget(&mut theirs, &mut gone);
                // Injected stories keep the published supports in their texts, and other ones in their events.
                for (our, their) in ours.events.iter_mut().zip(&theirs.events) {
                    if our.len() == 2 && our[0].is_coref && our[0] == their[1] {
                        our.swap(0, 1);
                        swapped += 1;
                    }
                    if our[0].supporting_facts != their[0].supporting_facts {
                        supports += 1;
                        our[0].supporting_facts.clone_from(&their[0].supporting_facts);
                    }
                }
                assert_eq!(ours, theirs, "{}", event_path.display());
                lines += 1;
            }
        }
    }
    let expected = [
        ("chosen_q", 4765),
        ("ie_answers", 604),
        ("implicit_facts", 435),
        ("seed", 2904),
        ("space before a tab", 1400),
        ("true place behind a negation", 496),
    ];
    assert_eq!(gone, expected.into());
    // The kit names two people who were "they" in any order.
    assert_eq!((lines, supports, swapped), (3184, 177, 1689));
}

#[test]
fn prompts_made_of_texts_are_those_of_the_kit_but_for_seeds_and_choices() {
    let Some(directories) = kit() else { return };
    let (mut lines, mut supports) = (0, 0);
    for directory in directories {
        for (_, _, prompt_path) in splits(&directory) {
            let text = text(&prompt_path);
            let mut theirs = text.lines().map(|line| PromptLine::parse(line.as_bytes()).unwrap());
            for record in read(&prompt_path) {
                let id = record.id.clone().unwrap();
                let head = StoryHead { id: &id, task: record.task.as_deref().unwrap(), split: "x", story: 0 };
                for ours in PromptLine::of(&record.passage, &head).unwrap() {
                    let theirs = theirs.next().unwrap();
                    supports += usize::from(ours.supporting_facts != theirs.supporting_facts);
                    let supporting_facts = theirs.supporting_facts.clone();
                    let (seed, chosen_q) = (theirs.seed, theirs.chosen_q);
                    assert_eq!(PromptLine { seed, chosen_q, supporting_facts, ..ours }, theirs);
                    lines += 1;
                }
            }
            assert!(theirs.next().is_none());
        }
    }
    assert_eq!((lines, supports), (8403, 0));
}

#[test]
fn rows_can_be_solved_on_their_own() {
    let Some(published) = shared("published") else { return };
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("rows.parquet");
    let mut questions = 0;
    for task in 1..=20 {
        let columns = QuestionColumns::new(["valid"], ["qa"]);
        let mut table = Table::new(columns.schema());
        let (mut names, mut index) = (Vec::new(), 0);
        let records = read(&published.join(format!("qa{task}_valid.txt.gz")));
        for (story, record) in (0..8).zip(records) {
            let symbols = vec![String::new(); record.passage.lines.len()];
            for solution in &Solver::default().solve(&record.passage).unwrap() {
                let at = Address { split: 0, part: 0, task: "qa", story, index };
                let question = Question::new(at, &record.passage, &symbols, solution).unwrap();
                columns.write(&question, &mut table);
                names.push(format!("qa{task}: {question:?}"));
                index += 1;
            }
        }
        let mut writer = ParquetWriter::new(Vec::new(), columns.schema(), &[]).unwrap();
        writer.write(&table.finish().unwrap()).unwrap();
        std::fs::write(&path, writer.finish().unwrap()).unwrap();
        for (record, name) in read(&path).iter().zip(&names) {
            let solutions = Solver::default().solve(&record.passage).unwrap();
            let (claims, (line, asked)) = (&record.claims[0], record.passage.questions().next().unwrap());
            assert_eq!((solutions.len(), solutions[0].line), (1, line), "{name}");
            assert_eq!(
                (&solutions[0].answer, &solutions[0].supporting),
                (&asked.answer, &asked.support),
                "{name}"
            );
            assert_eq!(Some(&solutions[0].all_minimal), claims.all_minimal.as_ref(), "{name}");
            assert_eq!(Some(solutions[0].kind.name()), claims.kind.as_deref(), "{name}");
            assert_eq!(Some(solutions[0].status.name()), claims.status.as_deref(), "{name}");
            questions += 1;
        }
    }
    assert!(questions > 500, "{questions}");
}

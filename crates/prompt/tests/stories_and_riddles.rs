//! Prompts of stories and riddles say what their items say.

use wampimuk_babi::{Asked, Line, Passage};
use wampimuk_families::require;
use wampimuk_prompt::{Answer, ParseMode, PromptError, PromptForm, PromptView, Prompter, Unparsed, read};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// The story and the question in a prompt.
fn passage(question: &str, form: PromptForm) -> Outcome<Passage> {
    let (facts, asked) = if form == PromptForm::Json {
        let line = question.lines().find(|line| line.starts_with('{')).ok_or("no JSON")?;
        let json: serde_json::Value = serde_json::from_str(line)?;
        let facts = json["story"].as_array().ok_or("no story")?;
        let facts = facts.iter().map(|fact| fact.as_str().unwrap_or_default().to_string()).collect();
        (facts, json["question"].as_str().ok_or("no question")?.to_string())
    } else {
        let (_, story) = question.split_once("Story:\n").ok_or("no story")?;
        let (facts, rest) = story.split_once("\n\nQuestion: ").ok_or("no question")?;
        let fact = |(number, line): (usize, &str)| match form {
            PromptForm::Numbered => line.strip_prefix(&format!("{} ", number + 1)).map(String::from),
            _ => Some(line.to_string()),
        };
        let facts: Option<Vec<String>> = facts.lines().enumerate().map(fact).collect();
        (facts.ok_or("a line has no number")?, rest.lines().next().unwrap_or_default().to_string())
    };
    let mut lines: Vec<Line> = facts.into_iter().map(Line::Fact).collect();
    lines.push(Line::Question(Asked { question: asked, ..Asked::default() }));
    Ok(Passage { lines })
}

#[test]
fn stories_can_be_solved_from_the_text_of_their_prompts() {
    for recipe in ["babi", "mix-t12", "babi-nonce"] {
        let dataset = require(recipe, &[]).unwrap().dataset(0).unwrap();
        let stories = dataset.contents().stories().unwrap();
        for &form in PromptForm::of(dataset.as_ref()) {
            let mut worker = Prompter::new(dataset.as_ref(), form).unwrap().worker();
            for (split, info) in stories.splits().iter().enumerate() {
                let part = info.name.split('_').next().unwrap();
                for index in 0..info.len.min(3) {
                    let prompt = worker.prompt(split, index).unwrap();
                    let part = if recipe == "mix-t12" { "yn" } else { part };
                    let solver = stories.solver(part).unwrap();
                    let told = stories.plain(&passage(&prompt.question, form).unwrap()).unwrap();
                    let solutions = solver.solve(&told).unwrap();
                    let answer = Asked { answer: prompt.answer.clone(), ..Asked::default() };
                    let gold = stories.plain(&Passage { lines: vec![Line::Question(answer)] }).unwrap();
                    let (_, gold) = gold.questions().next().unwrap();
                    let kind = solutions[0].kind;
                    assert!(kind.same_answer(&solutions[0].answer, &gold.answer), "{recipe} {split} {index}");
                }
            }
        }
    }
}

#[test]
fn right_answers_about_stories_need_no_mark_and_sentences_do() {
    for recipe in ["babi", "babi-nonce", "mix-t12", "diverse-t7"] {
        let dataset = require(recipe, &[]).unwrap().dataset(0).unwrap();
        let mut worker = Prompter::usual(dataset.as_ref()).unwrap().worker();
        for (split, info) in dataset.splits().iter().enumerate() {
            for index in 0..info.len.min(10) {
                let answer = worker.prompt(split, index).unwrap().answer;
                let whole = |text: &str| read(text, PromptView::Answer, ParseMode::Whole);
                assert_eq!(whole(&answer), whole(&format!("Answer: {answer}")), "{answer}");
                for sentence in ["I would say {}", "{} is what it says", "Let me see.\n{}"] {
                    let said = sentence.replace("{}", &answer);
                    assert!(matches!(whole(&said), Answer::Unparsed(Unparsed::Sentence(_))), "{said}");
                    assert!(matches!(whole(&format!("Answer: {said}")), Answer::Words(_)), "{said}");
                }
            }
        }
    }
}

#[test]
fn riddles_show_their_grids_and_hide_one() {
    let dataset = require("riddle", &[]).unwrap().dataset(0).unwrap();
    let riddles = dataset.contents().riddles().unwrap();
    let mut maker = riddles.maker();
    for &form in PromptForm::of(dataset.as_ref()) {
        let mut worker = Prompter::new(dataset.as_ref(), form).unwrap().worker();
        for split in 0..riddles.splits().len() {
            for index in 0..6 {
                let file = maker.make(split, index).unwrap().arc_json();
                let prompt = worker.prompt(split, index).unwrap();
                let solution = Answer::Grid(file.test[0].output.clone());
                assert_eq!(
                    read(&format!("Answer:\n{}", prompt.answer), PromptView::Output, ParseMode::Strict),
                    solution
                );
                let shown: Vec<Vec<Vec<u64>>> = if form == PromptForm::Json {
                    let line = prompt.question.lines().find(|line| line.starts_with('{')).unwrap();
                    let json: serde_json::Value = serde_json::from_str(line).unwrap();
                    let pairs = json["train"]
                        .as_array()
                        .unwrap()
                        .iter()
                        .flat_map(|pair| [&pair["input"], &pair["output"]]);
                    let grids = pairs.chain([&json["test"][0]["input"]]);
                    assert!(json["test"][0].get("output").is_none());
                    grids.map(|grid| serde_json::from_value(grid.clone()).unwrap()).collect()
                } else {
                    let grids = prompt.question.split("\n\n").filter_map(|block| block.split_once("put"));
                    let grids = grids.filter_map(|(_, rest)| rest.split_once(":\n").map(|(_, rows)| rows));
                    let row = |row: &str| row.split(' ').map(|code| code.parse().unwrap()).collect();
                    grids.map(|rows| rows.lines().map(row).collect()).collect()
                };
                let wanted = file.train.iter().flat_map(|pair| [&pair.input, &pair.output]);
                let wanted: Vec<_> = wanted.chain([&file.test[0].input]).cloned().collect();
                assert_eq!(shown, wanted, "{form:?} {split} {index}");
                assert!(!prompt.question.contains(&file.logic));
                // Every word and every code that is used is defined.
                for size in &file.legend.size_words {
                    let meaning = format!("Something is \"{}\" if at least one other", size.word);
                    assert!(prompt.question.contains(&meaning), "{}", prompt.question);
                }
                for code in shown.iter().flatten().flatten() {
                    let is_defined =
                        prompt.question.lines().any(|line| line.starts_with(&format!("- {code}: ")));
                    assert!(*code == 0 || is_defined, "{code}: {}", prompt.question);
                }
            }
        }
    }
}

#[test]
fn what_a_family_lacks_is_an_error_that_says_what_it_has() {
    let dataset = require("riddle", &[]).unwrap().dataset(0).unwrap();
    let error = |form| Prompter::new(dataset.as_ref(), form).err().map(|error| error.to_string());
    assert_eq!(
        error(PromptForm::Prose).as_deref(),
        Some("there is no form `prose` of riddle (there are: grid, json)")
    );
    let prompter = Prompter::usual(dataset.as_ref()).unwrap();
    let error = prompter.with_view(PromptView::Actions).err().map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("there is no view `actions` of riddle (there are: output)"));
    assert_eq!(prompter.prompt(99, 0), Err(PromptError::Split { split: 99, count: 7 }));
    assert!(matches!(prompter.prompt(0, u64::MAX), Err(PromptError::Item(_))));
    for recipe in ["mix-t2", "gscan-demo"] {
        let dataset = require(recipe, &[]).unwrap().dataset(0).unwrap();
        assert!(matches!(
            Prompter::usual(dataset.as_ref()).unwrap().prompt(0, u64::MAX),
            Err(PromptError::Item(_))
        ));
    }
}

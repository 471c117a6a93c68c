//! Arrays of questions about stories, compared with the records that files are made of.

use serde_json::Value;
use wampimuk_batch::{BatchError, Punctuation, StoryBatch, StoryBatcher, StoryWidths, Vocabulary};
use wampimuk_core::{Family, Items, Permutation, StreamKey};
use wampimuk_dataset::JsonLines;
use wampimuk_dyna::{Recipe, Stories, shipped};

type Failure = Box<dyn std::error::Error>;

fn stories(recipe: &str, seed: u64) -> Result<Stories, Failure> {
    let toml = shipped(recipe).ok_or("no such recipe")?.toml;
    Ok(Stories::new(Recipe::parse(toml)?, seed)?)
}

/// Some questions of a split, spread over it.
fn some(stories: &Stories, split: usize, count: u64) -> Vec<u64> {
    let len = stories.splits()[split].len;
    let order = Permutation::new(len, &mut StreamKey::new(&stories.digest(), "test", 0).stream(0));
    (0..count.min(len)).map(|number| order.at(number)).collect()
}

fn record(items: &mut dyn Items, lines: &mut JsonLines, split: usize, index: u64) -> Result<Value, Failure> {
    lines.clear();
    items.write(split, index, lines)?;
    Ok(serde_json::from_slice(lines.bytes())?)
}

/// The words of a text, found another way: marks get spaces around them. Stories have no other marks than these.
fn slow_words(text: &str, marks: Punctuation) -> Vec<String> {
    let mut text = text.to_lowercase();
    for mark in [".", "?", ",", "'"] {
        text = text.replace(mark, &format!(" {mark} "));
    }
    let mut words: Vec<String> = text.split_whitespace().map(str::to_string).collect();
    if marks == Punctuation::DropLast && words.last().is_some_and(|last| last == "." || last == "?") {
        words.pop();
    }
    words
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or("?")
}

fn check(stories: &Stories, marks: Punctuation, count: u64) -> Result<(), Failure> {
    let batcher = StoryBatcher::new(stories, marks)?;
    assert!(batcher.has_whole_answers());
    let vocabulary = batcher.vocabulary().clone();
    let (mut items, mut lines) = (stories.items(), JsonLines::new(stories.schema()));
    for split in 0..stories.splits().len() {
        let indices = some(stories, split, count);
        let mut batch = StoryBatch::default();
        batcher.fill(stories, split, &indices, None, &mut batch)?;
        let StoryWidths { sentences, words, question, answer } = batch.widths;
        let decode = |numbers: &[i64], length: i64| {
            let (there, beyond) = numbers.split_at(length as usize);
            assert!(there.iter().all(|&number| number > 0) && beyond.iter().all(|&number| number == 0));
            vocabulary.decode(there).map(|words| words.join("|"))
        };
        let mut widest = StoryWidths::default();
        for (row, &index) in indices.iter().enumerate() {
            let record = record(items.as_mut(), &mut lines, split, index)?;
            let facts: Vec<&str> = record["facts"].as_array().into_iter().flatten().map(text).collect();
            assert_eq!(batch.story_lengths[row] as usize, facts.len());
            widest.sentences = widest.sentences.max(facts.len());
            for place in 0..sentences {
                let at = row * sentences + place;
                let expected = facts.get(place).map(|fact| slow_words(fact, marks)).unwrap_or_default();
                widest.words = widest.words.max(expected.len());
                let found = decode(&batch.story[at * words..][..words], batch.sentence_lengths[at])?;
                assert_eq!(found, expected.join("|"), "{record}");
                let supports = record["supporting"].as_array().into_iter().flatten();
                let expected = supports.filter_map(Value::as_u64).any(|fact| fact == place as u64 + 1);
                assert_eq!(batch.supporting[at], expected, "{record}");
            }
            let asked = slow_words(text(&record["question"]), marks);
            let found = decode(&batch.question[row * question..][..question], batch.question_lengths[row])?;
            assert_eq!(found, asked.join("|"), "{record}");
            let whole = text(&record["answer"]).to_lowercase();
            assert_eq!(vocabulary.token(batch.answer[row])?, whole, "{record}");
            let found = decode(&batch.answer_parts[row * answer..][..answer], batch.answer_lengths[row])?;
            assert_eq!(found, whole.replace(',', "|"), "{record}");
            assert_eq!(batch.ids[row].to_string(), text(&record["id"]));
        }
        assert_eq!((widest.sentences, widest.words), (sentences, words));
    }
    Ok(())
}

#[test]
fn arrays_say_what_records_say() {
    check(&stories("mix-t12", 0).unwrap(), Punctuation::DropLast, 60).unwrap();
    check(&stories("mix-t7", 5).unwrap(), Punctuation::Keep, 60).unwrap();
}

/// All toy worlds, and words that do not exist.
#[test]
fn no_recipe_tells_a_word_that_has_no_number() {
    for recipe in ["babi", "babi-nonce", "babi-shuffled"] {
        check(&stories(recipe, 0).unwrap(), Punctuation::Keep, 40).unwrap();
    }
    for recipe in ["mix-t12-paraphrased", "mix-paired", "story-holdouts", "mix-t7-released", "inject-t7"] {
        check(&stories(recipe, 0).unwrap(), Punctuation::DropLast, 40).unwrap();
    }
}

/// Every toy world again, with stories enough to hear a word that the vocabulary missed.
#[test]
fn little_worlds_have_no_other_words() {
    let stories = stories("babi", 7).unwrap();
    let batcher = StoryBatcher::new(&stories, Punctuation::Keep).unwrap();
    let mut batch = StoryBatch::default();
    for (split, info) in stories.splits().iter().enumerate() {
        let indices: Vec<u64> = (0..info.len.min(300)).collect();
        batcher.fill(&stories, split, &indices, None, &mut batch).unwrap();
    }
}

#[test]
fn vocabularies_are_sorted_and_do_not_depend_on_seeds() {
    let one = StoryBatcher::new(&stories("mix-t12", 0).unwrap(), Punctuation::DropLast).unwrap();
    let other = StoryBatcher::new(&stories("mix-t12", 1).unwrap(), Punctuation::DropLast).unwrap();
    assert_eq!(one.vocabulary(), other.vocabulary());
    let words = &one.vocabulary().tokens()[1..];
    assert!(words.is_sorted() && words.iter().any(|word| word == "apple,football,milk"));
    let stored = Vocabulary::from_json(&one.vocabulary().to_json()).unwrap();
    assert_eq!(&stored, one.vocabulary());
    let kept = StoryBatcher::new(&stories("mix-t12", 0).unwrap(), Punctuation::Keep).unwrap();
    assert_eq!(kept.vocabulary().len(), one.vocabulary().len() + 2, "a full stop and a question mark");
}

#[test]
fn the_last_sentences_can_be_kept_and_widths_given() {
    let stories = stories("mix-t12", 0).unwrap();
    let indices: Vec<u64> = (0..50).collect();
    let batcher = StoryBatcher::new(&stories, Punctuation::DropLast).unwrap();
    let (mut whole, mut cut) = (StoryBatch::default(), StoryBatch::default());
    batcher.fill(&stories, 0, &indices, None, &mut whole).unwrap();
    let short = batcher.clone().with_last(7);
    short.fill(&stories, 0, &indices, Some(StoryWidths { sentences: 9, ..whole.widths }), &mut cut).unwrap();
    let words = whole.widths.words;
    for row in 0..indices.len() {
        let sentences = whole.story_lengths[row] as usize;
        assert_eq!(cut.story_lengths[row], sentences.min(7) as i64);
        for place in 0..sentences.min(7) {
            let at = row * whole.widths.sentences + sentences.saturating_sub(7) + place;
            let there = row * 9 + place;
            assert_eq!(cut.story[there * words..][..words], whole.story[at * words..][..words]);
            assert_eq!(cut.supporting[there], whole.supporting[at]);
        }
        assert!(cut.story[(row * 9 + 7) * words..(row + 1) * 9 * words].iter().all(|&number| number == 0));
    }
    let narrow = Some(StoryWidths { words: 3, ..whole.widths });
    let result = batcher.fill(&stories, 0, &indices, narrow, &mut cut);
    assert!(
        matches!(result, Err(BatchError::TooLong { what: "longest sentence", width: 3, .. })),
        "{result:?}"
    );
}

#[test]
fn nothing_that_can_be_asked_for_panics() {
    let one = stories("mix-t7", 0).unwrap();
    let batcher = StoryBatcher::new(&one, Punctuation::DropLast).unwrap();
    let mut batch = StoryBatch::default();
    let len = one.splits()[0].len;
    for index in [len, u64::MAX] {
        let result = batcher.fill(&one, 0, &[0, index], None, &mut batch);
        assert!(matches!(result, Err(BatchError::Item(_))), "{result:?}");
    }
    let result = batcher.fill(&one, usize::MAX, &[0], None, &mut batch);
    assert!(matches!(result, Err(BatchError::Split { .. })), "{result:?}");
    batcher.fill(&one, 0, &[], None, &mut batch).unwrap();
    assert_eq!(batch, StoryBatch::default());
    let result = batcher.fill(&stories("mix-t2", 0).unwrap(), 0, &[0], None, &mut batch);
    assert!(matches!(result, Err(BatchError::OtherRecipe { .. })), "{result:?}");
}

/// Texts of all parts of all recipes are as long as was foretold, and not longer.
#[test]
fn the_longest_text_is_known_beforehand() {
    for recipe in wampimuk_dyna::SHIPPED.iter().map(|recipe| recipe.name) {
        let stories = stories(recipe, 3).unwrap();
        let batcher = StoryBatcher::new(&stories, Punctuation::Keep).unwrap();
        let (mut longest, mut batch) = (0, StoryBatch::default());
        for (split, info) in stories.splits().iter().enumerate() {
            // A long story says everything that can be said.
            let wanted = if recipe.starts_with("long-") { 1 } else { 400 };
            let indices: Vec<u64> = (0..info.len).step_by((info.len / wanted).max(1) as usize).collect();
            batcher.fill(&stories, split, &indices, None, &mut batch).unwrap();
            longest = longest.max(batch.widths.words).max(batch.widths.question);
        }
        assert_eq!(longest, batcher.longest(), "{recipe}");
    }
}

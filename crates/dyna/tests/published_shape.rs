//! `babi-released` has the shape of the published files of tasks 2, 3 and 5 (validation, 1,000 questions each).

use std::error::Error;

use wampimuk_babi::Line;
use wampimuk_core::Family;
use wampimuk_dyna::{Recipe, Stories, StoryFamily, StoryItems, shipped};

/// The averages of a split.
struct Shape {
    questions: usize,
    /// Sentences before a question.
    before: f64,
    /// Lines from the first supporting one to the question.
    reach: f64,
}

fn shape(stories: &Stories, split: usize) -> Result<Shape, Box<dyn Error>> {
    let mut worker = stories.worker();
    let (mut questions, mut before, mut reach) = (0, 0, 0);
    for story in 0..stories.stories(split) {
        let (narrative, _) = worker.story(split, story)?;
        for solution in &narrative.told.solutions {
            let lines = &narrative.told.passage.lines[..solution.line];
            questions += 1;
            before += lines.iter().filter(|line| matches!(line, Line::Fact(_))).count();
            reach += solution.line - solution.supporting.iter().min().ok_or("no support")?;
        }
    }
    let mean = |sum: usize| sum as f64 / questions as f64;
    Ok(Shape { questions, before: mean(before), reach: mean(reach) })
}

#[test]
fn new_stories_have_the_published_shape() -> Result<(), Box<dyn Error>> {
    let recipe = Recipe::parse(shipped("babi-released").ok_or("no such recipe")?.toml)?;
    let stories = Stories::new(recipe, 0)?;
    let published = [("qa2_test", 16.1, 6.7), ("qa3_test", 52.5, 9.7), ("qa5_test", 19.6, 2.7)];
    for (name, before, reach) in published {
        let split = stories.splits().iter().position(|split| split.name == name).ok_or(name)?;
        let found = shape(&stories, split)?;
        println!("{name}: {:.2} {:.2}", found.before, found.reach);
        assert_eq!(found.questions, 1_000, "{name}");
        assert!((found.before / before - 1.0).abs() < 0.05, "{name}: {} sentences", found.before);
        assert!((found.reach / reach - 1.0).abs() < 0.05, "{name}: {} lines", found.reach);
    }
    Ok(())
}

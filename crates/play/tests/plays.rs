//! Plays of many items, beside the judgement of the same actions in one piece.

use wampimuk_command::{GridItem, Lexicon};
use wampimuk_families::require;
use wampimuk_grid::Action;
use wampimuk_play::{End, Play, Settings, Stand};
use wampimuk_prompt::{Answer, PromptForm};
use wampimuk_score::judge_example;

type Outcome = Result<(), Box<dyn std::error::Error>>;

/// gSCAN, ReaSCAN with its boxes, and a recipe with words of its own.
const RECIPES: [&str; 3] = ["gscan-demo", "reascan-1rc", "gscan-example"];

/// Visits the first items of each split with a play of each.
fn each(settings: Settings, mut visit: impl FnMut(&GridItem, &Lexicon, Play) -> Outcome) -> Outcome {
    for recipe in RECIPES {
        let dataset = require(recipe, &[])?.dataset(3)?;
        let family = dataset.contents().commands().ok_or("commands")?;
        let stand = Stand::new(family, settings);
        let mut items = family.grid_items();
        for (split, info) in dataset.splits().iter().enumerate() {
            for index in 0..info.len.min(30) {
                let item = items.make(split, index)?;
                visit(item, family.lexicon(), stand.begin(item)?)?;
            }
        }
    }
    Ok(())
}

fn written(actions: &[Action]) -> String {
    format!("Answer: {}", actions.iter().map(|action| action.name()).collect::<Vec<_>>().join(", "))
}

/// Some action, by a number that goes on.
fn some(number: &mut u64) -> Action {
    *number = number.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    Action::ALL[(*number >> 33) as usize % Action::ALL.len()]
}

#[test]
fn right_actions_fulfil_in_one_piece_and_one_by_one() -> Outcome {
    each(Settings { moves: Some(1), ..Settings::default() }, |item, _, mut play| {
        let right = item.example.actions.clone();
        for (number, action) in right.iter().enumerate() {
            assert_eq!((play.end(), play.turns() as usize), (None, number));
            let told = play.say(&written(&[*action]));
            assert_eq!(told.is_none(), number + 1 == right.len());
        }
        assert!(play.is_fulfilled() && play.actions() == right);
        Ok(())
    })?;
    each(Settings::default(), |item, _, mut play| {
        let right = item.example.actions.clone();
        let mut more = play.clone();
        assert_eq!((play.say(&written(&right)), play.end(), play.turns()), (None, Some(End::Fulfilled), 1));
        more.say(&written(&[right, vec![Action::Stay]].concat()));
        assert_eq!(more.end(), Some(End::Overdone));
        Ok(())
    })
}

/// Whether a command is carried out does not depend on who says so, and when.
#[test]
fn plays_and_judges_agree() -> Outcome {
    let (mut number, mut fulfilled, mut strayed) = (7, 0, 0);
    each(Settings::default(), |GridItem { example, .. }, lexicon, play| {
        for _ in 0..4 {
            // The right actions with something exchanged now and then, a few at a time.
            let mut play = play.clone();
            let said: Vec<Action> = example
                .actions
                .iter()
                .map(|&action| if some(&mut number) == Action::Push { some(&mut number) } else { action })
                .collect();
            for part in said.chunks(3) {
                if play.say(&written(part)).is_none() {
                    break;
                }
            }
            let judgement = judge_example(example, lexicon, &Answer::Actions(play.actions().to_vec()));
            assert_eq!(play.is_fulfilled(), judgement.fulfils, "{:?}", play.actions());
            fulfilled += u32::from(play.is_fulfilled());
            strayed += u32::from(play.end() == Some(End::Strayed));
        }
        Ok(())
    })?;
    assert!(fulfilled > 100 && strayed > 100, "{fulfilled} {strayed}");
    Ok(())
}

#[test]
fn who_sees_little_may_search_and_has_to_say_when_it_is_done() -> Outcome {
    let near = Settings { sight: Some(1), ..Settings::default() };
    each(near, |item, _, mut play| {
        let right = item.example.actions.clone();
        // A look around does not matter.
        let turns = [[Action::TurnLeft; 2], [Action::TurnRight; 2]].concat();
        assert!(play.say(&written(&turns)).is_some());
        assert!(play.say(&written(&right)).is_some(), "it does not end by itself");
        let mut early = play.clone();
        early.say("Answer: stay, stay");
        early.say("Answer: done");
        assert_eq!(early.end(), Some(End::Fulfilled));
        assert_eq!((play.say("done"), play.end()), (None, Some(End::Fulfilled)));
        Ok(())
    })?;
    each(near, |_, _, mut play| {
        assert_eq!((play.say("Answer: done"), play.end()), (None, Some(End::Mistaken)));
        assert_eq!((play.say("Answer: walk"), play.turns()), (None, 1), "over is over");
        Ok(())
    })
}

#[test]
fn views_show_what_is_in_sight() -> Outcome {
    for form in [PromptForm::Coordinates, PromptForm::Grid, PromptForm::Prose, PromptForm::Json] {
        let mut hidden = 0;
        each(Settings { form, sight: Some(1), ..Settings::default() }, |_, _, mut play| {
            let seen = play.world().objects().iter().filter(|object| {
                let reach = |cell: u8, own: u8| {
                    let far = if object.form == wampimuk_grid::Form::Frame { object.size - 1 } else { 0 };
                    cell <= own + 1 && cell + far + 1 >= own
                };
                let own = play.world().agent().cell;
                reach(object.cell.row, own.row) && reach(object.cell.column, own.column)
            });
            let seen = seen.count();
            hidden += play.world().objects().len() - seen;
            let view = play.view();
            let count = match form {
                PromptForm::Coordinates => view.matches(", size ").count(),
                PromptForm::Prose => view.matches(" of size ").count(),
                PromptForm::Json => view.matches("\"size\":").count(),
                _ => {
                    assert!(view.contains('?'), "{view}");
                    return Ok(());
                }
            };
            assert_eq!(count, seen, "{view}");
            assert!(play.opening().contains(view.trim_end().trim_end_matches('}')), "{view}");
            let told = play.say("Answer: stay").ok_or("it goes on")?;
            assert!(told.starts_with(view.trim_end()) && told.contains("Turns left: "), "{told}");
            Ok(())
        })?;
        assert!(hidden > 100 || form == PromptForm::Grid, "{hidden}");
    }
    Ok(())
}

#[test]
fn what_cannot_be_read_costs_a_turn() -> Outcome {
    each(Settings { turns: Some(2), ..Settings::default() }, |_, _, mut play| {
        assert!(play.opening().contains("at most 2 turns"));
        let told = play.say("I would go there.").ok_or("it goes on")?;
        assert!(told.contains("Nothing was done") && told.contains("Turns left: 1"), "{told}");
        assert_eq!((play.say("hm"), play.end(), play.unclear()), (None, Some(End::OutOfTurns), 2));
        Ok(())
    })
}

//! Right answers are right in every form and style, and what counts as fulfilling is what a second implementation says.

#[expect(dead_code, reason = "nothing is parsed or referred to here")]
#[path = "../../../tests/opinion/tests/bridge.rs"]
mod bridge;

use wampimuk_command::Example;
use wampimuk_core::{Digest, StreamKey};
use wampimuk_families::{Dataset, require};
use wampimuk_grid::Action;
use wampimuk_opinion::{Place, accepted};
use wampimuk_prompt::{Answer, ParseMode, Partners, PromptForm, PromptView, Prompter, Unparsed, parse};
use wampimuk_score::grid::judge_tokens;
use wampimuk_score::{
    AnswerFault, Credit, ItemAnswer, Judge, JudgeError, Judgement, judge, judge_all, judge_partner,
    judge_texts,
};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn dataset(recipe: &str) -> Outcome<Box<dyn Dataset>> {
    Ok(require(recipe, &[])?.dataset(0)?)
}

fn address(dataset: &dyn Dataset, number: u64) -> (usize, u64) {
    let split = number as usize % dataset.splits().len();
    (split, (number * 7919) % dataset.splits()[split].len)
}

/// The same answer, said in other ways.
fn styles(answer: &str, view: PromptView) -> Vec<String> {
    let mut styles = vec![answer.to_string()];
    match view {
        PromptView::Actions => styles.extend([
            answer.replace(", ", ","),
            answer.replace("turn ", "turn_").replace(", ", " "),
            answer.to_uppercase(),
            format!("[\"{}\"]", answer.replace(", ", "\", \"")),
        ]),
        PromptView::Reference => {
            styles.extend([answer.replace("row ", "(").replace("column ", "") + ")", answer.to_uppercase()]);
        }
        PromptView::Answer => {
            styles.extend([format!("The {answer}."), answer.to_uppercase(), answer.replace(',', ", ")]);
        }
        PromptView::Output => {
            styles.extend([format!("[[{}]]", answer.replace('\n', "],[").replace(' ', ","))]);
        }
    }
    styles
}

/// The answer to an item is right for its partner where the answer stays, and there only.
#[test]
fn partners_are_judged_by_their_own_answers() -> Outcome<()> {
    for (recipe, items) in [("gscan", 30), ("reascan-2rc", 30), ("babi", 60), ("mix-t12", 30), ("riddle", 3)]
    {
        let dataset = dataset(recipe)?;
        let prompter = Prompter::usual(&*dataset)?;
        let contents = dataset.contents();
        let (mut workers, mut partners) = (contents.workers(), Partners::new(contents));
        let mut seen = [0, 0];
        for number in 0..items {
            let (split, index) = address(&*dataset, number);
            let made = workers.make(split, index)?;
            let own = parse(&prompter.write(&made, split, index).answer, prompter.view());
            for pair in partners.all(made) {
                let right = parse(&prompter.write_partner(&pair.partner).answer, prompter.view());
                assert!(judge_partner(&pair.partner, &right).exact, "{recipe} {split}[{index}]");
                let still_right = judge_partner(&pair.partner, &own).exact;
                // The output of a riddle shows the whole world, and so whatever is changed about it.
                assert!(
                    recipe == "riddle" || still_right != pair.answer_changes,
                    "{recipe} {split}[{index}]"
                );
                let alone = partners.find(made, pair.answer_changes).ok_or("the same partner")?;
                assert_eq!(prompter.write_partner(&alone), prompter.write_partner(&pair.partner));
                seen[usize::from(pair.answer_changes)] += 1;
            }
        }
        assert!(seen.iter().all(|&count| count > 0), "{recipe} {seen:?}");
    }
    Ok(())
}

#[test]
fn right_answers_score_one_in_every_form_and_style() {
    for recipe in [
        "gscan",
        "gscan-example",
        "reascan",
        "riddle",
        "babi",
        "mix-t12",
        "babi-shuffled",
        "mix-t12-released",
    ] {
        let dataset = dataset(recipe).unwrap();
        let dataset = dataset.as_ref();
        let mut judge = Judge::new(dataset);
        for (&form, &view) in PromptForm::of(dataset)
            .iter()
            .flat_map(|form| PromptView::of(dataset).iter().map(move |view| (form, view)))
        {
            let mut worker = Prompter::new(dataset, form).unwrap().with_view(view).unwrap().worker();
            for number in 0..20 {
                let (split, index) = address(dataset, number);
                let prompt = worker.prompt(split, index).unwrap();
                for answer in styles(&prompt.answer, view) {
                    for said in [
                        format!("Thinking…\nAnswer:\n{answer}"),
                        format!("Answer: stay\n<answer>{answer}</answer>"),
                        format!(
                            "{}\n\nI follow.\n\n**Final answer:**\n\n```\n{answer}\n```",
                            prompt.question
                        ),
                    ] {
                        let judgement =
                            judge.judge_text(split, index, &said, view, ParseMode::Strict).unwrap();
                        assert!(
                            judgement.exact && judgement.why.is_none(),
                            "{recipe} {split} {index}: {said} {judgement:?}"
                        );
                        for credit in [Credit::STRICT, Credit::FULFILLING, Credit::PARTIAL] {
                            assert_eq!(credit.score(&judgement), 1.0);
                        }
                    }
                }
                // A prompt that is merely repeated is no answer.
                let echo = judge.judge_text(split, index, &prompt.question, view, ParseMode::Strict).unwrap();
                assert!(
                    !echo.exact || prompt.question.contains(&format!("\nAnswer: {}\n", prompt.answer)),
                    "{recipe} {split} {index}"
                );
            }
        }
    }
}

/// Walks through the cells by the rules of turning and walking alone, without any of the fast path.
fn ends_at(place: &Place, actions: &[Action]) -> (i32, i32) {
    let (mut row, mut column, (mut down, mut right)) = (place.row, place.column, place.facing);
    for action in actions {
        match action {
            Action::Walk if place.exists(row + down, column + right) => {
                (row, column) = (row + down, column + right);
            }
            Action::TurnLeft => (down, right) = (-right, down),
            Action::TurnRight => (down, right) = (right, -down),
            Action::Push | Action::Pull => break,
            Action::Walk | Action::Stay => {}
        }
    }
    (row, column)
}

/// A padding symbol behind the right answer.
#[test]
fn tokens_that_are_no_actions_spoil_an_answer() {
    let dataset = dataset("gscan-demo").unwrap();
    let family = dataset.contents().commands().unwrap();
    let mut items = family.grid_items();
    for index in 0..50 {
        let example = &items.make(0, index).unwrap().example;
        let length = example.actions.len();
        let mut tokens: Vec<Option<Action>> = example.actions.iter().copied().map(Some).collect();
        assert!(judge_tokens(example, family.lexicon(), &tokens).exact);
        tokens.push(None);
        let spoiled = judge_tokens(example, family.lexicon(), &tokens);
        assert!(!spoiled.parsed && !spoiled.exact && !spoiled.fulfils && !spoiled.reached);
        assert_eq!(spoiled.why, Some(AnswerFault::NoAction(length)));
        assert_eq!((spoiled.prefix, spoiled.length), (length, length));
        assert_eq!(spoiled.accuracy, length as f64 / (length + 1) as f64);
    }
}

#[test]
fn fulfilling_is_what_the_second_opinion_accepts() {
    let mut stream = StreamKey::new(&Digest::of(b"test"), "damage", 0).stream(0);
    let mut below = |n: usize| stream.index(n);
    let [mut other_ways, mut damaged, mut harmless] = [0; 3];
    for recipe in ["gscan", "gscan-example", "reascan"] {
        let dataset = dataset(recipe).unwrap();
        let family = dataset.contents().commands().unwrap();
        let lexicon = family.lexicon();
        let mut items = family.grid_items();
        let mut judge = Judge::new(dataset.as_ref());
        for number in 0..400 {
            let (split, index) = address(dataset.as_ref(), number);
            let Example { command, world, target, actions } =
                &items.make(split, index).unwrap().example.clone();
            let (place, order) = (bridge::place(world, lexicon), bridge::order(command, lexicon));
            let habit = bridge::habit(&order.adverb, command.manner(lexicon));
            let right = accepted(&place, *target, &order.verb, &habit);
            let mut judged = |list: Vec<Action>| judge.judge(split, index, &Answer::Actions(list)).unwrap();
            for way in &right {
                let way: Vec<Action> = way.iter().map(|act| Action::from_name(act).unwrap()).collect();
                let exact = way == *actions;
                other_ways += usize::from(!exact);
                let judgement = judged(way);
                assert!(judgement.fulfils && judgement.reached && judgement.exact == exact);
                assert_eq!(judgement.why, (!exact).then_some(AnswerFault::Way));
                assert_eq!(Credit::STRICT.score(&judgement), f64::from(exact));
                assert_eq!(Credit::PARTIAL.score(&judgement), if exact { 1.0 } else { 0.9 });
            }
            for _ in 0..4 {
                let mut list = actions.clone();
                let at = below(list.len());
                let action = Action::ALL[below(6)];
                match below(4) {
                    0 => list.insert(at, action),
                    1 => drop(list.remove(at)),
                    2 => list[at] = action,
                    _ => list.truncate(at),
                }
                let names: Vec<&str> = list.iter().map(|action| action.name()).collect();
                let fulfils = right.contains(&names);
                let exact = list == *actions;
                harmless += usize::from(fulfils);
                damaged += usize::from(!fulfils);
                let reached =
                    ends_at(&place, &list) == (place.things[*target].row, place.things[*target].column);
                let prefix = list.iter().zip(actions).take_while(|(given, right)| given == right).count();
                let judgement = judged(list);
                assert_eq!(
                    (judgement.fulfils, judgement.exact),
                    (fulfils, exact),
                    "{recipe} {split} {index} {names:?}"
                );
                assert_eq!(judgement.reached, reached, "{recipe} {split} {index} {names:?}");
                assert_eq!((judgement.prefix, judgement.length), (prefix, actions.len()));
                assert!((0.0..=1.0).contains(&judgement.accuracy) && (judgement.accuracy < 1.0 || exact));
                assert_eq!(judgement.why.is_none(), exact);
                let score = Credit::PARTIAL.score(&judgement);
                assert!(fulfils || score <= 0.5, "{score}");
            }
        }
    }
    assert!(other_ways > 500 && damaged > 3_000 && harmless > 30, "{other_ways} {damaged} {harmless}");
}

#[test]
fn cells_are_right_or_wrong() {
    let dataset = dataset("reascan").unwrap();
    let family = dataset.contents().commands().unwrap();
    let mut items = family.grid_items();
    let mut judge = Judge::new(dataset.as_ref());
    for number in 0..100 {
        let (split, index) = address(dataset.as_ref(), number);
        let example = &items.make(split, index).unwrap().example;
        let goal = example.world.objects()[example.target].cell;
        for row in 0..8 {
            for column in 0..8 {
                let cell = wampimuk_grid::Cell::new(row, column);
                let judgement = judge.judge(split, index, &Answer::Cell(cell)).unwrap();
                assert_eq!((judgement.exact, judgement.reached), (cell == goal, cell == goal));
            }
        }
    }
}

#[test]
fn a_riddle_is_right_cell_for_cell() {
    let dataset = dataset("riddle").unwrap();
    let prompt = Prompter::usual(dataset.as_ref()).unwrap().prompt(1, 5).unwrap();
    let Answer::Grid(right) = parse(&prompt.answer, PromptView::Output) else { panic!("no grid") };
    let mut wrong = right.clone();
    wrong[2][3] += 1;
    let judged = |grid: Vec<Vec<u64>>| judge(dataset.as_ref(), 1, 5, &Answer::Grid(grid)).unwrap();
    let judgement = judged(wrong);
    assert!(!judgement.exact && judgement.why == Some(AnswerFault::Code { row: 2, column: 3 }));
    assert!((judgement.accuracy - 35.0 / 36.0).abs() < 1e-12);
    assert_eq!(Credit::PARTIAL.score(&judgement), 0.0, "most of an output is a copy of the input");
    let judgement = judged(right[1..].to_vec());
    assert_eq!(judgement.why, Some(AnswerFault::Side { rows: 5, columns: 6, side: 6 }));
    assert!(judged(right).exact);
}

#[test]
fn what_is_no_answer_is_wrong_and_what_is_no_item_is_an_error() {
    let dataset = dataset("gscan-demo").unwrap();
    let dataset = dataset.as_ref();
    let judged = |answer: Answer| judge(dataset, 0, 3, &answer).unwrap();
    let unparsed: Judgement = judged(Answer::Unparsed(Unparsed::Missing));
    assert!(
        !unparsed.parsed && !unparsed.exact && unparsed.why == Some(AnswerFault::Unparsed(Unparsed::Missing))
    );
    assert_eq!(Credit::PARTIAL.score(&unparsed), 0.0);
    let other = judged(Answer::Words(vec!["kitchen".to_string()]));
    assert!(other.parsed && other.why == Some(AnswerFault::Kind));
    let answer = Answer::Actions(Vec::new());
    let count = dataset.splits().len();
    assert_eq!(judge(dataset, count, 0, &answer), Err(JudgeError::Split { split: count, count }));
    assert!(matches!(judge(dataset, 0, u64::MAX, &answer), Err(JudgeError::Item(_))));
    let wild = Credit { fulfils: f64::NAN, reached: 9.0, prefix: f64::NEG_INFINITY };
    let near = Judgement { reached: true, ..judged(answer) };
    assert_eq!(wild.score(&Judgement { fulfils: true, ..near.clone() }), 0.0);
    assert!((0.0..=1.0).contains(&wild.score(&near)));
}

#[test]
fn threads_change_nothing() {
    let dataset = dataset("mix-t12").unwrap();
    let dataset = dataset.as_ref();
    let mut worker = Prompter::usual(dataset).unwrap().worker();
    let prompts: Vec<_> = (0..50)
        .map(|number| address(dataset, number))
        .map(|(split, index)| worker.prompt(split, index).unwrap())
        .collect();
    let said: Vec<String> = prompts
        .iter()
        .enumerate()
        .map(|(number, prompt)| match number % 3 {
            0 => prompt.answer.clone(),
            1 => format!("Answer: {}", prompt.answer),
            _ => "Answer: the moon".to_string(),
        })
        .collect();
    let claims: Vec<ItemAnswer<&str>> = prompts
        .iter()
        .zip(&said)
        .map(|(prompt, said)| ItemAnswer { split: prompt.split, index: prompt.index, answer: said.as_str() })
        .collect();
    let alone = judge_texts(dataset, &claims, PromptView::Answer, ParseMode::Strict, 1);
    assert_eq!(alone.iter().flatten().filter(|judgement| judgement.exact).count(), 17);
    for threads in [0, 2, 3, 7, 50, 1_000] {
        assert_eq!(
            judge_texts(dataset, &claims, PromptView::Answer, ParseMode::Strict, threads),
            alone,
            "{threads}"
        );
    }
    let lenient = judge_texts(dataset, &claims, PromptView::Answer, ParseMode::Lenient, 4);
    assert_eq!(lenient.iter().flatten().filter(|judgement| judgement.exact).count(), 34);
    let answers: Vec<Answer> =
        said.iter().map(|said| wampimuk_prompt::read(said, PromptView::Answer, ParseMode::Strict)).collect();
    let claims: Vec<ItemAnswer<&Answer>> = claims
        .iter()
        .zip(&answers)
        .map(|(claim, answer)| ItemAnswer { split: claim.split, index: claim.index, answer })
        .collect();
    assert_eq!(judge_all(dataset, &claims, 3), alone);
    assert!(judge_all(dataset, &[], 3).is_empty());
}

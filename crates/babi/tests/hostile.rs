//! Damaged files: the reader and the solver give answers or errors with lines, and never panic.

mod files;

use wampimuk_babi::{Passages, Solver};
use wampimuk_core::{Digest, Stream, StreamKey};

/// A passage of each world.
const SOUND: &str = "\
1 Mary went to the kitchen.
2 Then she took the apple there.
3 Mary and John went back to the office.
4 Afterwards they moved to the park.
5 Mary handed the apple to John.
6 Where is the apple? \tpark\t2 3 4 5
7 John is either in the school or the cinema.
8 John is no longer in the park.
9 Is John in the school? \tmaybe\t7
10 Who gave the apple to John? \tMary\t5
11 How many objects is John carrying? \tone\t5
12 What is Mary carrying? \tnothing\t2 5
13 Where was the apple before the park? \toffice\t3 4
1 The office is north of the kitchen.
2 The garden is east of the office.
3 What is north of the kitchen?\toffice\t1
4 How do you go from the kitchen to the garden?\tn,e\t1 2
1 Yesterday Mary went to the park.
2 Mary journeyed to the office this morning.
3 Where was Mary before the office? \tpark\t2 1
1 Wolves are afraid of cats.
2 Emily is a wolf.
3 What is emily afraid of?\tcat\t2 1
1 Lily is a frog.
2 Lily is green.
3 Greg is a frog.
4 What color is Greg?\tgreen\t3 1 2
1 The red sphere is above the triangle.
2 The blue square is to the left of the triangle.
3 Is the blue square below the red sphere?\tyes\t1 2
1 The box fits inside the chest.
2 The chest is bigger than the chocolate.
3 The suitcase is bigger than the chest.
4 Does the box fit in the suitcase?\tyes\t3 1
1 Sumit is tired.
2 Where will sumit go?\tbedroom\t1
3 Sumit went to the bedroom.
4 Why did sumit go to the bedroom?\ttired\t1
";

fn stream(name: &str, index: u64) -> Stream {
    StreamKey::new(&Digest::of(b"hostile"), name, 0).stream(index)
}

/// Reads and solves all it can; counts passages, solutions and errors.
fn survive(bytes: &[u8]) -> [usize; 3] {
    let lines = bytes.iter().filter(|&&byte| byte == b'\n').count() + 1;
    let solver = Solver { steps: 64, ..Solver::default() };
    let mut counts = [0; 3];
    for found in Passages::new(bytes) {
        match found {
            Ok(found) => {
                counts[0] += 1;
                assert!((1..=lines).contains(&found.line));
                match solver.solve(&found.passage) {
                    Ok(solutions) => {
                        assert_eq!(solutions.len(), found.passage.questions().count());
                        counts[1] += solutions.len();
                        for solution in &solutions {
                            let supports =
                                solution.all_minimal.iter().chain([&solution.supporting]).flatten();
                            assert!(supports.copied().all(|line| (1..solution.line).contains(&line)));
                        }
                    }
                    Err(error) => {
                        counts[2] += 1;
                        assert!((1..=found.passage.lines.len()).contains(&error.line), "{error}");
                        assert!(!error.message.is_empty());
                    }
                }
            }
            Err(error) => {
                counts[2] += 1;
                assert!((1..=lines).contains(&error.line), "{error}");
                assert!(!error.expected.is_empty() && error.found.chars().count() < 100);
            }
        }
    }
    counts
}

/// The text with some lines deleted, doubled, swapped or cut.
fn damage_lines(text: &str, stream: &mut Stream) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for _ in 0..1 + stream.below(4) {
        let (at, other) = (stream.index(lines.len()), stream.index(lines.len()));
        match stream.below(5) {
            0 if lines.len() > 1 => drop(lines.remove(at)),
            1 => {
                let line = lines[at].clone();
                lines.insert(other, line);
            }
            2 => lines.swap(at, other),
            3 => {
                let end = stream.index(lines[at].chars().count() + 1);
                lines[at] = lines[at].chars().take(end).collect();
            }
            _ => {
                const NUMBERS: [&str; 6] =
                    ["0", "-1", "1", "18446744073709551615", "99999999999999999999", "007"];
                let rest = lines[at].split_once(' ').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
                lines[at] = format!("{} {rest}", stream.choose(&NUMBERS));
            }
        }
    }
    lines.join("\n")
}

/// The text with words exchanged: lines that can be read but say something else, or nothing.
fn damage_words(text: &str, stream: &mut Stream) -> String {
    let all: Vec<&str> = text.split_whitespace().collect();
    let damaged = text.split_inclusive([' ', '\n', '\t']).enumerate().map(|(at, word)| {
        let is_number = word.trim().parse::<usize>().is_ok();
        if at > 0 && !is_number && stream.below(40) == 0 {
            let end = word.trim_end().len();
            format!("{}{}", stream.choose(&all), &word[end..])
        } else {
            word.to_owned()
        }
    });
    damaged.collect()
}

/// The sound text, and a piece of every published file that is at hand.
fn sources() -> Vec<String> {
    let mut sources = vec![SOUND.to_owned()];
    for task in 1..=20 {
        let text = files::file(&format!("published/qa{task}_valid.txt.gz"));
        sources.extend(text.map(|text| text.lines().take(40).map(|line| format!("{line}\n")).collect()));
    }
    sources
}

#[test]
fn the_sound_text_is_sound() {
    let mut answers = 0;
    for found in Passages::of(SOUND) {
        let passage = found.unwrap().passage;
        let solutions = Solver::default().solve(&passage).unwrap();
        for (solution, (_, asked)) in solutions.iter().zip(passage.questions()) {
            assert_eq!(solution.answer, asked.answer, "{}", asked.question);
            answers += 1;
        }
    }
    assert_eq!(answers, 15);
}

#[test]
fn damaged_bytes() {
    let mut errors = 0;
    for (number, text) in (0..).zip(sources()) {
        let mut stream = stream("bytes", number);
        for _ in 0..150 {
            let mut bytes = text.clone().into_bytes();
            for _ in 0..1 + stream.below(8) {
                let at = stream.index(bytes.len());
                match stream.below(3) {
                    0 => bytes[at] = stream.below(256) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.insert(at, stream.below(256) as u8),
                }
            }
            errors += survive(&bytes)[2];
        }
    }
    assert!(errors > 100, "{errors}");
}

#[test]
fn truncated_files() {
    for (number, text) in (0..).zip(sources()) {
        let mut stream = stream("truncated", number);
        for _ in 0..40 {
            survive(&text.as_bytes()[..stream.index(text.len())]);
            survive(&text.as_bytes()[stream.index(text.len())..]);
        }
    }
}

#[test]
fn damaged_lines() {
    let mut total = [0; 3];
    for (number, text) in (0..).zip(sources()) {
        let mut stream = stream("lines", number);
        for _ in 0..100 {
            let counts = survive(damage_lines(&text, &mut stream).as_bytes());
            total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
    }
    assert!(total.iter().all(|&count| count > 50), "{total:?}");
}

#[test]
fn damaged_words() {
    let mut total = [0; 3];
    for (number, text) in (0..).zip(sources()) {
        let mut stream = stream("words", number);
        for _ in 0..100 {
            let counts = survive(damage_words(&text, &mut stream).as_bytes());
            total.iter_mut().zip(counts).for_each(|(total, count)| *total += count);
        }
    }
    assert!(total.iter().all(|&count| count > 50), "{total:?}");
}

#[test]
fn rubbish() {
    for index in 0..200 {
        let mut stream = stream("rubbish", index);
        let length = stream.index(2000);
        let bytes: Vec<u8> = (0..length).map(|_| *stream.choose(b"12 \t\n.?Mary\xff\xc3\xa9")).collect();
        survive(&bytes);
    }
    survive(&[b'1'; 200_000]);
    survive("1 \u{feff}\n".repeat(1000).as_bytes());
    survive("1 é?\té\t1\n".repeat(1000).as_bytes());
}

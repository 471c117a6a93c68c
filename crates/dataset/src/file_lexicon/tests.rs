use wampimuk_command::{Grammar, Surface};

use super::*;

fn wording<'a>(command: &'a str, meaning: &'a str) -> Wording<'a> {
    Wording { command, meaning, manner: "" }
}

#[test]
fn words_are_learned_by_laying_commands_beside_meanings() {
    let mut vocabulary = FileLexicon::learning();
    // Two meanings that swapped their words, and a nonce word.
    for (command, meaning) in
        [("walk,to,a,blue,wub", "walk,to,a,red,circle"), ("push,a,red,wub", "push,a,blue,circle")]
    {
        vocabulary.start(wording(command, meaning), false);
        vocabulary.command(wording(command, meaning)).unwrap();
    }
    let command = vocabulary.command(wording("push,a,blue,wub", "push,a,red,circle")).unwrap();
    assert_eq!(command.text(vocabulary.lexicon(), Surface::Gscan), "push a blue wub");
    let error = vocabulary.command(wording("push,a,red,wub", "push,a,red,circle")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`command`: `red` stands for `red` here, but `blue` stands for `red` elsewhere"
    );
    let error = vocabulary.command(wording("push,the,red,wub", "push,a,blue,circle")).unwrap_err();
    assert_eq!(error.to_string(), "`command`: expected `a`, found `the`");
}

#[test]
fn grammars_give_the_order() {
    let mut lexicon = Lexicon::gscan();
    lexicon.nouns.reverse();
    lexicon.colours.push(Word::plain("pink"));
    lexicon.nouns.push(Noun::plain("star", Form::Solid));
    let mut vocabulary = FileLexicon::learning();
    vocabulary.note_grammar(Grammar::Adverb.text(&lexicon));
    vocabulary.start(wording("push,a,star", "push,a,star"), false);
    assert_eq!(vocabulary.lexicon(), &lexicon);
    assert_eq!(vocabulary.shape("box").unwrap(), 4);
    assert_eq!(vocabulary.lexicon().nouns[4].form, Form::Frame);
}

#[test]
fn entries_that_cannot_be_are_refused() {
    let mut vocabulary = FileLexicon::learning();
    vocabulary.start(wording("", ""), false);
    assert!(vocabulary.shape("red").is_err(), "a shape that is a colour");
    assert!(vocabulary.shape("a;b").is_err());
    for number in 0.. {
        match vocabulary.colour(&format!("colour{number}")) {
            Ok(_) => assert!(number < 28),
            Err(error) => {
                assert_eq!(
                    (number, error.to_string().as_str()),
                    (28, "33 colours: at most 32 are supported")
                );
                break;
            }
        }
    }
    let error = FileLexicon::given(Lexicon::gscan()).shape("star").unwrap_err().to_string();
    assert_eq!(error, "expected a shape of the lexicon (square, cylinder, circle), found `star`");
}

#[test]
fn adverbs_are_not_learned() {
    let mut vocabulary = FileLexicon::learning();
    let wording =
        Wording { manner: "backwards", ..wording("push,a,circle,backwards", "push,a,circle,backwards") };
    vocabulary.start(wording, false);
    let error = vocabulary.command(wording).unwrap_err().to_string();
    assert!(error.contains("`manner`") && error.contains("--recipe"), "{error}");
}

#[test]
fn endless_commands_are_refused() {
    let text = format!("push a object{}", " that is inside of a object".repeat(100_000));
    let mut vocabulary = FileLexicon::given(Lexicon::reascan());
    assert!(vocabulary.command(wording(&text, "")).is_err());
}

/// A command with twenty clauses could keep the matcher busy for years.
#[test]
fn commands_of_many_phrases_are_refused() {
    let mut vocabulary = FileLexicon::given(Lexicon::reascan());
    let text =
        |clauses: usize| format!("push the circle that is{}", vec![" inside of a box"; clauses].join(" and"));
    let mut read = |clauses: usize| vocabulary.command(wording(&text(clauses), &text(clauses)));
    assert!(read(9).is_ok());
    assert_eq!(read(10).unwrap_err().to_string(), "`command`: expected at most 10 phrases, found 11");
    assert!(read(100).unwrap_err().to_string().contains("at most 256 words"));
}

//! Every family has pictures, and what it does not have is refused. How they look is pinned by the command's snapshots.

use wampimuk_families::{Dataset, require};
use wampimuk_grid::Action;
use wampimuk_show::{Kind, Options, picture};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

fn datasets() -> Outcome<Vec<(Box<dyn Dataset>, &'static str)>> {
    let wanted = [("gscan-demo", "train"), ("reascan-1rc", "test"), ("riddle", "test"), ("mix-t2", "test")];
    wanted.into_iter().map(|(name, split)| Ok((require(name, &[])?.dataset(0)?, split))).collect()
}

#[test]
fn every_family_is_drawn_in_every_kind_it_has() -> Outcome<()> {
    for (dataset, split) in datasets()? {
        for kind in Kind::ALL {
            let drawn = picture(&*dataset, split, 3..4, &Options::new(kind));
            if kind == Kind::Gif && dataset.contents().commands().is_none() {
                let message = drawn.unwrap_err().to_string();
                assert!(message.contains("do not move"), "{message}");
                continue;
            }
            let start: &[u8] = match kind {
                Kind::Text => b"",
                Kind::Svg => b"<svg",
                Kind::Png => b"\x89PNG",
                Kind::Gif => b"GIF89a",
                Kind::Tikz => b"% ",
            };
            let drawn = drawn?;
            assert!(drawn.starts_with(start) && drawn.len() > 100, "{} {}", dataset.family(), kind.name());
            assert_ne!(drawn, picture(&*dataset, split, 4..5, &Options::new(kind))?);
        }
    }
    Ok(())
}

#[test]
fn several_items_are_one_sheet_and_no_more_than_there_are() -> Outcome<()> {
    for (dataset, split) in datasets()? {
        let text = |indices| picture(&*dataset, split, indices, &Options::new(Kind::Text));
        let one_by_one = [text(0..1)?, text(1..2)?, text(2..3)?].join(&b"\n"[..]);
        assert_eq!(text(0..3)?, one_by_one, "{}", dataset.family());
        let len = dataset.splits().iter().find(|info| info.name == split).map_or(0, |info| info.len);
        assert_eq!(text(len - 1..u64::MAX)?, text(len - 1..len)?);
        let message = text(len..len + 1).unwrap_err().to_string();
        assert!(message.contains("does not exist"), "{message}");
    }
    Ok(())
}

#[test]
fn what_a_family_does_not_have_is_refused() -> Outcome<()> {
    for (dataset, split) in datasets()? {
        let side = dataset.contents().commands().map_or(1, |grid| usize::from(grid.setting().grid_size));
        let options = [
            Options { graph: true, ..Options::new(Kind::Svg) },
            Options { predicted: Some(vec![Action::Walk]), ..Options::new(Kind::Svg) },
            Options { attention: Some(vec![0.5; side * side]), ..Options::new(Kind::Svg) },
        ];
        for options in &options {
            let drawn = picture(&*dataset, split, 0..1, options);
            assert_eq!(drawn.is_ok(), dataset.contents().commands().is_some(), "{}", dataset.family());
        }
        let message = picture(&*dataset, "tset", 0..1, &options[0]).unwrap_err().to_string();
        assert!(message.contains("did you mean `test`?"), "{message}");
    }
    Ok(())
}

#[test]
fn answers_are_hidden_where_that_is_wanted() -> Outcome<()> {
    let stories = require("mix-t2", &[])?.dataset(0)?;
    let riddles = require("riddle", &[])?.dataset(0)?;
    let shown = Options::new(Kind::Text);
    let hidden = Options { answer: false, ..Options::new(Kind::Text) };
    assert_ne!(picture(&*stories, "test", 0..1, &shown)?, picture(&*stories, "test", 0..1, &hidden)?);
    let solved = Options { solution: true, ..Options::new(Kind::Text) };
    assert_ne!(picture(&*riddles, "test", 0..1, &shown)?, picture(&*riddles, "test", 0..1, &solved)?);
    Ok(())
}

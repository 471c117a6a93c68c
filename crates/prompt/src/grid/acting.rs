//! What actions do, and how a command is carried out, from what the lexicon says of its verb and adverb.

use wampimuk_grid::{Action, Deed, Form, Manner, Route};

use super::{Page, names};

/// The six actions.
pub(super) fn actions(page: &Page<'_>) -> Vec<String> {
    let speech = &page.phrasing.lexicon.speech;
    let effect = |action: Action| match action {
        Action::Walk => "you move one cell in the direction that you face. Objects do not hinder you.",
        Action::Push => {
            "the object in your cell and you with it move one cell in the direction that you face."
        }
        Action::Pull => {
            "the object in your cell and you with it move one cell backwards, against the direction that you face. You still \
             face the same way."
        }
        Action::Stay => "nothing happens.",
        Action::TurnLeft => "you turn by 90 degrees to the left, on the spot (from east to north).",
        Action::TurnRight => "you turn by 90 degrees to the right, on the spot (from east to south).",
    };
    Action::ALL.map(|action| format!("{}: {}", speech.action(action), effect(action))).into()
}

/// The canonical way to carry out this command.
pub(super) fn rules(page: &Page<'_>) -> Vec<String> {
    let lexicon = &*page.phrasing.lexicon;
    let command = &page.example.command;
    let (deed, manner) = (command.deed(lexicon), command.manner(lexicon));
    let mut rules = Vec::new();
    let verb = lexicon.verbs.get(usize::from(command.verb)).map_or("", |verb| verb.word.as_str());
    let speech = &lexicon.speech;
    let says = match deed.action() {
        None => "go to the object, and do nothing else.".to_string(),
        Some(action) => format!("go to the object, then {} it as far as it goes.", speech.action(action)),
    };
    rules.push(format!("\"{verb}\" means: {says}"));
    rules.push(route(manner.route).to_string());
    let [left, right] = [Action::TurnLeft, Action::TurnRight].map(|action| speech.action(action));
    rules.push(format!(
        "Before each step, turn towards where you go, if you do not face there already: one {left} or one {right}, or {left} \
         twice if it is behind you."
    ));
    if let Some(action) = deed.action() {
        rules.extend(handling(page, deed, speech.action(action)));
    }
    let adverb = command.adverb.and_then(|adverb| lexicon.adverbs.get(usize::from(adverb)));
    rules.extend(adverb.iter().flat_map(|adverb| describe(&adverb.word.word, manner, deed, page)));
    rules
}

/// What is to be reached, for those who have to find the object and may go as they like.
pub(super) fn aims(page: &Page<'_>) -> Vec<String> {
    let lexicon = &*page.phrasing.lexicon;
    let command = &page.example.command;
    let deed = command.deed(lexicon);
    let verb = lexicon.verbs.get(usize::from(command.verb)).map_or("", |verb| verb.word.as_str());
    let action = deed.action().map(|action| lexicon.speech.action(action));
    let says = action.map_or("be in the object's cell at the end.".to_owned(), |name| {
        format!(
            "go to the object, and {name} it in any direction until it does not move any further. No other object may be moved."
        )
    });
    let mut rules = vec![
        format!("\"{verb}\" means: {says}"),
        "You may go and turn as you like, so that you find the object.".to_owned(),
    ];
    rules.extend(action.and_then(|name| weight(page, name)));
    let adverb = command.adverb.and_then(|adverb| lexicon.adverbs.get(usize::from(adverb)));
    rules.extend(adverb.map(|adverb| format!("\"{}\" does not matter here.", adverb.word.word)));
    rules
}

fn route(route: Route) -> &'static str {
    match route {
        Route::Straight => {
            "First go along your row, east or west, until you are in the object's column. Then go along that column, north or \
             south, until you are in the object's cell."
        }
        Route::Zigzag => {
            "Go by turns one cell east or west and one cell north or south, whichever brings you nearer to the object, beginning \
             with east or west, until you are in the object's row or column. Then go straight on to the object's cell."
        }
    }
}

/// What is done once the object is reached.
fn handling(page: &Page<'_>, deed: Deed, name: &str) -> Vec<String> {
    let ahead = match deed {
        Deed::Pull => "behind you",
        _ => "in front of you",
    };
    let frames = names::shapes(&page.phrasing.lexicon, Form::Frame);
    let except = match frames.is_empty() {
        true => String::new(),
        false => format!(
            " ({} is not in the way)",
            frames.iter().map(|name| format!("a {name}")).collect::<Vec<_>>().join(" or ")
        ),
    };
    let mut rules = vec![format!(
        "There, {name} it without turning any more, until the next cell {ahead} is outside the grid or holds another \
         object{except}. If that is so from the start, do not {name} at all."
    )];
    rules.extend(weight(page, name));
    rules
}

/// How often an object has to be pushed or pulled to move it by one cell.
fn weight(page: &Page<'_>, name: &str) -> Option<String> {
    let heavy = page.example.world.heavy_from();
    let (smallest, biggest) = page.context.sizes;
    if heavy <= smallest {
        return Some(format!("Every object is heavy: it takes two times {name} to move it by one cell."));
    }
    (heavy <= biggest).then(|| {
        format!(
            "Objects of size {heavy} or more are heavy: it takes two times {name} to move one by one cell, as the first one \
             only gets it going. Other objects move by one cell with each {name}."
        )
    })
}

/// What an adverb asks for.
fn describe(word: &str, manner: &Manner, deed: Deed, page: &Page<'_>) -> Vec<String> {
    let mut rules = Vec::new();
    let speech = &page.phrasing.lexicon.speech;
    let walk = speech.action(Action::Walk);
    let each = deed
        .action()
        .map_or(String::new(), |action| format!(", and the same before each {}", speech.action(action)));
    if !manner.before_turn.is_empty() {
        let actions = names::listed(&page.phrasing.lexicon, &manner.before_turn);
        rules.push(format!(
            "\"{word}\": before each step (and before you turn for it, if you have to) do {actions}{each}."
        ));
    }
    if !manner.before_step.is_empty() {
        let actions = names::listed(&page.phrasing.lexicon, &manner.before_step);
        rules.push(format!(
            "\"{word}\": immediately before each {walk} (after you have turned for it, if you had to) do {actions}{each}."
        ));
    }
    if !manner.after_step.is_empty() {
        let (actions, each) =
            (names::listed(&page.phrasing.lexicon, &manner.after_step), each.replace("before", "after"));
        rules.push(format!("\"{word}\": immediately after each {walk} do {actions}{each}."));
    }
    if manner.route == Route::Zigzag {
        rules.push(format!("\"{word}\" is the reason why you go by turns, as said above."));
    }
    if rules.is_empty() {
        rules.push(format!("\"{word}\" changes nothing."));
    }
    rules
}

//! A run as an animated GIF.

use std::collections::HashMap;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use tiny_skia::Pixmap;
use wampimuk_grid::{Action, ActionOutcome, Simulation};

use crate::{DrawError, GridScene, Picture, raster};

/// The longest list that is animated.
pub const MAX_FRAMES: usize = 10_000;

/// What a model says at a step, and where it looks.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// What it says.
    pub said: &'a str,
    /// The action that this is, if it is one.
    pub action: Option<Action>,
    /// A weight for each cell, row by row; none if nothing is known of it.
    pub world: &'a [f32],
    /// A weight for each word; none if nothing is known of it.
    pub words: &'a [f32],
}

/// An animated GIF of these actions being carried out: a frame for the start and one for each action. Every frame but
/// the first holds only the pixels that changed.
pub fn gif(scene: &GridScene<'_>, actions: &[Action]) -> Result<Vec<u8>, DrawError> {
    let mut run = Simulation::new(scene.world.clone());
    let mut film = Film::new(actions.len(), &render(scene, &run, "start")?)?;
    for (i, &action) in actions.iter().enumerate() {
        let outcome = run.step(action);
        let status = format!("{} of {}: {}{}", i + 1, actions.len(), action.name(), remark(outcome));
        film.add(render(scene, &run, &status)?);
    }
    film.encode()
}

/// An animated GIF of what a model says, step by step: the way that it has gone so far beside that of the scene, and the
/// cells and words that it looks at. The words stand above the grid.
pub fn replay(scene: &GridScene<'_>, words: &[String], steps: &[Step<'_>]) -> Result<Vec<u8>, DrawError> {
    let mut run = Simulation::new(scene.world.clone());
    let actions: Vec<Action> = steps.iter().filter_map(|step| step.action).collect();
    let start = scene.clone().words(words, &[])?.predicted(&[]);
    let mut film = Film::new(steps.len(), &render(&start, &run, "start")?)?;
    let mut done = 0;
    for (i, step) in steps.iter().enumerate() {
        let remark = match step.action {
            Some(action) => remark(run.step(action)),
            None => " (no action)",
        };
        done += usize::from(step.action.is_some());
        let mut scene = scene.clone().words(words, step.words)?.predicted(&actions[..done]);
        if !step.world.is_empty() {
            scene = scene.attention(step.world)?;
        }
        let status = format!("{} of {}: {}{remark}", i + 1, steps.len(), step.said);
        film.add(render(&scene, &run, &status)?);
    }
    film.encode()
}

/// Frames, one after another.
struct Film {
    colours: Colours,
    patches: Vec<Patch>,
    last: Pixmap,
}

impl Film {
    fn new(steps: usize, first: &Pixmap) -> Result<Self, DrawError> {
        if steps > MAX_FRAMES {
            return Err(DrawError::TooLong { found: steps, limit: MAX_FRAMES });
        }
        let mut colours = Colours::default();
        let patches = vec![Patch::new(first, None, &mut colours)];
        Ok(Self { colours, patches, last: first.clone() })
    }

    fn add(&mut self, next: Pixmap) {
        self.patches.push(Patch::new(&next, Some(&self.last), &mut self.colours));
        self.last = next;
    }

    fn encode(self) -> Result<Vec<u8>, DrawError> {
        encode(&self.last, self.patches, &self.colours)
            .map_err(|error| DrawError::Encode { format: "GIF", reason: error.to_string() })
    }
}

fn render(scene: &GridScene<'_>, run: &Simulation, status: &str) -> Result<Pixmap, DrawError> {
    let mut scene = scene.clone().frame(run)?;
    scene.status = Some(status.to_string());
    raster::rasterise(&Picture::of(&scene), 1.0)
}

const fn remark(outcome: ActionOutcome) -> &'static str {
    match outcome {
        ActionOutcome::Moved | ActionOutcome::Turned | ActionOutcome::Stayed => "",
        ActionOutcome::Braced => " (it is heavy)",
        ActionOutcome::Blocked => " (blocked)",
        ActionOutcome::Nothing => " (nothing there)",
    }
}

fn encode(canvas: &Pixmap, patches: Vec<Patch>, colours: &Colours) -> Result<Vec<u8>, gif::EncodingError> {
    let Palette { colours: palette, codes, clear } = colours.palette();
    let code = |&colour: &Option<u32>| colour.map_or(clear, |colour| codes[colour as usize]);
    let mut file = Vec::new();
    // The canvas is at most a few hundred pixels wide; captions bound its height.
    let mut encoder = Encoder::new(&mut file, canvas.width() as u16, canvas.height() as u16, &palette)?;
    encoder.set_repeat(Repeat::Infinite)?;
    let frames = patches.len();
    let delay = (1500 / frames).clamp(8, 60) as u16;
    for (i, patch) in patches.into_iter().enumerate() {
        let pixels: Vec<u8> = patch.colours.iter().map(code).collect();
        encoder.write_frame(&Frame {
            delay: if i + 1 == frames { 250 } else { delay },
            dispose: DisposalMethod::Keep,
            transparent: (i > 0).then_some(clear),
            left: patch.left as u16,
            top: patch.top as u16,
            width: patch.width as u16,
            height: patch.height as u16,
            buffer: pixels.into(),
            ..Frame::default()
        })?;
    }
    drop(encoder);
    Ok(file)
}

/// The rectangle in which a frame differs from the one before. Its pixels are numbers of colours, or nothing where they
/// stay as they are.
struct Patch {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    colours: Vec<Option<u32>>,
}

impl Patch {
    fn new(now: &Pixmap, before: Option<&Pixmap>, colours: &mut Colours) -> Self {
        let width = now.width() as usize;
        let (mut left, mut top, mut right, mut bottom) = (0, 0, width, now.height() as usize);
        if let Some(before) = before {
            (left, top, right, bottom) = (usize::MAX, usize::MAX, 0, 0);
            for (i, (a, b)) in now.pixels().iter().zip(before.pixels()).enumerate() {
                if a != b {
                    let (x, y) = (i % width, i / width);
                    (left, top) = (left.min(x), top.min(y));
                    (right, bottom) = (right.max(x + 1), bottom.max(y + 1));
                }
            }
            if right == 0 {
                // Nothing changed: a frame needs a pixel all the same.
                (left, top, right, bottom) = (0, 0, 1, 1);
            }
        }
        let mut patch = Self { left, top, width: right - left, height: bottom - top, colours: Vec::new() };
        for y in top..bottom {
            for i in y * width + left..y * width + right {
                let pixel = now.pixels()[i];
                let same = before.is_some_and(|before| before.pixels()[i] == pixel);
                let colour = [pixel.red(), pixel.green(), pixel.blue()];
                patch.colours.push((!same).then(|| colours.number(colour)));
            }
        }
        patch
    }
}

/// The colours seen so far, in the order they were seen, and how often.
#[derive(Default)]
struct Colours {
    numbers: HashMap<[u8; 3], u32>,
    seen: Vec<([u8; 3], u64)>,
}

impl Colours {
    fn number(&mut self, colour: [u8; 3]) -> u32 {
        let number = *self.numbers.entry(colour).or_insert_with(|| {
            self.seen.push((colour, 0));
            self.seen.len() as u32 - 1
        });
        self.seen[number as usize].1 += 1;
        number
    }

    /// The commonest colours, which all flat areas have, are kept exactly; rare shades of smoothed edges become their
    /// nearest neighbour. One place is left for "as before".
    fn palette(&self) -> Palette {
        let mut order: Vec<usize> = (0..self.seen.len()).collect();
        order.sort_by_key(|&i| (std::cmp::Reverse(self.seen[i].1), i));
        let mut kept: Vec<[u8; 3]> = order.iter().take(255).map(|&i| self.seen[i].0).collect();
        let mut codes = vec![0; self.seen.len()];
        for (rank, &i) in order.iter().enumerate() {
            let exact = u8::try_from(rank).ok().filter(|&code| code < 255);
            codes[i] = exact.unwrap_or_else(|| nearest(&kept, self.seen[i].0));
        }
        let clear = kept.len() as u8;
        kept.push([0; 3]);
        Palette { colours: kept.concat(), codes, clear }
    }
}

/// What a GIF can show.
struct Palette {
    /// At most 256, as the file has them.
    colours: Vec<u8>,
    /// For each colour seen, its place among them.
    codes: Vec<u8>,
    /// The place that means "as before".
    clear: u8,
}

fn nearest(kept: &[[u8; 3]], colour: [u8; 3]) -> u8 {
    let distance = |other: &[u8; 3]| -> u32 {
        other.iter().zip(colour).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum()
    };
    (0u8..=255).zip(kept).min_by_key(|(_, other)| distance(other)).map_or(0, |(code, _)| code)
}

//! The places of a story: their numbers, colours and short names.

use std::collections::{BTreeMap, BTreeSet};

use super::{MAX_PLACES, Timeline, printed};
use crate::Rgb;

/// The colours of Okabe and Ito, chosen so that readers with any kind of colour blindness can tell them apart. The
/// darkest comes last, since names are written on them; for the same reason all are drawn a little lighter.
const COLOURS: [Rgb; 7] = [
    Rgb::new(86, 180, 233),
    Rgb::new(230, 159, 0),
    Rgb::new(0, 158, 115),
    Rgb::new(204, 121, 167),
    Rgb::new(240, 228, 66),
    Rgb::new(213, 94, 0),
    Rgb::new(0, 114, 178),
];

/// The places by number, in the order in which the story comes to them.
pub(super) struct Places {
    names: Vec<String>,
    shorts: Vec<String>,
    /// For each track, for each of its stays: the places, each once.
    stays: Vec<Vec<Vec<usize>>>,
}

impl Places {
    /// All places of a timeline. Names that look alike when they are printed are one place.
    pub fn of(timeline: &Timeline) -> Self {
        let mut order: Vec<(usize, usize, usize)> = Vec::new();
        for (t, track) in timeline.tracks.iter().enumerate() {
            order.extend(track.stays.iter().enumerate().map(|(s, stay)| (stay.from, t, s)));
        }
        order.sort_unstable();
        let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
        let mut stays: Vec<Vec<Vec<usize>>> =
            timeline.tracks.iter().map(|track| vec![Vec::new(); track.stays.len()]).collect();
        for (_, t, s) in order {
            for name in &timeline.tracks[t].stays[s].places {
                let next = numbers.len();
                let number = *numbers.entry(printed::clean(name)).or_insert(next);
                // More are refused; this only keeps the refusal cheap.
                if number <= MAX_PLACES && !stays[t][s].contains(&number) {
                    stays[t][s].push(number);
                }
            }
        }
        let mut names = vec![String::new(); numbers.len()];
        for (name, number) in numbers {
            names[number] = if name.is_empty() { "unnamed".to_string() } else { name };
        }
        let shorts = shorten(&names);
        Self { names, shorts, stays }
    }

    pub fn len(&self) -> usize {
        self.names.len()
    }

    pub fn name(&self, place: usize) -> &str {
        &self.names[place]
    }

    /// At most five columns, and different for each place.
    pub fn short(&self, place: usize) -> &str {
        &self.shorts[place]
    }

    /// The places of a stay.
    pub fn stay(&self, track: usize, stay: usize) -> &[usize] {
        &self.stays[track][stay]
    }

    /// Colours come again, lighter and then darker, once all are used; after that, only names tell places apart.
    pub fn colour(place: usize) -> Rgb {
        let colour = COLOURS[place % COLOURS.len()];
        match place / COLOURS.len() % 3 {
            0 => colour.mix(Rgb::WHITE, 0.2),
            1 => colour.mix(Rgb::WHITE, 0.6),
            _ => colour.mix(Rgb::BLACK, 0.4),
        }
    }
}

/// Dark or white, whichever is easier to read on a colour. Squares are near enough to how screens turn numbers into
/// light, and the same on all machines.
pub(super) fn ink(Rgb { red, green, blue }: Rgb) -> Rgb {
    let square = |part: u8| u32::from(part).pow(2);
    let light = 2126 * square(red) + 7152 * square(green) + 722 * square(blue);
    if light > 130_000_000 { Rgb::INK } else { Rgb::WHITE }
}

/// The first letters of each name, more of them where names begin alike, and a number where that does not help.
fn shorten(names: &[String]) -> Vec<String> {
    let mut taken = BTreeSet::new();
    let mut shorts = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let initials = name.split_once(' ').map(|(first, rest)| {
            format!(
                "{}{}",
                printed::start(first, 2),
                printed::start(rest.rsplit(' ').next().unwrap_or(rest), 2)
            )
        });
        let starts = (3..=5).map(|columns| printed::start(name, columns).trim_end().to_string());
        let numbered = format!("#{}", number + 1);
        let short = starts
            .clone()
            .take(1)
            .chain(initials)
            .chain(starts.skip(1))
            .find(|short| !short.is_empty() && !taken.contains(&short.to_lowercase()))
            .unwrap_or(numbered);
        taken.insert(short.to_lowercase());
        shorts.push(short);
    }
    shorts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_names_differ() {
        let names = ["kitchen", "front room", "front garden", "fronton", "kit", "kitchen door", "Kite", ""];
        let shorts = shorten(&names.map(str::to_string));
        assert_eq!(shorts, ["kit", "fro", "frga", "fron", "#5", "kido", "Kite", "#8"]);
        let many: Vec<String> = (0..MAX_PLACES).map(|i| format!("place {i}")).collect();
        let shorts = shorten(&many);
        assert_eq!(shorts.iter().collect::<BTreeSet<_>>().len(), MAX_PLACES);
        assert!(shorts.iter().all(|short| printed::columns(short) <= 5));
    }

    /// As the guidelines for accessible pages define it.
    fn contrast(a: Rgb, b: Rgb) -> f64 {
        let part = |part: u8| {
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        let light = |c: Rgb| 0.2126 * part(c.red) + 0.7152 * part(c.green) + 0.0722 * part(c.blue) + 0.05;
        (light(a) / light(b)).max(light(b) / light(a))
    }

    #[test]
    fn names_are_readable_on_all_colours() {
        for colour in (0..21).map(Places::colour) {
            let (dark, white) = (contrast(colour, Rgb::INK), contrast(colour, Rgb::WHITE));
            let chosen = contrast(colour, ink(colour));
            assert!(chosen >= 3.9 && chosen >= dark.max(white) * 0.9, "{colour:?}: {dark} or {white}");
        }
    }

    #[test]
    fn twenty_one_places_have_colours_of_their_own() {
        let colours: BTreeSet<Rgb> = (0..21).map(Places::colour).collect();
        assert_eq!(colours.len(), 21);
    }
}

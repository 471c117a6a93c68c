//! The colours of pictures whose pixels are numbers.

use std::ops::Range;

use crate::{Appearance, DrawError, Rgb};

/// Every colour that a picture of a world needs: ground, line and agent, and the shades of each colour of the look.
#[derive(Clone, Debug)]
pub(crate) struct Palette {
    colours: Vec<Rgb>,
}

/// White, grid line, agent.
const FIXED: [Rgb; 3] = [Rgb::WHITE, Rgb::RULE, Rgb::INK];
/// How many shades each colour has.
const SHADES: usize = 4;

impl Palette {
    /// An empty cell.
    pub const GROUND: u8 = 0;
    /// A grid line.
    pub const LINE: u8 = 1;
    /// What no colour is: nothing is there.
    pub const CLEAR: u8 = u8::MAX;

    /// The palette of a look.
    ///
    /// # Errors
    /// If there are more colours than numbers.
    pub fn new(look: &Appearance) -> Result<Self, DrawError> {
        let most = (usize::from(Self::CLEAR) - FIXED.len()) / SHADES;
        let found = look.colours();
        if found > most {
            return Err(DrawError::Colours { found, most });
        }
        let mut colours = FIXED.to_vec();
        for number in 0..found {
            let colour = look.colour(number as u8);
            colours.extend([
                colour,
                colour.mix(Rgb::BLACK, 0.38),
                colour.mix(Rgb::BLACK, 0.16),
                colour.mix(Rgb::WHITE, 0.42),
            ]);
        }
        Ok(Self { colours })
    }

    /// All colours, in the order of their numbers.
    pub fn colours(&self) -> &[Rgb] {
        &self.colours
    }

    /// The numbers of the shades of an object's colour.
    ///
    /// # Errors
    /// If the look does not know the colour.
    pub fn of_object(&self, colour: u8) -> Result<Range<usize>, DrawError> {
        let start = FIXED.len() + SHADES * usize::from(colour);
        let known = (self.colours.len() - FIXED.len()) / SHADES;
        if usize::from(colour) < known {
            return Ok(start..start + SHADES);
        }
        Err(DrawError::UnknownColour { colour, known })
    }

    /// The numbers of what the agent is drawn with: its own colour and the white around it.
    pub fn of_agent(&self) -> Range<usize> {
        0..FIXED.len()
    }

    /// The number of the nearest colour among some.
    pub fn nearest(&self, colour: Rgb, among: Range<usize>) -> u8 {
        let apart = |a: u8, b: u8| u32::from(a.abs_diff(b)).pow(2);
        let distance = |number: &usize| {
            let other = self.colours[*number];
            apart(colour.red, other.red) + apart(colour.green, other.green) + apart(colour.blue, other.blue)
        };
        among.min_by_key(distance).map_or(Self::CLEAR, |number| number as u8)
    }
}

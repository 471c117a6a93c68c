//! Small pictures that are drawn once and put down often.

use std::ops::Range;

use crate::palette::Palette;
use crate::picture::Picture;
use crate::raster::rasterise_on;
use crate::{DrawError, Rgb};

/// A square of pixels, some of them clear.
#[derive(Clone, Debug)]
pub(crate) struct Sprite {
    side: usize,
    pixels: Vec<u8>,
}

impl Sprite {
    /// A square picture in these colours of the palette. What covers less than half of a pixel is left out: edges are
    /// sharp, so that no pixel has a colour that nothing has.
    ///
    /// # Errors
    /// If the picture is too large.
    pub fn new(picture: &Picture, palette: &Palette, colours: Range<usize>) -> Result<Self, DrawError> {
        let drawn = rasterise_on(picture, 1.0, tiny_skia::Color::TRANSPARENT)?;
        let number = |pixel: &tiny_skia::PremultipliedColorU8| {
            if pixel.alpha() < 128 {
                return Palette::CLEAR;
            }
            let pixel = pixel.demultiply();
            palette.nearest(Rgb::new(pixel.red(), pixel.green(), pixel.blue()), colours.clone())
        };
        Ok(Self { side: drawn.width() as usize, pixels: drawn.pixels().iter().map(number).collect() })
    }

    /// Puts it down with its corner here; what lies beyond the picture is cut off.
    pub fn press(&self, picture: &mut [u8], width: usize, (row, column): (usize, usize)) {
        let rows = picture.chunks_exact_mut(width.max(1)).skip(row);
        for (to, from) in rows.zip(self.pixels.chunks_exact(self.side.max(1))) {
            for (to, &from) in to.iter_mut().skip(column).zip(from) {
                *to = if from == Palette::CLEAR { *to } else { from };
            }
        }
    }
}

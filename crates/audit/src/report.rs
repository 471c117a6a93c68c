//! A report in files: a page, its tables as CSV, its charts as SVG and PNG. The name says which.

use std::path::{Path, PathBuf};

use wampimuk_draw::{DrawError, Picture};

use crate::{Page, Table, tables_to_csv};

/// Pixels for each unit of length in PNG files.
const SCALE: f32 = 2.0;
/// The longest name of a file, without number and ending.
const LONGEST_NAME: usize = 60;

/// A page with what stands on it.
#[derive(Debug)]
pub struct Report {
    /// What it is about.
    pub title: String,
    /// The page.
    pub page: Page,
    /// Its tables.
    pub tables: Vec<Table>,
    /// Its charts.
    pub pictures: Vec<Picture>,
}

/// What a report is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportForm {
    /// A page.
    Page,
    /// All tables, one after another.
    Csv,
    /// All charts in one vector picture.
    Svg,
    /// All charts in one pixel picture.
    Png,
    /// A folder with the page, a CSV file for each table, and each chart as SVG and PNG.
    Folder,
}

/// Why a report cannot be written like this.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The name has another ending.
    #[error(
        "`{0}` is no kind of report: expected a name that ends in .html, .csv, .svg or .png, or in / for a folder with all of \
         them"
    )]
    Ending(PathBuf),
    /// The charts do not fit into one picture.
    #[error("failed to draw: {0} (a name that ends in / makes a folder with a file for each chart)")]
    Draw(#[from] DrawError),
    /// There are no charts.
    #[error("there are no charts to draw")]
    Empty,
}

impl ReportForm {
    /// The form that a name asks for; standard output (`-`) gets a page.
    ///
    /// # Errors
    /// If the name has an ending of something else.
    pub fn of(path: &Path) -> Result<Self, ReportError> {
        if path.as_os_str().to_string_lossy().ends_with(['/', std::path::MAIN_SEPARATOR]) {
            return Ok(Self::Folder);
        }
        let ending = path.extension().map(|ending| ending.to_string_lossy().to_ascii_lowercase());
        match ending.as_deref() {
            Some("html" | "htm") | None => Ok(Self::Page),
            Some("csv") => Ok(Self::Csv),
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            Some(_) => Err(ReportError::Ending(path.to_owned())),
        }
    }
}

impl Report {
    /// The files that a name asks for, with their contents.
    ///
    /// # Errors
    /// If the name has an ending of something else, or the charts do not fit into one picture.
    pub fn files(&self, path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, ReportError> {
        let one = |bytes: Vec<u8>| Ok(vec![(path.to_owned(), bytes)]);
        match ReportForm::of(path)? {
            ReportForm::Page => one(self.page.html().into_bytes()),
            ReportForm::Csv => one(tables_to_csv(&self.tables).into_bytes()),
            ReportForm::Svg => one(self.picture()?.to_svg().into_bytes()),
            ReportForm::Png => one(self.picture()?.to_png(SCALE)?),
            ReportForm::Folder => self.folder(path),
        }
    }

    fn folder(&self, path: &Path) -> Result<Vec<(PathBuf, Vec<u8>)>, ReportError> {
        let mut files = vec![(path.join("report.html"), self.page.html().into_bytes())];
        for (number, table) in (1..).zip(&self.tables) {
            let name = format!("table-{number:03}-{}.csv", slug(&table.title));
            files.push((path.join(name), table.to_csv().into_bytes()));
        }
        for (number, picture) in (1..).zip(&self.pictures) {
            let name = format!("chart-{number:03}-{}", slug(&picture.label));
            files.push((path.join(format!("{name}.svg")), picture.to_svg().into_bytes()));
            files.push((path.join(format!("{name}.png")), picture.to_png(SCALE)?));
        }
        Ok(files)
    }

    fn picture(&self) -> Result<Picture, ReportError> {
        if self.pictures.is_empty() {
            return Err(ReportError::Empty);
        }
        // As wide as two charts: a column of hundreds is no picture for a screen.
        Ok(Picture::tile(&self.pictures, 2, self.title.as_str()))
    }
}

/// A title as part of a file's name, whatever it says.
pub fn slug(title: &str) -> String {
    let mut name = String::new();
    for c in title.chars().map(|c| c.to_ascii_lowercase()) {
        match c {
            'a'..='z' | '0'..='9' | '_' => name.push(c),
            _ if !name.is_empty() && !name.ends_with('-') => name.push('-'),
            _ => {}
        }
        if name.len() == LONGEST_NAME {
            break;
        }
    }
    name.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests {
    use wampimuk_draw::bar_chart;

    use super::*;

    fn report() -> Report {
        let mut table = Table::new("Right, by split", &["split", "%"]);
        table.row(["test", "50.0"]);
        let pictures = vec![bar_chart("../../Verbs & more", &[("walk", 1.0)])];
        Report { title: "Scores".into(), page: Page::new("Scores"), tables: vec![table], pictures }
    }

    #[test]
    fn names_say_what_is_written() {
        let start = |name: &str| report().files(Path::new(name)).unwrap().remove(0).1;
        assert!(
            start("a.html").starts_with(b"<!doctype html>") && start("-").starts_with(b"<!doctype html>")
        );
        assert!(start("a.csv").starts_with(b"\"Right, by split\"\r\nsplit,%\r\n"));
        assert!(start("a.svg").starts_with(b"<svg") && start("a.PNG").starts_with(b"\x89PNG"));
        let wrong = report().files(Path::new("a.txt")).unwrap_err().to_string();
        assert!(wrong.contains(".csv"), "{wrong}");
    }

    #[test]
    fn folders_hold_everything_under_harmless_names() {
        let files = report().files(Path::new("out/")).unwrap();
        let names: Vec<String> = files.iter().map(|(path, _)| path.display().to_string()).collect();
        assert_eq!(
            names,
            [
                "out/report.html",
                "out/table-001-right-by-split.csv",
                "out/chart-001-verbs-more.svg",
                "out/chart-001-verbs-more.png"
            ]
        );
    }
}

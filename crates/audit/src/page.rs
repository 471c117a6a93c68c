//! Pages with tables and charts, in one file that needs nothing else.
//!
//! What stands before the first section is the summary. Contents follow it; long tables and charts beyond the first few of a
//! kind are folded, so that a page with hundreds of charts begins with what matters. A table with more columns than a window of
//! 1,200 pixels has room for stands there in bands of columns.

mod bands;

use std::fmt::Write as _;

use wampimuk_dataset::base64;
use wampimuk_draw::{Picture, bar_chart, heat_grid};

use crate::{Chart, ChartData, Severity, Table};
use bands::{bands, is_long};

const STYLE: &str = include_str!("page.css");

/// How many charts are seen at once; the others are folded.
const CHARTS: usize = 6;
/// Tables of more rows are folded.
const ROWS: usize = 40;

/// A page in the making.
#[derive(Debug)]
pub struct Page {
    title: String,
    body: String,
    /// Where the title ends.
    head: usize,
    /// Where the summary ends, and the titles of the sections after it.
    summary: usize,
    sections: Vec<String>,
    /// What its data are the same by, the command that makes it again, and the day on which it was made.
    digest: Option<String>,
    command: Option<String>,
    date: Option<String>,
    program: Option<String>,
}

/// An item with what is said about it.
#[derive(Clone, Debug)]
pub struct Example<'a> {
    /// What stands above it.
    pub title: &'a str,
    /// A picture as the text of an SVG file, which must be ours.
    pub svg: String,
    /// An animated GIF.
    pub animation: Option<&'a [u8]>,
    /// Named texts, which may be anybody's. Empty ones are left out.
    pub texts: &'a [(&'static str, String)],
    /// The names of texts that are closed until somebody opens them.
    pub folded: &'a [&'a str],
}

impl Page {
    /// An empty page.
    pub fn new(title: &str) -> Self {
        let body = format!("<h1>{}</h1>\n", escape(title));
        let (head, summary, sections) = (body.len(), body.len(), Vec::new());
        let title = title.to_string();
        Self { title, head, summary, body, sections, digest: None, command: None, date: None, program: None }
    }

    /// A heading. Contents list it.
    pub fn section(&mut self, title: &str) {
        if self.sections.is_empty() {
            self.summary = self.body.len();
        }
        self.sections.push(title.to_owned());
        self.push(format_args!("<h2 id=s{}>{}</h2>\n", self.sections.len(), escape(title)));
    }

    /// Says from what the page is, and how to make it again. What is not known is left out.
    pub fn made_by(&mut self, digest: Option<&str>, command: Option<&str>) {
        self.digest = digest.map(str::to_owned);
        self.command = command.map(str::to_owned);
    }

    /// Says when it was made and by which program, and by which command if nobody has said so.
    pub fn made_on(&mut self, date: &str, program: &str, command: &str) {
        self.program = Some(program.to_owned());
        self.date = Some(date.to_owned());
        self.command.get_or_insert_with(|| command.to_owned());
    }

    /// Which program made the page, when, from what, and how to make it again.
    fn origin(&self) -> String {
        let program = self.program.as_deref().unwrap_or(concat!("wampimuk ", env!("CARGO_PKG_VERSION")));
        let date = self.date.as_ref().map_or_else(String::new, |date| format!(", {date}"));
        let mut origin = format!("<div class=origin><p>{}{}</p>\n", escape(program), escape(&date));
        let lines = self.digest.iter().map(|digest| format!("<p>{}</p>\n", escape(digest)));
        let command = self.command.iter().map(|command| format!("<pre>{}</pre>\n", escape(command)));
        origin.extend(lines.chain(command));
        origin + "</div>\n"
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.push(format_args!("<p>{}</p>\n", escape(text)));
    }

    /// A text whose lines stay as they are.
    pub fn text(&mut self, text: &str) {
        self.push(format_args!("<pre>{}</pre>\n", escape(text)));
    }

    /// The same with severities in their colours, where a line begins with one.
    pub fn findings(&mut self, text: &str) {
        let line = |line: &str| {
            let found = Severity::ALL.into_iter().find(|severity| {
                line.strip_prefix(severity.name()).is_some_and(|rest| rest.starts_with(' '))
            });
            match found {
                None => escape(line),
                Some(severity) => {
                    let name = severity.name();
                    format!("<span class={name}>{name}</span>{}", escape(&line[name.len()..]))
                }
            }
        };
        let lines: Vec<String> = text.lines().map(line).collect();
        self.push(format_args!("<pre>{}</pre>\n", lines.join("\n")));
    }

    /// A table; columns of numbers are aligned to the right. A long one is folded.
    pub fn table(&mut self, table: &Table) {
        if table.rows.len() > ROWS {
            let title = format!("{} ({} rows)", table.title, table.rows.len());
            return self.fold(&title, |page| page.open_table(table));
        }
        self.open_table(table);
    }

    /// A table that is not folded, however long it is.
    pub fn open_table(&mut self, table: &Table) {
        let number = |text: &String| text.chars().all(|c| c.is_ascii_digit() || " .,%–+-".contains(c));
        let is_number: Vec<bool> = (0..table.columns.len())
            .map(|column| table.rows.iter().all(|row| row.get(column).is_none_or(number)))
            .collect();
        for (place, band) in bands(table, &is_number).into_iter().enumerate() {
            let cells = |tag: &str, row: &[String]| -> String {
                let cell = |&column: &usize| {
                    let text = row.get(column)?;
                    let class = match (is_number[column], is_long(text)) {
                        (true, _) => " class=n",
                        (false, true) => " class=t",
                        (false, false) => "",
                    };
                    Some(format!("<{tag}{class}>{}</{tag}>", whole(text)))
                };
                band.iter().filter_map(cell).collect()
            };
            let continued = if place == 0 { "" } else { ", continued" };
            self.push(format_args!(
                "<div class=wide><table><caption>{}{continued}</caption><thead><tr>{}</tr></thead><tbody>\n",
                escape(&table.title),
                cells("th", &table.columns)
            ));
            for row in &table.rows {
                self.push(format_args!("<tr>{}</tr>\n", cells("td", row)));
            }
            self.push(format_args!("</tbody></table></div>\n"));
        }
    }

    /// Charts side by side, as many as the window has room for; all but the first few are folded.
    pub fn charts(&mut self, charts: &[Chart]) {
        let (first, more) = charts.split_at(charts.len().min(CHARTS));
        self.drawn(first.iter().map(draw));
        if !more.is_empty() {
            self.fold(&format!("{} more charts", more.len()), |page| page.drawn(more.iter().map(draw)));
        }
    }

    /// Pictures side by side; all but the first few are folded.
    pub fn pictures(&mut self, pictures: &[Picture]) {
        let (first, more) = pictures.split_at(pictures.len().min(CHARTS));
        self.all_pictures(first);
        if !more.is_empty() {
            self.fold(&format!("{} more", more.len()), |page| page.all_pictures(more));
        }
    }

    /// Pictures side by side.
    pub fn all_pictures(&mut self, pictures: &[Picture]) {
        self.drawn(pictures.iter().cloned());
    }

    fn drawn(&mut self, pictures: impl Iterator<Item = Picture>) {
        self.push(format_args!("<div class=charts>\n"));
        for picture in pictures {
            self.push(format_args!("<div>{}</div>\n", picture.to_svg()));
        }
        self.push(format_args!("</div>\n"));
    }

    /// A part of the page that is closed until somebody opens it.
    pub fn fold(&mut self, title: &str, fill: impl FnOnce(&mut Self)) {
        self.push(format_args!("<details><summary class=big>{}</summary>\n", escape(title)));
        fill(self);
        self.push(format_args!("</details>\n"));
    }

    /// An item with what is said about it.
    pub fn example(&mut self, example: &Example<'_>) {
        let Example { title, svg, animation, texts, folded } = example;
        self.push(format_args!("<article><h3>{}</h3><div class=charts><div>{svg}</div>\n", escape(title)));
        if let Some(gif) = animation {
            let mut data = Vec::new();
            base64::encode(gif, &mut data);
            let data = String::from_utf8_lossy(&data);
            self.push(format_args!(
                "<div><img loading=lazy alt=\"the answer step by step\" src=\"data:image/gif;base64,{data}\"></div>\n"
            ));
        }
        self.push(format_args!("<div>\n"));
        for (name, text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
            let state = if folded.contains(name) { "" } else { " open" };
            self.push(format_args!(
                "<details{state}><summary>{}</summary><pre>{}</pre></details>\n",
                escape(name),
                escape(text)
            ));
        }
        self.push(format_args!("</div></div></article>\n"));
    }

    /// The page as HTML.
    pub fn html(&self) -> String {
        let (summary, rest) = match self.sections.len() {
            0 | 1 => self.body.split_at(self.body.len()),
            _ => self.body.split_at(self.summary),
        };
        let (head, summary) = summary.split_at(self.head);
        format!(
            "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n{head}{}{summary}{}{rest}</html>\n",
            escape(&self.title),
            self.origin(),
            if rest.is_empty() { String::new() } else { self.contents() },
        )
    }

    /// Links to the sections.
    fn contents(&self) -> String {
        let link =
            |(place, title): (usize, &String)| format!("<li><a href=#s{place}>{}</a>\n", escape(title));
        let links: String = (1..).zip(&self.sections).map(link).collect();
        format!("<nav aria-label=contents><ol>\n{links}</ol></nav>\n")
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(text);
    }
}

/// The picture of a chart.
pub fn draw(chart: &Chart) -> Picture {
    match &chart.data {
        ChartData::Bars(bars) => bar_chart(&chart.title, bars),
        ChartData::Grid(rows) => heat_grid(&chart.title, rows),
    }
}

/// A cell. An interval at its end stays on one line, and so does a mean with its deviation.
fn whole(text: &str) -> String {
    match text.strip_suffix(']').and_then(|rest| rest.split_once(" [")) {
        Some((value, interval)) if interval.starts_with(|c: char| c.is_ascii_digit() || c == '-') => {
            format!("{} <span class=i>[{}]</span>", unbroken(value), escape(interval))
        }
        _ => unbroken(text),
    }
}

fn unbroken(text: &str) -> String {
    escape(text).replace(" ± ", "&nbsp;±&nbsp;")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contents_follow_the_summary_and_much_is_folded() {
        let mut page = Page::new("Statistics of <x>");
        page.paragraph("What matters.");
        for name in ["train", "<b>test"] {
            page.section(name);
            page.charts(&vec![Chart::bars("lengths", vec![("1".into(), 2.0)]); 10]);
        }
        let mut table = Table::new("Words", &["word"]);
        (0..100).for_each(|number| table.row([number.to_string()]));
        page.table(&table);
        let html = page.html();
        let place = |text: &str| html.find(text).unwrap_or_else(|| panic!("{text} is missing: {html}"));
        assert!(place("What matters.") < place("<nav") && place("</nav>") < place("<h2 id=s1>"));
        assert!(html.contains("<a href=#s2>&lt;b&gt;test</a>") && !html.contains("<b>test"));
        assert_eq!(html.matches("4 more charts").count(), 2);
        assert!(place("Words (100 rows)") < place("<td"));
    }

    #[test]
    fn wide_tables_stand_in_bands() {
        let heads: Vec<String> = (0..40).map(|number| format!("a1_test_{number}")).collect();
        let heads: Vec<&str> = ["pattern"].into_iter().chain(heads.iter().map(String::as_str)).collect();
        let mut table = Table::new("Patterns", &heads);
        table.row(["$OBJ_0".to_owned()].into_iter().chain((0..40).map(|_| "5.5 %".to_owned())));
        let long = "incomplete: 2 of 200,000 updates; other settings: batch = 4";
        let mut narrow = Table::new("Table 1", &["", "ours", "difference"]);
        (0..100).for_each(|_| narrow.row(["A", "97.69 ± 0.22 [97.1, 98.2]", long]));
        let mut page = Page::new("x");
        page.table(&table);
        page.open_table(&narrow);
        let html = page.html();
        assert_eq!(html.matches("<caption>Patterns</caption>").count(), 1);
        assert!(html.contains("<caption>Patterns, continued</caption>"), "{html}");
        assert_eq!(html.matches("a1_test_39").count(), 1);
        assert!(html.matches("<td>$OBJ_0</td>").count() > 1, "each band says what its lines are about");
        assert_eq!(html.matches("Table 1").count(), 1, "it is not folded, whatever its length");
        assert!(html.contains("97.69&nbsp;±&nbsp;0.22 <span class=i>[97.1, 98.2]</span>"), "{html}");
        assert!(html.contains(&format!("<td class=t>{long}</td>")), "{html}");
    }

    #[test]
    fn pages_say_where_they_come_from() {
        let mut page = Page::new("Scores");
        page.made_by(Some("recipe <x>"), None);
        page.made_on("2026-11-18", "wampimuk 0.1.0 (abc)", "wampimuk score 'a & b'");
        page.paragraph("What it says.");
        let html = page.html();
        let (top, _) = html.split_once("What it says.").unwrap();
        for part in ["wampimuk 0.1.0 (abc), 2026-11-18", "recipe &lt;x&gt;", "score 'a &amp; b'"] {
            assert!(top.contains(part), "{top}");
        }
        page.made_by(None, Some("wampimuk audit"));
        page.made_on("2026-11-18", "wampimuk", "another");
        assert!(page.html().contains("wampimuk audit") && !page.html().contains("another"));
    }

    #[test]
    fn what_models_write_stays_text() {
        let mut page = Page::new("Answers");
        let evil = "</pre><script>alert(1)</script>\"'<img src=x onerror=alert(1)>";
        let texts = [("predicted", evil.to_owned())];
        page.example(&Example {
            title: evil,
            svg: String::new(),
            animation: None,
            texts: &texts,
            folded: &[],
        });
        let html = page.html();
        assert!(!html.contains("<script") && !html.contains("<img"), "{html}");
    }
}

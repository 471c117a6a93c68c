//! Pages with tables and charts, in one file that needs nothing else.

use std::fmt::Write as _;

use wampimuk_draw::{Picture, bar_chart, heat_grid};

use crate::{Chart, ChartData, Table};

const STYLE: &str = "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;color:#222}\
h1{font-size:1.5rem}h2{font-size:1.15rem;margin:2.5rem 0 .5rem;border-bottom:1px solid #ddd}\
table{border-collapse:collapse;margin:.5rem 0 1.5rem;font-variant-numeric:tabular-nums}\
caption{text-align:left;font-weight:600;padding:.4rem 0}\
th,td{padding:.15rem .7rem;text-align:left;border-bottom:1px solid #eee;vertical-align:top}\
td.n,th.n{text-align:right}tr:hover{background:#f6f6f6}\
pre{white-space:pre-wrap}.wide{overflow-x:auto}.charts{display:flex;flex-wrap:wrap;gap:1rem}.charts svg{max-width:100%;height:auto}\
.charts>div{min-width:0;max-width:100%}article{break-inside:avoid;margin:1rem 0}h3{font-size:1rem;margin:.5rem 0}\
pre{overflow-wrap:anywhere;margin:.2rem 0 .6rem}summary{cursor:pointer}\
@media print{body{margin:0;max-width:none;font-size:10pt}.wide{overflow:visible}table{font-size:8pt}h2{break-after:avoid}}\
@media(prefers-color-scheme:dark){body{background:#181818;color:#ddd}tr:hover{background:#242424}th,td{border-color:#333}\
.charts svg{background:#fff;border-radius:4px}}";

/// A page in the making.
#[derive(Debug)]
pub struct Page {
    title: String,
    body: String,
}

impl Page {
    /// An empty page.
    pub fn new(title: &str) -> Self {
        Self { title: title.to_string(), body: format!("<h1>{}</h1>\n", escape(title)) }
    }

    /// A heading.
    pub fn section(&mut self, title: &str) {
        self.push(format_args!("<h2>{}</h2>\n", escape(title)));
    }

    /// A paragraph.
    pub fn paragraph(&mut self, text: &str) {
        self.push(format_args!("<p>{}</p>\n", escape(text)));
    }

    /// A text whose lines stay as they are.
    pub fn text(&mut self, text: &str) {
        self.push(format_args!("<pre>{}</pre>\n", escape(text)));
    }

    /// A table; columns of numbers are aligned to the right.
    pub fn table(&mut self, table: &Table) {
        let numeric: Vec<&str> = (0..table.columns.len())
            .map(|column| {
                let number =
                    |text: &String| text.chars().all(|c| c.is_ascii_digit() || " .,%–+-".contains(c));
                let all = table.rows.iter().all(|row| row.get(column).is_none_or(number));
                if all { " class=n" } else { "" }
            })
            .collect();
        let cells = |tag: &str, row: &[String]| -> String {
            let cell = |(text, class): (&String, &&str)| format!("<{tag}{class}>{}</{tag}>", escape(text));
            row.iter().zip(&numeric).map(cell).collect()
        };
        self.push(format_args!(
            "<div class=wide><table><caption>{}</caption><thead><tr>{}</tr></thead><tbody>\n",
            escape(&table.title),
            cells("th", &table.columns)
        ));
        for row in &table.rows {
            self.push(format_args!("<tr>{}</tr>\n", cells("td", row)));
        }
        self.push(format_args!("</tbody></table></div>\n"));
    }

    /// Charts side by side.
    pub fn charts(&mut self, charts: &[Chart]) {
        self.push(format_args!("<div class=charts>\n"));
        for chart in charts {
            self.push(format_args!("<div>{}</div>\n", draw(chart).to_svg()));
        }
        self.push(format_args!("</div>\n"));
    }

    /// Pictures side by side.
    pub fn pictures(&mut self, pictures: &[Picture]) {
        self.push(format_args!("<div class=charts>\n"));
        for picture in pictures {
            self.push(format_args!("<div>{}</div>\n", picture.to_svg()));
        }
        self.push(format_args!("</div>\n"));
    }

    /// A part of the page that is closed until somebody opens it.
    pub fn fold(&mut self, title: &str, fill: impl FnOnce(&mut Self)) {
        self.push(format_args!("<details><summary>{}</summary>\n", escape(title)));
        fill(self);
        self.push(format_args!("</details>\n"));
    }

    /// An item with what is said about it: a picture as the text of an SVG file, which must be ours, and named texts, which may
    /// be anybody's. Empty ones are left out; `open` says which of the others are seen at once.
    pub fn example(&mut self, title: &str, svg: &str, texts: &[(&str, String)], open: impl Fn(&str) -> bool) {
        self.push(format_args!(
            "<article><h3>{}</h3><div class=charts><div>{svg}</div><div>\n",
            escape(title)
        ));
        for (name, text) in texts.iter().filter(|(_, text)| !text.is_empty()) {
            let state = if open(name) { " open" } else { "" };
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
        format!(
            "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n<meta name=viewport content=\"width=device-width\">\n\
             <title>{}</title>\n<style>{STYLE}</style>\n{}</html>\n",
            escape(&self.title),
            self.body
        )
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.body.write_fmt(text);
    }
}

fn draw(chart: &Chart) -> Picture {
    match &chart.data {
        ChartData::Bars(bars) => bar_chart(&chart.title, bars),
        ChartData::Grid(rows) => heat_grid(&chart.title, rows),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

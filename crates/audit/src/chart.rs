//! What charts show; drawing them is another crate's work.

use serde::Serialize;

/// A chart to be drawn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Chart {
    /// What it shows.
    pub title: String,
    /// Which kind it is, with its values.
    #[serde(flatten)]
    pub data: ChartData,
}

/// The kinds of chart.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "kind", content = "data", rename_all = "lowercase")]
pub enum ChartData {
    /// A bar for each label.
    Bars(Vec<(String, f64)>),
    /// A value for each cell, row by row.
    Grid(Vec<Vec<f64>>),
}

impl Chart {
    /// A bar chart.
    pub fn bars(title: impl Into<String>, bars: Vec<(String, f64)>) -> Self {
        Self { title: title.into(), data: ChartData::Bars(bars) }
    }

    /// A heat map.
    pub fn grid(title: impl Into<String>, rows: Vec<Vec<f64>>) -> Self {
        Self { title: title.into(), data: ChartData::Grid(rows) }
    }
}

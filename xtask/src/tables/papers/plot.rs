//! Drawings of tables: numbers over another number, a panel for each program, in SVG.
//!
//! Text is left to the viewer, so that no font of the system is needed to draw.

use super::{Block, PaperTable};
use anyhow::{Result, anyhow};
use plotters::coord::ranged1d::Ranged;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;

/// A line of a panel.
pub struct Line {
    pub name: String,
    /// Ordered by the first.
    pub points: Vec<(f64, f64)>,
}

/// What is drawn into one system of axes.
pub struct Panel {
    pub title: String,
    pub lines: Vec<Line>,
}

/// What the axes of all panels are.
pub struct Axes {
    pub across: &'static str,
    pub up: &'static str,
    pub logarithmic: bool,
}

const PANEL: (u32, u32) = (460, 330);
const ACROSS: usize = 2;

/// Told apart also by people who see fewer colours (Okabe and Ito), in the order of the lines.
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 0, 0),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 158, 115),
    RGBColor(213, 94, 0),
    RGBColor(0, 114, 178),
    RGBColor(204, 121, 167),
    RGBColor(150, 150, 150),
];

/// Executions over the first argument of programs: behaviours, each strategy where it was done, and what was published.
pub fn over_bounds(table: &PaperTable, names: &[String], blocks: &[Block]) -> Result<String> {
    draw(&panels(table, names, blocks), &Axes { across: "bound", up: "executions", logarithmic: true })
}

fn panels(table: &PaperTable, names: &[String], blocks: &[Block]) -> Vec<Panel> {
    let mut panels: Vec<Panel> = Vec::new();
    for block in blocks {
        let sample = block.entry.sample;
        let Some(bound) = sample.args.first().and_then(|text| text.parse::<f64>().ok()) else { continue };
        let title = format!("{}, {}", sample.class, block.model.name());
        if panels.last().is_none_or(|panel| panel.title != title) {
            panels.push(Panel { title, lines: Vec::new() });
        }
        let Some(panel) = panels.last_mut() else { continue };
        panel.add("behaviours", bound, block.behaviours().map(|number| number as f64));
        for name in names {
            let done = block.of(name).filter(|measured| measured.finished && measured.wrong.is_none());
            panel.add(name, bound, done.map(|measured| measured.runs() as f64));
        }
        for (index, column) in table.published.iter().enumerate() {
            let number = block.entry.published(index, block.model).and_then(|text| text.parse().ok());
            panel.add(&format!("{}, published", column.who), bound, number);
        }
    }
    panels
}

impl Panel {
    /// A line has its place, and so its colour, even if it has no points.
    pub fn add(&mut self, name: &str, across: f64, up: Option<f64>) {
        let index = self.lines.iter().position(|line| line.name == name).unwrap_or_else(|| {
            self.lines.push(Line { name: name.to_owned(), points: Vec::new() });
            self.lines.len() - 1
        });
        self.lines[index].points.extend(up.map(|up| (across, up)));
    }

    /// The ends of both axes; nothing if there is nothing to draw.
    fn extent(&self) -> Option<((f64, f64), (f64, f64))> {
        let mut points = self.lines.iter().flat_map(|line| &line.points);
        let &(x, y) = points.next()?;
        let wider = |((left, right), (low, high)): ((f64, f64), (f64, f64)), &(x, y): &(f64, f64)| {
            ((left.min(x), right.max(x)), (low.min(y), high.max(y)))
        };
        Some(points.fold(((x, x), (y, y)), wider))
    }
}

/// All panels, side by side and below each other.
pub fn draw(panels: &[Panel], axes: &Axes) -> Result<String> {
    let rows = panels.len().div_ceil(ACROSS).max(1);
    let size = (PANEL.0 * ACROSS as u32, PANEL.1 * rows as u32);
    let mut svg = String::new();
    {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        root.fill(&WHITE).map_err(failed)?;
        for (area, panel) in root.split_evenly((rows, ACROSS)).iter().zip(panels) {
            draw_panel(area, panel, axes)?;
        }
        root.present().map_err(failed)?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

fn draw_panel(area: &Area, panel: &Panel, axes: &Axes) -> Result<()> {
    let Some(((left, right), (low, high))) = panel.extent() else {
        return area
            .titled(&format!("{}: nothing was done", panel.title), ("sans-serif", 16))
            .map(drop)
            .map_err(failed);
    };
    let mut builder = ChartBuilder::on(area);
    builder.caption(&panel.title, ("sans-serif", 16)).margin(8).x_label_area_size(36).y_label_area_size(56);
    let across = (left - 0.25)..(right + 0.25);
    if axes.logarithmic {
        // Both axes must have an extent, also where there is a single point.
        let up = (low.max(0.1) / 1.5)..(high.max(0.2) * 1.5);
        let mut chart = builder.build_cartesian_2d(across, up.log_scale()).map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(axes.across).y_desc(axes.up).x_label_formatter(&whole).y_label_formatter(&whole);
        mesh.disable_x_mesh().light_line_style(TRANSPARENT).draw().map_err(failed)?;
        draw_lines(&mut chart, panel, SeriesLabelPosition::LowerRight)
    } else {
        let mut chart = builder.build_cartesian_2d(across, 0.0..high.max(0.1) * 1.15).map_err(failed)?;
        let mut mesh = chart.configure_mesh();
        mesh.x_desc(axes.across).y_desc(axes.up).x_label_formatter(&whole);
        mesh.disable_x_mesh().light_line_style(TRANSPARENT).draw().map_err(failed)?;
        draw_lines(&mut chart, panel, SeriesLabelPosition::LowerLeft)
    }
}

/// Those that have points, each with its colour, and their names.
fn draw_lines<'a, 'b: 'a, Y>(
    chart: &mut ChartContext<'a, SVGBackend<'b>, Cartesian2d<RangedCoordf64, Y>>,
    panel: &Panel,
    legend: SeriesLabelPosition,
) -> Result<()>
where
    Y: Ranged<ValueType = f64>,
{
    for (line, colour) in panel.lines.iter().zip(COLOURS.iter().cycle()).filter(|(line, _)| !line.points.is_empty()) {
        let style = ShapeStyle { color: colour.to_rgba(), filled: true, stroke_width: 2 };
        let drawn = LineSeries::new(line.points.iter().copied(), style).point_size(3);
        let series = chart.draw_series(drawn).map_err(failed)?;
        series.label(&line.name).legend(move |(x, y)| PathElement::new([(x, y), (x + 14, y)], style));
    }
    let mut labels = chart.configure_series_labels();
    labels.position(legend).label_font(("sans-serif", 11));
    labels.background_style(WHITE.mix(0.8)).border_style(BLACK.mix(0.3)).draw().map_err(failed)
}

/// Bounds and counts are whole; a grid line between two has no number.
fn whole(number: &f64) -> String {
    if (number - number.round()).abs() < 1e-6 { format!("{number:.0}") } else { String::new() }
}

fn failed<E: std::fmt::Display>(error: E) -> anyhow::Error {
    anyhow!("cannot draw: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_with_points_is_drawn_and_named() {
        let mut panel = Panel { title: "Example, sc".to_owned(), lines: Vec::new() };
        for (bound, up) in [(1.0, Some(2.0)), (2.0, Some(52.0)), (3.0, None)] {
            panel.add("search", bound, up);
            panel.add("mcr", bound, None);
        }
        let axes = Axes { across: "bound", up: "executions", logarithmic: true };
        let svg = draw(&[panel], &axes).expect("can be drawn");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        assert!(svg.contains("Example, sc") && svg.contains("search") && svg.contains("<polyline"));
        assert!(!svg.contains("mcr"), "a line without points is not in the legend");
    }

    #[test]
    fn a_panel_with_one_point_or_none_can_be_drawn() {
        let none = Panel { title: "empty".to_owned(), lines: Vec::new() };
        let one = |up| {
            let line = Line { name: "auto".to_owned(), points: vec![(1.0, up)] };
            Panel { title: "one".to_owned(), lines: vec![line] }
        };
        for logarithmic in [true, false] {
            let svg = draw(
                &[Panel { title: "empty".to_owned(), ..one(1.0) }, one(0.0)],
                &Axes { across: "x", up: "y", logarithmic },
            );
            assert!(svg.is_ok());
        }
        let svg = draw(&[none], &Axes { across: "x", up: "y", logarithmic: true }).expect("can be drawn");
        assert!(svg.contains("empty: nothing was done"));
    }
}

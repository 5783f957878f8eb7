//! Renders how many mutants are noticed by the first cases of the order, as a plot and as a table.
//!
//! This module does not know where the plot and the table are shown.

use std::fmt::Write as _;

use webdata_suite::order::MeasuredOrder;

/// The size of the plot in pixels, and the margin around it for the labels of the axes.
const WIDTH: usize = 640;
const HEIGHT: usize = 320;
const MARGIN: usize = 48;

/// The numbers of cases that the table has a row for.
const CASES: [usize; 6] = [50, 100, 200, 300, 500, 1000];

/// The percentages of the mutants that the plot has a grid line for.
const SHARES: [usize; 5] = [0, 25, 50, 75, 100];

/// The number of cases between two labels of the horizontal axis.
const STEP: usize = 200;

/// Renders the curve as an SVG that is readable on a light and on a dark background.
pub(super) fn plot(order: &MeasuredOrder) -> String {
    let curve: Vec<usize> = std::iter::once(0).chain(order.curve()).collect();
    let (last, mutants) = (curve.len().saturating_sub(1).max(1), order.mutants().max(1));
    let x = |cases: usize| MARGIN + cases * (WIDTH - 2 * MARGIN) / last;
    let y = |noticed: usize| HEIGHT - MARGIN - noticed * (HEIGHT - 2 * MARGIN) / mutants;
    let (left, right) = (x(0), x(last));
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         role=\"img\" aria-label=\"Mutants noticed by the first cases of the order\" \
         font-family=\"sans-serif\" font-size=\"12\" fill=\"#808080\">\n"
    );
    // Writing into a string never fails.
    for share in SHARES {
        let at = y(mutants * share / 100);
        let _ = writeln!(
            svg,
            "<path d=\"M{left} {at}H{right}\" stroke=\"#80808055\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{share} %</text>",
            left - 6,
            at + 4
        );
    }
    for cases in (0..=last).step_by(STEP) {
        let (at, below) = (x(cases), y(0) + 18);
        let _ =
            writeln!(svg, "<text x=\"{at}\" y=\"{below}\" text-anchor=\"middle\">{cases}</text>");
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">cases, those that notice the most mutants first</text>",
        (left + right) / 2,
        y(0) + 36
    );
    let _ = writeln!(svg, "<text x=\"{left}\" y=\"{}\">mutants noticed</text>", y(mutants) - 12);
    let mut points: Vec<(usize, usize)> =
        curve.iter().enumerate().map(|(cases, noticed)| (x(cases), y(*noticed))).collect();
    points.dedup_by_key(|(x, _)| *x);
    let points: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
    let _ = writeln!(
        svg,
        "<polyline fill=\"none\" stroke=\"#3b82f6\" stroke-width=\"2\" points=\"{}\"/>\n</svg>",
        points.join(" ")
    );
    svg
}

/// Renders the curve as a Markdown table.
pub(super) fn curve_table(order: &MeasuredOrder) -> String {
    let curve: Vec<usize> = order.curve().collect();
    let mut lines = vec![
        "| the first cases | mutants noticed | share |".to_owned(),
        "|---:|---:|---:|".to_owned(),
    ];
    let counts = CASES.into_iter().filter(|cases| *cases < curve.len()).chain([curve.len()]);
    lines.extend(counts.filter_map(|cases| {
        let noticed = curve.get(cases.checked_sub(1)?)?;
        let share = (noticed * 1000).checked_div(order.mutants())? as f64 / 10.0;
        Some(format!("| {cases} | {noticed} of {} | {share} % |", order.mutants()))
    }));
    lines.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_rendered_as_plot_and_table() {
        let order = "4 mutants\n2 a\n1 b\n".parse().expect("an order");
        let table = "| the first cases | mutants noticed | share |\n|---:|---:|---:|\n| 2 | 3 of 4 | 75 % |\n";
        assert_eq!(curve_table(&order), table);
        // From 0 mutants at the left to 3 of 4 at the right.
        assert!(plot(&order).contains("points=\"48,272 320,160 592,104\""), "{}", plot(&order));
        assert_eq!(curve_table(&MeasuredOrder::default()).lines().count(), 2);
        assert!(plot(&MeasuredOrder::default()).contains("points=\"48,272\""));
    }
}

//! What is done on a page before it is fetched.

use garde::Validate;
use serde::Deserialize;

use super::format::Screenshot;
use super::validators;

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Action {
    Wait(#[garde(dive, custom(one_wait))] Wait),
    Screenshot(#[garde(dive)] Screenshot),
    Click(#[garde(skip)] Click),
    Write(#[garde(skip)] Write),
    Press(#[garde(skip)] Press),
    Scroll(#[garde(skip)] Scroll),
    Scrape,
    ExecuteJavascript(#[garde(skip)] ExecuteJavascript),
    Pdf(#[garde(skip)] Pdf),
}

#[derive(Debug, Clone, Deserialize, Validate)]
#[serde(deny_unknown_fields)]
#[garde(allow_unvalidated)]
pub(super) struct Wait {
    #[garde(range(min = 1))]
    milliseconds: Option<i64>,
    selector: Option<String>,
}

fn one_wait(wait: &Wait, (): &()) -> garde::Result {
    let (milliseconds, selector) = (wait.milliseconds.is_some(), wait.selector.is_some());
    validators::one_of_two(milliseconds, selector, "milliseconds and selector")
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Click {
    selector: String,
    all: Option<bool>,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Write {
    text: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Press {
    key: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Scroll {
    direction: Option<Direction>,
    selector: Option<String>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Up,
    Down,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct ExecuteJavascript {
    script: String,
}

#[derive(Debug, Clone, Deserialize)]
pub(super) struct Pdf {
    format: Option<Paper>,
    landscape: Option<bool>,
    scale: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
enum Paper {
    A0,
    A1,
    A2,
    A3,
    A4,
    A5,
    A6,
    Letter,
    Legal,
    Tabloid,
    Ledger,
}

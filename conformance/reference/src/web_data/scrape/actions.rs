//! The actions of a scrape, which are performed on a page before its content is read.
//!
//! No scripts run. The page's elements contain what a click or a scroll reveals, in `data-click` and
//! `data-scroll`.

use scraper::node::Text;
use scraper::{Html, Node};
use serde_json::{Value, json};

use super::files;
use super::request::ScrapeRequest;
use crate::contract::Contract;
use crate::contract::schema::Properties;
use crate::web_data::world::web::selected;

/// The results of the actions.
#[derive(Debug, Default)]
pub(super) struct ActionResults {
    /// The results for the response, by the name of their list.
    pub(super) results: Properties,
    /// The total time of the wait actions.
    pub(super) wait_milliseconds: u64,
    /// Whether an action waits for an element that does not exist.
    pub(super) waits_for_missing_element: bool,
    /// Whether the actions may have changed the page.
    pub(super) changed: bool,
    /// The warnings for the response.
    pub(super) warnings: Vec<String>,
}

/// Performs the actions of a scrape, in order.
pub(super) fn perform(request: &ScrapeRequest<'_>, document: &mut Html) -> ActionResults {
    let actions = request.list("actions");
    let mut performer = ActionRunner {
        contract: request.contract(),
        url: request.url,
        document,
        focus: None,
        performed: ActionResults { changed: !actions.is_empty(), ..ActionResults::default() },
    };
    actions.iter().for_each(|action| performer.perform(action));
    performer.performed
}

struct ActionRunner<'p> {
    contract: &'p Contract,
    url: &'p str,
    document: &'p mut Html,
    /// The selector of the element that was clicked last.
    focus: Option<String>,
    performed: ActionResults,
}

impl ActionRunner<'_> {
    fn perform(&mut self, action: &Value) {
        let text = |name: &str| action.get(name).and_then(Value::as_str).unwrap_or_default();
        match text("type") {
            "wait" => self.wait(action),
            "screenshot" => {
                self.add_result("screenshots", "ScreenshotAction.behaviour.field", |this| {
                    files::screenshot(this.contract, this.url, action).into()
                });
            }
            "pdf" => self.add_result("pdfs", "PdfAction.behaviour.field", |this| {
                files::link(this.url, "pdf", action).into()
            }),
            "scrape" => self.add_result(
                "scrapes",
                "ScrapeAction.behaviour.captured",
                |this| json!({ "url": this.url, "html": this.document.html() }),
            ),
            // No script runs, so none returns a value.
            "executeJavascript" => {
                self.add_result_value(
                    "javascriptReturns",
                    json!({ "type": "undefined", "value": null }),
                );
            }
            "click" => self.click(text("selector"), action.get("all") == Some(&true.into())),
            "write" => self.write(text("text")),
            "press" => self.press(text("key")),
            "scroll" if text("direction") == "down" => {
                let selector = text("selector");
                let selector = if selector.is_empty() { "[data-scroll]" } else { selector };
                self.reveal(selector, "data-scroll", true);
            }
            _ => {}
        }
    }

    fn wait(&mut self, action: &Value) {
        if let Some(milliseconds) = action.get("milliseconds").and_then(Value::as_u64) {
            let waited = &mut self.performed.wait_milliseconds;
            *waited = waited.saturating_add(milliseconds);
        }
        if let Some(selector) = action.get("selector").and_then(Value::as_str) {
            let is_there = selected(self.document, selector).next().is_some();
            self.performed.waits_for_missing_element |= !is_there;
        }
    }

    /// Clicks elements. A selector without a match gives a warning, unless all matches were to be clicked.
    fn click(&mut self, selector: &str, all: bool) {
        if selected(self.document, selector).next().is_none() {
            if !(all && self.contract.has_clause("ClickAction.all.behaviour.no-match")) {
                let warning = "a click found no element for its selector".to_owned();
                self.performed.warnings.push(warning);
            }
            return;
        }
        self.focus = Some(selector.to_owned());
        let every = all && self.contract.has_clause("ClickAction.all.behaviour.every-match");
        self.reveal(selector, "data-click", every);
    }

    fn write(&mut self, text: &str) {
        let needs_focus = self.contract.has_clause("WriteAction.behaviour.needs-focus");
        if self.focus.is_none() && needs_focus {
            let warning = "a text was typed while no element had the focus".to_owned();
            self.performed.warnings.push(warning);
        } else if self.contract.has_clause("WriteAction.behaviour.typed") {
            self.type_text(text);
        }
    }

    fn press(&mut self, key: &str) {
        if self.focus.is_some() && key.chars().count() == 1 {
            self.type_text(key);
        }
    }

    fn type_text(&mut self, text: &str) {
        let focus = self.focus.clone().unwrap_or_else(|| "textarea, input".to_owned());
        let id = selected(self.document, &focus).next().map(|element| element.id());
        if let Some(mut element) = id.and_then(|id| self.document.tree.get_mut(id)) {
            element.append(Node::Text(Text { text: text.into() }));
        }
    }

    /// Inserts the hidden text of elements after each of them.
    fn reveal(&mut self, selector: &str, attribute: &str, all: bool) {
        let elements = selected(self.document, selector).take(if all { usize::MAX } else { 1 });
        let hidden: Vec<_> = elements
            .filter_map(|element| Some((element.id(), element.attr(attribute)?.to_owned())))
            .collect();
        for (id, text) in hidden {
            if let Some(mut element) = self.document.tree.get_mut(id) {
                element.insert_after(Node::Text(Text { text: text.as_str().into() }));
            }
        }
    }

    /// Adds a result to a list of the response, if the contract has the clause.
    fn add_result(&mut self, list: &str, clause: &str, made: impl FnOnce(&Self) -> Value) {
        if self.contract.has_clause(clause) {
            let value = made(self);
            self.add_result_value(list, value);
        }
    }

    fn add_result_value(&mut self, list: &str, value: Value) {
        let results = self.performed.results.entry(list).or_insert_with(|| json!([]));
        if let Some(results) = results.as_array_mut() {
            results.push(value);
        }
    }
}

//! The data of an agent run: what the schema of its request describes, drawn from a page of the
//! server's web.
//!
//! It must not keep more of a job than a bounded size, nor decide whether a run has data.

use scraper::Html;
use serde_json::{Value, json};

use crate::service::backend::Backend;
use crate::service::scrape::extract;
use crate::world::history::Source;
use crate::world::job::Job;
use crate::world::web::{HOME, WebPage, selected, spaced};

/// The most bytes of data that are kept of a job; a schema that describes more counts as none.
const LARGEST: usize = 16 * 1024;

/// The elements whose texts are the text of a page.
const TEXTS: &str = "h1, h2, h3, p, li, tr";

/// The data that the schema of a request describes, where it has one. The page is the first of the
/// request's `urls`, or the home page.
pub(super) fn by_schema(backend: &Backend, body: &Value) -> Option<Value> {
    let schema = body.get("schema").filter(|schema| schema.is_object())?;
    let url = body.pointer("/urls/0").and_then(Value::as_str).unwrap_or(HOME);
    let page = backend.world.web.page(url).unwrap_or_else(|| WebPage::missing(url));
    let data = extract::extracted(&source(url, &page), schema);
    (data.to_string().len() <= LARGEST).then_some(data)
}

/// The data that a run finds.
pub(super) fn found(job: &Job) -> Value {
    let data = job.course.data.as_ref().or(job.data.as_ref());
    data.cloned().unwrap_or_else(|| json!({ "answer": "what the agent found" }))
}

fn source(url: &str, page: &WebPage) -> Source {
    let document = Html::parse_document(&page.html);
    let texts = selected(&document, TEXTS).map(|element| spaced(element.text()));
    let description = selected(&document, "meta[name=description]").next();
    let description = description.and_then(|found| found.attr("content"));
    Source {
        url: url.to_owned(),
        title: page.title(),
        description: description.unwrap_or_default().to_owned(),
        text: texts.collect::<Vec<_>>().join("\n"),
    }
}

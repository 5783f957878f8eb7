//! The data of an agent run: extracted from a page of the server's web by the schema of the request.
//!
//! The data of a job has a bounded size. This module does not decide whether a run returns data.

use scraper::Html;
use serde_json::{Value, json};

use crate::web_data::scrape::extract;
use crate::web_data::service::WebData;
use crate::web_data::world::history::Source;
use crate::web_data::world::job::Job;
use crate::web_data::world::web::{HOME, WebPage, selected, spaced};

/// The size limit in bytes of the data of a job. A schema that produces more is ignored.
const MAX_BYTES: usize = 16 * 1024;

/// The elements that make up the text of a page.
const TEXT_ELEMENTS: &str = "h1, h2, h3, p, li, tr";

/// Extracts the data that the schema of a request describes, if it has a schema. The page is the first of the
/// request's `urls`, or the home page.
pub(super) fn extract_by_schema(service: &WebData, body: &Value) -> Option<Value> {
    let schema = body.get("schema").filter(|schema| schema.is_object())?;
    let url = body.pointer("/urls/0").and_then(Value::as_str).unwrap_or(HOME);
    let page = service.state.web.page(url).unwrap_or_else(|| WebPage::missing(url));
    let data = extract::extract(&source(url, &page), schema);
    (data.to_string().len() <= MAX_BYTES).then_some(data)
}

/// Returns the data that a run finds.
pub(super) fn data_of_run(job: &Job) -> Value {
    let data = job.course.data.as_ref().or(job.data.as_ref());
    data.cloned().unwrap_or_else(|| json!({ "answer": "what the agent found" }))
}

fn source(url: &str, page: &WebPage) -> Source {
    let document = Html::parse_document(&page.html);
    let texts = selected(&document, TEXT_ELEMENTS).map(|element| spaced(element.text()));
    let description = selected(&document, "meta[name=description]").next();
    let description = description.and_then(|element| element.attr("content"));
    Source {
        url: url.to_owned(),
        title: page.title(),
        description: description.unwrap_or_default().to_owned(),
        text: texts.collect::<Vec<_>>().join("\n"),
    }
}

//! The formats: the parts of a document, each under the property of its name.
//!
//! The default formats come from the contract. Data that does not conform to its schema is returned unless the
//! contract forbids that. No file is created; the contract shows only links.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use chrono::SecondsFormat;
use jsonschema::Validator;
use serde_json::{Value, json};
use similar::TextDiff;
use webdata_spec::Spec;
use webdata_spec::model::{Operation, Schema};

use crate::contract::errors::RequestError;
use crate::contract::schema::Properties;
use crate::web_data::scrape::content::{Content, pdf_file};
use crate::web_data::scrape::extract::extract;
use crate::web_data::scrape::load::{LoadedPage, link};
use crate::web_data::scrape::price::{Bill, CHECK, JSON, formats};
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::world::scrapes::{PreviousScrape, Source};
use crate::web_data::world::web::{absolute, canonical, links, selected};

/// The number of characters up to which words of a question are ignored.
const MAX_IGNORED_LENGTH: usize = 3;

/// The types of formats that have a schema, with the clause that rejects an invalid schema.
const WITH_SCHEMA: [(&str, &str); 2] = [
    (JSON, "JsonFormat.refusals.schema-is-no-json-schema"),
    ("changeTracking", "ChangeTrackingFormat.refusals.schema-is-no-json-schema"),
];

/// The signs of a prompt injection, in lower case.
const MARKERS: [&str; 3] =
    ["ignore all previous instructions", "ignore previous instructions", "disregard the above"];

pub(super) struct FormatInputs<'m> {
    pub(super) request: &'m ScrapeRequest<'m>,
    pub(super) loaded: &'m LoadedPage,
    pub(super) content: &'m Content,
    pub(super) source: &'m Source,
}

impl FormatInputs<'_> {
    /// Adds the property of a format to a document.
    ///
    /// # Errors
    /// The errors of the format that extracts data by a schema.
    pub(super) fn add(
        &self,
        format: &Value,
        document: &mut Properties,
        bill: &mut Bill<'_>,
    ) -> Result<(), RequestError> {
        let name = format.get("type").and_then(Value::as_str).unwrap_or_default();
        let text = |option: &str| format.get(option).and_then(Value::as_str).unwrap_or_default();
        let Self { request, loaded, content, source } = self;
        let (contract, url) = (request.contract(), request.url);
        let (property, value) = match name {
            "markdown" => (name, content.markdown.clone().into()),
            "html" => (name, content.html.clone().into()),
            "rawHtml" => (name, loaded.page.html.clone().into()),
            "rawBase64" => (name, STANDARD.encode(self.bytes()).into()),
            "summary" => (name, source.sentences().take(2).collect::<Vec<_>>().join(" ").into()),
            "links" => (name, links(&content.document, url).into()),
            "images" => {
                let images = selected(&content.document, "img[src]");
                (name, images.filter_map(|image| absolute(url, image.attr("src")?)).collect())
            }
            // The contract names these formats and shows no shape of their values. The properties are those that
            // published clients require.
            "branding" => (name, json!({ "brandName": source.title, "colors": {} })),
            "product" => {
                let variant = json!({ "title": source.title, "availability": { "inStock": true } });
                (name, json!({ "title": source.title, "url": url, "variants": [variant] }))
            }
            "menu" => {
                let merchant = json!({ "name": source.title });
                let menu = json!({ "isMenu": false, "confidence": 1.0, "merchant": merchant, "sections": [], "sourceUrl": url });
                (name, menu)
            }
            "screenshot" => (name, link(url, name).into()),
            "audio" | "video" if selected(&content.whole, "video, audio").next().is_some() => {
                (name, link(url, name).into())
            }
            "question" if contract.has_clause("QuestionFormat.behaviour.field") => {
                ("answer", self.answer(text("question")).into())
            }
            "highlights" if contract.has_clause("HighlightsFormat.behaviour.field") => {
                let is_match = |sentence: &&str| matches(sentence, text("query")) > 0;
                let sentences: Vec<&str> = source.sentences().filter(is_match).collect();
                (name, sentences.join("\n").into())
            }
            "changeTracking" => (name, self.track(format)),
            JSON => (name, self.data(format, bill)?),
            _ => return Ok(()),
        };
        document.insert(property.to_owned(), value);
        Ok(())
    }

    /// Returns the bytes of the fetched page.
    fn bytes(&self) -> Vec<u8> {
        if self.loaded.page.pdf_pages.is_empty() {
            self.loaded.page.html.clone().into_bytes()
        } else {
            pdf_file(&self.loaded.page)
        }
    }

    /// Returns the sentence with the largest number of the question's words.
    fn answer(&self, question: &str) -> String {
        let best = self.source.sentences().map(|sentence| (matches(sentence, question), sentence));
        let best = best
            .filter(|(count, _)| *count > 0)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or("The page does not say.", |(_, sentence)| sentence).to_owned()
    }

    /// Returns the data that a schema describes, or an overview of the page without a schema.
    ///
    /// # Errors
    /// The error of a page with a prompt injection, if the request asks for that check. The error of data that does
    /// not conform to the schema.
    fn data(&self, format: &Value, bill: &mut Bill<'_>) -> Result<Value, RequestError> {
        let contract = self.request.contract();
        // The conditions of the charge and of the refusal decide whether the request asks for the check.
        bill.charge(CHECK, format, 1);
        let fetched = String::from_utf8_lossy(&self.bytes()).to_lowercase();
        if MARKERS.iter().any(|marker| fetched.contains(marker)) {
            contract.reject_at("JsonFormat.refusals.prompt-injection", format)?;
        }
        let Some(schema) = format.get("schema") else {
            return Ok(
                json!({ "title": self.source.title, "description": self.source.description }),
            );
        };
        let data = extract(self.source, schema);
        if compile(schema).is_some_and(|validator| !validator.is_valid(&data)) {
            contract.reject_at("JsonFormat.refusals.output-does-not-conform", format)?;
        }
        Ok(data)
    }

    /// Returns the changes of the page since the team last scraped it with this tag, in the modes of a format.
    /// Stores the page for the next comparison.
    fn track(&self, format: &Value) -> Value {
        let Self { request, loaded, source, .. } = self;
        let tag = format.get("tag").and_then(Value::as_str).map(str::to_owned);
        let branch = (request.team.clone(), canonical(request.url), tag);
        let is_there = loaded.page.status < 400;
        let now = PreviousScrape { at: request.now, is_there, source: (*source).clone() };
        let history = &request.service.state.history;
        let before = if request.stores_nothing() {
            history.lock().get(&branch).cloned()
        } else {
            history.lock().insert(branch, now)
        };
        let status = match &before {
            None => "new",
            Some(before) if before.is_there && !is_there => "removed",
            Some(before) if !before.is_there && is_there => "new",
            Some(before) if before.source.text == source.text => "same",
            Some(_) => "changed",
        };
        let at =
            before.as_ref().map(|before| before.at.to_rfc3339_opts(SecondsFormat::Millis, true));
        let mut tracked =
            json!({ "previousScrapeAt": at, "changeStatus": status, "visibility": "visible" });
        let modes = format.get("modes").and_then(Value::as_array).into_iter().flatten();
        for mode in modes.filter_map(Value::as_str) {
            match (mode, &before) {
                ("git-diff", Some(before)) => {
                    let diff = TextDiff::from_lines(&before.source.text, &source.text);
                    let diff = diff.unified_diff().header("before", "now").to_string();
                    tracked["diff"] = json!({ "text": diff });
                }
                ("json", Some(before)) => {
                    tracked["json"] = changes(format.get("schema"), &before.source, source);
                }
                _ => {}
            }
        }
        tracked
    }
}

/// Returns how many words of a query a sentence contains.
fn matches(sentence: &str, query: &str) -> usize {
    let sentence = sentence.to_lowercase();
    let query = query.to_lowercase();
    let words = query.split(|sign: char| !sign.is_alphanumeric());
    words
        .filter(|word| word.chars().count() > MAX_IGNORED_LENGTH && sentence.contains(word))
        .count()
}

/// Returns the properties of the data that differ, with their previous and current values.
fn changes(schema: Option<&Value>, before: &Source, now: &Source) -> Value {
    let data = |source: &Source| match schema {
        Some(schema) => extract(source, schema),
        None => json!({ "title": source.title, "text": source.text }),
    };
    let (before, now) = (data(before), data(now));
    let changed = now.as_object().into_iter().flatten().filter_map(|(name, value)| {
        let previous = before.get(name).cloned().unwrap_or_default();
        let change = json!({ "previous": previous, "current": value });
        (previous != *value).then(|| (name.clone(), change))
    });
    Value::Object(changed.collect())
}

/// Rejects invalid schemas before any work is done.
///
/// # Errors
/// The error of an invalid schema.
pub(super) fn check_schemas(request: &ScrapeRequest<'_>) -> Result<(), RequestError> {
    for (kind, clause) in WITH_SCHEMA {
        for format in formats(&request.options, kind) {
            if format.get("schema").is_some_and(|schema| compile(schema).is_none()) {
                request.contract().reject_at(clause, format)?;
            }
        }
    }
    Ok(())
}

/// Compiles a schema; `None` if it is invalid or refers to another document on the web.
fn compile(schema: &Value) -> Option<Validator> {
    jsonschema::options().should_validate_formats(true).build(schema).ok()
}

/// The operation whose responses contain documents.
const OPERATION: &str = "scrape";

/// The paths of properties within a document that the contract may name.
const OPTIONAL_PATHS: [&[&str]; 6] = [
    &["answer"],
    &["highlights"],
    &["pages"],
    &["blocks"],
    &["actions", "screenshots"],
    &["actions", "pdfs"],
];

/// The properties of each item of `pages` that the contract may name.
const PAGE_PROPERTIES: [&str; 2] = ["pageNumber", "markdown"];

/// Removes the properties from a document that the contract may name but does not.
pub(super) fn retain_named(spec: &Spec, document: &mut Properties) {
    for path in OPTIONAL_PATHS {
        if named_property(spec, path).is_some() {
            continue;
        }
        match path {
            [name] => drop(document.shift_remove(*name)),
            [outer, name] => {
                if let Some(Value::Object(inner)) = document.get_mut(*outer) {
                    inner.shift_remove(*name);
                }
            }
            _ => {}
        }
    }
    let pages = named_property(spec, &["pages"]).and_then(|pages| spec.object_of(pages.items()?));
    if let (Some(page), Some(Value::Array(items))) = (pages, document.get_mut("pages")) {
        for item in items.iter_mut().filter_map(Value::as_object_mut) {
            item.retain(|name, _| {
                !PAGE_PROPERTIES.contains(&name.as_str()) || page.properties.contains_key(name)
            });
        }
    }
}

/// Returns the schema of a property, by its path within a type of the operation's responses.
fn named_property<'s>(spec: &'s Spec, path: &[&str]) -> Option<&'s Schema> {
    let (last, outer) = path.split_last()?;
    let types = spec.operations.get(OPERATION).into_iter().flat_map(Operation::found_types);
    let mut properties = types.filter_map(|name| {
        let mut within = spec.object(name)?;
        for step in outer {
            within = spec.object_of(&within.properties.get(*step)?.schema)?;
        }
        within.properties.get(*last)
    });
    properties.next().map(|property| &property.schema)
}

//! The formats: the parts of a document, each under the property of its name.
//!
//! The default formats come from the contract.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;

use crate::contract::errors::RequestError;
use crate::contract::schema::Properties;
use crate::web_data::scrape::bill::Bill;
use crate::web_data::scrape::content::Content;
use crate::web_data::scrape::load::LoadedPage;
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::scrape::{files, json as extraction, pdf, profiles, tracking};
use crate::web_data::world::scrapes::Source;
use crate::web_data::world::web::{absolute, links, selected};

/// The length up to which words of a question are ignored.
const MAX_IGNORED_LENGTH: usize = 3;

/// The inputs of all formats.
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
        let contract = self.request.contract();
        let content = self.content;
        let (property, value) = match name {
            "markdown" => (name, content.markdown.clone().into()),
            "html" => (name, content.html.clone().into()),
            "rawHtml" => (name, self.loaded.html.clone().into()),
            "rawBase64" => (name, STANDARD.encode(self.bytes()).into()),
            "summary" => (name, self.summary().into()),
            "links" => (name, links(&content.document, self.request.url).into()),
            "images" => (name, self.images()),
            "branding" => (name, profiles::branding(self.source, &self.loaded.html)),
            "product" => (name, profiles::product(self.source)),
            "menu" => (name, profiles::menu(self.source, &content.whole)),
            "screenshot" => (name, files::screenshot(contract, self.request.url, format).into()),
            "audio" | "video" => {
                let is_shown = contract.has_clause(&format!("FormatObject.behaviour.{name}"));
                let has_film = selected(&content.whole, "video, audio").next().is_some();
                if !is_shown || !has_film {
                    return Ok(());
                }
                (name, files::link(self.request.url, name, format).into())
            }
            "question" if contract.has_clause("QuestionFormat.behaviour.field") => {
                ("answer", self.answer(text("question")).into())
            }
            "highlights" if contract.has_clause("HighlightsFormat.behaviour.field") => {
                ("highlights", self.highlights(text("query")).into())
            }
            "changeTracking" => {
                let status = self.loaded.page.status;
                (name, tracking::track(self.request, format, status, self.source))
            }
            "json" => {
                let fetched = String::from_utf8_lossy(&self.bytes()).into_owned();
                (name, extraction::data(self.request, format, &fetched, self.source, bill)?)
            }
            _ => return Ok(()),
        };
        document.insert(property.to_owned(), value);
        Ok(())
    }

    /// Returns the bytes of the fetched page.
    fn bytes(&self) -> Vec<u8> {
        if self.loaded.page.pdf_pages.is_empty() {
            self.loaded.html.clone().into_bytes()
        } else {
            pdf::file(&self.loaded.page)
        }
    }

    fn summary(&self) -> String {
        let sentences: Vec<&str> = self.source.sentences().take(2).collect();
        sentences.join(" ")
    }

    fn images(&self) -> Value {
        let images = selected(&self.content.document, "img[src]");
        images.filter_map(|image| absolute(self.request.url, image.attr("src")?)).collect()
    }

    /// Returns the sentence that contains most of the question's words.
    fn answer(&self, question: &str) -> String {
        let best = self.source.sentences().map(|sentence| (matches(sentence, question), sentence));
        let best = best
            .filter(|(count, _)| *count > 0)
            .reduce(|best, next| if next.0 > best.0 { next } else { best });
        best.map_or("The page does not say.", |(_, sentence)| sentence).to_owned()
    }

    /// Returns the sentences that contain any of the query's words.
    fn highlights(&self, query: &str) -> String {
        let sentences = self.source.sentences().filter(|sentence| matches(sentence, query) > 0);
        sentences.collect::<Vec<_>>().join("\n")
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

//! Scraping: turns a web page of the server's own web into the formats that the options name.
//!
//! ```text
//! request            the request and its effective options
//! price ─ threats    the cost, and URLs that are blocked
//! load               the page, from the cache or anew, and the results of actions
//! content            the content of the page, or of a PDF
//! formats ─ extract  the parts of the document
//! ```
//!
//! Scraping does not decide about permissions, and has no limit, default or error of its own. An effect that a
//! response shows depends on whether the contract has its clause; other clauses always hold.

mod content;
pub(super) mod extract;
mod formats;
mod load;
mod markdown;
pub(crate) mod price;
mod request;
mod threats;

use chrono::SecondsFormat;
use serde_json::{Value, json};

use crate::contract::errors::RequestError;
use crate::contract::rules;
use crate::contract::schema::{self, Properties};
use crate::contract::success::ServiceResult;
use crate::contract::validation::validate;
use crate::service::behaviour::Call;
use crate::web_data::WebData;
use crate::web_data::scrape::content::Content;
use crate::web_data::scrape::formats::FormatInputs;
use crate::web_data::scrape::load::LoadedPage;
use crate::web_data::scrape::price::{Bill, PROXIES};
use crate::web_data::scrape::request::ScrapeRequest;
use crate::web_data::scrape::threats::Policy;
use crate::web_data::world::scrapes::Source;
use crate::world::teams::Team;

pub(super) struct ScrapeResult {
    /// The document, with the content by format and `metadata`, or the error of the contract for the
    /// circumstances.
    pub(crate) document: Result<Properties, RequestError>,
    /// The credits that were charged, also for a rejected scrape.
    pub(crate) credits: u64,
}

/// Responds to a request for the operation. The contract does not show where the options are in the body.
/// Here they are beside the URL and are validated as the type of the options.
pub(super) fn operation(service: &WebData, call: &Call<'_>) -> Result<ServiceResult, RequestError> {
    let contract = &service.contract;
    let mut options = call.body.clone();
    let url = options.as_object_mut().and_then(|properties| properties.shift_remove("url"));
    if let Some(request) = &service.scrape_options {
        validate(contract, request, &options)?;
        schema::normalize_integers(&contract.spec, &request.schema, &mut options);
    }
    let url = url.as_ref().and_then(Value::as_str).unwrap_or_default();
    let scraped = scrape(service, call.team, url, &options);
    let mut beyond = Properties::new();
    beyond.insert("success".to_owned(), true.into());
    beyond.insert("data".to_owned(), scraped.document?.into());
    beyond.insert("creditsUsed".to_owned(), scraped.credits.into());
    Ok(ServiceResult { shown: Properties::new(), beyond })
}

/// Scrapes a page for a team, with validated options.
pub(crate) fn scrape(service: &WebData, team: &Team, url: &str, options: &Value) -> ScrapeResult {
    let request = ScrapeRequest::new(service, team, url, options);
    let mut bill = Bill::new(service, team);
    let document = run(&request, &mut bill);
    ScrapeResult { document, credits: bill.credits }
}

/// Loads a page for a team as a scrape does, but makes no document of it.
pub(crate) fn load_page(service: &WebData, team: &Team, url: &str, options: &Value) {
    let request = ScrapeRequest::new(service, team, url, options);
    let mut bill = Bill::new(service, team);
    drop(load::load(&request, &mut bill));
}

fn run(request: &ScrapeRequest<'_>, bill: &mut Bill<'_>) -> Result<Properties, RequestError> {
    let ScrapeRequest { service, team, url, .. } = *request;
    check_team_state(request)?;
    let policy = Policy::new(service, team, &request.options);
    formats::check_schemas(request)?;
    bill.require_credits(&request.options, policy.rules())?;
    policy.check(url, bill)?;
    let loaded = load::load(request, bill)?;
    if loaded.proxy.is_some() {
        PROXIES.iter().for_each(|charge| bill.charge(charge, &request.options, 1));
    }
    let content = Content::new(request, &loaded, bill);
    let source = Source::new(url, &content.whole, content.markdown.clone());
    let inputs = FormatInputs { request, loaded: &loaded, content: &content, source: &source };
    let mut document = Properties::new();
    for format in request.list("formats") {
        inputs.add(format, &mut document, bill)?;
    }
    document.extend(content.properties.clone());
    if !loaded.results.is_empty() {
        document.insert("actions".to_owned(), loaded.results.clone().into());
    }
    formats::retain_named(&request.contract().spec, &mut document);
    document.insert("metadata".to_owned(), metadata(request, &loaded, &source, bill.credits));
    Ok(document)
}

/// Rejects options that the state of the team does not allow.
fn check_team_state(request: &ScrapeRequest<'_>) -> Result<(), RequestError> {
    let contract = request.contract();
    let Some(known) = &request.service.scrape_options else { return Ok(()) };
    let states = request.service.world.teams.states(request.team);
    let error = rules::refusal_of_body(&contract.spec, &known.schema, request.sent, &states);
    error.map_or(Ok(()), |error| Err(contract.request_error(error)))
}

/// Returns the metadata of a document, none of which the contract shows.
fn metadata(
    request: &ScrapeRequest<'_>,
    loaded: &LoadedPage,
    source: &Source,
    credits: u64,
) -> Value {
    let mut metadata = Properties::new();
    let mut set = |name: &str, value: Value| metadata.insert(name.to_owned(), value);
    set("title", source.title.clone().into());
    set("description", source.description.clone().into());
    set("sourceURL", request.url.into());
    set("statusCode", loaded.page.status.into());
    set("creditsUsed", credits.into());
    set("cacheState", if loaded.cached.is_some() { "hit" } else { "miss" }.into());
    if let Some(stored) = loaded.cached {
        set("cachedAt", stored.to_rfc3339_opts(SecondsFormat::Millis, true).into());
    }
    if let Some(proxy) = loaded.proxy {
        // The contract shows no names; published clients read `stealth` for the enhanced proxy.
        set("proxyUsed", if proxy == "enhanced" { "stealth" } else { proxy }.into());
    }
    if let Some(location) = request.options.get("location") {
        set("location", with_languages(location.clone()));
    }
    if !loaded.page.pdf_pages.is_empty() {
        set("numPages", loaded.page.pdf_pages.len().into());
    }
    if request.stores_nothing() {
        set("zeroDataRetention", true.into());
    }
    metadata.into()
}

/// Adds the requested languages to a location. The contract leaves open which language a country has. Here it
/// is an undetermined language of that region, such as `und-DE`.
fn with_languages(mut location: Value) -> Value {
    let country = location.get("country").and_then(Value::as_str).map(str::to_owned);
    if let (Value::Object(properties), Some(country)) = (&mut location, country) {
        properties.entry("languages").or_insert_with(|| json!([format!("und-{country}")]));
    }
    location
}

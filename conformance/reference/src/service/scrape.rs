//! Scraping: one page of the server's web, turned into what the options ask for.
//!
//! ```text
//! request ─ options    what is asked for     threats ─ load ─ actions     getting the page
//! price ─ bill         what it costs         content ─ pdf ─ redact       what stands on it
//! log                  what is noted         formats ─ profiles ─ json ─ extract ─ tracking ─ files
//! shown                which members the contract has of it
//! ```
//!
//! It must not decide who may ask, and has no limit, default or error of its own.

mod actions;
mod bill;
mod content;
pub(super) mod extract;
mod files;
mod formats;
mod json;
mod load;
mod log;
mod options;
mod pdf;
pub(crate) mod price;
mod profiles;
mod redact;
mod request;
mod shown;
mod threats;
mod tracking;

use chrono::SecondsFormat;
use serde_json::{Value, json};

use super::backend::Backend;
use super::call::Call;
use crate::contract::refusal::Refusal;
use crate::contract::schema::{self, Properties};
use crate::contract::success::ServiceResult;
use crate::contract::team_refusals;
use crate::contract::validation::validate;
use crate::world::history::Source;
use crate::world::teams::{Browser, Team};
use bill::Bill;
use content::{Content, source};
use formats::Made;
use load::Loaded;
use price::PROXIES;
use request::ScrapeRequest;
use threats::Policy;

/// What became of a page.
pub(crate) struct Scraped {
    /// The document: what was made of the page, by format, and `metadata`; or the refusal that the
    /// contract has for the circumstances.
    pub(crate) document: Result<Properties, Refusal>,
    /// What it cost, even where it was refused in the end.
    pub(crate) credits: u64,
}

/// Answers a request to the operation. The contract does not show where its options stand; here
/// they stand beside the URL and are validated as the type of the options.
pub(crate) fn operation(call: &Call<'_>) -> Result<ServiceResult, Refusal> {
    let contract = &call.backend.contract;
    let mut options = call.body.clone();
    let url = options.as_object_mut().and_then(|members| members.shift_remove("url"));
    if let Some(request) = &contract.scrape_options {
        validate(contract, request, &options, |_| false)?;
        schema::normalize_integers(&contract.spec, &request.schema, &mut options);
    }
    let url = url.as_ref().and_then(Value::as_str).unwrap_or_default();
    let scraped = scrape(call.backend, call.team, url, &options, &mut Browser::default());
    let mut beyond = Properties::new();
    beyond.insert("success".to_owned(), true.into());
    beyond.insert("data".to_owned(), scraped.document?.into());
    beyond.insert("creditsUsed".to_owned(), scraped.credits.into());
    Ok(ServiceResult { shown: Properties::new(), beyond })
}

/// Scrapes a page for a team, by options that their type accepts. Who scrapes several pages for one
/// purpose holds a browser for all of them.
pub(crate) fn scrape(
    backend: &Backend,
    team: &Team,
    url: &str,
    options: &Value,
    browser: &mut Browser,
) -> Scraped {
    let request = ScrapeRequest::new(backend, team, url, options);
    let mut bill = Bill::new(backend, team);
    let document = carried_out(&request, &mut bill, browser);
    log::write(&request, document.is_err());
    Scraped { document, credits: bill.credits() }
}

fn carried_out(
    request: &ScrapeRequest<'_>,
    bill: &mut Bill<'_>,
    browser: &mut Browser,
) -> Result<Properties, Refusal> {
    let ScrapeRequest { backend, team, url, .. } = *request;
    admit(request)?;
    let policy = Policy::new(backend, team, &request.options);
    json::check_schemas(request)?;
    bill.afford(&request.options, policy.rules())?;
    policy.admit(url, bill)?;
    let loaded = load::load(request, bill, browser)?;
    let mut pdf =
        (!loaded.page.pdf_pages.is_empty()).then(|| pdf::read(request, &loaded.page, bill));
    if pdf.is_none() && !request.flag("lockdown") {
        bill.charge_base();
    }
    if loaded.proxy.is_some() {
        PROXIES.iter().for_each(|charge| bill.charge(charge, &request.options, 1));
    }
    let content = Content::new(request, &loaded, pdf.as_mut());
    let source = source(url, &loaded.page, &content);
    let made = Made { request, loaded: &loaded, content: &content, source: &source };
    let mut document = Properties::new();
    for format in request.list("formats") {
        made.add(format, &mut document, bill)?;
    }
    document.extend(pdf.map(|pdf| pdf.members).unwrap_or_default());
    if !loaded.performed.kept.is_empty() {
        document.insert("actions".to_owned(), loaded.performed.kept.clone().into());
    }
    let warnings: Vec<&str> =
        content.warnings.iter().chain(&loaded.performed.warnings).map(String::as_str).collect();
    if !warnings.is_empty() {
        document.insert("warning".to_owned(), warnings.join("; ").into());
    }
    shown::retain(&request.contract().spec, &mut document);
    document.insert("metadata".to_owned(), metadata(request, &loaded, &source, bill.credits()));
    Ok(document)
}

/// Refuses options that the state of the team does not allow.
fn admit(request: &ScrapeRequest<'_>) -> Result<(), Refusal> {
    let contract = request.contract();
    let Some(known) = &contract.scrape_options else { return Ok(()) };
    let states = request.backend.world.teams.states(request.team);
    let refused = team_refusals::of_body(&contract.spec, &known.schema, request.sent, &states);
    refused.map_or(Ok(()), |error| Err(contract.refusal(error)))
}

/// What a document says about itself; the contract shows none of it.
fn metadata(request: &ScrapeRequest<'_>, loaded: &Loaded, source: &Source, credits: u64) -> Value {
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
        set("proxyUsed", shown_proxy(proxy).into());
    }
    if let Some(location) = request.options.get("location") {
        set("location", with_languages(request, location.clone()));
    }
    if !loaded.page.pdf_pages.is_empty() {
        set("numPages", loaded.page.pdf_pages.len().into());
    }
    if request.keeps_nothing() {
        set("zeroDataRetention", true.into());
    }
    metadata.into()
}

/// The word for a proxy in `metadata`, of which the contract shows nothing: published clients read
/// `stealth` for the enhanced one.
fn shown_proxy(proxy: &str) -> &str {
    if proxy == "enhanced" { "stealth" } else { proxy }
}

/// A location with the languages that the page is asked for in. Which language a location has is left
/// open; here it is the language of that region, whichever it is.
fn with_languages(request: &ScrapeRequest<'_>, mut location: Value) -> Value {
    let country = location.get("country").and_then(Value::as_str).map(str::to_owned);
    if let (Value::Object(members), Some(country)) = (&mut location, country)
        && request.contract().has_clause("Location.languages.default")
    {
        members.entry("languages").or_insert_with(|| json!([format!("und-{country}")]));
    }
    location
}

//! Scraping: one page of the server's web, turned into what the options ask for.
//!
//! ```text
//! asked ─ options      what is asked for     threats ─ load ─ actions     getting the page
//! bill                 what it costs         content ─ pdf ─ redact       what stands on it
//!                                            formats ─ json ─ extract ─ tracking ─ files
//! ```
//!
//! It must not decide who may ask, and has no limit, default or error of its own.

mod actions;
mod asked;
mod bill;
mod content;
mod extract;
mod files;
mod formats;
mod json;
mod load;
mod log;
mod options;
mod pdf;
mod redact;
mod threats;
mod tracking;

use chrono::SecondsFormat;
use serde_json::{Value, json};

use super::Shared;
use super::answer::Found;
use super::circumstances;
use super::refusal::{Refusal, judged};
use super::services::Call;
use super::store::Properties;
use super::teams::{Browser, Team};
use super::update;

use asked::Asked;
use bill::{Bill, PROXIES};
use content::{Content, Source};
use formats::Made;
use load::Loaded;
use threats::Policy;

pub(super) use bill::most as most_credits;
pub(super) use log::Log;
pub(super) use threats::THREAT_PROTECTION;
pub(super) use tracking::{Branch, Earlier, History};

/// What became of a page.
pub(super) struct Scraped {
    /// The document: what was made of the page, by format, and `metadata`; or the refusal that the
    /// contract has for the circumstances.
    pub(super) document: Result<Properties, Refusal>,
    /// What it cost, even where it was refused in the end.
    pub(super) credits: u64,
}

/// Answers a request to the operation. The contract does not show where its options stand; here
/// they stand beside the URL and are judged as the type of the options.
pub(super) fn operation(call: &Call<'_>) -> Result<Found, Refusal> {
    let contract = &call.shared.contract;
    let mut options = call.body.clone();
    let url = options.as_object_mut().and_then(|members| members.shift_remove("url"));
    if let Some(request) = &contract.scrape_options {
        judged(contract, request, &options, |_| false)?;
        update::write_integers_plainly(&contract.spec, &request.schema, &mut options);
    }
    let url = url.as_ref().and_then(Value::as_str).unwrap_or_default();
    let scraped = scrape(call.shared, call.team, url, &options, &mut Browser::default());
    let mut beyond = Properties::new();
    beyond.insert("success".to_owned(), true.into());
    beyond.insert("data".to_owned(), scraped.document?.into());
    beyond.insert("creditsUsed".to_owned(), scraped.credits.into());
    Ok(Found { shown: Properties::new(), beyond })
}

/// Scrapes a page for a team, by options that their type accepts. Who scrapes several pages for one
/// purpose holds a browser for all of them.
pub(super) fn scrape(
    shared: &Shared,
    team: &Team,
    url: &str,
    options: &Value,
    browser: &mut Browser,
) -> Scraped {
    let asked = Asked::of(shared, team, url, options);
    let mut bill = Bill::of(shared, team);
    let document = carried_out(&asked, &mut bill, browser);
    shared.log.write(&asked, document.is_err());
    Scraped { document, credits: bill.credits() }
}

fn carried_out(
    asked: &Asked<'_>,
    bill: &mut Bill<'_>,
    browser: &mut Browser,
) -> Result<Properties, Refusal> {
    let Asked { shared, team, url, .. } = *asked;
    admit(asked)?;
    let policy = Policy::of(shared, team, &asked.options);
    json::judge_schemas(asked)?;
    bill.afford(&asked.options, policy.rules())?;
    policy.admit(url, bill)?;
    let loaded = load::load(asked, bill, browser)?;
    let mut pdf = (!loaded.page.pdf_pages.is_empty()).then(|| pdf::read(asked, &loaded.page, bill));
    if pdf.is_none() && !asked.flag("lockdown") {
        bill.charge_base();
    }
    if loaded.proxy.is_some() {
        PROXIES.iter().for_each(|charge| bill.charge(charge, &asked.options, 1));
    }
    let content = Content::of(asked, &loaded, pdf.as_mut());
    let source = Source::of(url, &loaded.page, &content);
    let made = Made { asked, loaded: &loaded, content: &content, source: &source };
    let mut document = Properties::new();
    for format in asked.list("formats") {
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
    document.insert("metadata".to_owned(), metadata(asked, &loaded, &source, bill.credits()));
    Ok(document)
}

/// Refuses options that the state of the team does not allow.
fn admit(asked: &Asked<'_>) -> Result<(), Refusal> {
    let contract = asked.contract();
    let Some(request) = &contract.scrape_options else { return Ok(()) };
    let states = asked.shared.teams.states(asked.team);
    let refused = circumstances::of_body(&contract.spec, &request.schema, asked.sent, &states);
    refused.map_or(Ok(()), |error| Err(contract.refusal(error)))
}

/// What a document says about itself; the contract shows none of it.
fn metadata(asked: &Asked<'_>, loaded: &Loaded, source: &Source, credits: u64) -> Value {
    let mut told = Properties::new();
    let mut tell = |name: &str, value: Value| told.insert(name.to_owned(), value);
    tell("title", source.title.clone().into());
    tell("description", source.description.clone().into());
    tell("sourceURL", asked.url.into());
    tell("statusCode", loaded.page.status.into());
    tell("creditsUsed", credits.into());
    tell("cacheState", if loaded.cached.is_some() { "hit" } else { "miss" }.into());
    if let Some(stored) = loaded.cached {
        tell("cachedAt", stored.to_rfc3339_opts(SecondsFormat::Millis, true).into());
    }
    if let Some(proxy) = loaded.proxy {
        tell("proxyUsed", proxy.into());
    }
    if let Some(location) = asked.options.get("location") {
        tell("location", with_languages(asked, location.clone()));
    }
    if !loaded.page.pdf_pages.is_empty() {
        tell("numPages", loaded.page.pdf_pages.len().into());
    }
    if asked.keeps_nothing() {
        tell("zeroDataRetention", true.into());
    }
    told.into()
}

/// A location with the languages that the page is asked for in. Which language a location has is left
/// open; here it is the language of that region, whichever it is.
fn with_languages(asked: &Asked<'_>, mut location: Value) -> Value {
    let country = location.get("country").and_then(Value::as_str).map(str::to_owned);
    if let (Value::Object(members), Some(country)) = (&mut location, country)
        && asked.contract().says("Location.languages.default")
    {
        members.entry("languages").or_insert_with(|| json!([format!("und-{country}")]));
    }
    location
}

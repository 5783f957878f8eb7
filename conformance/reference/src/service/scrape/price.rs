//! What scrapes cost by the contract, before any is made.
//!
//! It must not know a figure of the contract, nor charge anybody.

use serde_json::Value;
use webdata_spec::Spec;

use super::options;
use crate::contract::operation::SCRAPE_OPTIONS;
use crate::contract::rules;
use crate::contract::schema::Properties;

/// What a scrape costs before what is charged on top; the contract does not show it.
pub(super) const BASE_CREDITS: u64 = 1;

/// The charges for a copy under lockdown, found or not, in place of what a scrape costs otherwise.
pub(super) const LOCKDOWN: [&str; 2] = ["lockdown-hit", "lockdown-miss"];
/// The charges for a page of a PDF that is read, and for a PDF that is not.
pub(super) const PDF_PAGE: &str = "pdf-page";
pub(super) const PDF_FILE: &str = "pdf-file";
/// The charges for what a PDF is read into.
pub(super) const PARSER: [&str; 3] = ["parser-pages", "parser-blocks", "parser-page-markers"];
/// The charges for the proxies.
pub(super) const PROXIES: [&str; 2] = ["proxy-enhanced", "proxy-auto"];

/// The option that overrides the policy.
pub(crate) const THREAT_PROTECTION: &str = "threatProtection";

/// The charge for a URL that is analysed.
pub(super) const ANALYSIS: &str = "threat-protection-url";

/// The type of the format.
pub(super) const JSON: &str = "json";
/// The charge for a scan.
pub(super) const CHECK: &str = "prompt-injection-check";

/// The most that a scrape costs by these options, with their defaults. Of a PDF it is one page,
/// since nobody knows before how many there are.
pub(crate) fn most(spec: &Spec, sent: Option<&Value>) -> u64 {
    let none = Value::Object(Properties::new());
    let sent = sent.unwrap_or(&none);
    let schema = spec.types.get(SCRAPE_OPTIONS).map(|found| &found.schema);
    let options = schema.map(|schema| options::effective(spec, schema, sent));
    let options = options.as_ref().unwrap_or(sent);
    most_under(spec, options, options.get(THREAT_PROTECTION))
}

/// The most that a scrape costs by options that have their defaults, under rules of threat
/// protection.
pub(super) fn most_under(spec: &Spec, options: &Value, threats: Option<&Value>) -> u64 {
    let each = |charges: &[&str], object: &Value| {
        charges.iter().map(|charge| price(spec, charge, object)).fold(0, u64::saturating_add)
    };
    let scrape = if options.get("lockdown") == Some(&Value::Bool(true)) {
        LOCKDOWN.iter().map(|charge| price(spec, charge, options)).max().unwrap_or_default()
    } else {
        let parser = parser(options).map_or(0, |parser| each(&PARSER, parser));
        let read = price(spec, PDF_PAGE, options).saturating_add(parser);
        let page = BASE_CREDITS.max(read).max(price(spec, PDF_FILE, options));
        page.saturating_add(each(&PROXIES, options))
    };
    let scans = formats(options, JSON).map(|format| price(spec, CHECK, format));
    let analysis = threats.map_or(0, |rules| price(spec, ANALYSIS, rules));
    scans.fold(scrape.saturating_add(analysis), u64::saturating_add)
}

/// The credits of a charge of the contract, where its condition holds on the object that it is for.
pub(super) fn price(spec: &Spec, charge: &str, object: &Value) -> u64 {
    let Some(charge) = spec.charges.get(charge) else { return 0 };
    let condition = charge.when.as_ref();
    let is_due = condition.is_none_or(|(_, condition)| rules::holds(condition, object));
    if is_due { charge.credits.unwrap_or_default().into() } else { 0 }
}

/// The parser of PDFs that options ask for.
pub(super) fn parser(options: &Value) -> Option<&Value> {
    let parsers = options.get("parsers").and_then(Value::as_array);
    parsers?.iter().find(|parser| parser.get("type") == Some(&"pdf".into()))
}

/// The formats of a type that options ask for.
pub(super) fn formats<'a>(
    options: &'a Value,
    kind: &'static str,
) -> impl Iterator<Item = &'a Value> {
    let formats = options.get("formats").and_then(Value::as_array).into_iter().flatten();
    formats.filter(move |format| format.get("type").is_some_and(|name| name == kind))
}

//! The price of a scrape before it is made, and its bill, charge by charge.
//!
//! The figures come from the contract. Work is charged at once, even if the request is rejected later.

use serde_json::Value;
use webdata_spec::Spec;

use crate::contract::errors::RequestError;
use crate::contract::rules;
use crate::contract::schema::Properties;
use crate::web_data::scrape::request;
use crate::web_data::settings::THREAT_PROTECTION;
use crate::web_data::{WebData, require_credits};
use crate::world::teams::Team;

/// The base price of a scrape; the contract does not show it.
pub(super) const BASE_CREDITS: u64 = 1;

/// The charges for a cache hit and a cache miss under lockdown, which replace the base price.
pub(super) const LOCKDOWN: [&str; 2] = ["lockdown-hit", "lockdown-miss"];
/// The charges for a page of a PDF that is read, and for a PDF that is returned as a file.
pub(super) const PDF_PAGE: &str = "pdf-page";
pub(super) const PDF_FILE: &str = "pdf-file";
/// The charges for the outputs of a PDF parser.
pub(super) const PARSER: [&str; 3] = ["parser-pages", "parser-blocks", "parser-page-markers"];
pub(super) const PROXIES: [&str; 2] = ["proxy-enhanced", "proxy-auto"];

/// The type of the options of a scrape.
pub(crate) const SCRAPE_OPTIONS: &str = "ScrapeOptions";

/// The charge for an analysed URL.
pub(super) const ANALYSIS: &str = "threat-protection-url";

/// The type of the format that extracts data by a schema.
pub(super) const JSON: &str = "json";
/// The charge for a scan for prompt injections.
pub(super) const CHECK: &str = "prompt-injection-check";

/// Returns the maximum price of a scrape by the sent options. A PDF counts as one page, since its number of
/// pages is not known before the scrape.
pub(crate) fn max_price(spec: &Spec, sent: Option<&Value>) -> u64 {
    let none = Value::Object(Properties::new());
    let sent = sent.unwrap_or(&none);
    let schema = spec.types.get(SCRAPE_OPTIONS).map(|named_type| &named_type.schema);
    let options = schema.map(|schema| request::effective(spec, schema, sent));
    let options = options.as_ref().unwrap_or(sent);
    max_price_of(spec, options, options.get(THREAT_PROTECTION))
}

/// Returns the maximum price of a scrape by options that include their defaults, and by the rules of threat
/// protection.
pub(super) fn max_price_of(spec: &Spec, options: &Value, threats: Option<&Value>) -> u64 {
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

/// Returns the credits of a charge of the contract, or 0 if its condition does not hold on `object`.
pub(super) fn price(spec: &Spec, charge: &str, object: &Value) -> u64 {
    let Some(charge) = spec.charges.get(charge) else { return 0 };
    let condition = charge.when.as_ref();
    let is_due = condition.is_none_or(|(_, condition)| rules::holds(condition, object));
    if is_due { charge.credits.unwrap_or_default().into() } else { 0 }
}

pub(super) fn parser(options: &Value) -> Option<&Value> {
    let parsers = options.get("parsers").and_then(Value::as_array);
    parsers?.iter().find(|parser| parser.get("type") == Some(&"pdf".into()))
}

/// Returns the formats of a type in the options.
pub(super) fn formats<'a>(
    options: &'a Value,
    kind: &'static str,
) -> impl Iterator<Item = &'a Value> {
    let formats = options.get("formats").and_then(Value::as_array).into_iter().flatten();
    formats.filter(move |format| format.get("type").is_some_and(|name| name == kind))
}

pub(super) struct Bill<'s> {
    service: &'s WebData,
    team: &'s Team,
    /// The credits that were charged so far.
    pub(super) credits: u64,
}

impl<'s> Bill<'s> {
    pub(super) fn new(service: &'s WebData, team: &'s Team) -> Self {
        Self { service, team, credits: 0 }
    }

    /// Charges a charge of the contract `times` times, if its condition holds on `object`.
    pub(super) fn charge(&mut self, charge: &str, object: &Value, times: usize) {
        let times = u64::try_from(times).unwrap_or(u64::MAX);
        self.add(price(&self.service.contract.spec, charge, object).saturating_mul(times));
    }

    /// Charges the base price of a scrape, which the contract does not show.
    pub(super) fn charge_base(&mut self) {
        self.add(BASE_CREDITS);
    }

    /// Rejects a scrape whose maximum cost exceeds the team's credits. `options` include their defaults, and
    /// `threats` are the rules of threat protection.
    ///
    /// # Errors
    /// The error, if the catalogue has one.
    pub(super) fn require_credits(
        &self,
        options: &Value,
        threats: Option<&Value>,
    ) -> Result<(), RequestError> {
        let max = max_price_of(&self.service.contract.spec, options, threats);
        require_credits(self.service, self.team, max)
    }

    fn add(&mut self, credits: u64) {
        self.service.world.teams.charge(self.team, credits);
        self.credits = self.credits.saturating_add(credits);
    }
}

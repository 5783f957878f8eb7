//! What a scrape costs, charge by charge.
//!
//! It must not know a figure of the contract. What was done is charged at once, even where the
//! request is refused later.

use serde_json::Value;
use webdata_spec::Spec;

use super::super::Shared;
use super::super::contract::SCRAPE_OPTIONS;
use super::super::refusal::Refusal;
use super::super::rules;
use super::super::store::Properties;
use super::super::teams::Team;
use super::threats::{ANALYSIS, THREAT_PROTECTION};
use super::{json, options, pdf};

/// What a scrape costs before what is charged on top; the contract does not show it.
const BASE_CREDITS: u64 = 1;

/// The charges for a copy under lockdown, found or not, in place of what a scrape costs otherwise.
pub(super) const LOCKDOWN: [&str; 2] = ["lockdown-hit", "lockdown-miss"];
/// The charges for a page of a PDF that is read, and for a PDF that is not.
pub(super) const PDF_PAGE: &str = "pdf-page";
pub(super) const PDF_FILE: &str = "pdf-file";
/// The charges for what a PDF is read into.
pub(super) const PARSER: [&str; 3] = ["parser-pages", "parser-blocks", "parser-page-markers"];
/// The charges for the proxies.
pub(super) const PROXIES: [&str; 2] = ["proxy-enhanced", "proxy-auto"];

/// The most that a scrape costs by these options, with their defaults. Of a PDF it is one page,
/// since nobody knows before how many there are.
pub(in super::super) fn most(spec: &Spec, sent: Option<&Value>) -> u64 {
    let none = Value::Object(Properties::new());
    let sent = sent.unwrap_or(&none);
    let schema = spec.types.get(SCRAPE_OPTIONS).map(|found| &found.schema);
    let options = schema.map(|schema| options::effective(spec, schema, sent));
    let options = options.as_ref().unwrap_or(sent);
    most_under(spec, options, options.get(THREAT_PROTECTION))
}

/// The most that a scrape costs by options that have their defaults, under rules of threat
/// protection.
fn most_under(spec: &Spec, options: &Value, threats: Option<&Value>) -> u64 {
    let each = |charges: &[&str], object: &Value| {
        charges.iter().map(|charge| price(spec, charge, object)).fold(0, u64::saturating_add)
    };
    let scrape = if options.get("lockdown") == Some(&Value::Bool(true)) {
        LOCKDOWN.iter().map(|charge| price(spec, charge, options)).max().unwrap_or_default()
    } else {
        let parser = pdf::parser(options).map_or(0, |parser| each(&PARSER, parser));
        let read = price(spec, PDF_PAGE, options).saturating_add(parser);
        let page = BASE_CREDITS.max(read).max(price(spec, PDF_FILE, options));
        page.saturating_add(each(&PROXIES, options))
    };
    let scans = json::formats(options, json::JSON).map(|format| price(spec, json::CHECK, format));
    let analysis = threats.map_or(0, |rules| price(spec, ANALYSIS, rules));
    scans.fold(scrape.saturating_add(analysis), u64::saturating_add)
}

/// The credits of a charge of the contract, where its condition holds on the object that it is for.
fn price(spec: &Spec, charge: &str, object: &Value) -> u64 {
    let Some(charge) = spec.charges.get(charge) else { return 0 };
    let condition = charge.when.as_ref();
    let is_due = condition.is_none_or(|(_, condition)| rules::holds(condition, object));
    if is_due { charge.credits.unwrap_or_default().into() } else { 0 }
}

/// The charges of one scrape.
pub(super) struct Bill<'s> {
    shared: &'s Shared,
    team: &'s Team,
    credits: u64,
}

impl<'s> Bill<'s> {
    /// A bill that a team pays.
    pub(super) fn of(shared: &'s Shared, team: &'s Team) -> Self {
        Self { shared, team, credits: 0 }
    }

    /// What was charged so far.
    pub(super) fn credits(&self) -> u64 {
        self.credits
    }

    /// Charges a charge of the contract so many times, where its condition holds on the object that
    /// it is for.
    pub(super) fn charge(&mut self, charge: &str, object: &Value, times: usize) {
        let times = u64::try_from(times).unwrap_or(u64::MAX);
        self.add(price(&self.shared.contract.spec, charge, object).saturating_mul(times));
    }

    /// Charges what every scrape costs that has no price of its own.
    pub(super) fn charge_base(&mut self) {
        self.add(BASE_CREDITS);
    }

    /// Refuses a scrape of a team that does not have the most credits which it may cost, by options
    /// that have their defaults and under rules of threat protection.
    ///
    /// # Errors
    /// The refusal, where the catalogue has one.
    pub(super) fn afford(&self, options: &Value, threats: Option<&Value>) -> Result<(), Refusal> {
        let most = most_under(&self.shared.contract.spec, options, threats);
        self.shared.afford(self.team, most)
    }

    fn add(&mut self, credits: u64) {
        self.shared.teams.charge(self.team, credits);
        self.credits = self.credits.saturating_add(credits);
    }
}

//! "Credit charges stated", those of nothing included.

use webdata_spec::model::Unit;

use crate::{none, spec};

/// A charge: its identity, the credits, what is counted, the value that earns it.
type Row = (&'static str, Option<u32>, Unit, Option<(&'static str, &'static str)>);

const CHARGES: &[Row] = &[
    // "lockdown 5 credits on hit and 1 on miss"
    ("lockdown-hit", Some(5), Unit::Request, Some(("ScrapeOptions", "`lockdown` is true"))),
    ("lockdown-miss", Some(1), Unit::Request, Some(("ScrapeOptions", "`lockdown` is true"))),
    // "prompt-injection check +4"
    (
        "prompt-injection-check",
        Some(4),
        Unit::Request,
        Some(("JsonFormat", "`checkPromptInjection` is true")),
    ),
    // "threat protection `normal` +2 per analysed URL"
    (
        "threat-protection-url",
        Some(2),
        Unit::Url,
        Some(("ThreatProtectionOverride", "`mode` is \"normal\"")),
    ),
    // "PDF parsing 1 credit per page (flat 1 credit when parsers is empty)"
    ("pdf-page", Some(1), Unit::Page, Some(("ScrapeOptions", "`parsers[].type` is \"pdf\""))),
    ("pdf-file", Some(1), Unit::File, Some(("ScrapeOptions", "`parsers` is []"))),
    // "proxy `enhanced` and `auto` cost the same as `basic`"
    ("proxy-enhanced", Some(0), Unit::Request, Some(("ScrapeOptions", "`proxy` is \"enhanced\""))),
    ("proxy-auto", Some(0), Unit::Request, Some(("ScrapeOptions", "`proxy` is \"auto\""))),
    // "`pages`, `blocks`, `pageMarkers` no extra"
    ("parser-pages", Some(0), Unit::Request, Some(("PdfParser", "`pages` is true"))),
    ("parser-blocks", Some(0), Unit::Request, Some(("PdfParser", "`blocks` is true"))),
    ("parser-page-markers", Some(0), Unit::Request, Some(("PdfParser", "`pageMarkers` is true"))),
    // "failed agent runs are not billed"
    ("failed-agent-run", Some(0), Unit::Run, None),
    // "judging credits are charged only for changed pages that are evaluated"
    ("judging", None, Unit::Page, None),
];

/// "lockdown 5 credits on hit and 1 on miss": a scrape is one of the two.
#[test]
fn only_a_miss_is_charged_in_place_of_another() {
    let spec = spec();
    let instead = spec
        .charges
        .values()
        .filter_map(|charge| charge.instead_of.as_deref().map(|other| (charge.id.as_str(), other)));
    assert_eq!(instead.collect::<Vec<_>>(), [("lockdown-miss", "lockdown-hit")]);
}

/// Both ways: no charge is missing, and none is made up.
#[test]
fn charges_are_those_of_the_contract() {
    let spec = spec();
    let mut differences = Vec::new();
    for (id, credits, per, when) in CHARGES {
        let Some(found) = spec.charges.get(*id) else {
            differences.push(format!("{id} is no charge of the spec"));
            continue;
        };
        let earned = found.when.as_ref().map(|(name, when)| (name.clone(), when.to_string()));
        let written = when.map(|(name, when)| (name.to_owned(), when.to_owned()));
        if (found.credits, found.per, &earned) != (*credits, *per, &written) {
            differences.push(format!(
                "{id}: {:?} a {:?} when {earned:?}, and the contract: {credits:?} a {per:?} when {written:?}",
                found.credits, found.per
            ));
        }
    }
    let made_up = spec.charges.keys().filter(|id| CHARGES.iter().all(|row| row.0 != id.as_str()));
    differences.extend(made_up.map(|id| format!("{id} is no charge of the contract")));
    none(&differences);
}

//! The charges of requests, in credits. The contract does not show the base charge of a
//! request, so no sum includes it.
//!
//! # Estimate a request
//!
//! An estimate with unknown amounts has no upper bound:
//!
//! ```
//! use webdata::credits::{Counts, estimate};
//! use webdata::scrape::ScrapeOptions;
//!
//! let estimate = estimate(&ScrapeOptions::default(), &Counts::new().pages(3));
//! for line in &estimate.lines {
//!     println!("{}: {:?} credits", line.charge.doc, line.credits());
//! }
//! assert!(estimate.maximum().is_none_or(|maximum| estimate.minimum() <= maximum));
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};
use webdata_runtime::credits::{self, Earner, Inside, Table};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, equals};

/// Every charge that the contract states, in its order, with charges of zero credits. The clause of a
/// charge is `charges.<id>`.
pub static CHARGES: &[Charge] = &[
    Charge::new("lockdown-hit", "A cache hit with `lockdown`.").credits(5),
    Charge::new("lockdown-miss", "A cache miss with `lockdown`.")
        .credits(1)
        .instead_of("lockdown-hit"),
    Charge::new(
        "prompt-injection-check",
        "A prompt-injection check that runs, in addition to other charges.",
    ).credits(4),
    Charge::new(
        "threat-protection-url",
        "A URL that threat protection analyses, in addition to other charges.",
    ).credits(2).per(Unit::Url),
    Charge::new("pdf-page", "Extraction of a PDF page.").credits(1).per(Unit::Page),
    Charge::new(
        "pdf-file",
        "A PDF that is returned in base64, because the list of parsers is empty.",
    ).credits(1).per(Unit::File),
    Charge::new("proxy-enhanced", "The proxy `enhanced`, in addition to the cost of `basic`.")
        .credits(0),
    Charge::new("proxy-auto", "The proxy `auto`, in addition to the cost of `basic`.").credits(0),
    Charge::new("parser-pages", "Pages in the property `pages` of the document.").credits(0),
    Charge::new("parser-blocks", "The layout blocks of a PDF.").credits(0),
    Charge::new("parser-page-markers", "Page markers in the markdown.").credits(0),
    Charge::new("failed-agent-run", "A failed agent run.").credits(0).per(Unit::Run),
    Charge::new(
        "judging",
        "A changed page that is evaluated against the monitor's goal. Pages that are not evaluated are not charged.",
    ).per(Unit::Page),
];

/// Estimates the charges of a value, in credits. Charges that the contract does not show, such
/// as the base charge of a request, are not included.
///
/// - The estimate has a line for each charge that applies to the value. An absent property has
///   the contract's default.
/// - `counts` has the amounts, such as the pages of a document. An amount that `counts` lacks
///   is unknown. The number of requests for values inside another value is unknown, too.
/// - Of charges that replace each other, one applies. The estimate does not know which.
///
/// These charges do not depend on the value, so they have no line, and the sums do not include
/// them: `failed-agent-run`, `judging`.
#[must_use]
pub fn estimate(value: &impl Charged, counts: &Counts) -> Estimate {
    credits::estimate(&TABLE, value, counts)
}

static TABLE: Table = Table {
    charges: CHARGES,
    types: &[
        Earner::new("MonitorResponse").inside(&[Inside::new(path!("data"), "Monitor")]),
        Earner::new("Monitor").inside(&[Inside::new(path!("targets", []), "MonitorTarget")]),
        Earner::new("MonitorUpdate").inside(&[Inside::new(path!("targets", []), "MonitorTarget")]),
        Earner::new("Parser").inside(&[Inside::new(path!(), "ParserObject")]),
        Earner::new("ParserObject").inside(
                &[
                    Inside::new(path!(), "PdfParser")
                        .when(equals(path!("type"), Literal::Text("pdf"))),
                ],
            ),
        Earner::new("PdfParser").charges(
                &[
                    ("parser-pages", equals(path!("pages"), Literal::Boolean(true))),
                    ("parser-blocks", equals(path!("blocks"), Literal::Boolean(true))),
                    ("parser-page-markers", equals(path!("pageMarkers"), Literal::Boolean(true))),
                ],
            ).defaults(&[("pages", "false"), ("blocks", "false"), ("pageMarkers", "false")]),
        Earner::new("ScrapeOptions").charges(
                &[
                    ("lockdown-hit", equals(path!("lockdown"), Literal::Boolean(true))),
                    ("lockdown-miss", equals(path!("lockdown"), Literal::Boolean(true))),
                    ("pdf-page", equals(path!("parsers", [], "type"), Literal::Text("pdf"))),
                    ("pdf-file", equals(path!("parsers"), Literal::EmptyList)),
                    ("proxy-enhanced", equals(path!("proxy"), Literal::Text("enhanced"))),
                    ("proxy-auto", equals(path!("proxy"), Literal::Text("auto"))),
                ],
            ).inside(&[
                Inside::new(path!("formats", []), "Format"),
                Inside::new(path!("parsers", []), "Parser"),
                Inside::new(path!("threatProtection"), "ThreatProtectionOverride"),
            ]).defaults(&[
                ("formats", "[\"markdown\"]"),
                ("lockdown", "false"),
                ("proxy", "\"auto\""),
                ("parsers", "[{\"type\":\"pdf\"}]"),
            ]),
        Earner::new("Format").inside(&[Inside::new(path!(), "FormatObject")]),
        Earner::new("FormatObject").inside(
                &[
                    Inside::new(path!(), "JsonFormat")
                        .when(equals(path!("type"), Literal::Text("json"))),
                ],
            ),
        Earner::new("JsonFormat").charges(
                &[(
                    "prompt-injection-check",
                    equals(path!("checkPromptInjection"), Literal::Boolean(true)),
                )],
            ).defaults(&[("checkPromptInjection", "false")]),
        Earner::new("MonitorTarget").inside(
                &[
                    Inside::new(path!(), "ScrapeTarget")
                        .when(equals(path!("type"), Literal::Text("scrape"))),
                    Inside::new(path!(), "CrawlTarget")
                        .when(equals(path!("type"), Literal::Text("crawl"))),
                ],
            ),
        Earner::new("ScrapeTarget")
            .inside(&[Inside::new(path!("scrapeOptions"), "ScrapeOptions")])
            .defaults(&[("scrapeOptions", "{}")]),
        Earner::new("CrawlTarget")
            .inside(&[Inside::new(path!("scrapeOptions"), "ScrapeOptions")])
            .defaults(&[("scrapeOptions", "{}")]),
        Earner::new("ThreatProtectionOverride").charges(
                &[("threat-protection-url", equals(path!("mode"), Literal::Text("normal")))],
            ),
    ],
};

webdata_runtime::charged!(
    super::monitor::MonitorResponse, super::monitor::Monitor,
    super::monitor::MonitorUpdate, super::parser::Parser, super::parser::ParserObject,
    super::parser::PdfParser, super::scrape::ScrapeOptions, super::scrape_format::Format,
    super::scrape_format::FormatObject, super::scrape_format::JsonFormat,
    super::target::MonitorTarget, super::target::ScrapeTarget,
    super::target::CrawlTarget, super::threat_protection::ThreatProtectionOverride
);

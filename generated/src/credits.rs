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

use webdata_runtime::credits::{self, Earner, Inside, Table};
use webdata_runtime::path;
use webdata_runtime::rule::{Literal, equals};
pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};

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
        )
        .credits(4),
    Charge::new(
            "threat-protection-url",
            "A URL that threat protection analyses, in addition to other charges.",
        )
        .credits(2)
        .per(Unit::Url),
    Charge::new("pdf-page", "Extraction of a PDF page.").credits(1).per(Unit::Page),
    Charge::new(
            "pdf-file",
            "A PDF that is returned in base64, because the list of parsers is empty.",
        )
        .credits(1)
        .per(Unit::File),
    Charge::new(
            "proxy-enhanced",
            "The proxy `enhanced`, in addition to the cost of `basic`.",
        )
        .credits(0),
    Charge::new("proxy-auto", "The proxy `auto`, in addition to the cost of `basic`.")
        .credits(0),
    Charge::new("parser-pages", "Pages in the property `pages` of the document.")
        .credits(0),
    Charge::new("parser-blocks", "The layout blocks of a PDF.").credits(0),
    Charge::new("parser-page-markers", "Page markers in the markdown.").credits(0),
    Charge::new("failed-agent-run", "A failed agent run.").credits(0).per(Unit::Run),
    Charge::new(
            "judging",
            "A changed page that is evaluated against the monitor's goal. Pages that are not evaluated are not charged.",
        )
        .per(Unit::Page),
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
        Earner {
            inside: &[Inside::new(path!("data"), 1)],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[Inside::new(path!("targets", []), 10)],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[Inside::new(path!("targets", []), 10)],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[Inside::new(path!(), 4)],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[
                Inside::new(path!(), 5).when(equals(path!("type"), Literal::Text("pdf"))),
            ],
            ..Earner::NOTHING
        },
        Earner {
            charges: &[
                (8, equals(path!("pages"), Literal::Boolean(true))),
                (9, equals(path!("blocks"), Literal::Boolean(true))),
                (10, equals(path!("pageMarkers"), Literal::Boolean(true))),
            ],
            defaults: &[
                ("pages", "false"),
                ("blocks", "false"),
                ("pageMarkers", "false"),
            ],
            ..Earner::NOTHING
        },
        Earner {
            charges: &[
                (0, equals(path!("lockdown"), Literal::Boolean(true))),
                (1, equals(path!("lockdown"), Literal::Boolean(true))),
                (4, equals(path!("parsers", [], "type"), Literal::Text("pdf"))),
                (5, equals(path!("parsers"), Literal::EmptyList)),
                (6, equals(path!("proxy"), Literal::Text("enhanced"))),
                (7, equals(path!("proxy"), Literal::Text("auto"))),
            ],
            inside: &[
                Inside::new(path!("formats", []), 7),
                Inside::new(path!("parsers", []), 3),
                Inside::new(path!("threatProtection"), 13),
            ],
            defaults: &[
                ("formats", "[\"markdown\"]"),
                ("lockdown", "false"),
                ("proxy", "\"auto\""),
                ("parsers", "[{\"type\":\"pdf\"}]"),
            ],
        },
        Earner {
            inside: &[Inside::new(path!(), 8)],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[
                Inside::new(path!(), 9)
                    .when(equals(path!("type"), Literal::Text("json"))),
            ],
            ..Earner::NOTHING
        },
        Earner {
            charges: &[
                (2, equals(path!("checkPromptInjection"), Literal::Boolean(true))),
            ],
            defaults: &[("checkPromptInjection", "false")],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[
                Inside::new(path!(), 11)
                    .when(equals(path!("type"), Literal::Text("scrape"))),
                Inside::new(path!(), 12)
                    .when(equals(path!("type"), Literal::Text("crawl"))),
            ],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[Inside::new(path!("scrapeOptions"), 6)],
            defaults: &[("scrapeOptions", "{}")],
            ..Earner::NOTHING
        },
        Earner {
            inside: &[Inside::new(path!("scrapeOptions"), 6)],
            defaults: &[("scrapeOptions", "{}")],
            ..Earner::NOTHING
        },
        Earner {
            charges: &[(3, equals(path!("mode"), Literal::Text("normal")))],
            ..Earner::NOTHING
        },
    ],
};

impl Charged for super::monitor::MonitorResponse {
    const TYPE: usize = 0;
}

impl Charged for super::monitor::Monitor {
    const TYPE: usize = 1;
}

impl Charged for super::monitor::MonitorUpdate {
    const TYPE: usize = 2;
}

impl Charged for super::parser::Parser {
    const TYPE: usize = 3;
}

impl Charged for super::parser::ParserObject {
    const TYPE: usize = 4;
}

impl Charged for super::parser::PdfParser {
    const TYPE: usize = 5;
}

impl Charged for super::scrape::ScrapeOptions {
    const TYPE: usize = 6;
}

impl Charged for super::scrape_format::Format {
    const TYPE: usize = 7;
}

impl Charged for super::scrape_format::FormatObject {
    const TYPE: usize = 8;
}

impl Charged for super::scrape_format::JsonFormat {
    const TYPE: usize = 9;
}

impl Charged for super::target::MonitorTarget {
    const TYPE: usize = 10;
}

impl Charged for super::target::ScrapeTarget {
    const TYPE: usize = 11;
}

impl Charged for super::target::CrawlTarget {
    const TYPE: usize = 12;
}

impl Charged for super::threat_protection::ThreatProtectionOverride {
    const TYPE: usize = 13;
}

//! What requests cost, as far as the contract says: charges in credits, over and above the base
//! charge of a request, which it does not show.
//!
//! # Estimate a request
//!
//! What is not known beforehand has no upper bound:
//!
//! ```
//! use webdata::credits::{Counts, estimate};
//! use webdata::scrape::ScrapeOptions;
//!
//! let estimate = estimate(&ScrapeOptions::default(), &Counts::new().pages(3));
//! for line in &estimate.lines {
//!     println!("{}: {:?} credits", line.charge.doc, line.credits());
//! }
//! assert!(estimate.at_most().is_none_or(|most| estimate.at_least() <= most));
//! ```
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v2`; never edited.

use webdata_runtime as runtime;
pub use webdata_runtime::credits::{Charge, Charged, Counts, Estimate, Line, Unit};

/// Every charge that the contract states, in its order, those of nothing included; its
/// clause is `charges.<id>`.
pub static CHARGES: &[Charge] = &[
    Charge {
        id: "lockdown-hit",
        doc: "A page that lockdown serves from the cache.",
        credits: Some(5),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "lockdown-miss",
        doc: "A page that lockdown does not find in the cache.",
        credits: Some(1),
        per: Unit::Request,
        instead_of: Some("lockdown-hit"),
    },
    Charge {
        id: "prompt-injection-check",
        doc: "A check for prompt injection that runs, on top of the rest.",
        credits: Some(4),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "threat-protection-url",
        doc: "A URL that threat protection analyses, on top of the rest.",
        credits: Some(2),
        per: Unit::Url,
        instead_of: None,
    },
    Charge {
        id: "pdf-page",
        doc: "A page of a PDF that is extracted.",
        credits: Some(1),
        per: Unit::Page,
        instead_of: None,
    },
    Charge {
        id: "pdf-file",
        doc: "A PDF that is returned as it is, because the list of parsers is empty.",
        credits: Some(1),
        per: Unit::File,
        instead_of: None,
    },
    Charge {
        id: "proxy-enhanced",
        doc: "The proxy `enhanced`, on top of `basic`.",
        credits: Some(0),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "proxy-auto",
        doc: "The proxy `auto`, on top of `basic`.",
        credits: Some(0),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "parser-pages",
        doc: "Pages returned one by one.",
        credits: Some(0),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "parser-blocks",
        doc: "The layout of a PDF.",
        credits: Some(0),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "parser-page-markers",
        doc: "Marks where pages begin.",
        credits: Some(0),
        per: Unit::Request,
        instead_of: None,
    },
    Charge {
        id: "failed-agent-run",
        doc: "An agent run that failed.",
        credits: Some(0),
        per: Unit::Run,
        instead_of: None,
    },
    Charge {
        id: "judging",
        doc: "A changed page that is evaluated against the goal of a monitor; pages that are not cost nothing for it.",
        credits: None,
        per: Unit::Page,
        instead_of: None,
    },
];

/// What a value is charged for, in credits, over and above what the contract does not show,
/// which is the base charge of a request among others.
///
/// It is about what the value asks for: a charge is a line when the value earns it, with the
/// defaults that the contract states for what is left out. How much there is to count, such as
/// the pages of a document, is told by `counts`; what is not told is not known, and so is how
/// many requests are made for values inside another. Of charges that are made in place of each
/// other, one is made, and which one is not known.
///
/// Of charges whose condition is not told by a value there is never a line, and nothing of them
/// is in the sums: `failed-agent-run`, `judging`.
#[must_use]
pub fn estimate(value: &impl Charged, counts: &Counts) -> Estimate {
    runtime::credits::estimate(&TABLE, value, counts)
}

static TABLE: runtime::credits::Table = runtime::credits::Table {
    charges: CHARGES,
    types: &[
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[],
                    when: None,
                    of: 1,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[],
                    when: Some(runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("type")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("json"),
                        ),
                    }),
                    of: 2,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[
                (
                    2,
                    runtime::rule::Condition {
                        path: &[
                            runtime::rule::Segment::Property("checkPromptInjection"),
                        ],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Boolean(true),
                        ),
                    },
                ),
            ],
            inside: &[],
            defaults: &[("checkPromptInjection", "false")],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[runtime::rule::Segment::Property("data")],
                    when: None,
                    of: 4,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[
                        runtime::rule::Segment::Property("targets"),
                        runtime::rule::Segment::AnyItem,
                    ],
                    when: None,
                    of: 10,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[
                        runtime::rule::Segment::Property("targets"),
                        runtime::rule::Segment::AnyItem,
                    ],
                    when: None,
                    of: 10,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[],
                    when: None,
                    of: 7,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[],
                    when: Some(runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("type")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("pdf"),
                        ),
                    }),
                    of: 8,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[
                (
                    8,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("pages")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Boolean(true),
                        ),
                    },
                ),
                (
                    9,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("blocks")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Boolean(true),
                        ),
                    },
                ),
                (
                    10,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("pageMarkers")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Boolean(true),
                        ),
                    },
                ),
            ],
            inside: &[],
            defaults: &[
                ("pages", "false"),
                ("blocks", "false"),
                ("pageMarkers", "false"),
            ],
        },
        runtime::credits::Earner {
            charges: &[
                (
                    0,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("lockdown")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Boolean(true),
                        ),
                    },
                ),
                (
                    1,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("lockdown")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Boolean(true),
                        ),
                    },
                ),
                (
                    4,
                    runtime::rule::Condition {
                        path: &[
                            runtime::rule::Segment::Property("parsers"),
                            runtime::rule::Segment::AnyItem,
                            runtime::rule::Segment::Property("type"),
                        ],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("pdf"),
                        ),
                    },
                ),
                (
                    5,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("parsers")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::EmptyList,
                        ),
                    },
                ),
                (
                    6,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("proxy")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("enhanced"),
                        ),
                    },
                ),
                (
                    7,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("proxy")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("auto"),
                        ),
                    },
                ),
            ],
            inside: &[
                runtime::credits::Inside {
                    path: &[
                        runtime::rule::Segment::Property("formats"),
                        runtime::rule::Segment::AnyItem,
                    ],
                    when: None,
                    of: 0,
                },
                runtime::credits::Inside {
                    path: &[
                        runtime::rule::Segment::Property("parsers"),
                        runtime::rule::Segment::AnyItem,
                    ],
                    when: None,
                    of: 6,
                },
                runtime::credits::Inside {
                    path: &[runtime::rule::Segment::Property("threatProtection")],
                    when: None,
                    of: 13,
                },
            ],
            defaults: &[
                ("formats", "[\"markdown\"]"),
                ("lockdown", "false"),
                ("proxy", "\"auto\""),
                ("parsers", "[{\"type\":\"pdf\"}]"),
            ],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[],
                    when: Some(runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("type")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("scrape"),
                        ),
                    }),
                    of: 11,
                },
                runtime::credits::Inside {
                    path: &[],
                    when: Some(runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("type")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("crawl"),
                        ),
                    }),
                    of: 12,
                },
            ],
            defaults: &[],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[runtime::rule::Segment::Property("scrapeOptions")],
                    when: None,
                    of: 9,
                },
            ],
            defaults: &[("scrapeOptions", "{}")],
        },
        runtime::credits::Earner {
            charges: &[],
            inside: &[
                runtime::credits::Inside {
                    path: &[runtime::rule::Segment::Property("scrapeOptions")],
                    when: None,
                    of: 9,
                },
            ],
            defaults: &[("scrapeOptions", "{}")],
        },
        runtime::credits::Earner {
            charges: &[
                (
                    3,
                    runtime::rule::Condition {
                        path: &[runtime::rule::Segment::Property("mode")],
                        test: runtime::rule::Test::Equals(
                            runtime::rule::Literal::Text("normal"),
                        ),
                    },
                ),
            ],
            inside: &[],
            defaults: &[],
        },
    ],
};

impl Charged for super::format::Format {
    const TYPE: usize = 0;
}

impl Charged for super::format::FormatObject {
    const TYPE: usize = 1;
}

impl Charged for super::format::JsonFormat {
    const TYPE: usize = 2;
}

impl Charged for super::monitor::MonitorResponse {
    const TYPE: usize = 3;
}

impl Charged for super::monitor::Monitor {
    const TYPE: usize = 4;
}

impl Charged for super::monitor::MonitorUpdate {
    const TYPE: usize = 5;
}

impl Charged for super::parser::Parser {
    const TYPE: usize = 6;
}

impl Charged for super::parser::ParserObject {
    const TYPE: usize = 7;
}

impl Charged for super::parser::PdfParser {
    const TYPE: usize = 8;
}

impl Charged for super::scrape::ScrapeOptions {
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

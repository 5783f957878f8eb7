//! Every contract of the repository, embedded.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec`; never edited.

/// A contract.
#[derive(Debug, Clone, Copy)]
pub struct Contract {
    /// The interface version, such as `v2`.
    pub version: &'static str,
    /// The name and the text of each page.
    pub pages: &'static [(&'static str, &'static str)],
}

/// Every contract. The first is the default.
#[rustfmt::skip]
pub static ALL: &[Contract] = &[
    Contract {
        version: "v2",
        pages: &[
            ("errors.toml", include_str!("../pages/v2/errors.toml")),
            ("events.toml", include_str!("../pages/v2/events.toml")),
            ("gaps.toml", include_str!("../pages/v2/gaps.toml")),
            ("lifecycles.toml", include_str!("../pages/v2/lifecycles.toml")),
            ("limits.toml", include_str!("../pages/v2/limits.toml")),
            ("operations.toml", include_str!("../pages/v2/operations.toml")),
            ("profiles.toml", include_str!("../pages/v2/profiles.toml")),
            ("service.toml", include_str!("../pages/v2/service.toml")),
            ("types/action.toml", include_str!("../pages/v2/types/action.toml")),
            ("types/agent.toml", include_str!("../pages/v2/types/agent.toml")),
            ("types/error_body.toml", include_str!("../pages/v2/types/error_body.toml")),
            ("types/monitor.toml", include_str!("../pages/v2/types/monitor.toml")),
            (
                "types/notification.toml",
                include_str!("../pages/v2/types/notification.toml"),
            ),
            ("types/parser.toml", include_str!("../pages/v2/types/parser.toml")),
            ("types/redaction.toml", include_str!("../pages/v2/types/redaction.toml")),
            ("types/schedule.toml", include_str!("../pages/v2/types/schedule.toml")),
            ("types/scrape.toml", include_str!("../pages/v2/types/scrape.toml")),
            (
                "types/scrape_format.toml",
                include_str!("../pages/v2/types/scrape_format.toml"),
            ),
            ("types/scraped.toml", include_str!("../pages/v2/types/scraped.toml")),
            ("types/target.toml", include_str!("../pages/v2/types/target.toml")),
            (
                "types/threat_protection.toml",
                include_str!("../pages/v2/types/threat_protection.toml"),
            ),
            ("types/webhook.toml", include_str!("../pages/v2/types/webhook.toml")),
        ],
    },
];

//! Provides the suite of the first contract, which is created once.

use std::sync::LazyLock;

use webdata_spec::{Source, Spec};
use webdata_suite::Suite;

static SUITE: LazyLock<Suite> = LazyLock::new(|| {
    let contract = &webdata_contracts::ALL[0];
    let source =
        |(name, text): &(&str, &str)| Source { name: (*name).into(), text: (*text).into() };
    let pages: Vec<Source> = contract.pages.iter().map(source).collect();
    let spec = Spec::read(&pages).unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)));
    Suite::new(spec)
});

/// Returns the suite.
pub fn suite() -> &'static Suite {
    &SUITE
}

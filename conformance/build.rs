//! Says where the pages of the default contract are, and when cargo must build again because an embedded file
//! has changed. A release embeds the pages; any other build reads them when it runs, so that an edit of a page
//! needs no build.

fn main() {
    println!("cargo::rerun-if-changed=template");
    let pages = std::env::var("DEP_WEBDATA_SPEC_PAGES").unwrap_or_default();
    println!("cargo::rustc-env=CONTRACT_PAGES={pages}");
    println!("cargo::rustc-check-cfg=cfg(embeds_contract)");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={pages}");
        println!("cargo::rustc-cfg=embeds_contract");
    }
}

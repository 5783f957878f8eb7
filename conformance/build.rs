//! Says where the pages of the default contract are, and when cargo must build again because an embedded file
//! has changed. A release embeds the pages; any other build reads them when it runs, so that an edit of a page
//! needs no build.

fn main() {
    println!("cargo::rerun-if-changed=template");
    let Ok(pages) = std::env::var("DEP_WEBDATA_SPEC_PAGES") else {
        println!("cargo::error=the build script of webdata-spec does not say where its pages are");
        return;
    };
    println!("cargo::rustc-env=CONTRACT_PAGES={pages}");
    println!("cargo::rustc-check-cfg=cfg(embeds_contract)");
    if std::env::var("PROFILE").is_ok_and(|profile| profile == "release") {
        println!("cargo::rerun-if-changed={pages}");
        println!("cargo::rustc-cfg=embeds_contract");
    }
}

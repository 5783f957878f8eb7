//! Tells cargo to build again when an embedded file changes.

fn main() {
    println!("cargo::rerun-if-changed=contract");
    println!("cargo::rerun-if-changed=template");
}

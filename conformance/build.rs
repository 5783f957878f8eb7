//! Tells cargo to build again when an order of cases or a page of exemptions changes.

fn main() {
    println!("cargo::rerun-if-changed=order");
    println!("cargo::rerun-if-changed=exemptions");
}

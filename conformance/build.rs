//! Builds again when an order of cases or a page of exemptions is added, changed or removed.

fn main() {
    println!("cargo::rerun-if-changed=order");
    println!("cargo::rerun-if-changed=exemptions");
}

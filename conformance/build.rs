//! Builds again when a page of the contract, or an order of cases, is added, changed or removed.

fn main() {
    println!("cargo::rerun-if-changed=../spec/v2");
    println!("cargo::rerun-if-changed=order");
}

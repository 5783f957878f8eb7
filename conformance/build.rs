//! Builds again when a page of the contract is added, changed or removed.

fn main() {
    println!("cargo::rerun-if-changed=../spec/v2");
}

//! Tells the build scripts of dependents where the pages of the default contract are, by the variable
//! `DEP_WEBDATA_SPEC_PAGES`: a package can embed files of another one only by their path.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    match std::env::var("CARGO_MANIFEST_DIR") {
        Ok(folder) => println!("cargo::metadata=pages={folder}/v2"),
        Err(error) => println!("cargo::error=CARGO_MANIFEST_DIR: {error}"),
    }
}

//! The reference server shares no validator with the code that judges its answers.

use std::fs;
use std::path::Path;

#[test]
fn no_source_mentions_the_generated_code_or_its_runtime() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut open = vec![source.join("reference.rs"), source.join("reference")];
    let mut files = 0;
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
            continue;
        }
        files += 1;
        let text = fs::read_to_string(&path).unwrap();
        for forbidden in ["webdata::", "use webdata;", "webdata_runtime"] {
            assert!(!text.contains(forbidden), "{} mentions {forbidden}", path.display());
        }
    }
    assert!(files > 10, "only {files} files were looked at");
}

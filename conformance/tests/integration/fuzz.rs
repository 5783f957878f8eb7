//! Replays every seed of `fuzz/` through the checks of the fuzz targets, so that a past finding of `cargo
//! fuzz` is tested in every run.

use std::fs;
use std::path::Path;

use webdata_spec::sources;

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "the file is also a library for `cargo fuzz`")]
mod checks;

/// Runs a check on a seed, and on the first half of the seed, as if a connection broke.
fn replay(seed: &[u8], check: fn(&[u8])) {
    eprintln!("{}", String::from_utf8_lossy(seed));
    check(seed);
    check(&seed[..seed.len() / 2]);
}

/// Returns the seeds of a target: each line of its file `lines.txt`, and each other file.
fn seeds(target: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(target);
    let mut seeds = Vec::new();
    for file in fs::read_dir(&folder).unwrap() {
        let path = file.unwrap().path();
        let bytes = fs::read(&path).unwrap();
        if path.ends_with("lines.txt") {
            seeds.extend(bytes.trim_ascii_end().split(|byte| *byte == b'\n').map(<[u8]>::to_vec));
        } else {
            seeds.push(bytes);
        }
    }
    assert!(!seeds.is_empty(), "{} has no seeds", folder.display());
    seeds
}

#[test]
fn bodies_do_not_panic() {
    seeds("parse").iter().for_each(|seed| replay(seed, checks::parse::check));
}

#[test]
fn reports_do_not_panic() {
    seeds("report").iter().for_each(|seed| replay(seed, checks::report::check));
}

#[test]
fn target_files_do_not_panic() {
    seeds("target").iter().for_each(|seed| replay(seed, checks::target::check));
}

/// The seeds are the contracts of the tests of `codegen/`.
#[test]
fn contracts_do_not_panic() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../codegen/tests/contracts");
    for folder in fs::read_dir(root).unwrap() {
        let pages = sources(&folder.unwrap().path()).unwrap();
        let pages = pages.iter().map(|page| format!("=== {}\n{}", page.name, page.text));
        replay(pages.collect::<String>().as_bytes(), checks::spec::check);
    }
}

#[test]
fn responses_do_not_panic() {
    for seed in seeds("answer") {
        let case = seed.split(|byte| *byte == b'\t').next().unwrap();
        assert!(checks::answer::case(case).is_some(), "{}", String::from_utf8_lossy(case));
        replay(&seed, checks::answer::check);
    }
}

/// Each target of `cargo fuzz` has a test in this file.
#[test]
fn each_fuzz_target_has_a_test() {
    let targets = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/fuzz_targets");
    let targets = fs::read_dir(targets).unwrap().map(|target| target.unwrap().path());
    let mut names: Vec<_> = targets.map(|target| target.file_stem().unwrap().to_owned()).collect();
    names.sort();
    assert_eq!(names, ["answer", "parse", "report", "spec", "target"]);
}

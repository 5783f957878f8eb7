//! Replays every seed of `fuzz/` through the checks of the fuzz targets, so that a past finding of `cargo
//! fuzz` is tested in every run.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "the file is also a library for `cargo fuzz`")]
mod checks;

/// Runs the check of a target on every seed, and on the first half of every seed, as if a connection broke.
fn replay(target: &str, check: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/seeds").join(target);
    let seeds: Vec<_> = fs::read_dir(&folder).unwrap().map(|seed| seed.unwrap().path()).collect();
    assert!(!seeds.is_empty(), "{} has no seeds", folder.display());
    for seed in seeds {
        eprintln!("{}", seed.display());
        let bytes = fs::read(&seed).unwrap();
        check(&bytes);
        check(&bytes[..bytes.len() / 2]);
    }
}

#[test]
fn bodies_do_not_panic() {
    replay("parse", checks::parse::check);
}

#[test]
fn reports_do_not_panic() {
    replay("report", checks::report::check);
}

#[test]
fn target_files_do_not_panic() {
    replay("target", checks::target::check);
}

#[test]
fn contracts_do_not_panic() {
    replay("spec", checks::spec::check);
}

#[test]
fn responses_do_not_panic() {
    replay("answer", checks::answer::check);
}

/// Each target of `cargo fuzz` has seeds and a test in this file.
#[test]
fn each_fuzz_target_has_seeds_and_a_test() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let names = |folder: &str| {
        let entries = fs::read_dir(root.join(folder)).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().path().file_stem().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names("fuzz_targets"), names("seeds"));
    assert_eq!(names("seeds"), ["answer", "parse", "report", "spec", "target"]);
}

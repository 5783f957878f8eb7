//! Every seed of `fuzz/`, given to what the targets of `cargo fuzz` call, so that what was found once stays
//! noticed without it.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/lib.rs"]
#[expect(unreachable_pub, reason = "a library of its own for `cargo fuzz`")]
mod checks;

/// Gives every seed of a target to its check, and as much of it as has come when a connection breaks.
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
fn seeds_of_parse() {
    replay("parse", checks::parse::check);
}

#[test]
fn seeds_of_reports() {
    replay("report", checks::report::check);
}

#[test]
fn seeds_of_target_files() {
    replay("target", checks::target::check);
}

#[test]
fn seeds_of_contracts() {
    replay("spec", checks::spec::check);
}

#[test]
fn seeds_of_answers() {
    replay("answer", checks::answer::check);
}

/// A target that is on the list of `cargo fuzz` has a test here.
#[test]
fn each_target_has_seeds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
    let names = |folder: &str| {
        let all = fs::read_dir(root.join(folder)).unwrap();
        let mut names: Vec<_> =
            all.map(|one| one.unwrap().path().file_stem().unwrap().to_owned()).collect();
        names.sort();
        names
    };
    assert_eq!(names("fuzz_targets"), names("seeds"));
    assert_eq!(names("seeds"), ["answer", "parse", "report", "spec", "target"]);
}

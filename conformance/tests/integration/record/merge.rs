//! Tests that shards are merged into the report that one run would have had, and that other reports are rejected.

use webdata_suite::outcome::OutcomeKind;
use webdata_suite::plan::{Selection, Shard};
use webdata_suite::report::{
    ExploredReport, MergeError, OffReport, Report, ReportFile, Verdict, merge, read_text, verify,
};

use super::format::check_schema;
use super::setup::{FUTURE, STATUS, Setup, text, value, waiver, with};

fn shards(setup: &Setup, selection: &Selection, of: usize) -> Vec<Report> {
    let shard = |number| Some(Shard { number, of });
    let run = |number| setup.run(&Selection { shard: shard(number), ..selection.clone() });
    (1..=of).map(run).collect()
}

fn named(reports: &[&Report]) -> Vec<(String, ReportFile)> {
    let part = |(index, report): (usize, &&Report)| {
        (format!("part-{}", index + 1), read_text(&text(report)).expect("a readable report"))
    };
    reports.iter().enumerate().map(part).collect()
}

#[test]
fn merged_shards_equal_one_run() {
    let setup = Setup::faulty();
    let selection = with(&["updateMonitor::name", "::status", "::errors", "observations"]);
    let waivers = || vec![waiver(STATUS, FUTURE)];
    let whole = setup.run(&selection).with_waivers(&setup.suite, waivers());
    let parts = shards(&setup, &selection, 4);
    let parts: Vec<Report> =
        parts.into_iter().map(|part| part.with_waivers(&setup.suite, waivers())).collect();
    // The order of the files does not matter.
    let merged = merge(named(&[&parts[2], &parts[0], &parts[3], &parts[1]]), &setup.suite);
    let merged = merged.expect("mergeable shards");
    assert_eq!(merged.verdict, Verdict::NotConformant);
    assert_eq!(merged.count(OutcomeKind::Waived), 1);
    assert_eq!(merged.scope, whole.scope);
    assert_eq!(merged.outcomes, whole.outcomes);
    assert_eq!(merged.waivers, whole.waivers);
    assert_eq!(merged.features, whole.features);
    assert_eq!(merged.clauses, whole.clauses);
    assert!(!merged.remedies.is_empty());
    assert_eq!(merged.remedies, whole.remedies);
    assert_eq!(merged.observations, whole.observations);
    let outcomes = |report: &Report| -> Vec<(String, OutcomeKind)> {
        report.cases.iter().map(|case| (case.id.clone(), case.outcome.kind)).collect()
    };
    assert_eq!(outcomes(&merged), outcomes(&whole));
    assert_eq!(Some(merged.started_at), parts.iter().map(|part| part.started_at).min());
    check_schema(&value(&merged), true);
    let file = read_text(&text(&merged)).expect("a readable report");
    assert_eq!(verify(&file, &setup.suite).expect("a report of this suite").contradictions, []);
    for part in &parts {
        let file = read_text(&text(part)).expect("a readable report");
        assert_eq!(verify(&file, &setup.suite).expect("a report of this suite").contradictions, []);
    }
}

#[test]
fn reports_of_different_runs_are_not_merged() {
    let setup = Setup::new();
    let selection = with(&["updateMonitor::name"]);
    let parts = shards(&setup, &selection, 3);
    let [one, two, three] = parts.as_slice() else { panic!("{}", parts.len()) };
    let check = |reports: &[&Report], lines: &[&str]| {
        let error = merge(named(reports), &setup.suite).expect_err(lines[0]).to_string();
        let expected = format!("the reports cannot be merged:\n{}", lines.join("\n"));
        assert_eq!(error, expected);
    };
    let missing =
        |shard: &str| format!("the shard {shard} is missing; give the report of each shard");
    check(&[one, three], &[&missing("2/3")]);
    check(
        &[two, two],
        &[
            "part-2: part-1 is the shard 2/3, too; give each shard once",
            &missing("1/3"),
            &missing("3/3"),
        ],
    );
    let whole = setup.run(&selection);
    check(
        &[one, two, three, &whole],
        &[
            "part-4: the report is of a whole run, not of a shard; give only reports of `run --shard`",
        ],
    );
    let halves = shards(&setup, &selection, 2);
    check(
        &[one, two, three, &halves[1]],
        &[
            "part-4: part-2 is the shard 2/2, too; give each shard once",
            "the reports are of runs with different numbers of shards: 2, 3; give only those of one run",
        ],
    );
    let others = shards(&setup, &with(&["updateMonitor::status"]), 3);
    let different = |what: &str| {
        format!(
            "part-3 and part-1 have different {what}; give all shards the same options and target file"
        )
    };
    check(&[one, two, &others[2]], &[&different("selected cases")]);
    let waived = three.clone().with_waivers(&setup.suite, vec![waiver(STATUS, FUTURE)]);
    check(&[one, two, &waived], &[&different("waivers")]);
    let named_run = |report: &Report, id: &str| report.clone().with_run_id(Some(id.to_owned()));
    let (first, second, third) =
        (named_run(one, "7-1"), named_run(two, "7-1"), named_run(three, "8-1"));
    check(
        &[&first, &second, &third],
        &[
            "part-3 belongs to the run `8-1`, and part-1 to the run `7-1`; merge only shards of one run",
        ],
    );
    check(
        &[&first, &second, three],
        &[
            "part-3 belongs to a run without --run-id, and part-1 to the run `7-1`; merge only shards of one run",
        ],
    );
    let mut explored = one.clone();
    let (sequences, requests, failed) = (3, 9, Vec::new());
    explored.explored = Some(ExploredReport { seed: 1, seconds: 1.0, sequences, requests, failed });
    check(
        &[&explored.with_run_id(None), two, three],
        &[
            "part-1: an exploration belongs to a whole run, not to a shard; run the shard without one",
        ],
    );
    let whole_run = merge(named(&[&first, &second, &named_run(three, "7-1")]), &setup.suite);
    assert_eq!(whole_run.expect("shards of one run").run_id.as_deref(), Some("7-1"));
    let started = |hours: i64, start: &str| {
        let mut early = one.clone();
        early.started_at = two.started_at - jiff::SignedDuration::from_hours(hours);
        let early = early.with_run_id(None);
        let error = merge(named(&[&early, two, three]), &setup.suite).err();
        let lines = error.map(|MergeError(lines)| lines).unwrap_or_default();
        let count = lines.len();
        assert!(lines.iter().all(|line| line.contains(start)), "{lines:?}");
        count
    };
    assert_eq!(started(23, ""), 0);
    assert_eq!(started(7 * 24, "more than 24 h after part-1, which started at "), 2);
    let mut off = read_text(&text(three)).expect("a readable report").report;
    let feature = "updateMonitor::goal".to_owned();
    off.off.push(OffReport { feature, reason: "no goals here".to_owned() });
    let off = off.with_run_id(None);
    check(&[one, two, &off], &[&different("switched-off features")]);
    let mut changed = three.clone();
    changed.server.name = "another".to_owned();
    let (name, place) = (&three.server.name, &three.server.base_url);
    let another = format!(
        "part-3 is about the server another at {place}, and part-1 about {name} at {place}; merge only reports \
         about one server"
    );
    let is_changed =
        "part-3: the report was changed after it was written; `verify` shows what is wrong";
    check(&[one, two, &changed], &[is_changed, &another]);
    // Two ports of one machine are two servers.
    let mut ported = read_text(&text(three)).expect("a readable report").report;
    ported.server.base_url = "http://127.0.0.1:1".to_owned();
    let another = format!(
        "part-3 is about the server {name} at http://127.0.0.1:1, and part-1 about {name} at {place}; merge \
         only reports about one server"
    );
    check(&[one, two, &ported.with_run_id(None)], &[&another]);
    // A forged shard that has the cases of another one.
    let mut forged = read_text(&text(two)).expect("a readable report");
    forged.report.scope.shard = one.scope.shard;
    forged.report.digest.clone_from(&forged.digest);
    let mut all = named(&[two, three]);
    all.insert(0, ("forged".to_owned(), forged));
    let MergeError(lines) = merge(all, &setup.suite).expect_err("the forged shard is detected");
    assert_eq!(lines.len(), two.cases.len(), "{lines:?}");
    assert!(lines.iter().all(|line| line.ends_with("is in two reports")), "{lines:?}");
}

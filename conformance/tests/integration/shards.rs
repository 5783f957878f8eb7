//! The shards of a run: disjoint, complete, the same each time, and of about equal work.

use std::collections::BTreeSet;

use webdata_suite::Suite;
use webdata_suite::plan::{Plan, PlanError, Selection, Shard};
use webdata_suite::target::Target;

/// A suite, and a target that has everything that cases need.
struct Planner {
    suite: Suite,
    target: Target,
}

impl Planner {
    fn new() -> Self {
        let suite = webdata_conformance::suite().expect("the contract reads");
        let (_runtime, _server, target) = crate::reference_server::start(&suite, 1);
        Self { suite, target }
    }

    fn plan(&self, filters: &[&str], shard: Option<&str>) -> Result<Plan, PlanError> {
        let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
        let shard: Option<Shard> = shard.map(|shard| shard.parse().expect("a shard"));
        self.suite.plan(&self.target, &Selection { filters, shard, ..Selection::default() })
    }
}

fn ids(plan: &Plan) -> Vec<&str> {
    plan.cases.iter().map(|planned| planned.case.id.as_str()).collect()
}

#[test]
fn shards_are_disjoint_complete_and_reproducible() {
    let planner = Planner::new();
    for (filters, count) in [(&[][..], 4), (&[], 7), (&["updateMonitor::name"], 3)] {
        let whole = planner.plan(filters, None).unwrap();
        let names: Vec<String> = (1..=count).map(|number| format!("{number}/{count}")).collect();
        let shard = |name: &String| planner.plan(filters, Some(name)).unwrap();
        let shards: Vec<Plan> = names.iter().map(shard).collect();
        let all: Vec<&str> = shards.iter().flat_map(ids).collect();
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len(), "{count} shards of {filters:?} share a case");
        assert_eq!(distinct, ids(&whole).into_iter().collect(), "{count} shards of {filters:?}");
        let sizes = shards.iter().map(|plan| plan.cases.len());
        assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1, "of {count}");
        for (plan, name) in shards.iter().zip(&names) {
            assert_eq!(ids(plan), ids(&shard(name)), "{name} differs the second time");
            assert_eq!(
                plan.scope.selected, whole.scope.manifest,
                "{name} records another selection"
            );
            assert_eq!(plan.scope.manifest.count, plan.cases.len(), "{name}");
        }
    }
}

#[test]
fn shards_send_about_equally_many_requests() {
    let planner = Planner::new();
    let requests = (1..=4).map(|number| {
        let plan = planner.plan(&[], Some(&format!("{number}/4"))).unwrap();
        plan.cases.iter().map(|planned| planned.case.steps.len()).sum::<usize>()
    });
    let requests: Vec<usize> = requests.collect();
    let (min, max) = (requests.iter().min().unwrap(), requests.iter().max().unwrap());
    assert!((max - min) * 20 < *max, "{requests:?} differ by 5 % or more");
}

#[test]
fn an_invalid_or_empty_shard_is_an_error() {
    for shard in ["5/4", "0/4", "4", "a/4", "1/0", "-1/4", "", "1/10001"] {
        let error = shard.parse::<Shard>().expect_err(shard).to_string();
        assert!(error.contains("write K/N with K from 1 to N, such as `2/4`"), "{shard}: {error}");
    }
    let planner = Planner::new();
    let filters = ["updateMonitor::name::maxLength::at-two-byte-characters"];
    let error = planner.plan(&filters, Some("9/9")).expect_err("fewer cases than that").to_string();
    assert!(error.contains("the shard 9/9 has no case, since only 1 are selected"), "{error}");
}

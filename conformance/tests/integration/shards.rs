//! The parts that a run is split into: disjoint, whole, the same each time, and much the same work.

use std::collections::BTreeSet;
use std::sync::Arc;

use webdata_reference::{Options, ReferenceServer};
use webdata_suite::Suite;
use webdata_suite::plan::{Plan, PlanError, Selection, Shard};
use webdata_suite::target::Target;

/// A suite and a target that has all that it needs.
struct Bench {
    suite: Suite,
    target: Target,
}

impl Bench {
    fn new() -> Self {
        let suite = webdata_conformance::suite().expect("the contract reads");
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let spec = Arc::new(suite.spec.clone());
        let server = runtime.block_on(ReferenceServer::start(spec, Options::default())).unwrap();
        let target = webdata_audit::reference_target(&server, &suite.spec, 1).unwrap();
        Self { suite, target }
    }

    fn plan(&self, filters: &[&str], shard: Option<&str>) -> Result<Plan, PlanError> {
        let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
        let shard: Option<Shard> = shard.map(|written| written.parse().expect("a shard"));
        self.suite.plan(&self.target, &Selection { filters, shard, ..Selection::default() })
    }
}

fn ids(plan: &Plan) -> Vec<&str> {
    plan.cases.iter().map(|planned| planned.case.id.as_str()).collect()
}

#[test]
fn shards_are_disjoint_and_whole_and_alike() {
    let bench = Bench::new();
    for (filters, of) in [(&[][..], 4), (&[], 7), (&["updateMonitor::name"], 3)] {
        let whole = bench.plan(filters, None).unwrap();
        let names: Vec<String> = (1..=of).map(|number| format!("{number}/{of}")).collect();
        let shard = |name: &String| bench.plan(filters, Some(name)).unwrap();
        let shards: Vec<Plan> = names.iter().map(shard).collect();
        let all: Vec<&str> = shards.iter().flat_map(ids).collect();
        let distinct: BTreeSet<&str> = all.iter().copied().collect();
        assert_eq!(distinct.len(), all.len(), "{of} shards of {filters:?} share a case");
        assert_eq!(distinct, ids(&whole).into_iter().collect(), "{of} shards of {filters:?}");
        let sizes = shards.iter().map(|plan| plan.cases.len());
        assert!(sizes.clone().max().unwrap() - sizes.min().unwrap() <= 1, "of {of}");
        for (plan, name) in shards.iter().zip(&names) {
            assert_eq!(ids(plan), ids(&shard(name)), "{name} is the same each time");
            assert_eq!(plan.scope.selected, whole.scope.manifest, "{name} knows its whole");
            assert_eq!(plan.scope.manifest.count, plan.cases.len(), "{name}");
        }
    }
}

#[test]
fn shards_are_as_much_work_as_each_other() {
    let bench = Bench::new();
    let requests = (1..=4).map(|number| {
        let plan = bench.plan(&[], Some(&format!("{number}/4"))).unwrap();
        plan.cases.iter().map(|planned| planned.case.steps.len()).sum::<usize>()
    });
    let requests: Vec<usize> = requests.collect();
    let (least, most) = (requests.iter().min().unwrap(), requests.iter().max().unwrap());
    assert!((most - least) * 20 < *most, "{requests:?} differ by 5 % or more");
}

#[test]
fn a_shard_that_is_none_is_told() {
    for written in ["5/4", "0/4", "4", "a/4", "1/0", "-1/4", "", "1/10001"] {
        let error = written.parse::<Shard>().expect_err(written).to_string();
        assert!(error.contains("write it like 2/4, the second of four"), "{written}: {error}");
    }
    let bench = Bench::new();
    let filters = ["updateMonitor::name::maxLength::above"];
    let error = bench.plan(&filters, Some("9/9")).expect_err("fewer cases than that").to_string();
    assert!(error.contains("the shard 9/9 has no case, since only 1 are selected"), "{error}");
}

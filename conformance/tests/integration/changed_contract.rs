//! Edits of a contract, and the suite's reports about servers that were started with an edited contract.

use std::sync::Arc;

use webdata_audit::{Difference, DifferentServer, mutants};
use webdata_reference::Options;
use webdata_spec::Spec;
use webdata_spec::model::{Keyword, Level, Object, Operand, Operation, Schema, Shape};
use webdata_suite::Suite;
use webdata_suite::plan::Selection;
use webdata_suite::report::Report;
use webdata_suite::run::Runner;

/// Runs the cases with the identities `only`, or all cases, against a server of the contract `served`.
pub(crate) fn report(suite: &Suite, served: Spec, only: &[&str]) -> Report {
    let filters = only.iter().map(|id| (*id).to_owned()).collect();
    let selection = Selection { filters, exact: true, ..Selection::default() };
    run(suite, &Arc::new(served), &[], &selection)
}

/// Runs the cases whose identities contain one of `filters`, or all cases, against a mutant.
pub(crate) fn report_of_mutant(id: &str, filters: &[&str]) -> Report {
    let suite = &crate::SUITE;
    let all = mutants::all(&suite.spec);
    let mutant = all.iter().find(|mutant| mutant.id == id).unwrap_or_else(|| panic!("no {id}"));
    let differences = [mutant.difference.clone()];
    let spec = Arc::new(suite.spec.clone());
    let filters = filters.iter().map(|filter| (*filter).to_owned()).collect();
    run(suite, &spec, &differences, &Selection { filters, ..Selection::default() })
}

fn run(
    suite: &Suite,
    spec: &Arc<Spec>,
    differences: &[Difference],
    selection: &Selection,
) -> Report {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let options = Options::default();
    let starting = DifferentServer::start(differences, spec, &crate::EXTENSION, options);
    let server = runtime.block_on(starting).unwrap().server;
    let mut target = webdata_audit::reference_target(&server, &suite.spec, 4).unwrap();
    target.connection.in_process = Some(server.router());
    let plan = suite.plan(&target, selection).unwrap();
    suite.run(plan, target, Level::Must, Runner::Threads(4), runtime.handle()).unwrap()
}

/// Returns the operation `updateMonitor`.
pub(crate) fn operation(spec: &mut Spec) -> &mut Operation {
    spec.operations.get_mut("updateMonitor").expect("the operation")
}

pub(crate) fn object<'s>(spec: &'s mut Spec, name: &str) -> &'s mut Object {
    match &mut type_schema(spec, name).shape {
        Shape::Object(object) => object,
        other => panic!("{name} is {other:?}"),
    }
}

pub(crate) fn type_schema<'s>(spec: &'s mut Spec, name: &str) -> &'s mut Schema {
    &mut spec.types.get_mut(name).expect("the type").schema
}

pub(crate) fn with_shape(
    spec: &mut Spec,
    name: &str,
    property: &str,
    change: impl FnOnce(&mut Shape),
) {
    change(&mut schema(spec, name, property).shape);
}

pub(crate) fn schema<'s>(spec: &'s mut Spec, name: &str, property: &str) -> &'s mut Schema {
    &mut object(spec, name).properties.get_mut(property).expect("the property").schema
}

/// Raises or lowers a limit.
pub(crate) fn shift(schema: &mut Schema, keyword: Keyword, by: i64) {
    let limit = schema.integer(keyword).expect("the limit") + by;
    schema.set_constraint(keyword, Some(Operand::Number(limit.into())));
}

/// Replaces the maximum length of names in a message about a name that is one character too long: golden
/// texts have 256, whatever the contract states.
pub(crate) fn with_golden_name_limit(message: &str, spec: &Spec) -> String {
    let max_length = spec.limit("MonitorUpdate.name.maxLength").expect("names are limited");
    let figures = |max_length: u64| {
        let beyond = usize::try_from(max_length).unwrap() + 1;
        [
            format!("at most {max_length} characters"),
            format!("has {beyond} characters, {max_length} are"),
            format!("({beyond} times)"),
            "a".repeat(beyond),
        ]
    };
    let pairs = figures(max_length).into_iter().zip(figures(256));
    pairs.fold(message.to_owned(), |text, (actual, golden)| text.replace(&actual, &golden))
}

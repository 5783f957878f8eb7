//! Observes responses about which the contract says little.

use webdata_spec::model::{Gap, Refusal, Situation};

use crate::case::{Case, Expect, Purpose, Request, Step};
use crate::derive::context::OperationContext;

/// Observes the response of the operation to a valid request, and in the circumstances of the gap.
pub(super) fn observed(context: &OperationContext<'_>, gap: &Gap) -> Vec<Case> {
    let operation = context.operation;
    let clause = operation.clause();
    let is_own = gap.place.strip_prefix(clause.as_str());
    let is_own = is_own.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
    let situations = situations(context, gap);
    let mut cases = Vec::new();
    if is_own || !situations.is_empty() {
        cases.push(derive_case(context, gap, "", context.valid_request()));
    }
    for situation in situations {
        let request = context.in_circumstance(&situation.clause);
        cases.push(derive_case(context, gap, &situation.id, request));
    }
    for refusal in refusals(context, gap) {
        let request = context.in_circumstance(&refusal.clause);
        cases.push(derive_case(context, gap, &refusal.id, request));
    }
    cases
}

fn derive_case(context: &OperationContext<'_>, gap: &Gap, name: &str, request: Request) -> Case {
    // Without interpretations, the report shows the status code, the error text and the properties.
    let (gap_id, interpretations) = (gap.id.clone(), Vec::new());
    let expect = Expect::Observation { gap: gap_id, interpretations, never_5xx: None };
    let act = Step::new(Purpose::Act, request, expect);
    let id = context.id(&["observations", &gap.id, name]);
    context.open_case(gap, id, vec![act])
}

/// Returns the situations of the gap's lifecycle in which the operation succeeds.
fn situations<'s>(context: &OperationContext<'s>, gap: &Gap) -> Vec<&'s Situation> {
    let lifecycles = context.spec.lifecycles.iter().filter(|lifecycle| {
        let clause = format!("lifecycles.{}.{}", lifecycle.type_name, lifecycle.property);
        gap.place.starts_with(&clause)
            && context.operation.response_type() == Some(&lifecycle.type_name)
    });
    let all = lifecycles.flat_map(|lifecycle| &lifecycle.situations);
    all.filter(|situation| situation.operation == context.operation.id).collect()
}

/// Returns the refusals whose error text the gap leaves open.
fn refusals<'s>(context: &OperationContext<'s>, gap: &Gap) -> Vec<&'s Refusal> {
    let of_types = context.spec.type_refusals().map(|(_, refusal)| refusal);
    let all = of_types.chain(&context.operation.refusals);
    let is_meant = |refusal: &&Refusal| {
        let row = context.spec.errors.get(&refusal.error);
        context.operation.errors.contains(&refusal.error)
            && row.is_some_and(|row| row.gap.as_ref() == Some(&gap.id))
    };
    all.filter(is_meant).collect()
}

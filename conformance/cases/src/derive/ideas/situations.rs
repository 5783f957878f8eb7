//! Situations: states in which an operation finds a stored resource; the target knows how to meet
//! each.

use webdata_spec::model::{Situation, SituationAnswer};

use crate::case::{Case, Expected, Member, Step};
use crate::derive::context::OperationContext;

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let situations = context.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let own = situations.filter(|situation| situation.operation == context.operation.id);
    let case = |situation: &Situation| {
        let member =
            |name: &String, value| Member::new(format!("/{name}"), value, situation.clause.clone());
        let request = context.in_circumstance(&situation.clause);
        let step = match &situation.answer {
            SituationAnswer::Error(error) => context.refused(request, error)?,
            SituationAnswer::Success(success) => {
                let given = success.members.iter();
                let given = given.map(|(name, value)| member(name, Expected::Equal(value.clone())));
                let absent = success.absent.iter().map(|name| member(name, Expected::Absent));
                let members = given.chain(absent).collect();
                Step { request, ..context.succeeds(members) }
            }
        };
        let id = context.id(&["situations", &situation.id]);
        Some(context.case(id, situation.level, situation.clause.clone(), vec![step]))
    };
    own.filter_map(case).collect()
}

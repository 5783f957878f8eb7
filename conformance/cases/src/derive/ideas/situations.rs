//! Situations in which an operation finds a stored thing: a target says how to meet each.

use webdata_spec::model::{Situation, SituationAnswer};

use crate::case::{Case, Expected, Member, Step};
use crate::derive::context::Cases;

pub(super) fn derive(cases: &Cases<'_>) -> Vec<Case> {
    let situations = cases.spec.lifecycles.iter().flat_map(|lifecycle| &lifecycle.situations);
    let own = situations.filter(|situation| situation.operation == cases.operation.id);
    let case = |situation: &Situation| {
        let member =
            |name: &String, value| Member::new(format!("/{name}"), value, situation.clause.clone());
        let request = cases.in_circumstance(&situation.clause);
        let step = match &situation.answer {
            SituationAnswer::Error(error) => cases.refused(request, error)?,
            SituationAnswer::Success(success) => {
                let given = success.members.iter();
                let given = given.map(|(name, value)| member(name, Expected::Equal(value.clone())));
                let absent = success.absent.iter().map(|name| member(name, Expected::Absent));
                let members = given.chain(absent).collect();
                Step { request, ..cases.succeeds(members) }
            }
        };
        let id = cases.id(&["situations", &situation.id]);
        Some(cases.case(id, situation.level, situation.clause.clone(), vec![step]))
    };
    own.filter_map(case).collect()
}

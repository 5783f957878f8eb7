//! Mutants of versions, of conditions on versions, of idempotency keys and of deprecation notices.

use webdata_reference::Fault;
use webdata_reference::faults::{
    ResourceFault, ResourceMistake, ResponseChange, ResponseFault, ResponseFilter,
};
use webdata_spec::model::{ClauseId, Operation};

use super::builder::FaultBuilder;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let id = &operation.id;
    let of = |word: &str| operation.clause().child(word);
    let mut add = |clause: ClauseId, suffix: &str, description: &str, mistake: ResourceMistake| {
        let fault = Fault::Resource(ResourceFault { operation: id.clone(), mistake });
        faults.add(Some(operation), &clause, suffix, format!("{id} {description}"), fault);
    };
    if operation.resource.as_ref().is_some_and(|resource| resource.version.is_some()) {
        let description = "has the same version after each change.";
        add(of("version"), "keeps-version", description, ResourceMistake::KeepsVersion);
    }
    if operation.precondition.is_some() {
        let description = "allows a change of any version.";
        add(of("precondition"), "ignores-it", description, ResourceMistake::IgnoresPrecondition);
        let description = "rejects another version, and changes the resource all the same.";
        add(of("precondition"), "keeps-refused", description, ResourceMistake::StoresRejected);
    }
    if operation.condition.is_some() {
        let description = "returns the version that the client has.";
        add(of("condition"), "ignores-it", description, ResourceMistake::IgnoresCondition);
        let description = "never returns another version than the client has.";
        add(of("condition"), "never-modified", description, ResourceMistake::NeverModified);
    }
    if let Some(idempotency) = &operation.idempotency {
        let description = "creates another resource for the same key.";
        add(of("idempotency"), "ignores-key", description, ResourceMistake::IgnoresKey);
        let description = "treats the key of another team as the same key.";
        add(of("idempotency"), "shares-keys", description, ResourceMistake::SharesKeys);
        if idempotency.reused.is_some() {
            let reused = of("idempotency").child("reused");
            let description = "creates another resource for the same key with another body.";
            add(reused.clone(), "divides-key", description, ResourceMistake::DividesKeyByBody);
            let description = "returns the resource of the same key with another body.";
            add(reused, "forgets-body", description, ResourceMistake::ForgetsBody);
        }
    }
    for notice in operation.notices() {
        let ways = [("is-left-out", None), ("says-something-else", Some("never".to_owned()))];
        for (suffix, value) in ways {
            let change = ResponseChange::Header(notice.header.to_lowercase(), value);
            let fault =
                ResponseFault { operation: Some(id.clone()), on: ResponseFilter::Success, change };
            let what = suffix.replace('-', " ");
            let description = format!("Responses to {id}: the header `{}` {what}.", notice.header);
            faults.add(
                Some(operation),
                &notice.clause,
                suffix,
                description,
                Fault::Response(fault),
            );
        }
    }
}

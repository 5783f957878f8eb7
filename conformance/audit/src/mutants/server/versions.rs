//! Operations that get versions, conditions on them, keys of creations or notices wrong.

use webdata_reference::Fault;
use webdata_reference::faults::{
    ResourceFault, ResourceMistake, ResponseChange, ResponseFault, ResponseFilter,
};
use webdata_spec::model::{ClauseId, Operation};

use super::builder::FaultBuilder;

pub(super) fn derive(found: &mut FaultBuilder<'_>, operation: &Operation) {
    let id = &operation.id;
    let of = |word: &str| operation.clause().child(word);
    let mut add = |clause: ClauseId, way: &str, says: &str, mistake: ResourceMistake| {
        let fault = Fault::Resource(ResourceFault { operation: id.clone(), mistake });
        found.add(Some(operation), &clause, way, format!("{id} {says}"), fault);
    };
    if operation.resource.as_ref().is_some_and(|own| own.version.is_some()) {
        let says = "tells the same version after each change.";
        add(of("version"), "keeps-version", says, ResourceMistake::KeepsVersion);
    }
    if operation.precondition.is_some() {
        let says = "changes any version.";
        add(of("precondition"), "ignores-it", says, ResourceMistake::IgnoresPrecondition);
        let says = "refuses another version, and changes it all the same.";
        add(of("precondition"), "keeps-refused", says, ResourceMistake::StoresRejected);
    }
    if operation.condition.is_some() {
        let says = "returns the version that the client has.";
        add(of("condition"), "ignores-it", says, ResourceMistake::IgnoresCondition);
        let says = "never returns another version than the client has.";
        add(of("condition"), "never-modified", says, ResourceMistake::NeverModified);
    }
    if let Some(idempotency) = &operation.idempotency {
        let says = "creates another resource for the same key.";
        add(of("idempotency"), "ignores-key", says, ResourceMistake::IgnoresKey);
        let says = "takes the key of another team for the same key.";
        add(of("idempotency"), "shares-keys", says, ResourceMistake::SharesKeys);
        if idempotency.reused.is_some() {
            let reused = of("idempotency").child("reused");
            let says = "creates another resource for the same key with another body.";
            add(reused.clone(), "divides-key", says, ResourceMistake::DividesKeyByBody);
            let says = "returns the resource of the same key with another body.";
            add(reused, "forgets-body", says, ResourceMistake::ForgetsBody);
        }
    }
    for notice in operation.notices() {
        let ways = [("is-left-out", None), ("says-something-else", Some("never".to_owned()))];
        for (way, value) in ways {
            let change = ResponseChange::Header(notice.header.to_lowercase(), value);
            let fault =
                ResponseFault { operation: Some(id.clone()), on: ResponseFilter::Success, change };
            let says = format!("Responses to {id}: the header `{}` {way}.", notice.header);
            found.add(Some(operation), &notice.clause, way, says, Fault::Response(fault));
        }
    }
}

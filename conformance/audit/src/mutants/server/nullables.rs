//! Mutants of nullable properties of successful responses: wrong only if null, or only if not null.

use serde_json::json;
use webdata_reference::Fault;
use webdata_reference::faults::{ResponseChange, ResponseFault, ResponseFilter, ValueChange};
use webdata_spec::model::{Operation, Shape, StringFormat};

use super::builder::FaultBuilder;
use super::places::places;
use super::responses::mistyped;

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let schema = operation.response_type().and_then(|name| faults.spec.schema(name));
    // Several resources are in a list, and a server may omit the properties beside the list.
    let is_single = operation.resource.is_some() && !operation.is_bulk();
    let Some(schema) = schema.filter(|_| is_single) else { return };
    for place in places(faults.spec, schema) {
        if !place.is_nullable() || place.in_list {
            continue;
        }
        let mut add = |word: &str, suffix: &str, description: &str, change: ValueChange| {
            let clause = match word {
                "nullable" => place.property.clause.child(word),
                _ => place.clause(word),
            };
            let description =
                format!("In responses to {} `{}` {description}", operation.id, place.name);
            let change = ResponseChange::Body(place.path.clone(), change);
            let id = Some(operation.id.clone());
            let fault = Fault::Response(ResponseFault {
                operation: id,
                on: ResponseFilter::Success,
                change,
            });
            let suffix = format!("answers-{suffix}-{}", place.suffix);
            faults.add(Some(operation), &clause, &suffix, description, fault);
        };
        if let Some(other) = mistyped(&place.schema.shape) {
            let change = ValueChange::ReplacedUnlessNull(other);
            add("type", "mistyped-unless-null", "is of another type unless null.", change);
        }
        let change = ValueChange::ReplacedIfNull(json!(false));
        add("nullable", "false-for-null", "is false where it is null.", change);
        match (&place.schema.shape, place.schema.format()) {
            (Shape::String, Some(format)) => {
                let change = ValueChange::ReplacedIfNull(json!(""));
                add("format", "empty-for-null", "is \"\" where it is null.", change);
                let change = ValueChange::ReplacedUnlessNull(json!("soon"));
                add("format", "unformatted-unless-null", "is a word unless null.", change);
                if format == StringFormat::DateTime {
                    let change = ValueChange::WithoutOffset;
                    add("format", "without-offset", "has the format of a database.", change);
                }
            }
            (Shape::Integer, _) => {
                let change = ValueChange::ReplacedUnlessNull(json!(7.5));
                add("type", "fraction-unless-null", "has a fraction unless null.", change);
            }
            _ => {}
        }
    }
}

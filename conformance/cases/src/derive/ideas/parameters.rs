//! Path parameters: a malformed path parameter earns its own error.

use webdata_spec::model::{Level, Parameter};

use crate::case::{Argument, Case};
use crate::derive::context::OperationContext;
use crate::derive::values::format_samples;
use crate::derive::values::spellings::{Spellings, invalid};

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    context
        .operation
        .parameters
        .values()
        .flat_map(|parameter| derive_case(context, parameter))
        .collect()
}

fn derive_case(context: &OperationContext<'_>, parameter: &Parameter) -> Vec<Case> {
    let schema = &parameter.schema;
    let format = schema.format().filter(|_| schema.level != Level::Open);
    let (Some(error), Some(format)) = (&schema.error, format) else { return Vec::new() };
    let case = |(name, value): (&str, &str)| {
        let mut request = context.minimal_request();
        request.circumstance = None;
        let malformed = Argument::Text(value.to_owned());
        request.parameters.insert(parameter.name.clone(), malformed);
        let step = context.fails(request, error)?;
        let id = context.id(&["parameters", &parameter.name, "format", name]);
        Some(context.case(id, schema.level, schema.clause.child("format"), vec![step]))
    };
    // Other strings would change the segments of the path.
    let known = format_samples::invalid_samples(format).iter();
    let Spellings { everywhere, once } = invalid(format);
    let bad = known.chain(everywhere).chain(once).copied();
    bad.filter(|(_, value)| is_path_segment(value)).filter_map(case).collect()
}

fn is_path_segment(value: &str) -> bool {
    !value.is_empty()
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte))
}

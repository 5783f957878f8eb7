//! Authentication: a missing, malformed, revoked or unprivileged key earns its error, and so does a valid key
//! without the right scheme.

mod keys;

use webdata_spec::model::{Authentication, ResourceEffect};

use crate::case::{Authorization, Case, KeyForm, KeyName};
use crate::derive::context::OperationContext;

/// A key that no service has issued.
pub(super) const UNKNOWN_KEY: &str = "no-such-key";

/// A rejected authentication header: the part of the clause, the name of the case, the header and the error.
type RejectedHeader<'s> = (&'static str, String, Option<Authorization>, &'s String);

pub(super) fn derive(context: &OperationContext<'_>) -> Vec<Case> {
    let Some(scheme) = context.scheme() else { return Vec::new() };
    let text = |prefix: &str| Some(header_with_value(scheme, prefix));
    let valid = |prefix: &str, suffix: &str| {
        let key = Authorization::with_key(scheme, KeyName::Valid);
        Some(Authorization { prefix: prefix.to_owned(), suffix: suffix.to_owned(), ..key })
    };
    let word = &scheme.scheme;
    let rejected = &scheme.rejected;
    let forms = [
        ("missing", "no-header".to_owned(), None, rejected),
        ("missing", "empty-header".to_owned(), text(""), rejected),
        ("missing", "scheme-without-key".to_owned(), text(word), rejected),
        ("malformed", "unknown-key".to_owned(), text(&format!("{word} {UNKNOWN_KEY}")), rejected),
        ("malformed", "longer-key".to_owned(), valid(&format!("{word} "), "x"), rejected),
        ("scheme", "other-scheme".to_owned(), valid("Basic ", ""), rejected),
        ("scheme", "key-without-scheme".to_owned(), valid("", ""), rejected),
        (
            "revoked",
            "revoked-key".to_owned(),
            Some(Authorization::with_key(scheme, KeyName::Revoked)),
            rejected,
        ),
        (
            "permission",
            "limited-key".to_owned(),
            Some(Authorization::with_key(scheme, KeyName::Limited)),
            &scheme.forbidden,
        ),
    ];
    let case = |(form, name, authorization, error): RejectedHeader<'_>| {
        let mut request = context.minimal_request();
        request.authorization = authorization;
        let step = context.fails(request, error)?;
        let id = context.id(&["authentication", &name]);
        Some(context.case(id, scheme.level, scheme.clause(form), vec![step]))
    };
    let forms = forms.into_iter().chain(keys::almost_valid(context, scheme)).filter_map(case);
    forms.chain(valid_key_after_unknown_key(context, scheme)).collect()
}

/// Makes the case of a request with an unknown key and then with the valid key. The rejection must not be
/// cached.
fn valid_key_after_unknown_key(
    context: &OperationContext<'_>,
    scheme: &Authentication,
) -> Option<Case> {
    // Only reads and updates may be repeated safely.
    let endpoint = context.operation.endpoint.as_ref();
    let is_read = endpoint.is_some_and(|endpoint| endpoint.method == "GET");
    if !is_read && context.effect_on_resource() != Some(ResourceEffect::Updates) {
        return None;
    }
    let mut good = context.succeeds(Vec::new());
    good.request = context.minimal_request();
    let mut bad = good.request.clone();
    let unknown = format!("{} {UNKNOWN_KEY}", scheme.scheme);
    bad.authorization = Some(header_with_value(scheme, &unknown));
    // A partial update may be valid only together with what is stored.
    let stored = (!is_read).then(|| context.arrange(context.baseline()));
    let steps = stored.into_iter().chain([context.fails(bad, &scheme.rejected)?, good]).collect();
    let id = context.id(&["authentication", "good-key-after-bad"]);
    Some(context.case(id, scheme.level, scheme.clause("malformed"), steps))
}

/// Returns an authentication header without any of the target's keys.
pub(super) fn header_with_value(scheme: &Authentication, value: &str) -> Authorization {
    Authorization {
        header: scheme.header.clone(),
        prefix: value.to_owned(),
        key: None,
        form: KeyForm::Whole,
        suffix: String::new(),
    }
}

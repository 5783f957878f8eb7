//! Almost valid keys after every spelling of the scheme. The server must reject each, whether or not it
//! accepts the spelling.

use webdata_spec::model::Authentication;

use super::{RejectedHeader, UNKNOWN_KEY, header_with_value};
use crate::case::{Authorization, KeyForm, KeyName};
use crate::derive::context::OperationContext;

/// Returns the headers for one operation. The first operation of a scheme gets each key with each spelling,
/// every other operation the most revealing ones.
pub(super) fn almost_valid<'s>(
    context: &OperationContext<'s>,
    scheme: &'s Authentication,
) -> Vec<RejectedHeader<'s>> {
    let mut operations = context.spec.operations.values();
    let of_scheme =
        operations.find(|operation| operation.authentication == context.operation.authentication);
    let is_first = of_scheme.is_some_and(|first| first.id == context.operation.id);
    let key = |name| Authorization::with_key(scheme, name);
    let changed = |form| Authorization { form, ..key(KeyName::Valid) };
    let longer = Authorization { suffix: "x".to_owned(), ..key(KeyName::Valid) };
    let keys = [
        ("malformed", "unknown-key", header_with_value(scheme, UNKNOWN_KEY)),
        ("revoked", "revoked-key", key(KeyName::Revoked)),
        ("malformed", "cut-key", changed(KeyForm::Cut)),
        ("malformed", "longer-key", longer),
        ("malformed", "key-in-other-case", changed(KeyForm::OtherCase)),
    ];
    let word = &scheme.scheme;
    let spellings = [
        ("", format!("{word} ")),
        ("behind-lower-case", format!("{} ", word.to_lowercase())),
        ("behind-capitals", format!("{} ", word.to_uppercase())),
        ("behind-two-blanks", format!("{word}  ")),
    ];
    let mut invalid_keys = Vec::new();
    for (at, (spelling, prefix)) in spellings.iter().enumerate() {
        for (number, (clause, name, header)) in keys.iter().enumerate() {
            // With the usual spelling, the parent module sends the unchanged keys.
            let is_usual = at == 0;
            let is_new = !is_usual || !header.form.is_whole();
            let is_revealing = is_usual || number + 1 == at;
            if !is_new || !(is_first || is_revealing) {
                continue;
            }
            let mut header = header.clone();
            header.prefix = match header.key {
                Some(_) => prefix.clone(),
                None => format!("{prefix}{UNKNOWN_KEY}"),
            };
            let dash = if is_usual { "" } else { "-" };
            invalid_keys.push((
                *clause,
                format!("{name}{dash}{spelling}"),
                Some(header),
                &scheme.rejected,
            ));
        }
    }
    invalid_keys
}

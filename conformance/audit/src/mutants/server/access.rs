//! Mutants that accept missing, malformed, or revoked keys, or keys without permission.

use webdata_reference::Fault;
use webdata_reference::faults::{AccessFault, KeyForm};
use webdata_spec::model::Operation;

use super::builder::FaultBuilder;

/// The forms of a key, each with the clause of the scheme that it breaks, the suffix of its identity and its
/// description.
const FORMS: [(KeyForm, &str, &str, &str); 14] = [
    (KeyForm::NoHeader, "missing", "accepts-no-header", "without a key"),
    (KeyForm::EmptyHeader, "missing", "accepts-empty-header", "with an empty header"),
    (KeyForm::NoKey, "missing", "accepts-no-key", "with the scheme and no key"),
    (KeyForm::OtherScheme, "scheme", "accepts-other-scheme", "with its key under another scheme"),
    (KeyForm::NoScheme, "scheme", "accepts-no-scheme", "with its key and no scheme"),
    (KeyForm::UnknownKey, "malformed", "accepts-unknown-key", "with an unknown key"),
    (KeyForm::LongerKey, "malformed", "accepts-longer-key", "with its key and more after it"),
    (KeyForm::CutKey, "malformed", "accepts-cut-key", "with the beginning of a key"),
    (KeyForm::OtherCaseKey, "malformed", "accepts-other-case", "with a key in another letter case"),
    (
        KeyForm::LowerCaseScheme,
        "malformed",
        "accepts-any-behind-lower-case",
        "with any key after a \
      scheme in lower case",
    ),
    (
        KeyForm::UpperCaseScheme,
        "malformed",
        "accepts-any-behind-capitals",
        "with any key after a \
      scheme in capitals",
    ),
    (KeyForm::ExtraSpaces, "malformed", "accepts-any-behind-blanks", "with any key after blanks"),
    (KeyForm::RevokedKey, "revoked", "accepts-revoked-key", "with a revoked key"),
    (KeyForm::LimitedKey, "permission", "accepts-limited-key", "with a key that lacks permission"),
];

pub(super) fn derive(faults: &mut FaultBuilder<'_>, operation: &Operation) {
    let authentication = &faults.spec.service.authentication;
    let scheme = operation.authentication.as_ref().and_then(|id| authentication.get(id));
    let Some(scheme) = scheme else { return };
    for (form, word, suffix, with) in FORMS {
        let fault = Fault::Access(AccessFault { operation: operation.id.clone(), form });
        let description = format!("A request for {} {with} is accepted.", operation.id);
        faults.add(Some(operation), &scheme.clause(word), suffix, description, fault);
    }
}

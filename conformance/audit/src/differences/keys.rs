//! Makes a server accept a wrong key: recognizes the key in a header, and replaces it by the valid key.
//!
//! This module does not know what a key allows.

use axum::http::header::AUTHORIZATION;
use axum::http::{HeaderName, HeaderValue};
use webdata_cases::case::WrongKey;
use webdata_reference::Keys;
use webdata_spec::Spec;

use super::walk::called;
use crate::exchange::ProxyRequest;

/// The start of the keys that the reference server issues to further teams.
const OF_FURTHER_TEAMS: &str = "reference-key-";

/// Replaces the key of a request by the valid key, if the key is wrong in this way.
pub(super) fn accept(wrong: WrongKey, spec: &Spec, keys: &Keys, request: &mut ProxyRequest) {
    let schemes = &spec.service.authentication;
    let called = called(spec, request);
    let named = called.and_then(|called| schemes.get(called.authentication.as_ref()?));
    let Some(scheme) = named.or_else(|| schemes.values().next()) else { return };
    let Ok(name) = HeaderName::try_from(scheme.header.as_str()) else { return };
    let header = request.headers.get(&name).map(|value| value.to_str().unwrap_or_default());
    let elsewhere = request.headers.get(AUTHORIZATION).filter(|_| wrong == WrongKey::OtherHeader);
    let key = match elsewhere {
        Some(value) => {
            value.to_str().is_ok_and(|it| it.contains(&keys.valid)).then_some(&*keys.valid)
        }
        None => taken_for(wrong, &scheme.scheme, keys, header),
    };
    let Some(key) = key else { return };
    if let Ok(value) = HeaderValue::try_from(format!("{}{key}", scheme.prefix())) {
        request.headers.insert(name, value);
    }
}

/// Returns the key that replaces the one in a header, if the header is wrong in this way.
fn taken_for<'k>(
    wrong: WrongKey,
    scheme: &str,
    keys: &'k Keys,
    header: Option<&str>,
) -> Option<&'k str> {
    let valid = keys.valid.as_str();
    let Some(header) = header else { return (wrong == WrongKey::NoHeader).then_some(valid) };
    let words: Vec<&str> = header.split_whitespace().collect();
    let (word, rest) = match scheme {
        "" => ("", header),
        _ => header.split_once(' ').unwrap_or((header, "")),
    };
    let is_scheme = |word: &str| word.eq_ignore_ascii_case(scheme);
    let has_scheme = is_scheme(word);
    let mut after = rest.split_whitespace();
    let key = after.next().filter(|_| has_scheme).unwrap_or_default();
    let is_followed = after.next().is_some();
    let is_issued = [valid, &keys.limited, &keys.other_team].contains(&key)
        || key.starts_with(OF_FURTHER_TEAMS);
    let is_longer = key.len() > valid.len() && key.starts_with(valid);
    let is_cut = key.len() < valid.len() && valid.starts_with(key);
    let is_other_case = key != valid && key.eq_ignore_ascii_case(valid);
    let is_any_after = |is_spelt: bool| has_scheme && !rest.is_empty() && is_spelt && !is_issued;
    let is_wrong = match wrong {
        WrongKey::NoHeader => false,
        WrongKey::EmptyHeader => words.is_empty(),
        WrongKey::NoKey => matches!(words[..], [word] if is_scheme(word)),
        WrongKey::OtherScheme => {
            matches!(words[..], [word, sent, ..] if !is_scheme(word) && sent == valid)
        }
        WrongKey::NoScheme => words == [valid],
        WrongKey::OtherHeader => false,
        WrongKey::RevokedForValid if key == valid => return Some(&keys.revoked),
        WrongKey::RevokedKey | WrongKey::RevokedForValid => key == keys.revoked,
        WrongKey::LimitedKey => key == keys.limited,
        WrongKey::TextBehindKey => is_followed && key.trim_end_matches(',') == valid,
        WrongKey::LongerKey => !is_followed && is_longer,
        WrongKey::CutKey => !key.is_empty() && is_cut,
        WrongKey::OtherCaseKey => is_other_case,
        WrongKey::UnknownKey => {
            !(is_longer || is_cut || is_other_case || is_issued || key == keys.revoked)
        }
        WrongKey::LowerCaseScheme => is_any_after(word == word.to_lowercase()),
        WrongKey::UpperCaseScheme => is_any_after(word == word.to_uppercase()),
        WrongKey::ExtraSpaces => is_any_after(rest.starts_with(' ')),
    };
    is_wrong.then_some(valid)
}

#[cfg(test)]
mod tests {
    use webdata_cases::case::WrongKey::*;

    use super::*;

    #[test]
    fn each_wrong_key_is_recognised_in_its_header_alone() {
        let table: [(&[WrongKey], Option<&str>); 18] = [
            (&[NoHeader], None),
            (&[EmptyHeader], Some("")),
            (&[NoKey], Some("Bearer")),
            (&[UnknownKey], Some("Bearer no-such-key")),
            (&[LongerKey], Some("Bearer reference-valid-keyx")),
            (&[TextBehindKey], Some("Bearer reference-valid-key, Bearer no-such-key")),
            (&[OtherScheme], Some("Basic reference-valid-key")),
            (&[NoScheme], Some("reference-valid-key")),
            (&[RevokedKey], Some("Bearer reference-revoked-key")),
            (&[LimitedKey], Some("Bearer reference-limited-key")),
            (&[CutKey], Some("Bearer reference-valid-ke")),
            (&[OtherCaseKey], Some("Bearer REFERENCE-VALID-KEY")),
            (&[UnknownKey, LowerCaseScheme], Some("bearer no-such-key")),
            (&[RevokedKey, UpperCaseScheme], Some("BEARER reference-revoked-key")),
            (&[CutKey, ExtraSpaces], Some("Bearer  reference-valid-ke")),
            (&[], Some("bearer reference-other-team-key")),
            (&[], Some("Bearer reference-key-1")),
            (&[], Some("Bearer reference-valid-key")),
        ];
        let keys = Keys::default();
        for (expected, header) in table {
            let takes = |wrong: &WrongKey| taken_for(*wrong, "Bearer", &keys, header).is_some();
            let taking: Vec<WrongKey> = WrongKey::ALL.into_iter().filter(takes).collect();
            assert_eq!(taking, expected, "{header:?}");
        }
        let swapped = |header| taken_for(RevokedForValid, "Bearer", &keys, Some(header));
        assert_eq!(swapped("Bearer reference-valid-key"), Some("reference-revoked-key"));
        assert_eq!(swapped("Bearer reference-revoked-key"), Some("reference-valid-key"));
    }
}

//! Keys that are compared wrongly.
//!
//! It must not know what a key allows.

use axum::http::HeaderValue;
use axum::http::header::{AUTHORIZATION, COOKIE};
use serde::Deserialize;
use webdata_reference::Keys;

use crate::front::exchange::Sent;

/// The scheme of the contract, in small letters.
const SCHEME: &str = "bearer ";

/// How a server gets a key wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum KeyMistake {
    /// A revoked key is accepted.
    RevokedAccepted,
    /// A revoked key is accepted in place of the valid one.
    RevokedForValid,
    /// Letter case does not count.
    AnyCase,
    /// A good key with more behind it is accepted.
    Longer,
    /// The start of a good key is accepted.
    Shorter,
    /// Quotes around the key are left out.
    Quoted,
    /// Blanks and tabs inside of the header are left out.
    Blanks,
    /// The key alone, without the word of the scheme.
    WithoutScheme,
    /// Any word for the scheme.
    AnyScheme,
    /// The scheme without a blank behind it.
    SchemeWithoutBlank,
    /// The key in the password of Basic authentication.
    Basic,
    /// No key at all.
    Missing,
    /// The scheme with nothing behind it.
    Empty,
    /// Any key that nobody gave out.
    Any,
    /// The key in the query.
    InQuery,
    /// The key in `X-API-Key`.
    InOtherHeader,
    /// The key in a cookie.
    InCookie,
    /// The second of two headers counts.
    SecondHeader,
    /// A key that lacks permission may do all.
    Limited,
}

/// Has the valid key stand in a request, where the mistake takes the request for one with it.
pub(super) fn mistake(mistake: KeyMistake, keys: &Keys, sent: &mut Sent) {
    let header = |name: &str| {
        sent.headers.get(name).and_then(|own| own.to_str().ok()).unwrap_or_default().to_owned()
    };
    let own = header(AUTHORIZATION.as_str());
    let is_there = sent.headers.contains_key(AUTHORIZATION);
    let is_bearer = own.to_lowercase().starts_with(SCHEME);
    let key = if is_bearer { own[SCHEME.len()..].to_owned() } else { String::new() };
    let (valid, given) = (keys.valid.as_str(), [&keys.valid, &keys.revoked, &keys.limited]);
    let last_word = own.rsplit(' ').next().unwrap_or_default();
    let is_valid = match mistake {
        KeyMistake::RevokedForValid if key == valid => {
            sent.headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer not-read-again"));
            false
        }
        KeyMistake::RevokedAccepted | KeyMistake::RevokedForValid => key == keys.revoked,
        KeyMistake::AnyCase => key.eq_ignore_ascii_case(valid),
        KeyMistake::Longer => key.starts_with(valid),
        KeyMistake::Shorter => !key.is_empty() && valid.starts_with(&key),
        KeyMistake::Quoted => key.trim_matches(['"', '\'']) == valid,
        KeyMistake::Blanks => key.replace([' ', '\t'], "") == valid,
        KeyMistake::WithoutScheme => own == valid,
        KeyMistake::AnyScheme => last_word == valid,
        KeyMistake::SchemeWithoutBlank => own.get(SCHEME.len() - 1..) == Some(valid),
        KeyMistake::Basic => own.to_lowercase().starts_with("basic "),
        KeyMistake::Missing => !is_there,
        KeyMistake::Empty => is_there && own.trim().len() < SCHEME.len(),
        KeyMistake::Any => {
            let is_given = given.iter().any(|own| **own == key) || key == keys.other_team;
            is_bearer && !key.is_empty() && !is_given
        }
        KeyMistake::InQuery => sent.uri.query().is_some_and(|query| query.contains(valid)),
        KeyMistake::InOtherHeader => header("x-api-key") == valid,
        KeyMistake::InCookie => header(COOKIE.as_str()).contains(valid),
        KeyMistake::SecondHeader => {
            let all = sent.headers.get_all(AUTHORIZATION).iter();
            all.skip(1).any(|own| own.to_str().is_ok_and(|own| own.ends_with(valid)))
        }
        KeyMistake::Limited => key == keys.limited,
    };
    if is_valid && let Ok(value) = HeaderValue::from_str(&format!("Bearer {valid}")) {
        sent.headers.insert(AUTHORIZATION, value);
    }
}

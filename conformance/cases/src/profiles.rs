//! Finds the profile of a case. The contract states the profiles; no profile is named here.

use webdata_spec::Spec;
use webdata_spec::model::{Profile, ProfileNeed, SERVICE_FEATURE};

use crate::case::{Case, Need};

/// The name of the only profile of a contract that states no profiles. Every case belongs to it.
pub const WHOLE: &str = "all";

/// Returns the names of the contract's profiles in order, or `WHOLE` alone if the contract states none.
#[must_use]
pub fn names(spec: &Spec) -> Vec<&str> {
    if spec.profiles.is_empty() {
        vec![WHOLE]
    } else {
        spec.profiles.keys().map(String::as_str).collect()
    }
}

/// Returns the profile of a case, or `None` if the case is not one of the contract's, such as a random
/// sequence of requests.
#[must_use]
pub fn profile_of<'s>(spec: &'s Spec, case: &Case) -> Option<&'s str> {
    let first = case.id.split("::").next().unwrap_or(&case.id);
    if first != SERVICE_FEATURE && !spec.operations.contains_key(first) {
        return None;
    }
    if spec.profiles.is_empty() {
        return Some(WHOLE);
    }
    let needs: Vec<ProfileNeed> = case.needs.iter().filter_map(profile_need).collect();
    let by_need = |profile: &&Profile| profile.needs.iter().any(|need| needs.contains(need));
    let longest = |profile: &Profile| {
        let starts = profile.features.iter().filter(|feature| is_within(&case.id, feature));
        starts.map(String::len).max()
    };
    let profiles = || spec.profiles.values();
    let profile = profiles().find(by_need).or_else(|| {
        let within = profiles().filter_map(|profile| Some((longest(profile)?, profile)));
        within.max_by_key(|(length, _)| *length).map(|(_, profile)| profile)
    });
    profile.map(|profile| profile.id.as_str())
}

/// Returns whether an identity equals the name of a feature or continues it after `::`.
///
/// ```
/// use webdata_cases::profiles::is_within;
///
/// assert!(is_within("updateAlbum::name::maxLength::above", "updateAlbum::name"));
/// assert!(!is_within("updateAlbum::names", "updateAlbum::name"));
/// ```
#[must_use]
pub fn is_within(case: &str, feature: &str) -> bool {
    case.strip_prefix(feature).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
}

fn profile_need(need: &Need) -> Option<ProfileNeed> {
    match need {
        Need::Provocation(_) => Some(ProfileNeed::Provocations),
        Need::Webhooks => Some(ProfileNeed::Webhooks),
        Need::Key(_)
        | Need::ChangedKey(..)
        | Need::Fixture(..)
        | Need::TeamNotIn(_)
        | Need::Binding(_)
        | Need::Circumstance(..) => None,
    }
}

//! The base URL of a service: the part of a URL before the paths of operations.

use reqwest::Url;

use super::ConfigError;

/// Returns the base URL without a slash at its end, and whether it is on this machine.
///
/// # Errors
/// If the URL cannot be used.
pub(super) fn parse(text: &str, base_path: &str) -> Result<(String, bool), ConfigError> {
    // The URL is not repeated: what is wrong with it may be that it holds a password.
    let fails = |reason: &str| ConfigError::BaseUrl { reason: reason.to_owned() };
    let url = Url::parse(text).map_err(|error| fails(&format!("is none ({error})")))?;
    if !matches!(url.scheme(), "http" | "https") {
        return Err(fails("is neither http nor https"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(fails("holds a name or password, which would be sent in place of the key"));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(fails("has a query or a fragment, behind which no path can stand"));
    }
    let base_path = base_path.trim_end_matches('/');
    if !base_path.is_empty() && url.path().trim_end_matches('/').ends_with(base_path) {
        return Err(fails(&format!(
            "ends in `{base_path}`, with which the paths of the operations begin; leave it out"
        )));
    }
    let host = url.host_str().unwrap_or_default();
    let this_machine = matches!(host, "localhost" | "127.0.0.1" | "[::1]");
    Ok((url.as_str().trim_end_matches('/').to_owned(), this_machine))
}

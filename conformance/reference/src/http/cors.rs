//! Cross-Origin Resource Sharing: the origins whose web pages may send requests to operations.
//!
//! This layer must never wrap the control plane or the dashboard.

use std::str::FromStr;

use axum::http::HeaderValue;
use tower_http::cors::{AllowHeaders, AllowMethods, AllowOrigin, Any, CorsLayer};
use url::{Origin, Url};

/// The wildcard for all origins.
const ALL: &str = "*";

/// An origin whose web pages may send requests, such as `http://localhost:3000`, or `*` for all origins.
///
/// ```
/// let origin: webdata_reference::AllowedOrigin = "http://localhost:3000".parse()?;
/// assert!("http://localhost:3000/app".parse::<webdata_reference::AllowedOrigin>().is_err());
/// # Ok::<(), webdata_reference::InvalidOrigin>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedOrigin(String);

/// The error of a string that is not an origin.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "not an origin such as http://localhost:3000: give scheme, host and port without a path, or `*`"
)]
pub struct InvalidOrigin;

impl FromStr for AllowedOrigin {
    type Err = InvalidOrigin;

    fn from_str(text: &str) -> Result<Self, InvalidOrigin> {
        if text == ALL {
            return Ok(Self(text.to_owned()));
        }
        let url = Url::parse(text).map_err(|_| InvalidOrigin)?;
        let rest = [url.path().trim_start_matches('/'), url.username()];
        let is_bare = rest == ["", ""] && url.query().is_none() && url.fragment().is_none();
        match url.origin() {
            origin @ Origin::Tuple(..) if is_bare => Ok(Self(origin.ascii_serialization())),
            _ => Err(InvalidOrigin),
        }
    }
}

/// Creates the layer that allows requests from web pages of these origins; `None` if there are no origins.
pub(crate) fn layer(origins: &[AllowedOrigin]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let origins = match origins.iter().any(|origin| origin.0 == ALL) {
        true => AllowOrigin::from(Any),
        false => {
            let origins = origins.iter().filter_map(|origin| HeaderValue::try_from(&origin.0).ok());
            AllowOrigin::list(origins)
        }
    };
    // The value `*` for allowed headers would not include `Authorization`.
    let layer = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods(AllowMethods::mirror_request())
        .allow_headers(AllowHeaders::mirror_request())
        .allow_private_network(true)
        .expose_headers(Any);
    Some(layer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_no_path() {
        let table = [
            ("*", Some("*")),
            ("http://localhost:3000", Some("http://localhost:3000")),
            ("HTTPS://App.Example:443/", Some("https://app.example")),
            ("http://localhost:3000/app", None),
            ("http://localhost?a", None),
            ("http://user@localhost", None),
            ("localhost:3000", None),
            ("file:///tmp", None),
            ("", None),
        ];
        for (text, expected) in table {
            let origin = text.parse().ok().map(|AllowedOrigin(origin)| origin);
            assert_eq!(origin.as_deref(), expected, "{text}");
        }
    }
}

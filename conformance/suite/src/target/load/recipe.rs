//! Converts the recipes of a target file.

use reqwest::Method;
use webdata_cases::case::Endpoint;

use super::TargetReader;
use crate::target::file::{ALLOWED_COUNT, BareRequestFile, CreationFile, RecipeFile};
use crate::target::{Creation, Deletion, Recipe, Target, TargetError};

impl TargetReader<'_> {
    pub(super) fn recipe(
        &mut self,
        parameter: &str,
        written: RecipeFile,
        target: &Target,
    ) -> Recipe {
        let RecipeFile { count, create, delete } = written;
        let CreationFile { method, path, headers, body, bodies, id } = create;
        let place = "a `create` of `[provision]`";
        let has_both = body.is_some() && !bodies.is_empty();
        let create = Creation {
            endpoint: Endpoint { method, path },
            headers: self.headers(place, headers),
            keys: Vec::new(),
            bodies: body.into_iter().chain(bodies).collect(),
            id,
        };
        let BareRequestFile { method, path, headers } = delete;
        let place = "a `delete` of `[provision]`";
        let endpoint = Endpoint { method, path };
        let delete = Deletion { endpoint, headers: self.headers(place, headers) };
        let placeholder = format!("{{{parameter}}}");
        let mut reasons = Vec::new();
        if !ALLOWED_COUNT.contains(&count) {
            reasons.push(format!("`count = {count}` cannot be used; write 1 to 100"));
        }
        if has_both {
            reasons.push("`body` and `bodies` are both there; keep one of the two".to_owned());
        }
        if target.fixtures.contains_key(parameter) {
            reasons.push("`[fixtures]` has some too; keep one of the two".to_owned());
        }
        if !delete.endpoint.path.contains(&placeholder) {
            let path = &delete.endpoint.path;
            reasons.push(format!("the path that removes one, `{path}`, has no `{placeholder}`"));
        }
        if !create.id.starts_with('/') {
            let id = &create.id;
            reasons.push(format!("`id = \"{id}\"` is no JSON pointer; write it like `/data/id`"));
        }
        for Endpoint { method, path } in [&create.endpoint, &delete.endpoint] {
            if Method::from_bytes(method.as_bytes()).is_err() {
                reasons.push(format!("`{method}` is no HTTP method"));
            }
            if !path.starts_with('/') {
                reasons.push(format!("the path `{path}` does not begin with a slash"));
            }
        }
        for reason in reasons {
            self.note(TargetError::Recipe { parameter: parameter.to_owned(), reason });
        }
        Recipe { count: usize::try_from(count).unwrap_or_default(), create, delete }
    }
}

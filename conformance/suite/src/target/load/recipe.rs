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
            let range = "write a whole number from 1 to 100";
            reasons.push(("count", format!("`count = {count}` is out of range; {range}")));
        }
        if has_both {
            let reason = "`body` and `bodies` are both there; remove one of the two";
            reasons.push(("create", reason.to_owned()));
        }
        if target.fixtures.contains_key(parameter) {
            let reason = format!(
                "`[fixtures]` also has `{parameter}`; remove one of the two: the suite either creates \
                 resources or uses given ones"
            );
            reasons.push(("", reason));
        }
        if !delete.endpoint.path.contains(&placeholder) {
            let path = &delete.endpoint.path;
            let reason = format!(
                "the path of `delete`, `{path}`, has no `{placeholder}`; write it where the identity belongs"
            );
            reasons.push(("delete", reason));
        }
        if !create.id.starts_with('/') {
            let id = &create.id;
            let reason = format!("`id = \"{id}\"` is not a JSON Pointer; write it like `/data/id`");
            reasons.push(("create", reason));
        }
        for (key, Endpoint { method, path }) in
            [("create", &create.endpoint), ("delete", &delete.endpoint)]
        {
            if Method::from_bytes(method.as_bytes()).is_err() {
                reasons.push((
                    key,
                    format!("`{method}` is not an HTTP method; write `POST` or the like"),
                ));
            }
            if !path.starts_with('/') {
                reasons
                    .push((key, format!("the path `{path}` must begin with `/`; write `/{path}`")));
            }
        }
        for (key, reason) in reasons {
            self.enter(&["provision", parameter, key]);
            self.note(TargetError::Recipe { parameter: parameter.to_owned(), reason });
        }
        Recipe { count: usize::try_from(count).unwrap_or_default(), create, delete }
    }
}

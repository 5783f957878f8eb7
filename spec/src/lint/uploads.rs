//! Lint of uploads: bodies of the media type `multipart/form-data`, and files, which are parts of such bodies.

use std::collections::HashMap;

use crate::lint::Lint;
use crate::lint::references::PlacedSchema;
use crate::model::RequestMediaType;
use crate::page::{JsonType, OperationPage, SchemaPage};
use crate::resolve::{EntryPlace, kind};

impl<'p> Lint<'p> {
    /// Checks that each upload consists of parts, that each file is one of them, and that the type of an upload is used
    /// nowhere else.
    pub(super) fn uploads(&self) {
        let mut uploaded: HashMap<&String, EntryPlace<'p>> = HashMap::new();
        // A file may be a part of an upload whose keys are reported elsewhere.
        let mut has_unknown = false;
        for (_, operation, place) in self.operations() {
            let is_upload = operation.request_media_type == Some(RequestMediaType::Multipart);
            match &operation.request {
                Some(name) if is_upload => {
                    self.upload(operation, name, &place);
                    uploaded.insert(name, place.at("request"));
                }
                Some(_) => has_unknown |= place.is_incomplete(),
                None => has_unknown |= is_upload,
            }
        }
        for at in &self.schemas {
            if at.page.content_media_type.is_some() && !has_unknown {
                self.file(at, &uploaded);
            }
            if let Some(name) = &at.page.reference
                && let Some(place) = uploaded.get(name)
            {
                self.report(
                    place.value(format!("`{name}` is also a part of another type")),
                    "give the upload a type of its own: its properties are sent as parts, not as JSON",
                );
            }
        }
        for (_, operation, place) in self.operations() {
            let is_upload = operation.request_media_type == Some(RequestMediaType::Multipart);
            let response = operation.response.as_ref();
            let others = [
                (place.at("request"), operation.request.as_ref().filter(|_| !is_upload)),
                (place.at("query"), operation.query.as_ref()),
                (place.at("headers"), operation.headers.as_ref()),
                (place.at("response").at("type"), response.and_then(|it| it.type_name.as_ref())),
            ];
            for (place, name) in others {
                let Some(name) = name.filter(|name| uploaded.contains_key(name)) else { continue };
                let mistake = place.value(format!("`{name}` is the type of an upload"));
                self.report(mistake, "name a type of its own, whose values are sent as JSON");
            }
        }
    }

    /// Checks the operation of an upload, and the properties of its type `name`.
    fn upload(&self, operation: &OperationPage, name: &String, place: &EntryPlace<'_>) {
        if let Some(resource) = &operation.resource
            && resource.effect.stores()
        {
            let mistake = place
                .at("requestMediaType")
                .value("an operation that stores its request cannot be an upload");
            let help = "remove `resource`: an upload is an action, or uses a resource; or send the body as JSON";
            self.report(mistake, help);
        }
        if operation.request_required == Some(false) {
            let mistake = place.at("requestRequired").value("an upload has a body");
            self.report(mistake, "remove it; parts that are not `required` may be left out");
        }
        let Some(schema) = self.types.get(name) else { return };
        if schema.page.properties.is_none() {
            let mistake = place.at("request").value(format!("`{name}` is not an object"));
            self.report(mistake, "name an object whose properties are the parts");
        }
        for (name, _) in schema.page.properties.iter().flatten() {
            let Some(part) = schema.property(name) else { continue };
            if !name.bytes().all(|byte| (b' '..=b'~').contains(&byte) && !b"\"\\".contains(&byte)) {
                let mistake = part.place.entry(format!("`{name}` cannot be the name of a part"));
                self.report(mistake, "write it with letters, digits and punctuation of ASCII");
            }
            let resolved = self.resolve(part.clone());
            let page = resolved.as_ref().map_or(part.page, |resolved| resolved.page);
            if !is_part(page) || part.page.nullable {
                let message = format!("`{name}` cannot be sent as a part");
                let help = "make it a file, a string, a number, a boolean or an object, without `nullable`; a list is a \
                            property of an object";
                self.report(part.place.entry(message), help);
            }
        }
    }

    /// Reports a file that is no part of an upload, and examples that are no bytes.
    fn file(&self, at: &PlacedSchema<'p>, uploaded: &HashMap<&String, EntryPlace<'p>>) {
        let place = at.place.at("contentMediaType");
        let is_part = match at.place.path() {
            [name, word, _] => word == "properties" && uploaded.contains_key(name),
            _ => false,
        };
        if !is_part {
            let help = "move it to the properties of a type that is the `request` of an operation with \
                        `requestMediaType = \"multipart/form-data\"`; in JSON, a file is a string in base64";
            self.report(place.entry("a file is a part of an upload"), help);
        }
        for (place, example) in at.place.each("examples", &at.page.examples) {
            let is_byte = |letter: char| u8::try_from(letter).is_ok();
            if !example.as_str().unwrap_or_default().chars().all(is_byte) {
                let mistake = place.value("a character of the example is not a byte");
                self.report(mistake, "write only characters up to U+00FF, each for one byte");
            }
        }
    }
}

/// Returns whether a schema is of one kind that can be a part.
fn is_part(page: &SchemaPage) -> bool {
    // A missing type is reported at the schema.
    let is_fit = kind(page).is_none_or(|kind| match kind {
        JsonType::Boolean
        | JsonType::Integer
        | JsonType::Number
        | JsonType::String
        | JsonType::Object => true,
        JsonType::Any | JsonType::Array => false,
    });
    is_fit && page.one_of.is_none() && !page.nullable
}

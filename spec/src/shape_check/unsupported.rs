//! Keywords of JSON Schema that pages do not support, each with its replacement.

/// Returns what to write instead of a keyword of JSON Schema, or `None` for a key that is not such a keyword.
pub(super) fn replacement(key: &str) -> Option<&'static str> {
    Some(match key {
        "not" => "describe the values that are allowed: `enum`, `pattern` or limits",
        "anyOf" => "use `oneOf` for kinds of value that differ in their JSON type, or a union",
        "allOf" => "write the properties of all of them into one type",
        "if" | "then" | "else" => "use `rules` across properties, or a union",
        "dependentSchemas" | "dependencies" => "use `dependentRequired`, or `rules`",
        "patternProperties" => "use `additionalProperties` with a schema, and `propertyNames`",
        "unevaluatedProperties" => "use `additionalProperties`",
        "additionalItems" | "unevaluatedItems" => {
            "use `items` for items with one schema, or `prefixItems` with `items = false`"
        }
        "$ref" | "$dynamicRef" | "$recursiveRef" => "use `ref` with the name of a type",
        "$defs" | "definitions" => "give each type a name on a page in `types/`",
        "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$vocabulary" | "$recursiveAnchor" => {
            "remove it"
        }
        "$comment" => "write a TOML comment, or `doc`",
        "title" | "description" => "use `doc`",
        "example" => "use `examples`, a list",
        "readOnly" | "writeOnly" => "use two types, and list the property in one of them",
        "contentEncoding" | "contentMediaType" | "contentSchema" => "describe it in `doc`",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::replacement;
    use crate::page::{SchemaPage, schema_of};

    /// The vocabularies of draft 2020-12, each with its keywords, and the keywords of older drafts.
    const VOCABULARIES: [(&str, &str); 8] = [
        ("core", "$schema $vocabulary $id $anchor $dynamicAnchor $ref $dynamicRef $defs $comment"),
        (
            "applicator",
            "prefixItems items contains additionalProperties properties patternProperties \
             dependentSchemas propertyNames if then else allOf anyOf oneOf not",
        ),
        ("unevaluated", "unevaluatedItems unevaluatedProperties"),
        (
            "validation",
            "type const enum multipleOf maximum exclusiveMaximum minimum exclusiveMinimum \
             maxLength minLength pattern maxItems minItems uniqueItems maxContains minContains \
             maxProperties minProperties required dependentRequired",
        ),
        ("meta-data", "title description default deprecated readOnly writeOnly examples"),
        ("format", "format"),
        ("content", "contentEncoding contentMediaType contentSchema"),
        ("older", "definitions dependencies additionalItems $recursiveRef $recursiveAnchor"),
    ];

    #[test]
    fn each_keyword_of_json_schema_is_supported_or_has_a_replacement() {
        let page = schema_of::<SchemaPage>();
        for (vocabulary, keywords) in VOCABULARIES {
            for keyword in keywords.split_whitespace() {
                let is_supported = page["properties"].get(keyword).is_some();
                let is_replaced = replacement(keyword).is_some();
                assert!(
                    is_supported != is_replaced,
                    "{vocabulary}: {keyword}: supported: {is_supported}"
                );
            }
        }
    }
}

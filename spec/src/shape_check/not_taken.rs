//! Keywords of JSON Schema that pages do not take, each with what to write in its place.

/// What to do about a keyword of JSON Schema; none for a key that is none.
pub(super) fn instead_of(key: &str) -> Option<&'static str> {
    Some(match key {
        "not" => "say what the value is: `enum`, `pattern` or limits",
        "anyOf" => "use `oneOf` for kinds of value that differ in their JSON type, or a union",
        "allOf" => "write the properties of all of them into one type",
        "if" | "then" | "else" => "use `rules` across properties, or a union",
        "dependentSchemas" | "dependencies" => "use `dependentRequired`, or `rules`",
        "patternProperties" => "use `additionalProperties` with a schema, and `propertyNames`",
        "unevaluatedProperties" => "use `additionalProperties`",
        "additionalItems" | "unevaluatedItems" => {
            "use `items` for items that are alike, or `prefixItems` with `items = false`"
        }
        "$ref" | "$dynamicRef" => "use `ref` with the name of a type",
        "$defs" | "definitions" => "give each type a name on a page in `types/`",
        "$id" | "$schema" | "$anchor" | "$dynamicAnchor" | "$vocabulary" => "take it out",
        "$comment" => "write a comment of TOML, or `doc`",
        "title" | "description" => "use `doc`",
        "example" => "use `examples`, a list",
        "readOnly" | "writeOnly" => "list the property in the type that has it alone",
        "contentEncoding" | "contentMediaType" | "contentSchema" => "say it in `doc`",
        _ => return None,
    })
}

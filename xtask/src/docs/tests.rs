//! Compares the Markdown of small schemas.

use serde_json::json;

use super::{definition_keys, file_keys};

#[test]
fn inner_tables_have_rows_and_tables_have_examples() {
    let schema = json!({
        "properties": {
            "name": { "description": "The\nname.", "type": ["string", "null"], "examples": ["a"] },
            "jobs": { "description": "How many.", "type": "integer", "minimum": 1, "maximum": 9, "default": 4 },
            "tls": { "description": "Trust.", "$ref": "#/$defs/Tls" },
            "step": { "description": "A step.", "type": "array", "items": { "$ref": "#/$defs/Step" } },
            "keys": { "description": "The keys.", "type": "object",
                      "additionalProperties": { "anyOf": [{ "type": "string" }, { "$ref": "#/$defs/Variable" }] },
                      "examples": [{ "valid": { "env": "KEY" } }] },
        },
        "required": ["name"],
        "$defs": {
            "Tls": { "type": "object", "properties": { "any": { "description": "Any.", "type": "boolean", "default": false } } },
            "Step": { "type": "object", "required": ["id"],
                      "properties": { "id": { "description": "Its id.", "type": "string", "examples": ["x"] } } },
            "Variable": { "type": "object", "properties": { "env": { "type": "string" } } },
        },
    });
    let expected = "\
| key | type | default | meaning |
|---|---|---|---|
| `name` | string | required | The name. |
| `jobs` | integer, 1 to 9 | `4` | How many. |
| `tls` | `{ any = \"…\" }` | – | Trust. |
| `tls.any` | `true` or `false` | `false` | Any. |
| `step` | list of `{ id = \"…\" }` | – | A step. |
| `step[].id` | string | required | Its id. |
| `keys` | table, each value: string or `{ env = \"…\" }` | – | The keys. |

```toml
name = \"a\"

[keys]
valid = { env = \"KEY\" }
```
";
    assert_eq!(file_keys(&schema), expected);
}

#[test]
fn definitions_link_each_other_or_are_in_the_table_of_their_only_key() {
    let schema = json!({ "$defs": {
        "TeamStatePage": { "description": "A state.", "type": "object", "properties": {
            "next": { "description": "Another.", "anyOf": [{ "$ref": "#/$defs/TeamStatePage" }, { "type": "null" }] },
            "kind": { "description": "Which kind.", "$ref": "#/$defs/Kind" },
            "all": { "description": "All | some.", "type": "array", "items": { "$ref": "#/$defs/TeamStatePage" } },
            "moves": { "description": "Moves.", "type": "array", "items": { "$ref": "#/$defs/Move" } },
        } },
        "Move": { "description": "A move.", "type": "object", "required": ["to"], "properties": {
            "to": { "description": "Where to.", "$ref": "#/$defs/TeamStatePage" },
            "source": { "description": "The heading.", "type": "string" },
        } },
        "Kind": { "oneOf": [{ "const": "one" }, { "const": "other" }] },
    } });
    let expected = "\
### Team state

A state.

| key | type | default | meaning |
|---|---|---|---|
| `next` | [Team state](#team-state) | – | Another. |
| `kind` | `\"one\"`, `\"other\"` | – | Which kind. |
| `all` | list of [Team state](#team-state) | – | All \\| some. |
| `moves` | list of tables | – | Moves. |
| `moves[].to` | [Team state](#team-state) | required | Where to. |
";
    assert_eq!(definition_keys(&schema), expected);
}

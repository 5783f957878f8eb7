//! Lists the accessors that the derive macro adds to a struct for a field, from the attributes of the field.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens as _, quote};
use syn::ext::IdentExt;
use syn::{Field, LitStr};

use super::items::to_code;

/// Returns the name of each accessor of a field, with the part of its signature that does not follow from the field's
/// type.
pub(super) fn accessors(field: &Field) -> Vec<(String, TokenStream)> {
    // The fields of tuple structs have no accessors.
    let Some(name) = field.ident.as_ref().map(IdentExt::unraw) else { return Vec::new() };
    let attributes = field.attrs.iter().filter(|attribute| attribute.path().is_ident("model"));
    let lists = attributes.filter_map(|attribute| attribute.meta.require_list().ok());
    let arguments: Vec<TokenTree> = lists.flat_map(|list| list.tokens.clone()).collect();
    let effective = argument(&arguments, "default").map(|_| TokenStream::new());
    let effective = effective.map(|signature| (format!("effective_{name}"), signature));
    let parsed = parsed_type(field, &arguments).map(|parsed| (format!("parse_{name}"), parsed));
    effective.into_iter().chain(parsed).collect()
}

/// Returns the Rust type of the format of a string, or of the strings of a list.
fn parsed_type(field: &Field, arguments: &[TokenTree]) -> Option<TokenStream> {
    let declared = to_code(&field.ty);
    let inner = declared.split_once('<').filter(|(wrapper, _)| {
        matches!(wrapper.rsplit("::").next(), Some("Option" | "Patch" | "Nullable"))
    });
    let inner = inner.and_then(|(_, inner)| inner.strip_suffix('>')).unwrap_or(&declared);
    let format = match inner {
        "String" => string(argument(arguments, "format")?),
        "Vec<String>" => match argument(arguments, "items")? {
            [TokenTree::Group(items)] => {
                let items: Vec<TokenTree> = items.stream().into_iter().collect();
                string(argument(&items, "format")?)
            }
            _ => None,
        },
        _ => None,
    };
    match format?.as_str() {
        "date-time" => Some(quote!(jiff::Timestamp)),
        "uri" => Some(quote!(url::Url)),
        "uuid" => Some(quote!(uuid::Uuid)),
        _ => None,
    }
}

/// Returns the tokens after a word that begins an argument.
fn argument<'t>(arguments: &'t [TokenTree], word: &str) -> Option<&'t [TokenTree]> {
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(mark) if mark.as_char() == ',');
    arguments.split(is_comma).find_map(|argument| match argument {
        [TokenTree::Ident(first), rest @ ..] if first == word => Some(rest),
        _ => None,
    })
}

/// Returns the string after `=`.
fn string(value: &[TokenTree]) -> Option<String> {
    let [TokenTree::Punct(_), TokenTree::Literal(literal)] = value else { return None };
    syn::parse2::<LitStr>(literal.to_token_stream()).ok().map(|literal| literal.value())
}

#[cfg(test)]
mod tests {
    use syn::ItemStruct;

    /// Returns the accessors of a struct, each with its signature.
    fn accessors_of(code: &str) -> String {
        let parsed: ItemStruct = syn::parse_str(code).expect("a struct");
        let accessors = parsed.fields.iter().flat_map(super::accessors).map(|(name, signature)| {
            format!("{name} {}", super::to_code(&signature)).trim().to_owned()
        });
        accessors.collect::<Vec<_>>().join(", ")
    }

    #[test]
    fn each_accessor_of_the_macro_is_listed() {
        for (field, expected) in [
            (r#"#[model("id", format = "uuid")] pub id: String"#, "parse_id uuid::Uuid"),
            (r#"#[model(format = "uri")] pub r#type: Option<String>"#, "parse_type url::Url"),
            (
                r#"#[model(min_items = 1, items(format = "date-time"))] pub at: runtime::Patch<Vec<String>>"#,
                "parse_at jiff::Timestamp",
            ),
            (r#"#[model(minimum = -1, default = -1)] pub count: Option<i64>"#, "effective_count"),
            (
                r#"#[model(format = "uri", default = "a:b")] pub home: Option<String>"#,
                "effective_home, parse_home url::Url",
            ),
            // The macro derives none for these.
            (r#"#[model(format = "email")] pub email: String"#, ""),
            (r#"#[model(items(format = "uuid"))] pub ids: Vec<Option<String>>"#, ""),
            (r#"#[model(items(items(format = "uuid")))] pub ids: Vec<Vec<String>>"#, ""),
            (r#"#[model(values(format = "uuid"))] pub ids: HashMap<String, String>"#, ""),
        ] {
            let actual = accessors_of(&format!("pub struct S {{ {field} }}"));
            assert_eq!(actual, expected, "{field}");
        }
        assert_eq!(accessors_of(r#"pub struct Isbn(#[model(format = "uuid")] pub String);"#), "");
    }
}

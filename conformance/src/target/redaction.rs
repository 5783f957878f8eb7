//! Texts without keys: each key of a target is replaced by the name of its variable, in one pass.

use aho_corasick::{AhoCorasick, MatchKind};

use super::{Proxy, Secret, Target};

/// What finds the keys of one target in texts.
#[derive(Debug, Clone)]
pub struct Redaction {
    keys: AhoCorasick,
    placeholders: Vec<String>,
}

impl Redaction {
    /// Looks for the keys of a target. Where one key is part of another, the longer one is found.
    ///
    /// # Errors
    /// When there are more keys than can be looked for at once, which is far from any target.
    pub fn of(target: &Target) -> Result<Self, aho_corasick::BuildError> {
        let met = target.circumstances.values().filter_map(|own| own.key.as_ref());
        let recipes = target.provision.values();
        let recipes = recipes.flat_map(|own| own.create.headers.iter().chain(&own.delete.headers));
        let added = target.headers.iter().chain(recipes).filter_map(|(_, value)| value.secret());
        let proxy = match &target.transport.proxy {
            Proxy::At(url) => url.secret(),
            Proxy::Environment | Proxy::None => None,
        };
        let forms = target.keys.values().chain(met).chain(added).chain(proxy).flat_map(forms);
        let (forms, placeholders): (Vec<String>, Vec<String>) = forms.unzip();
        let keys = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(forms)?;
        Ok(Self { keys, placeholders })
    }

    /// The text with the variable in place of each key.
    #[must_use]
    pub fn redact(&self, text: String) -> String {
        if self.keys.is_match(&text) {
            self.keys.replace_all(&text, &self.placeholders)
        } else {
            text
        }
    }
}

/// A key as it stands in a text and, where that is another form, in JSON; with what stands for it.
fn forms(secret: &Secret) -> Vec<(String, String)> {
    let quoted = serde_json::Value::from(secret.reveal()).to_string();
    let mut forms = vec![secret.reveal().to_owned(), quoted.trim_matches('"').to_owned()];
    forms.dedup();
    forms.retain(|form| !form.is_empty());
    forms.into_iter().map(|form| (form, secret.placeholder())).collect()
}

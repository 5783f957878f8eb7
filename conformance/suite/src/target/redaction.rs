//! Texts without keys: each key of a target is replaced by the name of its variable, in one pass.

use aho_corasick::{AhoCorasick, MatchKind};
use base64::Engine as _;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE};

use super::{Secret, Target};

/// The shortest form in hexadecimal or base64 that is looked for.
const SHORTEST_CODED: usize = 12;

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
        let password = target.transport.proxy.password();
        let forms = target.secrets().chain(&password).flat_map(forms);
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

/// A key in every form in which it is looked for; with what stands for it.
///
/// These are the ways in which servers echo what they were sent: as it is, within JSON, HTML and
/// URLs, in hexadecimal, and in base64, also in the middle of a longer text. What a server makes of a
/// key beyond that, such as a part of it or its letters in another case, is not known for one.
fn forms(secret: &Secret) -> Vec<(String, String)> {
    let key = secret.reveal();
    let quoted = serde_json::Value::from(key).to_string();
    let quoted = quoted.trim_matches('"');
    let mut forms = vec![key.to_owned(), quoted.to_owned(), quoted.replace('/', "\\/")];
    let html = key.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    forms.push(html.clone());
    forms.push(html.replace('"', "&quot;").replace('\'', "&#39;"));
    forms.push(html.replace('"', "&#34;").replace('\'', "&#x27;"));
    // A form writes the tilde in another way than a URL does, and a space in another still.
    let url = percent(key);
    for form in [url.clone(), url.replace('~', "%7E")] {
        forms.extend([form.replace("%20", "+"), lower_hex(&form), form]);
    }
    let hex: String = key.bytes().map(|byte| format!("{byte:02x}")).collect();
    let coded = [hex.to_uppercase(), hex].into_iter();
    let coded = coded.chain((0..3).flat_map(|before| base64(key, before)));
    // Of a short key, these would be found in texts that have nothing to do with it.
    forms.extend(coded.filter(|form| form.len() >= SHORTEST_CODED));
    forms.sort_unstable();
    forms.dedup();
    forms.retain(|form| !form.is_empty());
    forms.into_iter().map(|form| (form, secret.placeholder())).collect()
}

/// A key as it stands in a URL.
fn percent(key: &str) -> String {
    let code = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' => char::from(byte).to_string(),
        _ if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        _ => format!("%{byte:02X}"),
    };
    key.bytes().map(code).collect()
}

/// The same with the letters behind the percent signs in lower case.
fn lower_hex(percent: &str) -> String {
    let mut parts = percent.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let (code, rest) = part.split_at_checked(2).unwrap_or((part, ""));
        format!("{text}%{}{rest}", code.to_lowercase())
    })
}

/// What base64 makes of a key behind so many other bytes, as far as it depends on the key alone.
fn base64(key: &str, before: usize) -> [String; 2] {
    let bytes = [vec![0; before], key.as_bytes().to_vec()].concat();
    let own = (before * 8).div_ceil(6)..bytes.len() * 8 / 6;
    let cut = |text: String| text.get(own.clone()).unwrap_or_default().to_owned();
    [cut(BASE64_STANDARD.encode(&bytes)), cut(BASE64_URL_SAFE.encode(&bytes))]
}

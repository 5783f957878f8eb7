//! Strings that are read as others.
//!
//! This module does not know where a string comes from.

use serde_json::Value;

use super::coercion::Coercion;

/// Returns the value that a string becomes, or `None` if the reading does not apply to strings.
pub(super) fn read(reading: &Coercion, text: &str) -> Option<Value> {
    let read = match reading {
        Coercion::Trimmed => text.trim().to_owned(),
        Coercion::LowerCase => text.to_lowercase(),
        Coercion::Cut(length) => text.chars().take(*length).collect(),
        Coercion::Replaced(from, to) => text.replace(from.as_str(), to),
        Coercion::Without(characters) => {
            text.chars().filter(|c| !characters.contains(*c)).collect()
        }
        Coercion::Escaped => escaped(text),
        Coercion::EscapedTwice => escaped(&escaped(text)),
        Coercion::WithoutTags => without_tags(text),
        Coercion::Composed => composed(text),
        Coercion::UrlOfBrowser => normalized_url(text),
        Coercion::SlashBehindHost => {
            let host = text.split_once("://").map(|(_, host)| host);
            let ends = host.is_some_and(|host| !host.contains(['/', '?', '#']));
            if ends { format!("{text}/") } else { text.to_owned() }
        }
        Coercion::LowerCaseDomain => match text.rsplit_once('@') {
            Some((local, domain)) => format!("{local}@{}", domain.to_lowercase()),
            None => text.to_owned(),
        },
        Coercion::WithoutFraction => without_fraction(text)?,
        Coercion::OtherOrder => {
            let of_time = text.get(11..19).filter(|_| seconds(text).is_some())?;
            format!("{}/{}/{} {of_time}", &text[5..7], &text[8..10], &text[..4])
        }
        Coercion::Later(by) => time(seconds(text)? + by),
        Coercion::WithoutZone => text.trim_end_matches('Z').to_owned(),
        Coercion::TimeWithBlank => text.replacen('T', " ", 1),
        _ => return None,
    };
    Some(read.into())
}

fn escaped(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    escaped.replace('"', "&quot;").replace('\'', "&#39;")
}

/// Returns a time without fractions of a second, or `None` if the string is not a time.
fn without_fraction(text: &str) -> Option<String> {
    seconds(text)?;
    let (start, fraction) = text.split_once('.')?;
    let rest = fraction.trim_start_matches(|c: char| c.is_ascii_digit());
    Some(format!("{start}{rest}"))
}

/// Returns the UTC time at a number of seconds since 1970.
fn time(seconds: i64) -> String {
    let (days, of_day) = (seconds.div_euclid(86_400), seconds.rem_euclid(86_400));
    let days = days + 719_468;
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    let (hour, minute, second) = (of_day / 3600, of_day / 60 % 60, of_day % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

fn without_tags(text: &str) -> String {
    let mut inside = false;
    let mut kept = String::new();
    for c in text.chars() {
        match c {
            '<' => inside = true,
            '>' if inside => inside = false,
            _ if !inside => kept.push(c),
            _ => {}
        }
    }
    kept
}

/// Composes the common letters that are followed by a combining accent.
fn composed(text: &str) -> String {
    const PAIRS: [(&str, &str); 8] = [
        ("e\u{301}", "é"),
        ("a\u{308}", "ä"),
        ("o\u{308}", "ö"),
        ("u\u{308}", "ü"),
        ("A\u{30a}", "Å"),
        ("n\u{303}", "ñ"),
        ("a\u{301}", "á"),
        ("e\u{300}", "è"),
    ];
    PAIRS
        .iter()
        .fold(text.to_owned(), |text, (decomposed, composed)| text.replace(decomposed, composed))
}

/// Returns a URL in the usual form of the browsers' URL standard: lower-case scheme and host, a slash after
/// the host, no default port, no blanks.
fn normalized_url(text: &str) -> String {
    let Some((scheme, rest)) = text.split_once(':') else { return text.to_owned() };
    let scheme = scheme.to_lowercase();
    if scheme != "http" && scheme != "https" {
        return text.to_owned();
    }
    let rest = rest.trim_start_matches('/');
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (host, path) = rest.split_at(end);
    let port = if scheme == "http" { ":80" } else { ":443" };
    let host = host.to_lowercase();
    let host = host.strip_suffix(port).unwrap_or(&host);
    let slash = if path.starts_with('/') { "" } else { "/" };
    format!("{scheme}://{host}{slash}{}", path.replace(' ', "%20"))
}

/// Parses a UTC time into seconds since 1970.
fn seconds(text: &str) -> Option<i64> {
    let number = |from: usize, to: usize| text.get(from..to)?.parse::<i64>().ok();
    let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
    let (hour, minute, second) = (number(11, 13)?, number(14, 16)?, number(17, 19)?);
    // Howard Hinnant's algorithm for days since 1970-01-01: its years begin in March.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468;
    Some(((days * 24 + hour) * 60 + minute) * 60 + second)
}

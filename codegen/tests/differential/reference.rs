//! The reference validator: the `jsonschema` crate with an exported schema. `croner`, `chrono-tz` and the
//! reference server's parser of schedule phrases validate the formats that the crate lacks.
//!
//! This module must not use the runtime or its dependencies for validation.

use std::collections::BTreeSet;
use std::str::FromStr as _;
use std::sync::LazyLock;

use chrono::{DateTime, TimeDelta, Utc};
use croner::Cron;
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::paths::Location;
use jsonschema::{Draft, EmailOptions, Keyword, ValidationError, Validator};
use serde_json::Value;
use webdata_spec::json_schema::MINIMUM_INTERVAL;

// The reference server's modules, which share no code with the runtime.
#[path = "../../../conformance/reference/src/contract/string_formats/cron.rs"]
mod cron;
#[path = "../../../conformance/reference/src/contract/string_formats/phrase.rs"]
mod phrase;

/// A compiled schema.
pub(crate) struct Reference {
    schema: Value,
    validator: Validator,
}

/// Compiles an exported schema.
pub(crate) fn compile(schema: Value) -> Reference {
    let validator = jsonschema::options()
        .with_draft(Draft::Draft202012)
        .should_validate_formats(true)
        .should_ignore_unknown_formats(false)
        .with_email_options(EmailOptions::default().without_display_text())
        .with_format("cron", |text: &str| parse_cron(text).is_some())
        .with_format("schedule-phrase", |text: &str| phrase::to_cron(text).is_some())
        .with_format("regex", |text: &str| REGEX.is_valid(&text.into()) && has_valid_escapes(text))
        .with_format("hostname", |text: &str| HOSTNAME.is_valid(&text.to_ascii_lowercase().into()))
        .with_format("time-zone", |text: &str| chrono_tz::Tz::from_str(text).is_ok())
        .with_keyword(MINIMUM_INTERVAL, |_, value, _| MinimumInterval::read(value))
        .build(&schema)
        .unwrap_or_else(|error| panic!("the exported schema does not compile: {error}"));
    Reference { schema, validator }
}

/// The `jsonschema` crate's validator of regular expressions.
static REGEX: LazyLock<Validator> = LazyLock::new(|| format_validator("regex"));

/// The `jsonschema` crate's validator of host names. The case of host names does not matter (RFC 1123, and
/// RFC 5890 for `xn--`). The crate rejects Punycode labels with capitals, so callers pass names in lower
/// case.
static HOSTNAME: LazyLock<Validator> = LazyLock::new(|| format_validator("hostname"));

fn format_validator(format: &str) -> Validator {
    let options = jsonschema::options().with_draft(Draft::Draft202012);
    let options = options.should_validate_formats(true);
    options.build(&serde_json::json!({ "format": format })).expect("the schema is valid")
}

/// Returns whether each escape of a character other than a letter or digit is an escape of ECMA-262 with the
/// flag `u`. The flag allows such escapes only for syntax characters, but the crate accepts all. The same goes for
/// properties of characters: none has a digit in its name.
fn has_valid_escapes(text: &str) -> bool {
    let (mut letters, mut in_class) = (text.chars(), false);
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => match letters.next() {
                Some('-') if in_class => {}
                Some('p' | 'P') => {
                    let name = letters.as_str().split('}').next().unwrap_or_default();
                    if name.starts_with('{') && name.contains(|c: char| c.is_ascii_digit()) {
                        return false;
                    }
                }
                Some(escaped) if escaped.is_ascii_alphanumeric() => {}
                Some(escaped) if "^$\\.*+?()[]{}|/".contains(escaped) => {}
                _ => return false,
            },
            '[' => in_class = true,
            ']' => in_class = false,
            _ => {}
        }
    }
    true
}

/// Parses a cron expression. The contract does not say how fields are separated, whether `2/9` means
/// `2-31/9`, and whether an expression that never runs is valid. Spellings that the runtime accepts and the
/// reference server rejects are first rewritten, so that both accept them.
fn parse_cron(text: &str) -> Option<Cron> {
    let highest = ["59", "23", "31", "12", "7"];
    let fields: Vec<&str> = text.split([' ', '\t']).filter(|field| !field.is_empty()).collect();
    if fields.len() != highest.len() {
        return None;
    }
    let fields = fields.iter().zip(highest).map(|(field, highest)| {
        let items = field.split(',').map(|item| match item.split_once('/') {
            Some((first, step)) if first != "*" && !first.contains('-') => {
                format!("{first}-{highest}/{step}")
            }
            _ => item.to_owned(),
        });
        items.collect::<Vec<_>>().join(",")
    });
    let cron = cron::parse(&fields.collect::<Vec<_>>().join(" "))?;
    let start = DateTime::<Utc>::UNIX_EPOCH;
    cron.find_next_occurrence(&start, true).is_ok().then_some(cron)
}

/// A JSON Pointer and the broken keyword. For a missing or unexpected property, the pointer is that of the
/// property.
pub(crate) type BrokenKeyword = (String, String);

impl Reference {
    pub(crate) fn is_valid(&self, value: &Value) -> bool {
        self.validator.is_valid(value)
    }

    /// Returns the keywords that a value breaks.
    pub(crate) fn broken_keywords(&self, value: &Value) -> BTreeSet<BrokenKeyword> {
        let mut broken = BTreeSet::new();
        for error in self.validator.iter_errors(value) {
            self.add(&error, &mut broken);
        }
        // The schema has the values of an enum beside their type, and `exactlyOne` beside the type of the
        // object. A value of another type breaks both keywords; the contract reports only the type.
        let mistyped: BTreeSet<String> = broken
            .iter()
            .filter(|(_, word)| word == "type")
            .map(|(place, _)| place.clone())
            .collect();
        broken.retain(|(place, word)| word == "type" || !mistyped.contains(place));
        broken
    }

    fn add(&self, error: &ValidationError<'_>, broken: &mut BTreeSet<BrokenKeyword>) {
        let place = error.instance_path();
        let mut add = |place: &Location, word: &str| {
            broken.insert((place.to_string(), word.to_owned()));
        };
        match error.kind() {
            _ if self.is_of_discriminator(error) => add(place, "discriminator"),
            Kind::Required { .. }
                if error.schema_path().as_str().contains("/dependentRequired") =>
            {
                add(place, "dependentRequired");
            }
            Kind::Required { property } => {
                add(&place.join(property.as_str().unwrap_or_default()), "required");
            }
            Kind::AdditionalProperties { unexpected } => {
                for name in unexpected {
                    add(&place.join(name.as_str()), "additionalProperties");
                }
            }
            // Beside `properties`, `oneOf` is a choice of required properties.
            Kind::OneOfNotValid { .. } | Kind::OneOfMultipleValid { .. }
                if !self.parent_schema(error)["properties"].is_null() =>
            {
                add(place, "exactlyOne");
            }
            Kind::OneOfNotValid { context } | Kind::AnyOf { context } => {
                self.add_alternative(error, context, broken);
            }
            Kind::Custom { keyword, .. } if keyword == MINIMUM_INTERVAL => {
                add(place, "minimumInterval");
            }
            kind => add(place, kind.keyword()),
        }
    }

    /// Adds the mistakes in the alternative that has the JSON type of the value. Without such an alternative,
    /// the type is the mistake.
    fn add_alternative(
        &self,
        error: &ValidationError<'_>,
        context: &[Vec<ValidationError<'static>>],
        broken: &mut BTreeSet<BrokenKeyword>,
    ) {
        let of_another_type = |inner: &ValidationError<'_>| {
            matches!(inner.kind(), Kind::Type { .. })
                && inner.instance_path() == error.instance_path()
        };
        let mut meant = context.iter().filter(|errors| !errors.iter().any(of_another_type));
        let word = match (meant.next(), meant.next()) {
            (Some(errors), None) => return errors.iter().for_each(|inner| self.add(inner, broken)),
            (None, _) => "type",
            _ => error.kind().keyword(),
        };
        broken.insert((error.instance_path().to_string(), word.to_owned()));
    }

    /// Returns whether an error is about the discriminator of a union. The schema has three keywords for it:
    /// `required`, `type`, and `enum` or `const`. Only unions have `allOf`.
    fn is_of_discriminator(&self, error: &ValidationError<'_>) -> bool {
        let path = error.schema_path().as_str();
        let path = match error.kind() {
            Kind::Required { .. } => path.strip_suffix("/required"),
            Kind::Type { .. } | Kind::Enum { .. } | Kind::Constant { .. } => path
                .rsplit_once('/')
                .and_then(|(property, _)| property.rsplit_once('/'))
                .and_then(|(properties, _)| properties.strip_suffix("/properties")),
            _ => None,
        };
        let object = path.and_then(|path| self.schema.pointer(path));
        object.is_some_and(|object| object["allOf"].is_array())
    }

    /// Returns the schema that the keyword of an error is part of.
    fn parent_schema(&self, error: &ValidationError<'_>) -> &Value {
        let path = error.schema_path().as_str().rsplit_once('/');
        path.and_then(|(path, _)| self.schema.pointer(path)).unwrap_or(&Value::Null)
    }
}

/// The keyword for the minimum time between two runs.
struct MinimumInterval(TimeDelta);

impl MinimumInterval {
    fn read<'s>(value: &Value) -> Result<Box<dyn for<'i> Keyword<'i>>, ValidationError<'s>> {
        let seconds = value.as_u64().and_then(|seconds| i64::try_from(seconds).ok());
        match seconds.and_then(TimeDelta::try_seconds) {
            Some(minimum) => Ok(Box::new(Self(minimum))),
            None => Err(ValidationError::schema("is not a number of seconds")),
        }
    }
}

impl<'i> Keyword<'i> for MinimumInterval {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        if self.is_valid(instance) {
            Ok(())
        } else {
            Err(ValidationError::custom("runs too often"))
        }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        let cron = instance.as_str().and_then(parse_cron);
        cron.is_none_or(|cron| cron::keeps_apart(&cron, self.0))
    }
}

/// Returns whether a string matches a pattern.
pub(crate) fn matches(pattern: &str, text: &str) -> bool {
    regex::Regex::new(pattern).is_ok_and(|pattern| pattern.is_match(text))
}

/// Returns valid strings of a format, in all its forms.
pub(crate) fn samples(format: &str) -> &'static [&'static str] {
    match format {
        "uuid" => &["6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11", "00000000-0000-0000-0000-000000000000"],
        "uri" => &[
            "https://example.com/a?b=c#d",
            "http://user@[::1]:80/%20",
            "urn:isbn:0451450523",
            "mailto:a@b.c",
        ],
        "email" => &["ada@example.com", "a.b+c@x-y.example.org", "\"a b\"@example.com"],
        "date-time" => &[
            "2026-01-31T12:00:00Z",
            "2024-02-29T23:59:59.123456789+14:00",
            "1999-12-31t00:00:00.5z",
        ],
        "date" => &["2026-01-31", "2024-02-29", "0000-01-01"],
        "time" => &["12:00:00Z", "23:59:60Z", "00:00:00.123+14:00", "22:59:60-01:00"],
        "duration" => &["P1Y2M3DT4H5M6S", "PT0S", "P7W", "P1M", "P1YT1M"],
        "hostname" => {
            &["example.com", "a", "1a-b.C", "xn--4gbwdl.xn--wgbh1c", "XN--4GBWDL.XN--WGBH1C"]
        }
        "ipv4" => &["192.0.2.1", "0.0.0.0", "255.255.255.255"],
        "ipv6" => &["::", "2001:db8::1", "1:2:3:4:5:6:7:8", "::ffff:192.0.2.1"],
        "json-pointer" => &["", "/", "/a/0", "/a~1b/~0"],
        "regex" => &["", "^[a-z]+$", "(?:a|b){2,}", "\\p{L}"],
        "time-zone" => &["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+12"],
        "cron" => &["0 9 1 1 *", "17 3 * * 1", "30 6 1-7 * MON", "0 0 29 2 *"],
        "schedule-phrase" => &["every hour", "every 2 hours", "every day at 9 am", "every week"],
        _ => panic!("the format {format} has no samples"),
    }
}

/// Strings that almost match a format, or match it in a form that parsers disagree about.
pub(crate) const NEAR_MISSES: &[&str] = &[
    "2026-02-29",
    "2026-2-9",
    "20260209",
    "2026-13-01",
    "12:00:00",
    "24:00:00Z",
    "12:00:60Z",
    "12:00:00+24:00",
    "23:59:60+01:00",
    "P",
    "PT",
    "P1W2D",
    "P1Y1D",
    "PT1H1S",
    "P1S",
    "PT1.5S",
    "-P1D",
    "example.com.",
    "-a.b",
    "a_b",
    "ab--c",
    "xn--a",
    "192.0.2",
    "192.0.02.1",
    "192.0.2.256",
    "::1::",
    "1:2:3:4:5:6:7",
    "fe80::1%0",
    "::1.2.3",
    "a/b",
    "/a~2",
    "/~",
    "(",
    "[a-",
    "a**",
    "\\Z",
    "a{2,1}",
    "(?<n>a)(?<n>b)",
    "6F2C1A52-6F0E-4B7E-9D3B-0C8F4A4B1D11",
    "6f2c1a526f0e4b7e9d3b0c8f4a4b1d11",
    "{6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11}",
    "6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d1g",
    "example.com",
    "//example.com/a",
    "http://",
    "http:",
    "https://exa mple.com",
    "https://example.com/é",
    "https://[::1",
    "https://example.com:99999",
    "https://example.com/%zz",
    "1http://a",
    "file:///a",
    "a@b",
    "a@b.",
    "@b.c",
    "a@",
    "a..b@c.d",
    ".a@b.c",
    "a@[127.0.0.1]",
    "a@[IPv6:::1]",
    "a@-b.c",
    "é@b.c",
    "a b@c.d",
    "a@b_c.d",
    "2026-02-29T00:00:00Z",
    "2026-01-31 12:00:00Z",
    "2026-01-31T12:00:00",
    "2026-01-31T24:00:00Z",
    "2016-12-31T23:59:60Z",
    "2016-12-31T15:59:60-08:00",
    "2016-12-31T12:00:60Z",
    "2026-01-31T12:00:00+24:00",
    "2026-01-31T12:00:00.Z",
    "0000-01-01T00:00:00Z",
    "Europe/berlin",
    "utc",
    "EST5EDT",
    "GMT0",
    "Mars/Phobos",
    "*/5 * * * *",
    "*/4 * * * *",
    "0,59 * * * *",
    "0 0 31 2 *",
    "* * * * * *",
    "0 9 * * 7",
    "0 9 * * MON-FRI",
    "0 9 * jan *",
    "0 9 L * *",
    "@daily",
    "5-1 * * * *",
    "0 9 * * 5-7",
    "0 9 * * sun-mon",
    " 0 9 * * *",
    "0  9 * * *",
    "every 0 minutes",
    "every 60 minutes",
    "every 15 minutes starting at :07",
    "every 15 minutes starting at :7",
    "every day at 9:00",
    "every day at 24:00",
    "every day at 13 pm",
    "every day at 12 am",
    "Every Day",
    "every 24 hours",
    "every 1 hours",
    "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f",
    "6F1C3C1E-52A8-4F0A-9D5E-0B8A8C6D7E2F",
    "ffffffff-ffff-ffff-ffff-ffffffffffff",
    "6f1c3c1e52a84f0a9d5e0b8a8c6d7e2f",
    "{6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f}",
    "urn:uuid:6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f",
    "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2",
    "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2f0",
    "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2g",
    "6f1c3c1e-52a8-4f0a-9d5e00b8a8c6d7e2f",
    "6f1c3c1e5-2a8-4f0a-9d5e-0b8a8c6d7e2f",
    "6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7eé",
    " 6f1c3c1e-52a8-4f0a-9d5e-0b8a8c6d7e2",
    "https://example.com",
    "http://example.com:8080/a/b?c=d&e=%20#f",
    "HTTPS://EXAMPLE.COM/",
    "http://[2001:db8::1]/",
    "http://192.0.2.7/",
    "mailto:ada@example.com",
    "file:///etc/hosts",
    "x:",
    "/path",
    "//example.com/path",
    "#fragment",
    "://example.com",
    "1http://example.com",
    "http://example.com/a b",
    " http://example.com",
    "http://example.com/%zz",
    "http://example.com/é",
    "http://exa<mple.com",
    "http://[2001:db8::1/",
    "http://example.com:port/",
    "http://example.com/\\",
    "ada.lovelace+news@mail.example.com",
    "ada@localhost",
    "ADA@EXAMPLE.COM",
    "!#$%&'*+-/=?^_`{|}~@example.com",
    "ada@xn--bcher-kva.example",
    "ada@1.example",
    "\"ada lovelace\"@example.com",
    "\"a@b\"@example.com",
    "\"a\\\"b\\\\\"@example.com",
    "\"\"@example.com",
    "ada@[192.0.2.7]",
    "ada@[IPv6:2001:db8::1]",
    "ada",
    "@x.com",
    "a b@x.com",
    "a@@x.com",
    "a..b@x.com",
    ".a@x.com",
    "a.@x.com",
    "é@x.com",
    "Ada <ada@x.com",
    "\"a@x.com",
    "\"@x.com",
    "\"a\"b\"@x.com",
    "\"a\\\"@x.com",
    "\"a\tb\"@x.com",
    "a@x..com",
    "a@x.com.",
    "a@.x.com",
    "a@-x.com",
    "a@x-.com",
    "a@x_y.com",
    "a@x.com ",
    "a@bücher.example",
    "a@[192.0.2]",
    "a@[2001:db8::1]",
    "a@[IPv6:2001:db8::1",
    "a@[]",
    "2026-02-28T09:00:00Z",
    "2026-02-28t09:00:00z",
    "2026-02-28T09:00:00+01:00",
    "2026-02-28T09:00:00-23:59",
    "2026-02-28T09:00:00-00:00",
    "2026-02-28T09:00:00.1Z",
    "2026-02-28T09:00:00.123456789012345678901234567890Z",
    "2024-02-29T00:00:00Z",
    "2000-02-29T00:00:00Z",
    "9999-12-31T23:59:59Z",
    "1998-12-31T23:59:60Z",
    "1998-12-31T23:59:60.5Z",
    "1998-12-31T15:59:60-08:00",
    "1999-01-01T00:59:60+01:00",
    "1999-01-01T05:29:60+05:30",
    "2026-02-28",
    "09:00:00Z",
    "2026-02-28T09:00:00",
    "2026-02-28T09:00Z",
    "2026-02-28 09:00:00Z",
    "2026-02-28T09:00:00.Z",
    "2026-02-28T09:00:00,5Z",
    "2026-02-28T09:00:00+0100",
    "2026-02-28T09:00:00+01",
    "2026-02-28T09:00:00ZZ",
    "2026-02-28T09:00:00Z ",
    " 2026-02-28T09:00:00Z",
    "2026-2-28T09:00:00Z",
    "12026-02-28T09:00:00Z",
    "-026-02-28T09:00:00Z",
    "2026-02-28T+9:00:00Z",
    "2026-02-28T09:00:0\u{0665}Z",
    "2026-02-29T09:00:00Z",
    "1900-02-29T09:00:00Z",
    "2026-04-31T09:00:00Z",
    "2026-01-32T09:00:00Z",
    "2026-01-00T09:00:00Z",
    "2026-00-01T09:00:00Z",
    "2026-13-01T09:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T09:60:00Z",
    "2026-01-01T09:00:61Z",
    "2026-01-01T09:00:00+24:00",
    "2026-01-01T09:00:00+01:60",
    "1998-12-31T23:58:60Z",
    "1998-12-31T22:59:60Z",
    "1998-12-31T23:59:60+01:00",
    "9999-12-31",
    "2026-2-28",
    "20260228",
    "2026-02-28T00:00:00Z",
    "2026-02-28 ",
    "2026-W09-6",
    "2026-059",
    "2026-02-2\u{0668}",
    "2026-04-31",
    "23:59:60z",
    "00:29:60+00:30",
    "09:00:00.123-23:59",
    "09:00:00",
    "09:00Z",
    "09:00:00.Z",
    "9:00:00Z",
    "09:00:00 Z",
    "09:00:00+1",
    "09:60:00Z",
    "09:00:00+24:00",
    "22:59:60Z",
    "P4DT12H30M5S",
    "P1Y",
    "P1Y2M3D",
    "PT1M",
    "P1YT1S",
    "PT36H",
    "P1YT",
    "PT1D",
    "4DT12H",
    "P1D2H",
    "P2D1Y",
    "P1Y2W",
    "P1WT1H",
    "P1",
    "PT0.5S",
    "P-1D",
    "p1d",
    "P\u{0662}Y",
    "P1D ",
    "www.example.com",
    "localhost",
    "1host",
    "host-1",
    "xn--ihqwcrb4cv8a8dqg056pqjye",
    "example.",
    ".example",
    "a..b",
    "-a",
    "a-",
    "a b",
    "é.example",
    "ab--cd",
    "xn--X",
    "xn--wbh1c",
    "127.0.0",
    "127.0.0.0.1",
    "256.0.0.1",
    "087.10.0.1",
    "0x7f000001",
    "2130706433",
    "192.0.2.1/24",
    "1\u{09e8}7.0.0.1",
    " 192.0.2.1",
    "::1",
    "::ffff:192.168.0.1",
    "::abef",
    "12345::",
    ":2:3:4:5:6:7:8",
    "1::d6::42",
    "1:1:1:1:1:1:1:1:1",
    "fe80::a%eth1",
    "fe80::/64",
    "::ffff:192.168.0.256",
    "1:2:3:4:5:::8",
    "[::1]",
    "/a~1b/m~0n",
    "//",
    "/ ",
    "/c%d",
    "/-",
    "/~01",
    "/a\"b",
    "/é",
    "#",
    "#/a",
    "0",
    "/a~",
    "/~~",
    "(?<year>[0-9]{4})",
    "a(?=b)",
    "([abc])+\\s+$",
    "\\p{Letter}",
    "^(abc]",
    "[a",
    "(?P<name>a)",
    "^\\S(|(.|\\n)*\\S)\\Z",
    "\\a",
    "Etc/UTC",
    "GMT",
    "America/New_York",
    "Asia/Calcutta",
    "US/Pacific",
    "Etc/GMT+5",
    "+02:00",
    "Z",
    "Europe",
    "Europe/Berlin ",
    " Europe/Berlin",
    "America/New York",
    "Mars/Olympus_Mons",
    "europe/berlin",
    "EUROPE/BERLIN",
    "{name}",
    "every 30 minutes",
    "every 1 minutes",
    "every 59 minutes",
    "every 15 minutes starting at :00",
    "every 15 minutes starting at :59",
    "every 23 hours",
    "every day",
    "every day at 09:00",
    "every day at 0:00",
    "every day at 00:00",
    "every day at 17:30",
    "every day at 23:59",
    "every day at 9am",
    "every day at 9:30 pm",
    "every day at 12:05PM",
    "EVERY WEEK",
    "Every 15 Minutes Starting At :07",
    "every",
    "every ",
    "hourly",
    "every minute",
    "every month",
    "every 1 minute",
    "every 1 hour",
    "every 2 days",
    "every two hours",
    "every -5 minutes",
    "every +5 minutes",
    "every 1.5 hours",
    "every  hour",
    "every\thour",
    " every hour",
    "every hour ",
    "every 30  minutes",
    "every 30 minutes ",
    "every 15 minutes at :07",
    "every 2 hours starting at :07",
    "every week at 9:00",
    "every day at",
    "every hoür",
    "every 05 minutes",
    "every 99999999999999999999 minutes",
    "every 0 hours",
    "every 15 minutes starting at 07",
    "every 15 minutes starting at :60",
    "every 15 minutes starting at :+7",
    "every day at ",
    "every day at 9",
    "every day at 9:60",
    "every day at 9:5",
    "every day at 009:00",
    "every day at 9:00:00",
    "every day at 0 am",
    "every day at 17:30 pm",
    "every day at 09 am",
    "every day at 9  am",
    "every day at am",
    "every day at 9 a.m.",
    "every day at noon",
    "every day at é",
];

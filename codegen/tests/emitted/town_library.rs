//! Tests of the library contract: rules, violations together, repeated properties, messages and defaults. The single
//! limits of each type are tested in `tests/differential`.

mod client;
mod operations;
mod server;
mod types;

use serde_json::{Value, json};
use webdata_runtime::{ParseError, Patch};

use crate::library::book::{Book, BookLanguage, Medium};
use crate::library::card::{Card, CardColour};
use crate::library::loan::{LoanChange, Term};
use crate::validation::{check, check_text, places, with};

fn book() -> Value {
    json!({ "title": "Middlemarch", "author": null, "media": [{ "form": "paper" }] })
}

#[test]
fn valid_books_are_accepted() {
    check::<Book>(&book(), &[]);
    let full = json!({
        "title": "Middlemarch", "author": "George Eliot", "shelf": "EN-42", "isbn": "978-0-14",
        "genre": "novel", "language": "de", "pages": 880, "rating": 4.5, "weight": -1e3,
        "bought": -40, "website": "https://example.com/m",
        "media": [{ "form": "audio", "reader": "J", "minutes": 1 }, { "cover": "hard", "form": "large-print" }],
        "notes": { "Ada": "good", "a/b": "" }, "extra": { "any": [null, { "x": 1 }] },
        "sequel": book(), "place": { "room": 0 },
    });
    check::<Book>(&full, &[]);
    let read = Book::check(&full).expect("is valid");
    assert_eq!(serde_json::to_value(&read).expect("is written"), full);
    assert_eq!(Book::parse(full.to_string().as_bytes()), Ok(read));
}

/// Strings that an open enum does not list are valid; those that another enum does not list are kept, and reported.
#[test]
fn open_enums_accept_other_strings() {
    check::<Card>(&json!({ "colour": "red" }), &[]);
    check::<Card>(&json!({ "colour": "blue" }), &[]);
    check::<Card>(&json!({ "colour": 7 }), &[("/colour", "Card.colour.type")]);
    check::<Card>(&json!({ "topics": ["blue"] }), &[("/topics/0", "Card.topics.items.enum")]);
    let card = Card::check(&json!({ "colour": "blue" })).expect("is valid");
    assert_eq!(card.colour, Some(CardColour::Other("blue".to_owned())));
    assert!(card.validate().is_ok());
    assert_eq!(serde_json::to_value(&card).expect("is written"), json!({ "colour": "blue" }));
    let schema = serde_json::to_value(schemars::schema_for!(CardColour)).expect("is JSON");
    assert_eq!(schema["x-extensible-enum"], json!(["green", "red"]));
    assert_eq!(schema.get("enum"), None);
}

#[test]
fn rules_about_the_body_are_checked() {
    let audio = json!([{ "form": "paper" }, { "form": "audio", "reader": "J" }]);
    let body = with(book(), "/media", Some(audio));
    let broken = [("", "Book.rules.audio-has-website")];
    check::<Book>(&body, &broken);
    check::<Book>(&with(body.clone(), "/genre", Some(json!("novel"))), &broken);
    check::<Book>(&with(body.clone(), "/genre", Some(json!("essay"))), &[]);
    check::<Book>(&with(body.clone(), "/website", Some(json!("https://example.com"))), &[]);
    // A property of the wrong type causes one violation, not a second one of the rule.
    let unreadable = with(body.clone(), "/website", Some(json!(7)));
    check::<Book>(&unreadable, &[("/website", "Book.website.type")]);
    let hour = json!([{ "form": "audio", "minutes": 60 }]);
    let hour = with(with(body.clone(), "/genre", Some(json!("essay"))), "/media", Some(hour));
    check::<Book>(&hour, &[("", "Book.rules.recorded-has-pages")]);
    check::<Book>(&with(hour, "/pages", Some(json!(300))), &[]);
    let desk = with(body, "/website", Some(json!("https://example.com")));
    let desk = with(desk, "/place", Some(json!({ "room": 1, "desk": true })));
    check::<Book>(&desk, &[]);
    let shelf = with(desk, "/shelf", Some(json!("EN-1")));
    check::<Book>(&shelf, &[("", "Book.rules.no-shelf-at-a-desk")]);
}

#[test]
fn all_violations_are_reported_at_once() {
    let body = json!({
        "colour": 1,
        "title": "",
        "media": [{ "form": "paper", "cover": "x" }, { "form": "film" }, 3, { "form": "audio" }],
        "pages": 0,
        "language": "fr",
    });
    let expected = [
        ("/colour", "Book.additionalProperties"),
        ("/title", "Book.title.minLength"),
        ("/media/0/cover", "PrintedMedium.cover.enum"),
        ("/media/1/form", "Medium.discriminator"),
        ("/media/2", "Medium.type"),
        ("/media/3", "AudioMedium.minProperties"),
        ("/media", "Book.media.maxItems"),
        ("/pages", "Book.pages.minimum"),
        ("/language", "Book.language.enum"),
        ("/author", "Book.author.required"),
    ];
    check::<Book>(&body, &expected);
}

#[test]
fn the_last_of_repeated_properties_counts() {
    let book = |members: &str| {
        format!(r#"{{ "author": "", "media": [{{ "form": "paper" }}], {members} }}"#)
    };
    check_text::<Book>(&book(r#""title": 1, "title": "x""#), &[]);
    check_text::<Book>(
        &book(r#""title": "x", "title": """#),
        &[("/title", "Book.title.minLength")],
    );
    check_text::<Book>(
        &book(r#""title": "x", "colour": 1, "colour": 2"#),
        &[("/colour", "Book.additionalProperties")],
    );
    check_text::<Book>(&book(r#""title": "x", "notes": { "a": 1, "b": "", "a": "" }"#), &[]);
    check_text::<Medium>(r#"{ "form": "audio", "form": "paper" }"#, &[]);
    check_text::<Medium>(r#"{ "form": 3, "minutes": 1, "form": "paper" }"#, &[]);
    check_text::<Medium>(
        r#"{ "form": "paper", "minutes": 1, "form": "audio", "form": "vinyl" }"#,
        &[("/form", "Medium.discriminator")],
    );
    check_text::<Book>(&book(r#""\u0074itle": "x""#), &[]);
}

#[test]
fn invalid_json_is_reported_with_line_and_column() {
    for (json, line, column) in [("{\n  \"title\": x }", 2, 12), ("{} {}", 1, 4), ("", 1, 1)] {
        match Book::parse(json.as_bytes()) {
            Err(ParseError::Json { line: at_line, column: at_column, message }) => {
                assert_eq!((at_line, at_column), (line, column), "{json}: {message}");
            }
            other => panic!("{json}: {other:?}"),
        }
    }
    let deep = format!(r#"{{ "extra": {{ "a": {}{} }} }}"#, "[".repeat(300), "]".repeat(300));
    assert!(matches!(Book::parse(deep.as_bytes()), Err(ParseError::Json { .. })));
}

#[test]
fn no_message_repeats_a_value() {
    let secret = "s3cret-s3cret-s3cret-s3cret-s3cret-s3cret-s3cret";
    let body = json!({
        "title": secret, "author": { "x": secret }, "shelf": secret, "isbn": secret,
        "genre": secret, "pages": secret, "website": secret, "media": [{ "form": secret }],
    });
    let violations = Book::check(&body).expect_err("the body breaks every clause");
    assert_eq!(violations.len(), 9);
    assert!(!violations.to_string().contains("s3cret"), "{violations}");
    let first = violations.iter().next().expect("there is a violation");
    assert_eq!(first.message, "has 48 characters (maximum 40)");
}

#[test]
fn plain_serde_is_lenient_and_validation_is_not() {
    let body = json!({
        "title": "x", "author": "y", "language": "fr", "colour": "red",
        "media": [{ "form": "film", "reels": 2 }],
    });
    let read: Book = serde_json::from_value(body).expect("plain serde keeps unknown values");
    assert_eq!(read.language, Some(BookLanguage::Other("fr".to_owned())));
    let film = json!({ "form": "film", "reels": 2 });
    assert_eq!(read.media, [Medium::Other(film)]);
    let violations = read.validate().expect_err("validation reports the unknown value");
    let expected = [("/language", "Book.language.enum"), ("/media/0/form", "Medium.discriminator")];
    let expected = expected.map(|(place, clause)| (place.to_owned(), clause.to_owned()));
    assert_eq!(places(&violations), expected);
    serde_json::from_value::<Medium>(json!({ "form": "paper", "cover": 3 }))
        .expect_err("a listed variant must match its type");
}

#[test]
fn built_values_are_validated() {
    let mut change = LoanChange::default();
    change.term.insert(Term::default()).days = Some(29);
    let violations = change.validate().expect_err("too many days");
    assert_eq!(places(&violations), [("/term/days".to_owned(), "Term.days.maximum".to_owned())]);
    let empty = LoanChange::default().validate().expect_err("nothing is given");
    assert_eq!(places(&empty), [(String::new(), "LoanChange.minProperties".to_owned())]);
    let none = Term::default().validate().expect_err("none of three");
    assert_eq!(places(&none), [(String::new(), "Term.exactlyOne".to_owned())]);
    let cleared = LoanChange::builder().clear_contact().build().expect("is valid");
    assert_eq!(cleared.validate(), Ok(()));
    assert_eq!(serde_json::to_string(&cleared).expect("is written"), r#"{"contact":null}"#);
}

#[test]
fn defaults_are_effective_and_never_serialized() {
    let read = Book::check(&book()).expect("is valid");
    assert_eq!(read.effective_pages(), 200);
    assert_eq!(read.effective_language(), &BookLanguage::En);
    assert_eq!(read.effective_rating(), Some(2.5));
    assert_eq!(serde_json::to_value(&read).expect("is written"), book());
    let null = Book::check(&with(book(), "/rating", Some(json!(null)))).expect("is valid");
    assert_eq!((null.rating, null.effective_rating()), (Patch::Null, None));
}

//! Tests of the library contract: every kind of violation, alone and together.

mod client;
mod operations;
mod server;
mod types;

use serde_json::{Value, json};
use webdata_runtime::{ParseError, Patch};

use crate::library::book::{Book, BookLanguage, Isbn, Medium, PrintedMedium};
use crate::library::card::{Card, CardColour};
use crate::library::loan::{LoanChange, Term};
use crate::validation::{check, check_text, places, with};

fn book() -> Value {
    json!({ "title": "Middlemarch", "author": null, "media": [{ "form": "paper" }] })
}

/// Validates a book with one property changed.
fn book_with(pointer: &str, value: Value, expected: &[(&str, &str)]) {
    check::<Book>(&with(book(), pointer, Some(value)), expected);
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
fn strings_outside_their_limits_are_rejected() {
    let title = |length: usize| json!("ä".repeat(length));
    book_with("/title", title(0), &[("/title", "Book.title.minLength")]);
    book_with("/title", title(1), &[]);
    book_with("/title", json!("𝔐".repeat(40)), &[]);
    book_with("/title", title(41), &[("/title", "Book.title.maxLength")]);
    book_with("/shelf", json!("EN-"), &[("/shelf", "Book.shelf.pattern")]);
    book_with("/shelf", json!("en-1"), &[("/shelf", "Book.shelf.pattern")]);
    book_with("/website", json!("example.com"), &[("/website", "Book.website.format")]);
    let both = [("/isbn", "Isbn.maxLength"), ("/isbn", "Isbn.pattern")];
    book_with("/isbn", json!("x".repeat(18)), &both);
    check::<Isbn>(&json!("978"), &[]);
    assert_eq!(Isbn::check(&json!("978")).expect("is valid").0, "978");
}

#[test]
fn numbers_outside_their_limits_are_rejected() {
    for (pages, word) in [(json!(0), "minimum"), (json!(9001), "maximum"), (json!(1.5), "type")] {
        book_with("/pages", pages, &[("/pages", &format!("Book.pages.{word}"))]);
    }
    for pages in [json!(1), json!(9000), json!(200.0)] {
        book_with("/pages", pages, &[]);
    }
    book_with("/pages", json!(u64::MAX), &[("/pages", "Book.pages.maximum")]);
    book_with("/pages", json!(-1e300), &[("/pages", "Book.pages.minimum")]);
    book_with("/bought", json!(i64::MIN), &[]);
    book_with("/bought", json!(1e300), &[("/bought", "Book.bought.type")]);
    for (rating, word) in [(json!(0.49), "minimum"), (json!(5.01), "maximum"), (json!("5"), "type")]
    {
        book_with("/rating", rating, &[("/rating", &format!("Book.rating.{word}"))]);
    }
    for rating in [json!(0.5), json!(5), json!(null)] {
        book_with("/rating", rating, &[]);
    }
}

#[test]
fn nested_lists_maps_and_objects_are_validated() {
    let media = |count: usize| json!(vec![json!({ "form": "paper" }); count]);
    book_with("/media", media(0), &[("/media", "Book.media.minItems")]);
    book_with("/media", media(3), &[]);
    book_with("/media", media(4), &[("/media", "Book.media.maxItems")]);
    let long = json!({ "a": "", "b/c": "12345678901", "d": 1 });
    let clause = "Book.notes.additionalProperties";
    book_with(
        "/notes",
        long,
        &[("/notes/b~1c", &format!("{clause}.maxLength")), ("/notes/d", &format!("{clause}.type"))],
    );
    book_with("/place", json!({}), &[("/place/room", "Book.place.room.required")]);
    book_with("/place", json!({ "room": -1 }), &[("/place/room", "Book.place.room.minimum")]);
    book_with("/place", json!([]), &[("/place", "Book.place.type")]);
    let sequel = json!({ "title": "", "author": "", "media": [] });
    let inside =
        [("/sequel/title", "Book.title.minLength"), ("/sequel/media", "Book.media.minItems")];
    book_with("/sequel", sequel, &inside);
}

#[test]
fn wrong_types_and_nulls_are_rejected() {
    let cases = [
        ("/title", "Book.title", [json!(1), json!(null), json!([]), json!({}), json!(true)]),
        ("/media", "Book.media", [json!(1), json!(null), json!("x"), json!({}), json!(true)]),
        ("/language", "Book.language", [json!(1), json!(null), json!([1]), json!({}), json!(true)]),
        ("/notes", "Book.notes", [json!(1), json!(null), json!([1, [2]]), json!("x"), json!(true)]),
        ("/sequel", "Book", [json!(1), json!(null), json!([{}]), json!("x"), json!(false)]),
        ("/isbn", "Isbn", [json!(1.5), json!(null), json!([{}]), json!({ "a": 1 }), json!(false)]),
    ];
    for (pointer, clause, values) in cases {
        for value in values {
            book_with(pointer, value, &[(pointer, &format!("{clause}.type"))]);
        }
    }
    for body in [json!(null), json!([]), json!("x"), json!(1), json!(true)] {
        check::<Book>(&body, &[("", "Book.type")]);
    }
    book_with("/genre", json!(null), &[]);
    book_with("/genre", json!("crime"), &[("/genre", "Book.genre.enum")]);
}

#[test]
fn unions_are_validated_by_their_discriminator() {
    let medium = |medium: Value, expected: &[(&str, &str)]| {
        let media = json!([{ "form": "paper" }, medium]);
        book_with("/media", media, expected);
    };
    let discriminator = "Medium.discriminator";
    medium(json!({ "form": "film" }), &[("/media/1/form", discriminator)]);
    medium(json!({ "cover": "x", "form": 7 }), &[("/media/1/form", discriminator)]);
    medium(json!({ "form": null }), &[("/media/1/form", discriminator)]);
    medium(json!({ "cover": "soft" }), &[("/media/1", discriminator)]);
    medium(json!("paper"), &[("/media/1", "Medium.type")]);
    medium(
        json!({ "cover": "x", "form": "paper" }),
        &[("/media/1/cover", "PrintedMedium.cover.enum")],
    );
    medium(
        json!({ "reader": "123456789", "pages": 1, "form": "audio", "minutes": 0 }),
        &[
            ("/media/1/reader", "AudioMedium.reader.maxLength"),
            ("/media/1/pages", "AudioMedium.additionalProperties"),
            ("/media/1/minutes", "AudioMedium.minutes.minimum"),
            ("", "Book.rules.audio-has-website"),
        ],
    );
    medium(
        json!({ "form": "audio" }),
        &[("/media/1", "AudioMedium.minProperties"), ("", "Book.rules.audio-has-website")],
    );
}

#[test]
fn a_variant_without_its_union_has_its_discriminator() {
    check_text::<PrintedMedium>(r#"{ "form": "large-print" }"#, &[]);
    check_text::<PrintedMedium>(r#"{ "form": "audio" }"#, &[("/form", "PrintedMedium.form.enum")]);
    check_text::<PrintedMedium>("{}", &[("/form", "PrintedMedium.form.required")]);
}

#[test]
fn limits_of_whole_objects_are_checked() {
    let missing = [
        ("/title", "Book.title.required"),
        ("/author", "Book.author.required"),
        ("/media", "Book.media.required"),
    ];
    check::<Book>(&json!({}), &missing);
    book_with("/colour", json!({ "x": [1] }), &[("/colour", "Book.additionalProperties")]);
    book_with("/a~b", json!(1), &[("/a~0b", "Book.additionalProperties")]);
    check::<Term>(&json!({ "days": 1 }), &[]);
    check::<Term>(&json!({}), &[("", "Term.exactlyOne")]);
    let two = json!({ "days": 0, "until": null });
    check::<Term>(
        &two,
        &[("/days", "Term.days.minimum"), ("/until", "Term.until.type"), ("", "Term.exactlyOne")],
    );
    check::<Term>(&json!({ "until": "2030-01-31T12:00:00Z", "more": 1 }), &[]);
    check::<Term>(&json!({ "until": "tomorrow" }), &[("/until", "Term.until.format")]);
    check::<Term>(&json!({ "rounds": "0 9 * * *" }), &[]);
    check::<Term>(&json!({ "rounds": "0 9 * *" }), &[("/rounds", "Term.rounds.format")]);
    check::<Term>(&json!({ "rounds": "0 * * * *" }), &[("/rounds", "Term.rounds.minimumInterval")]);
    check::<LoanChange>(&json!({}), &[("", "LoanChange.minProperties")]);
    check_text::<LoanChange>(r#"{ "colour": "red" }"#, &[]);
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

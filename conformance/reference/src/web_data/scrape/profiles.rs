//! The brand, product and menu of a page, in the shapes that published clients read. The contract names these
//! formats and shows no shape.
//!
//! The profiles depend only on the page.

use regex::Regex;
use scraper::Html;
use serde_json::{Value, json};

use crate::contract::schema::Properties;
use crate::web_data::world::scrapes::Source;
use crate::web_data::world::web::{absolute, selected, spaced};

/// The names of a page's colours, in the order in which the colours occur on the page.
const COLORS: [&str; 3] = ["primary", "secondary", "accent"];

/// The phrases for a product that cannot be bought now.
const SOLD_OUT: [&str; 2] = ["sold out", "out of stock"];

/// Returns the brand of a page: its name and its colours.
pub(super) fn branding(source: &Source, html: &str) -> Value {
    let mut colors: Vec<&str> = Vec::new();
    let color = Regex::new(r"#[0-9a-fA-F]{6}\b").ok();
    for color in color.iter().flat_map(|color| color.find_iter(html)) {
        if !colors.contains(&color.as_str()) {
            colors.push(color.as_str());
        }
    }
    let colors = COLORS.iter().zip(colors);
    let colors: Properties =
        colors.map(|(name, color)| ((*name).to_owned(), color.into())).collect();
    json!({ "brandName": source.title, "colors": colors })
}

/// Returns the product of a page: one variant, with the first price on the page.
pub(super) fn product(source: &Source) -> Value {
    let text = source.text.to_lowercase();
    let is_sold_out = SOLD_OUT.iter().any(|words| text.contains(words));
    let mut variant = Properties::new();
    variant.insert("title".to_owned(), source.title.as_str().into());
    variant.insert("availability".to_owned(), json!({ "inStock": !is_sold_out }));
    if let Some(price) = price(&source.text) {
        variant.insert("price".to_owned(), price);
    }
    json!({
        "title": source.title,
        "url": source.url,
        "description": source.description,
        "variants": [variant],
    })
}

/// Returns the first price in a string.
fn price(text: &str) -> Option<Value> {
    let price = Regex::new(r"(\d+(?:\.\d+)?) ([A-Z]{3})\b").ok()?.captures(text)?;
    let amount: f64 = price[1].parse().ok()?;
    Some(json!({ "amount": amount, "currency": &price[2], "formatted": &price[0] }))
}

/// Returns the menu of a page: one section with the entries of the page's navigation.
pub(super) fn menu(source: &Source, page: &Html) -> Value {
    let entries = selected(page, "nav a[href]").filter_map(|entry| {
        let url = absolute(&source.url, entry.attr("href")?)?;
        Some((spaced(entry.text()), url))
    });
    let items: Vec<Value> = entries
        .zip(1..)
        .map(|((name, url), number)| {
            json!({
                "id": format!("item-{number}"),
                "name": name,
                "url": url,
                "sourceUrl": source.url,
                "images": [],
                "availability": { "inStock": true },
                "dietary": [],
                "optionGroups": [],
                "identifiers": {},
            })
        })
        .collect();
    json!({
        "isMenu": !items.is_empty(),
        "confidence": 1.0,
        "merchant": { "name": source.title },
        "sections": [{ "id": "section-1", "name": "Menu", "items": items }],
        "sourceUrl": source.url,
    })
}

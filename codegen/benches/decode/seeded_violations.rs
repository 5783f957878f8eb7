//! Nine violations of nine kinds, seeded into an update of a monitor: how many each decoder finds,
//! when each stands alone and when all stand in one body.

use serde_json::{Value, json};

use super::bodies::put;
use super::decoders::Decoder;
use super::harness::Table;

/// The name of a violation, its place, and the value that is put there.
fn seeds() -> [(&'static str, &'static str, Value); 9] {
    [
        ("a text that is too long", "/name", json!("n".repeat(257))),
        ("a number that is too large", "/retentionDays", json!(366)),
        ("a value of another type", "/judgeEnabled", json!("yes")),
        ("a text that is not listed", "/status", json!("stopped")),
        ("a time zone that there is not", "/schedule/timezone", json!("Mars/Olympus_Mons")),
        ("two members of which one is allowed", "/schedule/text", json!("every day")),
        ("a list without items", "/targets/0/urls", json!([])),
        ("a variant that there is not", "/targets/1/type", json!("feed")),
        ("a member that is missing", "/webhook", json!({ "events": ["monitor.page"] })),
    ]
}

fn body() -> Value {
    json!({
        "name": "Price watch",
        "goal": "Tell me when a price changes by more than five percent",
        "judgeEnabled": true,
        "status": "active",
        "schedule": { "cron": "30 6 * * 1-5", "timezone": "Europe/Berlin" },
        "targets": [
            { "type": "scrape", "urls": ["https://shop.example.com/products"] },
            { "type": "search", "queries": ["garden chairs"], "maxResults": 5 }
        ],
        "webhook": { "url": "https://hooks.example.com/monitors" },
        "retentionDays": 30
    })
}

/// Returns a table of what each decoder finds. Decoding that ends at the first fault has found that one.
pub(crate) fn table<'c>(
    decoders: impl Iterator<Item = (&'static str, &'c Decoder)>,
) -> Result<String, String> {
    let seeds = seeds();
    let with = |seeds: &[(&str, &str, Value)]| {
        let mut body = body();
        for (_, pointer, value) in seeds {
            put(&mut body, pointer, value.clone());
        }
        body.to_string()
    };
    let mut table = Table::new("<>><", &["", "alone", "all at once", "not found alone"]);
    for (name, decoder) in decoders {
        let count = |text: &str| decoder(text.as_bytes()).unwrap_or(1);
        if count(&with(&[])) > 0 {
            return Err(format!("{name} finds fault with a body that has none"));
        }
        let alone = |seed: &&(_, _, _)| count(&with(std::slice::from_ref(*seed))) == 0;
        let missed: Vec<&str> = seeds.iter().filter(alone).map(|(kind, _, _)| *kind).collect();
        let all_at_once = count(&with(&seeds)).min(seeds.len());
        let found = [seeds.len() - missed.len(), all_at_once].map(|count| count.to_string());
        table.row([name.to_owned()].into_iter().chain(found).chain([missed.join(", ")]));
    }
    Ok(format!(
        "nine violations of nine kinds in an update of a monitor: how many are found\n{table}"
    ))
}

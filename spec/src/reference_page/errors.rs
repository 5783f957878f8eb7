//! The error catalogue: its rows, the causes of each, and its clauses.

use super::clause_table::ClauseRow;
use super::markdown::{Table, code, prose};
use super::outline::{Row, Topic};
use super::writer::Writer;
use crate::model::{ErrorText, Retry, Spec};

impl<'s> Writer<'s> {
    pub(super) fn errors(&mut self) {
        let spec: &'s Spec = self.spec;
        self.heading(&Topic::Errors);
        let body = self.type_link(&spec.service.error_body);
        self.add(format!(
            "Status codes and messages of responses that are not a success. The body ({body}) has the \
             message in the property `error` and the code in `code`."
        ));
        let mut table = Table::new(&["Error", "Status", "Message", "Code", "Retry", "Cause"]);
        for (id, row) in &spec.errors {
            table.row([
                format!("{}{}", Row::Error(id).anchor(), prose(id)),
                row.status.to_string(),
                text(&row.text),
                row.code.as_deref().map_or_else(String::new, code),
                retry(row.retry).to_owned(),
                prose(&row.cause),
            ]);
        }
        self.add(table.markdown());
        self.add("Causes of each error:".to_owned());
        let mut table = Table::new(&["Error", "Causes"]);
        let origins = self.origins();
        for id in spec.errors.keys() {
            let shown = origins.get(id.as_str()).map(|lines| lines.join("<br>"));
            let shown = shown.unwrap_or_else(|| "the contract shows no cause".to_owned());
            table.row([Self::error_link(id), shown]);
        }
        self.add(table.markdown());
        let about = |clause: &str| {
            let below = clause.strip_prefix("errors.")?;
            let mut ends = below.rmatch_indices('.').filter_map(|(end, _)| below.get(..end));
            ends.find(|id| spec.errors.contains_key(*id)).map(Self::error_link)
        };
        let lines = self.take_below("errors").into_iter().map(|clause| {
            let label = about(clause.id.as_str()).unwrap_or_default();
            ClauseRow::new(clause).with_label(label)
        });
        let lines = lines.collect();
        self.add("Clause by clause:".to_owned());
        self.clause_table("Error", "", lines);
        self.open_points("errors");
    }
}

fn text(text: &ErrorText) -> String {
    match text {
        ErrorText::Exact(text) => code(text),
        ErrorText::Free(text) => format!("{} or another message", code(text)),
        ErrorText::Described(description) => {
            format!("a message that says that {}", prose(description))
        }
        ErrorText::NotShown => "not shown".to_owned(),
    }
}

fn retry(retry: Retry) -> &'static str {
    match retry {
        Retry::Never => "no",
        Retry::Backoff => "with backoff",
        Retry::Sometimes => "sometimes",
    }
}

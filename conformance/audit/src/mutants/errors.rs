//! Mutants of rows of the error catalogue: status code, text, code.

use webdata_spec::model::{ErrorRow, ErrorText, Retry};

use super::builder::MutantBuilder;

impl MutantBuilder<'_> {
    pub(super) fn mutate_error(&mut self) {
        let clause = self.clause.clone();
        let Some(rest) = clause.as_str().strip_prefix("errors.") else { return };
        let Some((id, word)) = rest.split_once('.') else { return };
        let Some(row) = self.spec.errors.get(id) else { return };
        match word {
            "status" => self.mutate_status(row),
            "error" => self.mutate_error_text(row),
            "code" => self.mutate_code(row),
            "retry" => self.mutate_retry(row),
            _ => {}
        }
    }

    fn mutate_status(&mut self, row: &ErrorRow) {
        let id = &row.id;
        let far = if row.status < 500 { 500 } else { 400 };
        let mut tried = vec![row.status];
        for status in [similar_status(row.status), far, 200] {
            if tried.contains(&status) {
                continue;
            }
            tried.push(status);
            let description = format!("The error {id} has the status code {status}.");
            self.row(id, &format!("is-{status}"), description, move |row| row.status = status);
        }
    }

    fn mutate_error_text(&mut self, row: &ErrorRow) {
        let id = &row.id;
        let mut changed = |suffix: &str, text: String| {
            let description = format!("The error {id} has the text `{text}`.");
            self.row(id, suffix, description, move |row| row.text = ErrorText::Exact(text.clone()));
        };
        match &row.text {
            ErrorText::Exact(text) => {
                changed("other-case", text.to_lowercase());
                changed(
                    "full-stop",
                    match text.strip_suffix('.') {
                        Some(without) => without.to_owned(),
                        None => format!("{text}."),
                    },
                );
                changed("other", "Something Else".to_owned());
                changed("empty", String::new());
            }
            // Any message is correct, except one that means another error.
            ErrorText::Free(_) | ErrorText::NotShown => {}
            ErrorText::Described(_) => changed("other", "Something Else".to_owned()),
        }
        let other = self.spec.errors.values().find_map(|other| match &other.text {
            ErrorText::Exact(text) if other.id != row.id && other.status != row.status => {
                Some((other.id.clone(), text.clone()))
            }
            _ => None,
        });
        if let Some((other, text)) = other {
            let description = format!("The error {id} has the text of {other}.");
            self.row(id, &format!("text-of-{other}"), description, move |row| {
                row.text = ErrorText::Exact(text.clone());
            });
        }
    }

    fn mutate_code(&mut self, row: &ErrorRow) {
        let id = &row.id;
        let Some(code) = &row.code else { return };
        let small = code.to_lowercase();
        let description = format!("The error {id} has the code `{small}`.");
        self.row(id, "other-case", description, move |row| row.code = Some(small.clone()));
        let description = format!("The error {id} has another code.");
        self.row(id, "other", description, |row| row.code = Some("SOMETHING_ELSE".to_owned()));
        let description = format!("The error {id} has no code.");
        self.row(id, "is-not-there", description, |row| row.code = None);
    }

    /// Adds a mutant whose events say that a retry is pointless. Clients decide about retries themselves, so
    /// only the row that events repeat has this mutant.
    fn mutate_retry(&mut self, row: &ErrorRow) {
        let unexpected = self.spec.errors.values().find(|row| row.status == 500);
        if unexpected.is_some_and(|error| error.id == row.id) {
            let description =
                format!("Events say of the error {} that a retry is pointless.", row.id);
            self.row(&row.id, "never", description, |row| row.retry = Retry::Never);
        }
    }

    fn row(
        &mut self,
        id: &str,
        suffix: &str,
        description: String,
        change: impl Fn(&mut ErrorRow) + Send + Sync + 'static,
    ) {
        let id = id.to_owned();
        self.add(suffix, description, move |spec| spec.errors.get_mut(&id).map(&change));
    }

    /// Returns the errors that a careless server might return instead: the next error of the same kind, and
    /// one of another kind.
    pub(super) fn other_errors(&self, error: &str) -> Vec<String> {
        let Some(named) = self.spec.errors.get(error) else { return Vec::new() };
        let shown = |row: &&ErrorRow| row.id != named.id && matches!(row.text, ErrorText::Exact(_));
        let same = |row: &&ErrorRow| row.status == named.status && row.text != named.text;
        // Without a fixed text or code, the error looks like others of its status code.
        let is_told_apart = named.text.shown().is_some() || named.code.is_some();
        let near = self.spec.errors.values().filter(shown).find(same).filter(|_| is_told_apart);
        let far = self.spec.errors.values().filter(shown).find(|row| row.status != named.status);
        near.into_iter().chain(far).map(|row| row.id.clone()).collect()
    }
}

/// Returns a status code that servers often confuse with this one.
fn similar_status(status: u16) -> u16 {
    match status {
        400 => 422,
        401 => 403,
        422 => 400,
        403 => 401,
        500 => 503,
        _ if status >= 500 => 500,
        _ => 400,
    }
}

//! Mutants of the service as a whole: paths, keys, limits, charges, events; and of rows of the error catalogue: status
//! code, text, code.

use webdata_spec::Spec;
use webdata_spec::model::{
    Authentication, Behaviour, ClauseId, ClauseRoot, ErrorRow, ErrorText, Retry,
};

use super::builder::{Found, MutantBuilder};

impl MutantBuilder<'_> {
    pub(super) fn mutate_service(&mut self) {
        let clause = self.clause.clone();
        let word = clause.below_root();
        match clause.root() {
            ClauseRoot::Service => self.mutate_service_entry(word),
            ClauseRoot::Authentication(id) => self.mutate_authentication(id, word),
            ClauseRoot::Limit(id) => {
                let description = format!("There is no limit `{id}`.");
                let id = id.to_owned();
                self.add("dropped", description, move |spec| spec.limits.shift_remove(&id));
            }
            ClauseRoot::Charge(id) => self.mutate_charge(id),
            ClauseRoot::Channel(id) if clause.split_at("behaviour").is_none() => {
                self.mutate_event(id, word);
            }
            _ => {}
        }
    }

    fn mutate_service_entry(&mut self, word: &str) {
        match word {
            "basePath" => {
                self.add("elsewhere", "Every path has another prefix.", |spec| {
                    spec.service.base_path.push_str("-elsewhere");
                });
                self.add("dropped", "No path has the base path as its prefix.", |spec| {
                    spec.service.base_path.clear();
                });
            }
            "mediaType" => {
                for other in ["text/json", "text/plain", "text/html"] {
                    let description = format!("Responses have the media type {other}.");
                    self.add(format!("is-{other}"), description, move |spec| {
                        other.clone_into(&mut spec.service.media_type);
                    });
                }
            }
            "unknownPath" => {
                let usual = self.spec.service.unknown_path.clone();
                let describe =
                    |other: &str| format!("A path that no operation has gets the error {other}.");
                self.answered_with(&usual, describe, |spec, other| {
                    other.clone_into(&mut spec.service.unknown_path);
                    Some(())
                });
            }
            "retry.header" => {
                self.add("is-not-there", "No response says how long to wait.", |spec| {
                    spec.service.retry.take()
                });
                self.add("other-name", "Another header says how long to wait.", |spec| {
                    spec.service.retry.as_mut()?.header.insert_str(0, "X-");
                    Some(())
                });
            }
            _ => {}
        }
    }

    fn mutate_authentication(&mut self, id: &str, word: &str) {
        let Some(scheme) = self.spec.service.authentication.get(id) else { return };
        let (rejected, forbidden) = (scheme.rejected.clone(), scheme.forbidden.clone());
        match word {
            "scheme" => {
                let description = "The key is read from another header.";
                self.add_for_scheme(id, "other-header", description.to_owned(), |scheme| {
                    scheme.header.insert_str(0, "X-Other-");
                });
                let description = "The key is expected after another scheme.";
                self.add_for_scheme(id, "other-scheme", description.to_owned(), |scheme| {
                    scheme.scheme.push_str("Elsewhere");
                });
            }
            // The contract gives all three forms one error; each mutant responds with a different one.
            "missing" => self.add_other_rejection(id, self.error_of_status(404)),
            "malformed" => self.add_other_rejection(id, self.error_of_status(400)),
            // If both rows are the same, no client could tell the difference.
            "revoked" => {
                self.add_other_rejection(id, forbidden.filter(|error| *error != rejected));
            }
            "permission" => {
                let others = [Some(rejected), self.error_of_status(404)].into_iter().flatten();
                for other in others.filter(|other| Some(other) != forbidden.as_ref()) {
                    let description = format!("A key without permission gets the error {other}.");
                    let suffix = format!("answered-with-{other}");
                    self.add_for_scheme(id, &suffix, description, move |scheme| {
                        scheme.forbidden = Some(other.clone());
                    });
                }
            }
            _ => {}
        }
    }

    fn add_other_rejection(&mut self, id: &str, other: Option<String>) {
        let Some(other) = other else { return };
        let description = format!("A wrong key gets the error {other}.");
        self.add_for_scheme(id, &format!("answered-with-{other}"), description, move |scheme| {
            scheme.rejected.clone_from(&other);
        });
    }

    fn add_for_scheme<F: Found>(
        &mut self,
        id: &str,
        suffix: &str,
        description: String,
        change: impl Fn(&mut Authentication) -> F + Send + Sync + 'static,
    ) {
        let id = id.to_owned();
        self.add(suffix, description, move |spec| {
            change(spec.service.authentication.get_mut(&id)?).found()
        });
    }

    fn error_of_status(&self, status: u16) -> Option<String> {
        let row = self.spec.errors.values().find(|row| row.status == status)?;
        Some(row.id.clone())
    }

    fn mutate_charge(&mut self, id: &str) {
        let Some(charge) = self.spec.charges.get(id) else { return };
        let mut costs = |suffix: &str, credits: u32| {
            let description = format!("The charge `{id}` is {credits} credits.");
            let id = id.to_owned();
            self.add(suffix, description, move |spec| {
                spec.charges.get_mut(&id)?.credits = Some(credits);
                Some(())
            });
        };
        match charge.credits {
            Some(0) => costs("costs-more", 1),
            Some(credits) => {
                costs("costs-more", credits + 1);
                if credits > 1 {
                    costs("costs-less", credits - 1);
                }
            }
            None => {}
        }
        if charge.credits != Some(0) {
            let (description, id) = (format!("Nothing is charged for `{id}`."), id.to_owned());
            self.add("dropped", description, move |spec| spec.charges.shift_remove(&id));
        }
    }

    fn mutate_event(&mut self, channel: &str, event: &str) {
        let description = format!("The event `{event}` of {channel} is never sent.");
        let (channel, event) = (channel.to_owned(), event.to_owned());
        self.add("dropped", description, move |spec| {
            spec.channels.get_mut(&channel)?.events.shift_remove(&event)
        });
    }

    /// Adds a mutant without a behaviour, which the contract describes with `sentence`.
    pub(super) fn mutate_behaviour(&mut self, sentence: &str) {
        let Some((owner, id)) = self.clause.split_at("behaviour") else { return };
        let (owner, id) = (owner.to_owned(), id.to_owned());
        self.add("is-not-done", format!("This does not hold: {sentence}"), move |spec| {
            behaviour_mut(spec, &owner)?.shift_remove(&id)
        });
    }

    pub(super) fn mutate_error(&mut self) {
        let clause = self.clause.clone();
        let ClauseRoot::Error(id) = clause.root() else { return };
        let Some(row) = self.spec.errors.get(id) else { return };
        match clause.below_root() {
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

/// Returns the behaviour of the service, its versions, an operation, a scheme, a channel or a schema.
fn behaviour_mut<'s>(spec: &'s mut Spec, owner: &str) -> Option<&'s mut Behaviour> {
    let owner = ClauseId::new(owner);
    Some(match (owner.root(), owner.below_root()) {
        (ClauseRoot::Service, "") => &mut spec.service.behaviour,
        (ClauseRoot::Service, _) => &mut spec.service.versioning.as_mut()?.behaviour,
        (ClauseRoot::Operation(id), "") => &mut spec.operations.get_mut(id)?.behaviour,
        (ClauseRoot::Authentication(id), _) => {
            &mut spec.service.authentication.get_mut(id)?.behaviour
        }
        (ClauseRoot::Channel(id), _) => &mut spec.channels.get_mut(id)?.behaviour,
        _ => &mut spec.schema_at_mut(owner.as_str())?.behaviour,
    })
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

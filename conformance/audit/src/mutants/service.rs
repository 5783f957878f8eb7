//! Mutants of the service as a whole: paths, keys, limits, charges, events.

use webdata_spec::model::{Authentication, Behaviour, Service};

use super::builder::MutantBuilder;

impl MutantBuilder<'_> {
    pub(super) fn mutate_service(&mut self) {
        let clause = self.clause.clone();
        let Some((root, rest)) = clause.as_str().split_once('.') else { return };
        let (id, word) = rest.split_once('.').unwrap_or((rest, ""));
        match root {
            "service" => self.mutate_service_entry(id, word),
            "authentication" => self.mutate_authentication(id, word),
            "limits" => {
                let description = format!("There is no limit `{id}`.");
                let id = id.to_owned();
                self.add("dropped", description, move |spec| {
                    spec.limits.shift_remove(&id).map(drop)
                });
            }
            "charges" => self.mutate_charge(id),
            "events" => self.mutate_events(id, word),
            _ => {}
        }
    }

    fn mutate_service_entry(&mut self, id: &str, word: &str) {
        match (id, word) {
            ("basePath", _) => {
                self.add_for_service("elsewhere", "Every path has another prefix.", |service| {
                    service.base_path.push_str("-elsewhere");
                    Some(())
                });
                self.add_for_service(
                    "dropped",
                    "No path has the base path as its prefix.",
                    |service| {
                        service.base_path.clear();
                        Some(())
                    },
                );
            }
            ("mediaType", _) => {
                for other in ["text/json", "text/plain", "text/html"] {
                    let description = format!("Responses have the media type {other}.");
                    self.add_for_service(&format!("is-{other}"), description, move |service| {
                        other.clone_into(&mut service.media_type);
                        Some(())
                    });
                }
            }
            ("unknownPath", _) => {
                let usual = self.spec.service.unknown_path.clone();
                for other in self.other_errors(&usual) {
                    let description =
                        format!("A path that no operation has gets the error {other}.");
                    self.add_for_service(
                        &format!("answered-with-{other}"),
                        description,
                        move |service| {
                            service.unknown_path.clone_from(&other);
                            Some(())
                        },
                    );
                }
            }
            ("retry", "header") => {
                self.add_for_service(
                    "is-not-there",
                    "No response says how long to wait.",
                    |service| service.retry.take().map(drop),
                );
                self.add_for_service(
                    "other-name",
                    "Another header says how long to wait.",
                    |service| {
                        service.retry.as_mut()?.header.insert_str(0, "X-");
                        Some(())
                    },
                );
            }
            ("versioning" | "behaviour", _) => self.mutate_promise(id, word),
            _ => {}
        }
    }

    fn mutate_promise(&mut self, id: &str, word: &str) {
        let kind = if id == "behaviour" { PromiseKind::Service } else { PromiseKind::Versioning };
        let promise = word.strip_prefix("behaviour.").unwrap_or(word).to_owned();
        let sentence = promises(&mut self.spec.service.clone(), kind)
            .and_then(|promises| promises.get(&promise).cloned());
        let Some(sentence) = sentence else { return };
        self.without_behaviour(&sentence, move |spec| {
            promises(&mut spec.service, kind)?.shift_remove(&promise)
        });
    }

    fn add_for_service(
        &mut self,
        suffix: &str,
        description: impl Into<String>,
        change: impl Fn(&mut Service) -> Option<()> + Send + Sync + 'static,
    ) {
        self.add(suffix, description, move |spec| change(&mut spec.service));
    }

    fn mutate_authentication(&mut self, id: &str, word: &str) {
        let Some(scheme) = self.spec.service.authentication.get(id) else { return };
        let (rejected, forbidden) = (scheme.rejected.clone(), scheme.forbidden.clone());
        match word {
            "scheme" => {
                let description = "The key is read from another header.";
                self.add_for_scheme(id, "other-header", description.to_owned(), |scheme| {
                    "X-Api-Key".clone_into(&mut scheme.header);
                    Some(())
                });
                let description = "The key is expected after another scheme.";
                self.add_for_scheme(id, "other-scheme", description.to_owned(), |scheme| {
                    scheme.scheme.push_str("Elsewhere");
                    Some(())
                });
            }
            // The contract gives all three forms one error; each mutant responds with a different one.
            "missing" => self.add_other_rejection(id, self.error_of_status(404)),
            "malformed" => self.add_other_rejection(id, self.error_of_status(400)),
            // If both rows are the same, no client could tell the difference.
            "revoked" => {
                self.add_other_rejection(id, Some(forbidden).filter(|error| *error != rejected));
            }
            "permission" => {
                let others = [Some(rejected), self.error_of_status(404)].into_iter().flatten();
                for other in others.filter(|other| *other != forbidden) {
                    let description = format!("A key without permission gets the error {other}.");
                    self.add_for_scheme(
                        id,
                        &format!("answered-with-{other}"),
                        description,
                        move |scheme| {
                            scheme.forbidden.clone_from(&other);
                            Some(())
                        },
                    );
                }
            }
            _ => {
                let Some(name) = word.strip_prefix("behaviour.") else { return };
                let scheme = self.spec.service.authentication.get(id);
                let Some(sentence) = scheme.and_then(|scheme| scheme.behaviour.get(name)) else {
                    return;
                };
                let (id, name) = (id.to_owned(), name.to_owned());
                self.without_behaviour(sentence, move |spec| {
                    let scheme = spec.service.authentication.get_mut(&id)?;
                    scheme.behaviour.shift_remove(&name)
                });
            }
        }
    }

    fn add_other_rejection(&mut self, id: &str, other: Option<String>) {
        let Some(other) = other else { return };
        let description = format!("A wrong key gets the error {other}.");
        self.add_for_scheme(id, &format!("answered-with-{other}"), description, move |scheme| {
            scheme.rejected.clone_from(&other);
            Some(())
        });
    }

    fn add_for_scheme(
        &mut self,
        id: &str,
        suffix: &str,
        description: String,
        change: impl Fn(&mut Authentication) -> Option<()> + Send + Sync + 'static,
    ) {
        let id = id.to_owned();
        self.add(suffix, description, move |spec| {
            change(spec.service.authentication.get_mut(&id)?)
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
            self.add("dropped", description, move |spec| spec.charges.shift_remove(&id).map(drop));
        }
    }

    fn mutate_events(&mut self, channel: &str, word: &str) {
        let id = channel.to_owned();
        match word.strip_prefix("behaviour.") {
            Some(name) => {
                let channel = self.spec.channels.get(channel);
                let Some(sentence) = channel.and_then(|channel| channel.behaviour.get(name)) else {
                    return;
                };
                let name = name.to_owned();
                self.without_behaviour(sentence, move |spec| {
                    spec.channels.get_mut(&id)?.behaviour.shift_remove(&name)
                });
            }
            None => {
                let name = word.to_owned();
                let description = format!("The event `{word}` of {channel} is never sent.");
                self.add("dropped", description, move |spec| {
                    spec.channels.get_mut(&id)?.events.shift_remove(&name).map(drop)
                });
            }
        }
    }
}

/// What a promise of the service is about.
#[derive(Clone, Copy)]
enum PromiseKind {
    /// What the service does.
    Service,
    /// The versions of the interface.
    Versioning,
}

/// Returns the promises of a kind.
fn promises(service: &mut Service, kind: PromiseKind) -> Option<&mut Behaviour> {
    match kind {
        PromiseKind::Service => Some(&mut service.behaviour),
        PromiseKind::Versioning => {
            service.versioning.as_mut().map(|versioning| &mut versioning.behaviour)
        }
    }
}

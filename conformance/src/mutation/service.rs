//! What holds for the service as a whole: paths, keys, errors, limits, charges, events.

use webdata_spec::model::{Authentication, ClauseId, ErrorRow, ErrorText, Retry, Service};

use super::Ways;

impl Ways<'_> {
    pub(super) fn of_service(&mut self, clause: &ClauseId) {
        let (root, rest) = clause.as_str().split_once('.').unwrap_or((clause.as_str(), ""));
        let (id, word) = rest.split_once('.').unwrap_or((rest, ""));
        match root {
            "service" => self.of_the_whole(id, word),
            "authentication" => self.of_authentication(id, word),
            "errors" => self.of_error(id, word),
            "limits" => self.add("no such limit", |spec| spec.limits.shift_remove(id).map(drop)),
            "charges" => self.of_charge(id),
            "events" => {
                self.add("no such event", |spec| {
                    spec.channels.get_mut(id)?.events.shift_remove(word).map(drop)
                });
                self.add("not done", |spec| {
                    let behaviour = &mut spec.channels.get_mut(id)?.behaviour;
                    behaviour.shift_remove(word.strip_prefix("behaviour.")?).map(drop)
                });
            }
            _ => {}
        }
    }

    fn of_the_whole(&mut self, id: &str, word: &str) {
        let unknown = self.other_error(Some(&self.spec.service.unknown_path));
        let mut whole = |says: &str, change: &dyn Fn(&mut Service) -> Option<()>| {
            self.add(says, |spec| change(&mut spec.service));
        };
        match (id, word) {
            ("basePath", _) => whole("under another path", &|service| {
                service.base_path.push_str("-elsewhere");
                Some(())
            }),
            ("mediaType", _) => whole("of another media type", &|service| {
                "text/json".clone_into(&mut service.media_type);
                Some(())
            }),
            ("unknownPath", _) => whole("answered with another error", &|service| {
                service.unknown_path.clone_from(unknown.as_ref()?);
                Some(())
            }),
            ("retry", "header") => {
                whole("no such header", &|service| service.retry.take().map(drop));
            }
            ("versioning", _) => whole("not done", &|service| {
                let behaviour = &mut service.versioning.as_mut()?.behaviour;
                behaviour.shift_remove(word.strip_prefix("behaviour.")?).map(drop)
            }),
            ("behaviour", _) => {
                whole("not done", &|service| service.behaviour.shift_remove(word).map(drop));
            }
            _ => {}
        }
    }

    fn of_authentication(&mut self, id: &str, word: &str) {
        let own = self.spec.service.authentication.get(id);
        let rejected = self.other_error(own.map(|scheme| &*scheme.rejected));
        let forbidden = self.other_error(own.map(|scheme| &*scheme.forbidden));
        let mut scheme = |says: &str, change: &dyn Fn(&mut Authentication) -> Option<()>| {
            self.add(says, |spec| change(spec.service.authentication.get_mut(id)?));
        };
        match word {
            "missing" | "malformed" | "revoked" => {
                scheme("answered with another error", &|scheme| {
                    scheme.rejected.clone_from(rejected.as_ref()?);
                    Some(())
                });
            }
            "permission" => scheme("answered with another error", &|scheme| {
                scheme.forbidden.clone_from(forbidden.as_ref()?);
                Some(())
            }),
            "scheme" => scheme("another word", &|scheme| {
                scheme.scheme.push_str("Elsewhere");
                Some(())
            }),
            _ => scheme("not done", &|scheme| {
                scheme.behaviour.shift_remove(word.strip_prefix("behaviour.")?).map(drop)
            }),
        }
    }

    fn of_error(&mut self, id: &str, word: &str) {
        let mut row = |says: &str, change: &dyn Fn(&mut ErrorRow)| {
            self.add(says, |spec| spec.errors.get_mut(id).map(change));
        };
        match word {
            "status" => {
                row("another status of its kind", &|row| row.status = near(row.status));
                row("status 200", &|row| row.status = 200);
            }
            "error" => row("another text", &|row| {
                row.text = ErrorText::Exact("Something Else".to_owned());
            }),
            "retry" => {
                row("to be sent again in another case", &|row| {
                    row.retry = match row.retry {
                        Retry::Backoff => Retry::Never,
                        _ => Retry::Backoff,
                    };
                });
            }
            "code" => {
                row("another code", &|row| row.code = Some("SOMETHING_ELSE".to_owned()));
                row("no code", &|row| row.code = None);
            }
            _ => {}
        }
    }

    fn of_charge(&mut self, id: &str) {
        self.add("one credit more", |spec| {
            let credits = spec.charges.get_mut(id)?.credits.as_mut()?;
            *credits += 1;
            Some(())
        });
        self.add("not charged", |spec| spec.charges.shift_remove(id).map(drop));
    }
}

/// A status that clients easily take for another one.
fn near(status: u16) -> u16 {
    match status {
        400 => 422,
        422 => 400,
        403 => 401,
        500 => 503,
        _ if status >= 500 => 500,
        _ => 400,
    }
}

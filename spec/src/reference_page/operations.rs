//! Operations, the error catalogue, lifecycles and events: how each operation is called, what it returns and what
//! it does.

use crate::model::{
    Channel, Clause, ClauseRoot, ErrorRow, ErrorText, Lifecycle, Operation, Order, Pagination,
    PaginationStyle, Parameter, Parent, Resource, Retry, Situation, SituationResponse,
    SituationSuccess, Sorting, Spec, Transition,
};
use crate::reference_page::gaps::Origins;
use crate::reference_page::markdown::{Table, code, join_with_and, paragraph, prose};
use crate::reference_page::types::{label, limits};
use crate::reference_page::writer::{ClauseRow, Row, Topic, Writer, level, other_source};

impl<'s> Writer<'s> {
    pub(super) fn operations(&mut self) {
        let spec: &'s Spec = self.spec;
        self.heading(&Topic::Operations);
        let mut table = Table::new(&["Operation", "Method and path", "Purpose"]);
        for (id, operation) in &spec.operations {
            let call = self.call(operation).map_or_else(|| "not shown".to_owned(), |c| code(&c));
            table.row([self.operation_link(id), call, prose(&operation.doc)]);
        }
        self.add(table.markdown());
        let common = spec.common_errors();
        if !common.is_empty() {
            let errors = common.iter().map(|row| {
                let link = Self::error_link(&row.id);
                format!("{link} ({})", row.status)
            });
            let errors = join_with_and(&errors.collect::<Vec<_>>());
            self.add(format!("Every operation may return {errors}."));
        }
        self.open_points_of("operations");
        for operation in spec.operations.values() {
            self.operation(operation, &common);
        }
    }

    fn operation(&mut self, operation: &'s Operation, common: &[&ErrorRow]) {
        self.heading(&Topic::operation(&operation.id));
        self.add(paragraph(&operation.doc));
        if let Some(deprecated) = &operation.deprecated {
            self.add(paragraph(&deprecated.sentence()));
        }
        self.source(&operation.source);
        self.add(self.call_facts(operation));
        self.add(self.parameter_table(operation));
        let path = operation.clause();
        let clauses = self.take_below(path.as_str()).into_iter();
        let lines = clauses.map(|clause| self.operation_line(clause, operation)).collect();
        self.clause_table("Of", &operation.source, lines);
        self.operation_situations(operation);
        self.error_table(operation, common);
        self.open_points(path.as_str());
    }

    fn call_facts(&self, operation: &Operation) -> String {
        let mut facts = Vec::new();
        facts.push(match self.call(operation) {
            Some(call) => format!("Call: {}", code(&call)),
            None => {
                "Call: the contract does not show method and path; a target binds them".to_owned()
            }
        });
        facts.extend(operation.authentication.as_ref().map(|scheme| {
            let link = self.outline.link_as(&prose(scheme), &Topic::Authentication);
            format!("Authentication: {link}")
        }));
        for (part, name) in [("Query", &operation.query), ("Request headers", &operation.headers)] {
            facts.extend(name.iter().map(|name| format!("{part}: {}", self.type_link(name))));
        }
        facts.push(match &operation.request {
            Some(name) => {
                let required = if operation.request_required { "required" } else { "optional" };
                let parts =
                    if operation.is_multipart() { ", as `multipart/form-data`" } else { "" };
                format!("Request: {}, {required}{parts}", self.type_link(name))
            }
            None => "Request: the contract shows no body".to_owned(),
        });
        facts.push(match &operation.response {
            Some(response) => {
                let status = response.status.map_or("a success".to_owned(), |s| s.to_string());
                let body = response.type_name.as_ref();
                let body = body.map_or("no body".to_owned(), |name| self.type_link(name));
                let headers = response.headers.iter();
                let headers = headers.map(|name| format!(" and {}", self.type_link(name)));
                format!("Response: {status} with {body}{}", headers.collect::<String>())
            }
            None => "Response: not shown".to_owned(),
        });
        if operation.error_body != self.spec.service.error_body {
            facts.push(format!("Errors: with {}", self.type_link(&operation.error_body)));
        }
        facts.extend(operation.resource.as_ref().map(|resource| {
            let type_link = self.type_link(&resource.type_name);
            let named = resource.identified_by.as_ref().map(|name| {
                format!(" the {type_link} whose {} is {}", code(&resource.identity), code(name))
            });
            let named = named.unwrap_or_else(|| format!(" {type_link} resources"));
            let returned =
                resource.returned_in.iter().map(|name| format!("; returned in {}", code(name)));
            format!("Resource: {}{named}{}", resource.effect.name(), returned.collect::<String>())
        }));
        for parent in operation.resource.iter().flat_map(Resource::parents) {
            let type_link = self.type_link(&parent.type_name);
            let parameter = code(&parent.identified_by);
            facts.push(format!("Parent: the {type_link} that {parameter} names"));
        }
        facts.extend(operation.pagination.as_ref().map(pages));
        facts.extend(operation.order.as_ref().map(order));
        let lifecycles = self.spec.lifecycles.iter().filter(|lifecycle| {
            lifecycle.transitions.iter().any(|step| step.operation == operation.id)
                || lifecycle.situations.iter().any(|s| s.operation == operation.id)
        });
        let lifecycles = lifecycles
            .map(|l| Topic::Lifecycle(l.type_name.clone(), l.property.clone()))
            .map(|topic| self.outline.link(&topic))
            .collect::<Vec<_>>();
        if !lifecycles.is_empty() {
            facts.push(format!("Lifecycle: {}", join_with_and(&lifecycles)));
        }
        facts.iter().map(|fact| format!("- {fact}")).collect::<Vec<_>>().join("\n")
    }

    fn parameter_table(&self, operation: &Operation) -> String {
        let mut table = Table::new(&["Parameter", "Type", "Limits", "Meaning"]);
        for (name, parameter) in &operation.parameters {
            let schema = &parameter.schema;
            table.row([code(name), self.type_phrase(schema), limits(schema), self.notes(schema)]);
        }
        table.markdown()
    }

    fn operation_line(&self, clause: Clause, operation: &Operation) -> ClauseRow {
        let id = clause.id.clone();
        let about = id.first_below_root();
        let line = ClauseRow::new(clause);
        let type_link = |name: &String| (name.clone(), self.type_link(name));
        let error_link = |error: &String| (error.clone(), Self::error_link(error));
        let resource = operation.resource.as_ref();
        let (label, link) = match about {
            "path" => ("*call*", None),
            "request" => ("*request*", operation.request.as_ref().map(type_link)),
            "requestMediaType" => ("*request*", None),
            "response" => ("*response*", operation.response_type().map(type_link)),
            "responseHeaders" => ("*response*", operation.response_headers().map(type_link)),
            "errorBody" => ("*errors*", Some(type_link(&operation.error_body))),
            "unknown" => ("*resource*", resource.and_then(|r| r.unknown.as_ref()).map(error_link)),
            "foreign" => ("*resource*", resource.and_then(|r| r.foreign.as_ref()).map(error_link)),
            "parent" => {
                let mut parents = resource.into_iter().flat_map(Resource::parents);
                let is_meant = |parent: &&Parent| {
                    id.is_within(&operation.parent_clause(&parent.identified_by))
                };
                let error = parents.find(is_meant).and_then(|parent| match id.word() {
                    "unknown" => parent.unknown.as_ref(),
                    "foreign" => parent.foreign.as_ref(),
                    _ => None,
                });
                ("*parent*", error.map(error_link))
            }
            "creates" | "reads" | "lists" | "deletes" | "starts" | "cancels" => {
                ("*resource*", None)
            }
            "version" => ("*version*", None),
            "precondition" | "condition" => ("*condition*", None),
            "idempotency" => ("*key*", None),
            "deprecatedSince" | "sunset" => ("*deprecated*", None),
            "filters" => ("*filter*", None),
            "order" => ("*order*", None),
            "pagination" => {
                let pages = operation.pagination.as_ref();
                let pages = pages.filter(|_| id.below_root() == "pagination.unknown");
                ("*pages*", pages.and_then(|pages| pages.unknown.as_ref()).map(error_link))
            }
            "parameters" => {
                let is_meant = |p: &&Parameter| id.is_within(&p.schema.clause);
                let parameter = operation.parameters.values().find(is_meant);
                let label = parameter.map_or_else(String::new, |p| {
                    match label(&p.schema.places(), id.as_str()).as_str() {
                        inner if inner.starts_with('*') => code(&p.name),
                        inner => format!("{} {inner}", code(&p.name)),
                    }
                });
                return line.with_label(label);
            }
            "effects" => ("*effect*", None),
            "refusals" => {
                let refusal = operation.refusals.iter().find(|refusal| refusal.clause == id);
                ("*refusal*", refusal.map(|refusal| error_link(&refusal.error)))
            }
            "behaviour" => ("*behaviour*", None),
            _ => return line,
        };
        let line = line.with_label(label);
        match link {
            Some((name, link)) => line.with_link(&name, &link),
            None => line,
        }
    }

    /// Adds the errors of the operation, each with its cause. Errors of every operation are left out.
    fn error_table(&mut self, operation: &Operation, common: &[&ErrorRow]) {
        let mut table = Table::new(&["Error", "Status", "Cause"]);
        for (row, cause) in self.spec.own_errors(operation, common) {
            table.row([Self::error_link(&row.id), row.status.to_string(), prose(&cause)]);
        }
        let table = table.markdown();
        if !table.is_empty() {
            let beside =
                if common.is_empty() { "" } else { ", in addition to those of every operation" };
            self.add(format!("Errors{beside}:"));
            self.add(table);
        }
    }

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
        let Origins(origins) = self.origins();
        for id in spec.errors.keys() {
            let shown = origins.get(id.as_str()).map(|lines| lines.join("<br>"));
            let shown = shown.unwrap_or_else(|| "the contract shows no cause".to_owned());
            table.row([Self::error_link(id), shown]);
        }
        self.add(table.markdown());
        let lines = self.take_below("errors").into_iter().map(|clause| {
            let label = match clause.id.root() {
                ClauseRoot::Error(id) if spec.errors.contains_key(id) => Self::error_link(id),
                _ => String::new(),
            };
            ClauseRow::new(clause).with_label(label)
        });
        let lines = lines.collect();
        self.add("Clause by clause:".to_owned());
        self.clause_table("Error", "", lines);
        self.open_points("errors");
    }

    pub(super) fn lifecycles(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.lifecycles.is_empty() {
            return;
        }
        self.heading(&Topic::Lifecycles);
        for lifecycle in &spec.lifecycles {
            self.lifecycle(lifecycle);
        }
        self.open_points_of("lifecycles");
    }

    fn lifecycle(&mut self, lifecycle: &Lifecycle) {
        let (type_name, property) = (&lifecycle.type_name, &lifecycle.property);
        self.heading(&Topic::Lifecycle(type_name.clone(), property.clone()));
        let states: Vec<String> = lifecycle.states.iter().map(|state| code(state)).collect();
        let others = match &lifecycle.gap {
            Some(gap) => format!(
                " There are others, which the contract does not show ({}).",
                Self::gap_link(gap)
            ),
            None => String::new(),
        };
        self.add(format!(
            "The states of {} in {}: {}.{others}",
            code(property),
            self.type_link(type_name),
            states.join(", ")
        ));
        let path = format!("lifecycles.{type_name}.{property}");
        let clauses = self.take_below(&path);
        if !lifecycle.initial.is_empty() {
            let states = lifecycle.initial.iter().map(|state| code(state)).collect::<Vec<_>>();
            self.add(format!("A new job is in {}.", states.join(" or ")));
        }
        self.add(self.transitions(lifecycle, &clauses));
        if let Some(illegal) = &lifecycle.illegal {
            let (clause, error) = (lifecycle.illegal_clause(), Self::error_link(&illegal.error));
            let of_clause = clauses.iter().filter(|known| known.id == clause).cloned();
            let row = |clause| ClauseRow::new(clause).with_link(&illegal.error, &error);
            self.clause_table("", "", of_clause.map(row).collect());
        }
        self.add(self.situations(&lifecycle.situations, &clauses));
        self.open_points(&path);
    }

    fn transitions(&self, lifecycle: &Lifecycle, clauses: &[Clause]) -> String {
        let mut table =
            Table::new(&["From", "To", "By setting it with", "Level", "Clause", "Contract"]);
        if !lifecycle.terminal.is_empty() {
            let states = lifecycle.terminal.iter().map(|state| code(state)).collect::<Vec<_>>();
            let clause = clauses.iter().find(|clause| clause.id == lifecycle.terminal_clause());
            let source = clause.map_or("", |clause| clause.source.as_str());
            table.row([
                states.join(", "),
                "no other state".to_owned(),
                String::new(),
                clause.map_or_else(String::new, |clause| level(clause.level)),
                ClauseRow::identity(clause),
                other_source(source, ""),
            ]);
        }
        for step in &lifecycle.transitions {
            let Transition { to, from, operation, clause, level: step_level, source } = step;
            let from = if *from == lifecycle.states {
                "any".to_owned()
            } else {
                from.iter().map(|state| code(state)).collect::<Vec<_>>().join(", ")
            };
            table.row([
                from,
                code(to),
                self.operation_link(operation),
                level(*step_level),
                ClauseRow::identity(clauses.iter().find(|c| c.id == *clause)),
                other_source(source, ""),
            ]);
        }
        table.markdown()
    }

    fn situations(&self, situations: &[Situation], clauses: &[Clause]) -> String {
        let mut table =
            Table::new(&["Situation", "Call", "Response", "Level", "Clause", "Contract"]);
        for situation in situations {
            table.row([
                prose(&situation.doc),
                self.operation_link(&situation.operation),
                self.response(&situation.response),
                level(situation.level),
                ClauseRow::identity(clauses.iter().find(|c| c.id == situation.clause)),
                other_source(&situation.source, ""),
            ]);
        }
        table.markdown()
    }

    /// Adds the responses of an operation in circumstances. Their clauses have rows in other sections, so the
    /// table names them as plain text.
    pub(super) fn operation_situations(&mut self, operation: &Operation) {
        let mut table = Table::new(&["Circumstance", "Response", "Level", "Observed clause"]);
        for situation in &operation.situations {
            let response = self.response(&situation.response);
            let after = situation.after.as_ref().map(|operation| {
                format!(" It uses the response of {}.", self.operation_link(operation))
            });
            table.row([
                format!("{}{}", prose(&situation.doc), after.unwrap_or_default()),
                if response.is_empty() { "a success".to_owned() } else { response },
                level(situation.level),
                prose(situation.clause.as_str()),
            ]);
        }
        let table = table.markdown();
        if !table.is_empty() {
            self.add("Circumstances, which a target brings about:".to_owned());
            self.add(table);
        }
    }

    fn response(&self, response: &SituationResponse) -> String {
        let success = match response {
            SituationResponse::Error(error) => return Self::error_link(error),
            SituationResponse::Success(success) => success,
        };
        let SituationSuccess { members, absent, optional, anywhere, found, says, words, event } =
            &**success;
        let with_value = |name: &String, value: &serde_json::Value| {
            format!("{} is {}", code(name), code(&value.to_string()))
        };
        let mut parts: Vec<String> =
            members.iter().map(|(name, value)| with_value(name, value)).collect();
        parts.extend(absent.iter().map(|name| format!("no {}", code(name))));
        let members = optional.iter().map(|(name, value)| with_value(name, value));
        parts.extend(members.map(|member| format!("{member}, or left out")));
        let members = anywhere.iter().map(|(name, value)| with_value(name, value));
        parts.extend(members.map(|member| format!("at any depth, {member}")));
        let found = found.as_deref().map(|name| self.type_link(name));
        parts.extend(found.map(|link| format!("at any depth, {link}")));
        parts.extend(says.as_deref().map(prose));
        if !words.is_empty() {
            let words: Vec<String> = words.iter().map(|word| code(word)).collect();
            parts.push(format!("a string that contains {}", words.join(" or ")));
        }
        if let Some(event) = event {
            let channel = self.outline.link(&Topic::Channel(event.channel.clone()));
            let members = event.members.iter().map(|(name, value)| with_value(name, value));
            let members = members.collect::<Vec<_>>().join(", ");
            let members = if members.is_empty() { members } else { format!(" ({members})") };
            parts.push(format!("the event {} on {channel}{members}", code(&event.name)));
        }
        parts.join("; ")
    }

    pub(super) fn events(&mut self) {
        let spec: &'s Spec = self.spec;
        if spec.channels.is_empty() {
            return;
        }
        self.heading(&Topic::Events);
        for (id, channel) in &spec.channels {
            self.channel(id, channel);
        }
        self.open_points_of("events");
    }

    fn channel(&mut self, id: &str, channel: &Channel) {
        self.heading(&Topic::Channel(id.to_owned()));
        self.add(paragraph(&channel.doc));
        self.source(&channel.source);
        let how = channel.transport.phrase();
        let set_up = channel.type_name.as_deref().map_or_else(String::new, |name| {
            format!(" They are configured with {}.", self.type_link(name))
        });
        let by = channel.operation.as_deref().map_or_else(String::new, |operation| {
            format!(" {} returns them.", self.operation_link(operation))
        });
        self.add(format!("Events are sent as {how}.{set_up}{by}"));
        let path = channel.clause();
        let clauses = self.take_below(path.as_str());
        let mut table = Table::new(&["Event", "Meaning", "Carries", "Level", "Clause"]);
        for event in channel.events.values() {
            let clause = clauses.iter().find(|clause| clause.id == path.child(&event.name));
            table.row([
                code(&event.name),
                prose(&event.doc),
                event.carries.as_deref().map_or_else(String::new, |name| self.type_link(name)),
                level(channel.level),
                ClauseRow::identity(clause),
            ]);
        }
        self.add(table.markdown());
        let named = |id: &str| channel.events.keys().any(|name| path.child(name).as_str() == id);
        let others = clauses.into_iter().filter(|clause| !named(clause.id.as_str()));
        let lines = others.map(ClauseRow::new).collect();
        self.clause_table("", &channel.source, lines);
        self.open_points(path.as_str());
    }
}

/// Returns how a list is sorted, as Markdown.
fn order(order: &Order) -> String {
    match order {
        Order::By(Sorting { property, direction }) => {
            format!("Order: by {}, {}", code(property), direction.name())
        }
        Order::Chosen(parameter) => format!("Order: selected by {}", code(parameter)),
    }
}

/// Returns how a list is split into pages, as Markdown.
fn pages(pagination: &Pagination) -> String {
    let Pagination { style, parameter, limit, next, items, .. } = pagination;
    let by = code(parameter);
    let by = match style {
        PaginationStyle::Cursor => format!("by the cursor {by}"),
        PaginationStyle::Page => format!("by the page number {by}"),
        PaginationStyle::Offset => format!("by {by}, the number of resources to skip"),
    };
    let next = next.iter().map(|next| format!(", which the previous page has in {}", code(next)));
    let limit = limit.iter().map(|limit| format!("; {} limits the size of a page", code(limit)));
    let items = items.iter().map(|items| format!("; the results are in {}", code(items)));
    format!("Pages: {by}{}", next.chain(limit).chain(items).collect::<String>())
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

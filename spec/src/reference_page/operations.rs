//! Operations: how each is called, what it returns and what it does.

use super::clause_table::ClauseRow;
use super::fields::{fields, label};
use super::markdown::{Table, code, join_with_and, paragraph, prose};
use super::outline::Topic;
use super::value::limits;
use super::writer::Writer;
use super::writer::is_below;
use crate::model::{
    Clause, ErrorRow, Operation, Order, Pagination, PaginationStyle, Resource, Sorting, Spec,
};

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
        for (word, name) in [("Query", &operation.query), ("Request headers", &operation.headers)] {
            facts.extend(name.iter().map(|name| format!("{word}: {}", self.type_link(name))));
        }
        facts.push(match &operation.request {
            Some(name) => {
                let required = if operation.request_required { "required" } else { "optional" };
                format!("Request: {}, {required}", self.type_link(name))
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
            let of = self.type_link(&resource.type_name);
            let named = resource.identified_by.as_ref().map(|name| {
                format!(" the {of} whose {} is {}", code(&resource.identity), code(name))
            });
            let named = named.unwrap_or_else(|| format!(" {of} resources"));
            let returned =
                resource.returned_in.iter().map(|name| format!("; returned in {}", code(name)));
            format!("Resource: {}{named}{}", resource.effect.name(), returned.collect::<String>())
        }));
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
        let word = operation.clause();
        let word = id.as_str().strip_prefix(word.as_str()).unwrap_or_default();
        let about = word.split('.').nth(1).unwrap_or_default();
        let line = ClauseRow::new(clause);
        match about {
            "path" => line.with_label("*call*"),
            "request" => match &operation.request {
                Some(name) => line.with_label("*request*").with_link(name, &self.type_link(name)),
                None => line,
            },
            "response" => match operation.response_type() {
                Some(name) => line.with_label("*response*").with_link(name, &self.type_link(name)),
                None => line.with_label("*response*"),
            },
            "responseHeaders" => match operation.response_headers() {
                Some(name) => line.with_label("*response*").with_link(name, &self.type_link(name)),
                None => line,
            },
            "errorBody" => {
                let link = self.type_link(&operation.error_body);
                line.with_label("*errors*").with_link(&operation.error_body, &link)
            }
            "unknown" => match &operation.resource {
                Some(Resource { unknown: Some(unknown), .. }) => {
                    line.with_label("*resource*").with_link(unknown, &Self::error_link(unknown))
                }
                Some(_) | None => line,
            },
            "foreign" => match &operation.resource {
                Some(Resource { foreign: Some(foreign), .. }) => {
                    line.with_label("*resource*").with_link(foreign, &Self::error_link(foreign))
                }
                Some(_) | None => line,
            },
            "creates" | "reads" | "lists" | "deletes" => line.with_label("*resource*"),
            "version" => line.with_label("*version*"),
            "precondition" | "condition" => line.with_label("*condition*"),
            "idempotency" => line.with_label("*key*"),
            "deprecatedSince" | "sunset" => line.with_label("*deprecated*"),
            "filters" => line.with_label("*filter*"),
            "order" => line.with_label("*order*"),
            "pagination" => {
                let unknown = operation
                    .pagination
                    .as_ref()
                    .and_then(|pagination| pagination.unknown.as_ref());
                let unknown = unknown.filter(|_| word == ".pagination.unknown");
                let line = line.with_label("*pages*");
                match unknown {
                    Some(error) => line.with_link(error, &Self::error_link(error)),
                    None => line,
                }
            }
            "parameters" => {
                let of = |p: &'_ crate::model::Parameter| {
                    is_below(p.schema.clause.as_str(), id.as_str())
                };
                let parameter = operation.parameters.values().find(|p| of(p));
                let label = parameter.map_or_else(String::new, |p| {
                    match label(&fields(&p.schema), id.as_str()).as_str() {
                        inner if inner.starts_with('*') => code(&p.name),
                        inner => format!("{} {inner}", code(&p.name)),
                    }
                });
                line.with_label(label)
            }
            "effects" => line.with_label("*effect*"),
            "refusals" => match operation.refusals.iter().find(|refusal| refusal.clause == id) {
                Some(refusal) => {
                    let link = Self::error_link(&refusal.error);
                    line.with_label("*refusal*").with_link(&refusal.error, &link)
                }
                None => line,
            },
            "behaviour" => line.with_label("*behaviour*"),
            _ => line,
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
    let Pagination { style, parameter, limit, next, .. } = pagination;
    let by = code(parameter);
    let by = match style {
        PaginationStyle::Cursor => format!("by the cursor {by}"),
        PaginationStyle::Page => format!("by the page number {by}"),
        PaginationStyle::Offset => format!("by {by}, the number of resources to skip"),
    };
    let next = next.iter().map(|next| format!(", which the previous page has in {}", code(next)));
    let limit = limit.iter().map(|limit| format!("; {} limits the size of a page", code(limit)));
    format!("Pages: {by}{}", next.chain(limit).collect::<String>())
}

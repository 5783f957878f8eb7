//! Emits the methods of a client: one for each operation, one more for each operation without a required header (which
//! sends the optional ones), two more for each list with pages (a stream of pages, and a stream of items), and one
//! more for each operation that starts a job (waiting for the end of the job).

use indexmap::IndexSet;
use proc_macro2::{Ident, TokenStream};
use quote::quote;
use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    Lifecycle, NOT_MODIFIED, Operation, PaginationStyle, ResourceEffect, SituationResponse,
};

use crate::docs::{deprecated, doc};
use crate::emit::operations::{self, path};
use crate::layout::{FieldType, Kind, Layout, Presence, TypeKind, TypeName};
use crate::names::{Scope, ident, shouty_snake, snake};

/// A method of the client.
pub(crate) struct Method<'s> {
    pub(crate) operation: &'s Operation,
    pub(crate) name: Ident,
    pub(crate) arguments: Arguments,
    pub(crate) kind: MethodKind,
}

/// What a method does.
pub(crate) enum MethodKind {
    /// Calls the operation.
    Call,
    /// Returns a stream of the pages of a list.
    Pages(PagesMethod),
    /// Returns a stream of the items of a list.
    Items(ItemsMethod),
    /// Waits for the end of a job that another operation started.
    Wait(WaitMethod),
}

/// Returns every method: one for each operation, then those that make several calls.
pub(crate) fn all<'s>(layout: &Layout<'s>) -> Vec<Method<'s>> {
    let operations = || layout.spec.operations.values();
    let structs = operations::path_struct_names(layout.spec);
    let mut names = Scope::default();
    for taken in ["new", "builder", "run", "from_client"] {
        names.claim(taken.to_owned());
    }
    let mut methods = Vec::new();
    let mut add = |operation: &'s Operation, name: String, headers: bool, kind: MethodKind| {
        let name = ident(&names.claim(name));
        let path = structs.get(operation.id.as_str()).filter(|_| has_path_struct(operation));
        let arguments = Arguments::new(layout, operation, path, headers);
        methods.push(Method { operation, name, arguments, kind });
    };
    let requires = |operation: &Operation| !has_only_optional_headers(layout, operation);
    for operation in operations() {
        add(operation, snake(&operation.id), requires(operation), MethodKind::Call);
    }
    for operation in operations().filter(|operation| !requires(operation)) {
        let name = format!("{}{WITH_HEADERS}", snake(&operation.id));
        add(operation, name, true, MethodKind::Call);
    }
    for operation in operations() {
        let Some(pages) = PagesMethod::new(layout, operation) else { continue };
        let items = ItemsMethod::new(layout, operation, &pages);
        let (name, headers) = (snake(&operation.id), requires(operation));
        add(operation, format!("{name}_pages"), headers, MethodKind::Pages(pages));
        if let Some(items) = items {
            add(operation, format!("{name}_stream"), headers, MethodKind::Items(items));
        }
    }
    for operation in operations() {
        let Some(waits) = WaitMethod::new(layout, operation) else { continue };
        let reads = waits.reads(layout.spec);
        add(reads, waits.name(), requires(reads), MethodKind::Wait(waits));
    }
    methods
}

/// The end of the name of a method that sends optional headers.
const WITH_HEADERS: &str = "_with_headers";

/// Returns whether an operation has headers, none of which is required.
fn has_only_optional_headers(layout: &Layout<'_>, operation: &Operation) -> bool {
    let item =
        operation.headers.as_ref().and_then(|name| layout.item(&layout.type_name(name)?.name));
    item.is_some_and(|item| match &item.kind {
        Kind::Struct(headers) => headers.fields.iter().all(|field| !field.presence.is_required()),
        _ => false,
    })
}

/// Returns whether an operation has a struct of path parameters. The client takes
/// every path parameter as a string.
fn has_path_struct(operation: &Operation) -> bool {
    operation.parameters.len() > 1
}

/// Emits the structs of operations with several path parameters.
pub(crate) fn path_structs(methods: &[Method<'_>]) -> Vec<TokenStream> {
    let mut names = IndexSet::new();
    let structs = methods.iter().filter_map(|Method { operation, arguments, .. }| {
        let name = arguments.path.as_ref().filter(|name| names.insert(*name))?;
        let fields = operation.parameters.values();
        let fields = fields.map(|field| (quote!(&'p str), vec![field.schema.doc.clone()]));
        let derives = quote!(Debug, Clone, Copy, PartialEq, Eq);
        Some(operations::path_struct(operation, &quote!(#name<'p>), &derives, fields))
    });
    structs.collect()
}

pub(crate) fn emit(layout: &Layout<'_>, methods: &[Method<'_>]) -> TokenStream {
    let methods: Vec<_> = methods
        .iter()
        .map(|method| match &method.kind {
            MethodKind::Call => call(layout, method),
            MethodKind::Pages(pages) => pages.emit(method),
            MethodKind::Items(items) => items.emit(method),
            MethodKind::Wait(waits) => waits.emit(layout, method),
        })
        .collect();
    if methods.is_empty() {
        return quote!();
    }
    quote!(impl Client { #(#methods)* })
}

/// The arguments of a method.
pub(crate) struct Arguments {
    /// The path parameters that are arguments.
    pub(crate) parameters: Vec<Ident>,
    /// The struct of path parameters, if it is an argument.
    pub(crate) path: Option<Ident>,
    /// The values of the path parameters.
    values: Vec<TokenStream>,
    /// The query and the headers, if there are any.
    parameter_structs: Vec<Ident>,
    /// The lifetime of an optional body.
    pub(crate) generics: TokenStream,
    /// Each argument with its type, and a comma before it.
    pub(crate) typed: TokenStream,
    /// The names of all arguments, to pass them on.
    pub(crate) given: Vec<Ident>,
}

impl Arguments {
    fn new(
        layout: &Layout<'_>,
        operation: &Operation,
        path_struct: Option<&Ident>,
        with_headers: bool,
    ) -> Self {
        let mut names = Scope::default();
        for taken in ["query", "headers", "body"] {
            names.claim(taken.to_owned());
        }
        let parameters = operation.parameters.keys().filter(|_| path_struct.is_none());
        let parameters: Vec<_> =
            parameters.map(|parameter| ident(&names.claim(snake(parameter)))).collect();
        let values: Vec<_> = match path_struct {
            Some(_) => {
                let fields = operations::path_struct_fields(operation);
                fields.iter().map(|field| quote!(path.#field)).collect()
            }
            None => parameters.iter().map(|name| quote!(#name)).collect(),
        };
        let path_type = path_struct.map(|name| quote!(, path: #name<'_>));
        let headers = operation.headers.as_ref().filter(|_| with_headers);
        let parameter_structs = [("query", operation.query.as_ref()), ("headers", headers)];
        let parameter_structs =
            parameter_structs.into_iter().filter_map(|(word, name)| Some((ident(word), name?)));
        let (parameter_structs, types): (Vec<_>, Vec<_>) =
            parameter_structs.map(|(word, name)| (word, path(layout, name))).unzip();
        let body = operation.request.as_ref().map(|request| {
            let request = path(layout, request);
            if operation.request_required {
                quote!(, body: &#request)
            } else {
                quote!(, body: impl Into<Option<&'b #request>>)
            }
        });
        let typed =
            quote!(#path_type #(, #parameters: &str)* #(, #parameter_structs: &#types)* #body);
        let is_optional = operation.request.is_some() && !operation.request_required;
        let generics = if is_optional { quote!(<'b>) } else { quote!() };
        let body = operation.request.as_ref().map(|_| ident("body"));
        let whole = path_struct.map(|_| ident("path"));
        let passed = whole
            .into_iter()
            .chain(parameters.iter().chain(&parameter_structs).cloned())
            .chain(body);
        let passed = passed.collect();
        Self {
            parameters,
            path: path_struct.cloned(),
            values,
            parameter_structs,
            generics,
            typed,
            given: passed,
        }
    }

    /// Emits the call.
    pub(crate) fn call(&self, operation: &Operation) -> TokenStream {
        let Self { values, parameter_structs, .. } = self;
        let constant = ident(&shouty_snake(&operation.id));
        let body = operation.request.as_ref().map(|_| {
            if operation.request_required {
                quote!(.body(body))
            } else {
                quote!(.body_if_given(body.into()))
            }
        });
        let keyed = operation.idempotency.as_ref().map(|idempotency| {
            let header = &idempotency.header;
            quote!(.keyed_by(#header))
        });
        quote! {
            Call::new(&operations::#constant, &[#(#values),*]) #(.#parameter_structs(#parameter_structs))* #keyed #body
        }
    }
}

fn call(layout: &Layout<'_>, method: &Method<'_>) -> TokenStream {
    let Method { operation, name, arguments, .. } = method;
    let Arguments { generics, typed, .. } = arguments;
    let call = arguments.call(operation);
    let constructor = ident(match operation.response_headers() {
        Some(_) => "for_headers",
        None => "new",
    });
    let response = operations::response(layout, operation);
    let doc = doc(paragraphs(layout, operation, arguments));
    let deprecated = deprecated(operation.deprecated.as_ref());
    quote! {
        #doc
        #deprecated
        pub fn #name #generics(&self #typed) -> Request<#response> {
            Request::#constructor(&self.0, #call)
        }
    }
}

/// Returns the paragraphs about a method. The docs of the operation have its effects and errors.
fn paragraphs(layout: &Layout<'_>, operation: &Operation, arguments: &Arguments) -> Vec<String> {
    let constant = shouty_snake(&operation.id);
    let link = format!("[`operations::{constant}`]");
    let mut paragraphs = vec![operation.doc.clone()];
    paragraphs.push(match &operation.endpoint {
        Some(endpoint) => format!(
            "`{} {}{}`; {link} has its effects and errors.",
            endpoint.method, layout.spec.service.base_path, endpoint.path
        ),
        None => format!(
            "The contract does not show the method and path, so a call sends nothing and fails, unless you passed them \
             to [`Builder::bind`] with {link}, which has the effects and errors."
        ),
    });
    for (parameter, name) in operation.parameters.values().zip(&arguments.parameters) {
        let name = name.to_string();
        let name = name.trim_start_matches("r#");
        paragraphs.push(format!("`{name}`: {}", parameter.schema.doc));
    }
    if operation.headers.is_some() && !arguments.parameter_structs.contains(&ident("headers")) {
        paragraphs.push(format!(
            "The method with the end `{WITH_HEADERS}` in its name sends the operation's headers, too."
        ));
    }
    if operation.response.is_none() {
        paragraphs.push(
            "The contract does not define the response, so it is returned as JSON.".to_owned(),
        );
    }
    paragraphs.extend(
        WaitMethod::new(layout, operation)
            .map(|waits| format!("[`Self::{}`] waits for the end of the job.", waits.name())),
    );
    paragraphs.extend(operation.condition.as_ref().map(|_| {
        format!(
            "If the caller has the current version, the result is an `Error::ErrorResponse` with the \
             status code {NOT_MODIFIED}."
        )
    }));
    let own_body = (operation.error_body != layout.spec.service.error_body)
        .then(|| layout.type_name(&operation.error_body))
        .flatten();
    paragraphs.extend(own_body.map(|TypeName { module, name }| {
        let module = ident(&module);
        format!(
            "Error bodies of this operation are [`{name}`](super::{module}::{name}), which \
             [`ErrorResponse::read`](runtime::ErrorResponse::read) returns."
        )
    }));
    paragraphs
}

/// A method that returns a stream of pages.
pub(crate) struct PagesMethod {
    /// The type of a page.
    pub(crate) page: TokenStream,
    /// How the runtime finds the next page.
    paging: TokenStream,
}

impl PagesMethod {
    pub(crate) fn new(layout: &Layout<'_>, operation: &Operation) -> Option<Self> {
        let pagination = operation.pagination.as_ref()?;
        let page = path(layout, operation.response_type()?);
        let (parameter, items) = (&pagination.parameter, operation.items_pointer());
        let by = match pagination.style {
            PaginationStyle::Cursor => {
                let next = pagination.next.as_ref()?;
                quote!(Cursor { next: #next })
            }
            PaginationStyle::Page => quote!(Page { items: #items }),
            PaginationStyle::Offset => quote!(Offset { items: #items }),
        };
        let paging = quote! {
            runtime::Paging { parameter: #parameter, by: runtime::PagedBy::#by }
        };
        Some(Self { page, paging })
    }

    pub(crate) fn emit(&self, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { page, paging } = self;
        let Arguments { generics, typed, .. } = arguments;
        let call = arguments.call(operation);
        let doc = doc([
            format!(
                "Returns the pages of [`Self::{}`], from the page that `query` names on.",
                snake(&operation.id)
            ),
            "The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use \
             `while let Some(page) = pages.try_next().await? { … }`."
                .to_owned(),
        ]);
        let deprecated = deprecated(operation.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name #generics(&self #typed) -> Pages<'_, #page> {
                Pages::new(&self.0, #call, #paging)
            }
        }
    }
}

/// A method that returns a stream of items.
pub(crate) struct ItemsMethod {
    /// The type of a page.
    pub(crate) page: TokenStream,
    /// The type of an item.
    pub(crate) item: TokenStream,
    /// The function that returns the items of a page.
    split: TokenStream,
}

impl ItemsMethod {
    /// Returns `None` if the items have no type of their own.
    pub(crate) fn new(
        layout: &Layout<'_>,
        operation: &Operation,
        pages: &PagesMethod,
    ) -> Option<Self> {
        let item = layout.item(&layout.type_name(operation.response_type()?)?.name)?;
        let resource = operation.resource.as_ref()?;
        let of_job = operation.pagination.as_ref()?.items.as_ref();
        let property = match (&resource.returned_in, of_job) {
            (Some(_), Some(_)) => return None,
            (property, of_job) => property.as_ref().or(of_job),
        };
        let (list, split) = match (&item.kind, property) {
            (Kind::Wrapper(list), None) => (list, quote!(|page| page.0)),
            (Kind::Struct(page), Some(property)) => {
                let field = page.fields.iter().find(|field| field.property == property)?;
                let name = ident(&field.name);
                let split = match field.presence {
                    Presence::Required => quote!(|page| page.#name),
                    Presence::Optional | Presence::RequiredNullable => {
                        quote!(|page| page.#name.unwrap_or_default())
                    }
                    Presence::Patch | Presence::Nullable => return None,
                };
                (&field.ty, split)
            }
            _ => return None,
        };
        let FieldType { kind: TypeKind::List(item), .. } = list else { return None };
        let TypeKind::Named { name, .. } = &item.kind else { return None };
        (!item.nullable()).then(|| Self { page: pages.page.clone(), item: name.path(), split })
    }

    pub(crate) fn emit(&self, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { page, item, split } = self;
        let Arguments { generics, typed, given: passed, .. } = arguments;
        let called = snake(&operation.id);
        // The names of methods are claimed together, so the method has this name unless it is taken.
        let pages = ident(&format!("{called}_pages"));
        let doc = doc([
            format!("Returns the items of [`Self::{called}`], from the page that `query` names on."),
            "The [`Stream`] fetches each page when it is asked for. Without a crate for streams, use \
             `while let Some(item) = items.try_next().await? { … }`."
                .to_owned(),
        ]);
        let deprecated = deprecated(operation.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name #generics(&self #typed) -> Items<'_, #page, #item> {
                self.#pages(#(#passed),*).items(#split)
            }
        }
    }
}

/// A method that waits for the end of a job.
pub(crate) struct WaitMethod {
    /// The operation that starts the job.
    starts: String,
    /// The operation that reads the job.
    reads: String,
    /// The property that has the job's identity in the response of the operation that starts it.
    identity: String,
    /// The type of the response that is polled.
    pub(crate) response: TokenStream,
    /// The property that has the state.
    property: String,
    /// The final states.
    final_states: Vec<String>,
    /// The properties that a response has only if there is a result.
    results: Vec<String>,
    /// The gap that leaves further states open.
    gap: Option<String>,
}

impl WaitMethod {
    pub(crate) fn new(layout: &Layout<'_>, operation: &Operation) -> Option<Self> {
        let started = operation.resource.as_ref()?;
        let spec = layout.spec;
        let is_start = started.effect == ResourceEffect::Starts;
        let lifecycle = spec.job_lifecycle(&started.type_name).filter(|_| is_start)?;
        let reads = spec.operation_with_effect(ResourceEffect::Reads, &started.type_name)?;
        let resource = reads.resource.as_ref()?;
        let is_polled = reads.endpoint.as_ref().is_some_and(|endpoint| endpoint.method == "GET")
            && resource.returned_in.is_none()
            && reads.parameters.keys().eq(&resource.identified_by);
        if !is_polled {
            return None;
        }
        let final_states = lifecycle.terminal.clone();
        let results = results(lifecycle, &reads.id, &final_states);
        if final_states.is_empty() && results.is_empty() {
            return None;
        }
        Some(Self {
            starts: operation.id.clone(),
            reads: reads.id.clone(),
            identity: started.identity.clone(),
            response: path(layout, reads.response_type()?),
            property: lifecycle.property.clone(),
            final_states,
            results,
            gap: lifecycle.gap.clone(),
        })
    }

    /// Returns the name of the method, which is that of the operation that starts the job.
    pub(crate) fn name(&self) -> String {
        let name = snake(&self.starts);
        format!("wait_for_{}", name.strip_prefix("start_").unwrap_or(&name))
    }

    /// Returns the operation that reads the job.
    pub(crate) fn reads<'s>(&self, spec: &'s Spec) -> &'s Operation {
        &spec.operations[&self.reads]
    }

    pub(crate) fn emit(&self, layout: &Layout<'_>, method: &Method<'_>) -> TokenStream {
        let Method { operation, name, arguments, .. } = method;
        let Self { response, property, final_states, results, reads, .. } = self;
        let Arguments { parameters, parameter_structs, generics, typed, .. } = arguments;
        let constant = ident(&shouty_snake(reads));
        let doc = doc(self.paragraphs(layout, arguments));
        let deprecated = deprecated(operation.deprecated.as_ref());
        quote! {
            #doc
            #deprecated
            pub fn #name #generics(&self #typed) -> Waiting<'_, #response> {
                #(let #parameters = #parameters.to_owned();)*
                #(let #parameter_structs = #parameter_structs.clone();)*
                let call = move || Call::new(&operations::#constant, &[#(&#parameters),*])
                    #(.#parameter_structs(&#parameter_structs))*;
                let states = runtime::RunStates {
                    property: #property,
                    ended: &[#(#final_states),*],
                    results: &[#(#results),*],
                };
                Waiting::new(&self.0, #reads, call, states)
            }
        }
    }

    fn paragraphs(&self, layout: &Layout<'_>, arguments: &Arguments) -> Vec<String> {
        let Self { starts, reads, identity, property, .. } = self;
        let (starts, reads) = (snake(starts), snake(reads));
        let parameter = arguments.parameters.first().map(ToString::to_string);
        let (parameter, name) = (parameter.unwrap_or_default(), self.name());
        let structs = arguments.parameter_structs.iter();
        let given: String = structs.map(|name| format!(", &{name}")).collect();
        let ended = (!self.final_states.is_empty())
            .then(|| format!("its `{property}` is {}", one_of(&self.final_states, " or ")));
        let results = (!self.results.is_empty())
            .then(|| format!("a response has {}", one_of(&self.results, " or ")));
        let ends: Vec<_> = ended.into_iter().chain(results).collect();
        let mut paragraphs = vec![
            format!(
                "Waits for the end of the job that [`Self::{starts}`] started, and returns the last response of \
                 [`Self::{reads}`]."
            ),
            format!(
                "`{parameter}`: the `{identity}` that [`Self::{starts}`] returns. [`runtime::Waiting`] has the options: \
                 `client.{name}({parameter}{given}).limit(limit).await?`."
            ),
            format!(
                "The client treats a job as ended if {}. The result of a failed job is `Ok`, too: read the response.",
                ends.join(", or if ")
            ),
        ];
        paragraphs.extend(self.gap.as_ref().map(|gap| {
            let question = layout.spec.gaps.get(gap).map(|gap| gap.question.as_str());
            format!(
                "The contract leaves further states open (`gaps.{gap}`{}). A job in another final state is polled \
                 until the limit, unless a predicate in [`until`](Waiting::until) knows that state.",
                question.map(|question| format!(": {question}")).unwrap_or_default()
            )
        }));
        paragraphs.push("# Errors".to_owned());
        paragraphs.push(format!(
            "Those of [`Self::{reads}`]; `Error::WaitTimeout` if the job does not end in time, and \
             `Error::Cancelled` if the wait is cancelled."
        ));
        paragraphs
    }
}

fn one_of(names: &[String], between: &str) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(between)
}

/// Returns the properties that responses in a final state lack, by the contract.
fn results(lifecycle: &Lifecycle, reads: &str, final_states: &[String]) -> Vec<String> {
    let mut results = IndexSet::new();
    for situation in lifecycle.situations.iter().filter(|situation| situation.operation == reads) {
        let SituationResponse::Success(success) = &situation.response else { continue };
        let state = success.members.get(&lifecycle.property).and_then(Value::as_str);
        if state.is_some_and(|state| final_states.iter().any(|final_state| final_state == state)) {
            results.extend(success.absent.iter().cloned());
        }
    }
    results.into_iter().collect()
}

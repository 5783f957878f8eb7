//! Emits the methods of a client: one for each operation, two more for each list with pages, and one more for
//! each operation that starts a job.

use proc_macro2::{Ident, TokenStream};
use quote::quote;
use webdata_spec::Spec;
use webdata_spec::model::{ErrorRow, NOT_MODIFIED, Operation};

use super::lists::{ItemsMethod, PagesMethod};
use super::waits::WaitMethod;
use crate::deprecation::deprecated;
use crate::docs::{self, ITEM, doc};
use crate::emit::operations::{self, path};
use crate::emit::path_struct;
use crate::layout::{Layout, TypeName};
use crate::names::{Scope, ident, shouty_snake, snake, upper_camel};

/// A method of the client.
pub(super) struct Method<'s> {
    pub(super) operation: &'s Operation,
    pub(super) name: Ident,
    pub(super) arguments: Arguments,
    pub(super) kind: MethodKind,
}

/// What a method does.
pub(super) enum MethodKind {
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
pub(super) fn all<'s>(layout: &Layout<'s>) -> Vec<Method<'s>> {
    let operations = || layout.spec.operations.values();
    let structs = path_struct::names(layout.spec);
    let mut names = Scope::default();
    for taken in ["new", "builder", "run", "from_client"] {
        names.claim(taken.to_owned());
    }
    let mut methods = Vec::new();
    let mut add = |operation: &'s Operation, name: String, kind: MethodKind| {
        let name = ident(&names.claim(name));
        let path = structs.get(operation.id.as_str()).filter(|_| has_path_struct(operation));
        let arguments = Arguments::new(layout, operation, path);
        methods.push(Method { operation, name, arguments, kind });
    };
    for operation in operations() {
        add(operation, snake(&operation.id), MethodKind::Call);
    }
    for operation in operations() {
        let Some(pages) = PagesMethod::new(layout, operation) else { continue };
        let items = ItemsMethod::new(layout, operation, &pages);
        add(operation, format!("{}_pages", snake(&operation.id)), MethodKind::Pages(pages));
        if let Some(items) = items {
            add(operation, format!("{}_stream", snake(&operation.id)), MethodKind::Items(items));
        }
    }
    for operation in operations() {
        let Some(waits) = WaitMethod::new(layout, operation) else { continue };
        add(waits.reads(layout.spec), waits.name(), MethodKind::Wait(waits));
    }
    methods
}

/// Returns whether an operation has a struct of path parameters. The client takes
/// every path parameter as a string.
fn has_path_struct(operation: &Operation) -> bool {
    operation.parameters.len() > 1
}

/// Emits the structs of operations with several path parameters.
pub(super) fn path_structs(methods: &[Method<'_>]) -> Vec<TokenStream> {
    let calls = methods.iter().filter(|method| matches!(method.kind, MethodKind::Call));
    let structs = calls.filter_map(|Method { operation, arguments, .. }| {
        let name = arguments.path.as_ref()?;
        let fields = operation.parameters.values();
        let fields = fields.map(|field| (quote!(&'p str), vec![field.schema.doc.clone()]));
        let derives = quote!(Debug, Clone, Copy, PartialEq, Eq);
        Some(path_struct::emit(operation, &quote!(#name<'p>), &derives, fields))
    });
    structs.collect()
}

pub(super) fn emit(layout: &Layout<'_>, methods: &[Method<'_>]) -> TokenStream {
    let common = layout.spec.common_errors();
    let methods: Vec<_> = methods
        .iter()
        .map(|method| match &method.kind {
            MethodKind::Call => call(layout, method, &common),
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
pub(super) struct Arguments {
    /// The path parameters that are arguments.
    pub(super) parameters: Vec<Ident>,
    /// The struct of path parameters, if it is an argument.
    pub(super) path: Option<Ident>,
    /// The values of the path parameters.
    values: Vec<TokenStream>,
    /// The query and the headers, if there are any.
    parameter_structs: Vec<Ident>,
    /// Each argument with its type, and a comma before it.
    pub(super) typed: TokenStream,
    /// The names of all arguments, to pass them on.
    pub(super) given: Vec<Ident>,
}

impl Arguments {
    fn new(layout: &Layout<'_>, operation: &Operation, path_struct: Option<&Ident>) -> Self {
        let mut names = Scope::default();
        for taken in ["query", "headers", "body"] {
            names.claim(taken.to_owned());
        }
        let parameters = operation.parameters.keys().filter(|_| path_struct.is_none());
        let parameters: Vec<_> =
            parameters.map(|parameter| ident(&names.claim(snake(parameter)))).collect();
        let values: Vec<_> = match path_struct {
            Some(_) => {
                let fields = path_struct::fields(operation);
                fields.iter().map(|field| quote!(path.#field)).collect()
            }
            None => parameters.iter().map(|name| quote!(#name)).collect(),
        };
        let path_type = path_struct.map(|name| quote!(, path: #name<'_>));
        let parameter_structs = [("query", &operation.query), ("headers", &operation.headers)];
        let parameter_structs = parameter_structs
            .into_iter()
            .filter_map(|(word, name)| Some((ident(word), name.as_ref()?)));
        let (parameter_structs, types): (Vec<_>, Vec<_>) =
            parameter_structs.map(|(word, name)| (word, path(layout, name))).unzip();
        let body = operation.request.as_ref().map(|request| {
            let request = path(layout, request);
            match operation.request_required {
                true => quote!(, body: &#request),
                false => quote!(, body: Option<&#request>),
            }
        });
        let typed =
            quote!(#path_type #(, #parameters: &str)* #(, #parameter_structs: &#types)* #body);
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
            typed,
            given: passed,
        }
    }

    /// Emits the call.
    pub(super) fn call(&self, operation: &Operation) -> TokenStream {
        let Self { values, parameter_structs, .. } = self;
        let constant = ident(&shouty_snake(&operation.id));
        let body = operation.request.as_ref().map(|_| match operation.request_required {
            true => quote!(.body(body)),
            false => quote!(.body_if_given(body)),
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

fn call(layout: &Layout<'_>, method: &Method<'_>, common: &[&ErrorRow]) -> TokenStream {
    let Method { operation, name, arguments, .. } = method;
    let Arguments { values, parameter_structs, typed, .. } = arguments;
    let called = if operation.response_headers().is_some() {
        let call = arguments.call(operation);
        quote!(send_for_headers(#call))
    } else if parameter_structs.is_empty() {
        let constant = ident(&shouty_snake(&operation.id));
        let body = match (&operation.request, operation.request_required) {
            (None, _) => quote!(None::<&()>),
            (Some(_), true) => quote!(Some(body)),
            (Some(_), false) => quote!(body),
        };
        quote!(call(&operations::#constant, &[#(#values),*], #body))
    } else {
        let call = arguments.call(operation);
        quote!(send(#call))
    };
    let response = operations::response(layout, operation);
    let doc = doc(paragraphs(layout, operation, arguments, common));
    let deprecated = deprecated(operation.deprecated.as_ref());
    quote! {
        #doc
        #deprecated
        pub async fn #name(&self #typed) -> Result<#response, Error> {
            self.0.#called.await
        }
    }
}

/// Returns the paragraphs about a method.
fn paragraphs(
    layout: &Layout<'_>,
    operation: &Operation,
    arguments: &Arguments,
    common: &[&ErrorRow],
) -> Vec<String> {
    let mut paragraphs = vec![operation.doc.clone()];
    let constant = shouty_snake(&operation.id);
    paragraphs.push(match &operation.endpoint {
        Some(endpoint) => {
            format!("`{} {}{}`", endpoint.method, layout.spec.service.base_path, endpoint.path)
        }
        None => format!(
            "The contract does not show the method and path, so a call sends nothing and fails, unless you \
             passed them to [`Builder::bind`] with \
             [`operations::{constant}`]."
        ),
    });
    for (parameter, name) in operation.parameters.values().zip(&arguments.parameters) {
        let name = name.to_string();
        let name = name.trim_start_matches("r#");
        paragraphs.push(format!("`{name}`: {}", parameter.schema.doc));
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
    paragraphs.extend(docs::promises(layout.spec, operation));
    paragraphs.extend(operation.effects.iter().map(docs::effect));
    paragraphs.extend(docs::behaviour(&operation.clause(), &operation.behaviour));
    paragraphs.push("# Errors".to_owned());
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
    paragraphs.extend(errors(layout.spec, operation, common));
    paragraphs
}

/// Returns the errors of a call: a sentence, and a list of the operation's own errors.
fn errors(spec: &Spec, operation: &Operation, common: &[&ErrorRow]) -> Vec<String> {
    let own_errors = spec.own_errors(operation, common);
    let common = if common.is_empty() { "" } else { " with an [error of every operation](self)" };
    let end = match (common, own_errors.as_slice()) {
        (_, []) => ".",
        ("", _) => " with:",
        _ => ", or with:",
    };
    let opening = "If there is no readable response, or the service rejects the request";
    let own_errors = own_errors.into_iter().map(|(row, cause)| {
        format!("{ITEM}[`ErrorKind::{}`] ({}): {cause}", ident(&upper_camel(&row.id)), row.status)
    });
    std::iter::once(format!("{opening}{common}{end}")).chain(own_errors).collect()
}

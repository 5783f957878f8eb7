//! Operations: how each is called, what it returns and what it changes; conditions on versions, keys of repeated
//! requests, and how lists are paged and sorted.

use indexmap::IndexMap;
use jiff::civil::{self, Date};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::{
    Behaviour, ClauseId, ClauseRoot, Deprecation, Effect, Level, Refusal, Schema, Situation,
    SituationResponse,
};

/// One operation of the service.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    /// The identity, in lower camel case, such as `updateAlbum`.
    pub id: String,
    /// What the operation does, in prose.
    pub doc: String,
    /// A title of a few words, where the page has one.
    pub summary: Option<String>,
    /// The group of the operation in documents, where the page names one.
    pub tag: Option<String>,
    /// Whether clients should stop calling the operation.
    pub deprecated: Option<Deprecation>,
    /// The date on which the operation became deprecated, which a response header states.
    pub deprecated_since: Option<Date>,
    /// The date until which the operation works, which a response header states.
    pub sunset: Option<Date>,
    /// The method and path. `None` if the contract does not show them; a target must bind the operation then.
    pub endpoint: Option<Endpoint>,
    /// The identity of the authentication scheme.
    pub authentication: Option<String>,
    /// Path parameters, by name.
    pub parameters: IndexMap<String, Parameter>,
    /// The type of the query: an object whose properties are the query parameters.
    pub query: Option<String>,
    /// The type of the request headers: an object whose properties are the headers.
    pub headers: Option<String>,
    /// The type of the request body.
    pub request: Option<String>,
    /// The media type of the request body.
    pub request_media_type: RequestMediaType,
    /// Whether a request without a body is rejected.
    pub request_required: bool,
    /// The response to a request that succeeds, where the contract shows it.
    pub response: Option<Response>,
    /// The type of the body of every response that is not a success.
    pub error_body: String,
    /// The resource that the operation works on, and what the operation does with it.
    pub resource: Option<Resource>,
    /// A condition on the version of the resource; without it, the resource is not changed.
    pub precondition: Option<Precondition>,
    /// The request header that carries the version that the client has. A resource that still has that
    /// version is not returned again.
    pub condition: Option<String>,
    /// How the service recognizes a repeated creation.
    pub idempotency: Option<Idempotency>,
    /// How a list is split into pages.
    pub pagination: Option<Pagination>,
    /// How a list is sorted.
    pub order: Option<Order>,
    /// The changes that the operation makes.
    pub effects: Vec<Effect>,
    /// The circumstances in which a well-formed request is rejected.
    pub refusals: Vec<Refusal>,
    /// The responses in circumstances that make a clause observable.
    pub situations: Vec<Situation>,
    /// Further statements about the operation, in prose.
    pub behaviour: Behaviour,
    /// The identities of the errors that responses may have, including the errors of every operation.
    pub errors: Vec<String>,
    /// The causes of errors in the operation's own terms, by the identity of the error.
    pub causes: IndexMap<String, String>,
    /// How firmly the contract states the operation.
    pub level: Level,
    /// The heading of the contract's text.
    pub source: String,
}

impl Operation {
    /// Returns the path that the operation's clauses begin with, `operations.<id>`.
    #[must_use]
    pub fn clause(&self) -> ClauseId {
        ClauseRoot::Operation(&self.id).clause()
    }

    /// Returns the identity of a clause about the pages of the list.
    #[must_use]
    pub fn pagination_clause(&self, word: &str) -> ClauseId {
        self.clause().child("pagination").child(word)
    }

    /// Returns the place of the items of a page in a response body, as a JSON Pointer (RFC 6901).
    #[must_use]
    pub fn items_pointer(&self) -> String {
        let list = self.resource.as_ref().map(Resource::pointer).unwrap_or_default();
        let items = self.pagination.as_ref().and_then(|pages| pages.items.as_ref());
        items.map_or_else(|| list.clone(), |items| format!("{list}/{items}"))
    }

    /// Returns the identity of the clause about the parent that a path parameter names.
    #[must_use]
    pub fn parent_clause(&self, parameter: &str) -> ClauseId {
        self.clause().child("parent").child(parameter)
    }

    /// Returns the type of the body of a success, where the contract shows one.
    #[must_use]
    pub fn response_type(&self) -> Option<&String> {
        self.response.as_ref()?.type_name.as_ref()
    }

    /// Returns the type of the headers of a success, where the contract names headers.
    #[must_use]
    pub fn response_headers(&self) -> Option<&String> {
        self.response.as_ref()?.headers.as_ref()
    }

    /// Returns the resource that the operation works on, unless it is a job. Requests bring a stored resource into a known
    /// state, but not a job.
    #[must_use]
    pub fn stored_resource(&self) -> Option<&Resource> {
        self.resource.as_ref().filter(|resource| !resource.is_job)
    }

    /// Returns whether the path has a parameter that names neither the resource nor a parent.
    #[must_use]
    pub fn has_other_parameters(&self) -> bool {
        let resource = self.resource.iter();
        let named = resource.flat_map(|it| {
            it.identified_by.iter().chain(it.parents().map(|parent| &parent.identified_by))
        });
        self.parameters.len() > named.count()
    }

    /// Returns the types of a request: the body, the query and the headers.
    pub fn sent_types(&self) -> impl Iterator<Item = &str> {
        [&self.request, &self.query, &self.headers].into_iter().flatten().map(String::as_str)
    }

    /// Returns the types of a success: the body and the headers.
    pub fn returned_types(&self) -> impl Iterator<Item = &str> {
        let response = self.response.as_ref();
        let types = response.map(|response| [&response.type_name, &response.headers]);
        types.into_iter().flatten().flatten().map(String::as_str)
    }

    /// Returns the types that responses contain at any depth.
    pub fn found_types(&self) -> impl Iterator<Item = &str> {
        self.situations.iter().filter_map(|situation| match &situation.response {
            SituationResponse::Success(success) => success.found.as_deref(),
            SituationResponse::Error(_) => None,
        })
    }

    /// Returns whether the properties of the request body are sent as parts (RFC 7578).
    #[must_use]
    pub fn is_multipart(&self) -> bool {
        self.request_media_type == RequestMediaType::Multipart
    }

    /// Returns whether the operation is an action that the contract states as a whole: what it is called with, and the
    /// response, but no behaviour beyond them.
    #[must_use]
    pub fn is_plain_action(&self) -> bool {
        self.resource.is_none()
            && self.effects.is_empty()
            && self.situations.is_empty()
            && self.endpoint.is_some()
            && self.response.is_some()
    }

    /// Returns what the operation does with its resource, if it has one.
    #[must_use]
    pub fn resource_effect(&self) -> Option<ResourceEffect> {
        self.resource.as_ref().map(|resource| resource.effect)
    }

    /// Returns whether a success contains one resource, apart from the removed one.
    #[must_use]
    pub fn returns_one(&self) -> bool {
        let returns = match self.resource_effect() {
            Some(
                ResourceEffect::Lists
                | ResourceEffect::Deletes
                | ResourceEffect::Starts
                | ResourceEffect::Cancels
                | ResourceEffect::Uses,
            )
            | None => false,
            Some(
                ResourceEffect::Creates
                | ResourceEffect::Reads
                | ResourceEffect::Updates
                | ResourceEffect::Replaces,
            ) => !self.is_bulk(),
        };
        returns && self.response_type().is_some()
    }

    /// Returns whether each item of the body names a resource of its own.
    #[must_use]
    pub fn is_bulk(&self) -> bool {
        self.resource.as_ref().is_some_and(|resource| {
            resource.effect.stores_several() && resource.identified_by.is_none()
        })
    }

    /// Returns the headers that state since when a deprecated operation is deprecated, and until when it
    /// works.
    #[must_use]
    pub fn notices(&self) -> Vec<Notice> {
        let notice =
            |word: &str, header, value| Notice { clause: self.clause().child(word), header, value };
        // The headers name the beginning of the day: RFC 9745 as a number of seconds, RFC 8594 as an HTTP date.
        let epoch = civil::date(1970, 1, 1);
        let since = self.deprecated_since;
        let since = since.map(|date| format!("@{}", date.duration_since(epoch).as_secs()));
        let sunset = self.sunset.map(|date| date.strftime("%a, %d %b %Y 00:00:00 GMT").to_string());
        let since = since.map(|value| notice("deprecatedSince", "Deprecation", value));
        since.into_iter().chain(sunset.map(|value| notice("sunset", "Sunset", value))).collect()
    }
}

words! {
    /// The media types of request bodies.
    #[derive(Default)]
    RequestMediaType {
        /// JSON, of the service's media type.
        #[default]
        Json = "application/json",
        /// A part for each property of the request's type: a file as its bytes, a scalar as text, anything else as
        /// JSON (RFC 7578).
        Multipart = "multipart/form-data",
    }
}

/// How a part of a multipart body is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part<'s> {
    /// As the bytes of a file of this media type.
    File(&'s str),
    /// As text: a string, a number or a boolean.
    Text,
    /// As JSON.
    Json,
}

impl Part<'_> {
    /// Returns the media type of the part.
    #[must_use]
    pub fn media_type(&self) -> &str {
        match self {
            Self::File(media_type) => media_type,
            Self::Text => "text/plain",
            Self::Json => "application/json",
        }
    }
}

/// How an operation is called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// The HTTP method.
    pub method: String,
    /// The path below the base path, with `{parameters}`.
    pub path: String,
}

/// A path parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct Parameter {
    /// The name, as in the path.
    pub name: String,
    /// The schema of the value.
    pub schema: Schema,
}

/// The response to a request that succeeds.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Response {
    /// The status code.
    #[schemars(range(min = 200, max = 299))]
    pub status: Option<u16>,
    /// The type of the body; left out for the status code 204, whose response has no body.
    #[serde(rename = "type")]
    pub type_name: Option<String>,
    /// The type of the headers: an object whose properties are the headers.
    pub headers: Option<String>,
}

/// The stored object that an operation works on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Resource {
    /// The type of the resource.
    #[serde(rename = "type")]
    pub type_name: String,
    /// What the operation does with the resource.
    pub effect: ResourceEffect,
    /// The path parameter that names the resource. Operations that create or list resources leave it out, and
    /// so do operations whose body has several items that each name a resource by the property `identity`.
    pub identified_by: Option<String>,
    /// The property that identifies the resource: a string without limits, or with the format `uuid`. The identity of a
    /// job is a property of the response to the operation that starts it.
    pub identity: String,
    /// The property of the response body that holds the resource, or the identity of a started job. Left out where the
    /// resource is the whole body, and where the response does not contain the resource.
    pub returned_in: Option<String>,
    /// The response header that carries the version of the resource, `ETag`. Each change gives the resource a
    /// new version.
    pub version: Option<String>,
    /// The error for a resource that does not exist.
    pub unknown: Option<String>,
    /// The error for a resource of another team, where the contract shows one.
    pub foreign: Option<String>,
    /// The resource that the path names before this one. The resource belongs to it.
    pub parent: Option<Parent>,
    /// Whether an operation starts resources of the type, so that each is a job.
    #[serde(skip)]
    pub is_job: bool,
}

/// The resource that another resource belongs to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Parent {
    /// The type of the parent.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The path parameter that names the parent, the same as in the operations on the parent's type.
    pub identified_by: String,
    /// The property of the resource that holds the identity of the parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub property: Option<String>,
    /// The error for a parent that does not exist. Left out, it is that of the operations on the parent's type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unknown: Option<String>,
    /// The error for a parent of another team. Left out, it is that of the operations on the parent's type, where
    /// the contract shows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub foreign: Option<String>,
    /// The parent of the parent, which follows from the operations on the parent's type.
    #[serde(skip_deserializing, skip_serializing_if = "Option::is_none")]
    #[schemars(skip)]
    pub parent: Option<Box<Self>>,
}

impl Parent {
    /// Returns the errors for a parent that does not exist or belongs to another team.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        [&self.unknown, &self.foreign].into_iter().flatten().map(String::as_str)
    }
}

impl Resource {
    /// Returns the parents that the path names, the nearest first.
    pub fn parents(&self) -> impl Iterator<Item = &Parent> {
        std::iter::successors(self.parent.as_ref(), |parent| parent.parent.as_deref())
    }

    /// Returns the path parameter that decides which team the resource belongs to, and the error for another team's:
    /// those of the outermost parent, or those of the resource itself.
    #[must_use]
    pub fn owner_error(&self) -> (Option<&String>, Option<&String>) {
        match self.parents().last() {
            Some(parent) => (Some(&parent.identified_by), parent.foreign.as_ref()),
            None => (None, self.foreign.as_ref()),
        }
    }

    /// Returns the errors for a resource that does not exist or belongs to another team.
    pub fn errors(&self) -> impl Iterator<Item = &str> {
        [&self.unknown, &self.foreign].into_iter().flatten().map(String::as_str)
    }

    /// Returns what a sentence calls the resource.
    #[must_use]
    pub fn noun(&self) -> &str {
        if self.is_job { "job" } else { &self.type_name }
    }

    /// Returns what the operation promises beyond what is stored, as a sentence about the resource and its owner. The
    /// effects of updates and replacements are clauses of their own.
    #[must_use]
    pub fn promise(&self, owner: &str) -> Option<String> {
        let name = self.noun();
        match self.effect {
            ResourceEffect::Creates => {
                Some(format!("each success creates a {name} with an identity of its own"))
            }
            ResourceEffect::Reads if self.is_job => Some("returns the state of the job".to_owned()),
            ResourceEffect::Reads => Some(format!("returns the {name} as it is stored")),
            ResourceEffect::Lists => {
                Some(format!("returns each {name} of the {owner}, and no other"))
            }
            ResourceEffect::Deletes => Some(format!("removes the {name}, and no other")),
            ResourceEffect::Starts => {
                Some("each success starts a job with an identity of its own".to_owned())
            }
            ResourceEffect::Cancels => Some("ends the job, and no other".to_owned()),
            ResourceEffect::Updates | ResourceEffect::Replaces | ResourceEffect::Uses => None,
        }
    }

    /// Returns the place of the resource in a response body, as a JSON Pointer (RFC 6901).
    #[must_use]
    pub fn pointer(&self) -> String {
        self.returned_in.as_ref().map_or_else(String::new, |name| format!("/{name}"))
    }
}

words! {
    /// What an operation does with its resource.
    ResourceEffect {
        /// Stores a new resource.
        Creates = "creates",
        /// Returns a resource as it is stored.
        Reads = "reads",
        /// Returns the resources of the team.
        Lists = "lists",
        /// Changes the properties that the request has.
        Updates = "updates",
        /// Replaces the resource by another one with the same identity.
        Replaces = "replaces",
        /// Removes the resource.
        Deletes = "deletes",
        /// Starts a job. Its state is a value of the type, whose lifecycle names the states.
        Starts = "starts",
        /// Cancels a job.
        Cancels = "cancels",
        /// Does something with a resource, and returns a result of its own. The contract does not state what is
        /// stored afterwards.
        Uses = "uses",
    }
}

impl ResourceEffect {
    /// Returns whether a request names the resource.
    #[must_use]
    pub fn needs_identity(self) -> bool {
        match self {
            Self::Reads
            | Self::Updates
            | Self::Replaces
            | Self::Deletes
            | Self::Cancels
            | Self::Uses => true,
            Self::Creates | Self::Lists | Self::Starts => false,
        }
    }

    /// Returns whether the request body determines what is stored.
    #[must_use]
    pub fn stores(self) -> bool {
        match self {
            Self::Creates | Self::Updates | Self::Replaces => true,
            Self::Reads
            | Self::Lists
            | Self::Deletes
            | Self::Starts
            | Self::Cancels
            | Self::Uses => false,
        }
    }

    /// Returns whether only jobs are started or cancelled so.
    #[must_use]
    pub fn is_of_jobs(self) -> bool {
        match self {
            Self::Starts | Self::Cancels => true,
            Self::Creates
            | Self::Reads
            | Self::Lists
            | Self::Updates
            | Self::Replaces
            | Self::Deletes
            | Self::Uses => false,
        }
    }

    /// Returns whether the items of a request body may each name a resource.
    #[must_use]
    pub fn stores_several(self) -> bool {
        match self {
            Self::Updates | Self::Replaces | Self::Deletes | Self::Reads => true,
            Self::Creates | Self::Lists | Self::Starts | Self::Cancels | Self::Uses => false,
        }
    }
}

/// An authentication scheme.
#[derive(Debug, Clone, PartialEq, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Authentication {
    /// The identity.
    #[serde(skip)]
    pub id: String,
    /// The name of the scheme, which precedes the key in the header `Authorization`, such as `Bearer`. Any other header
    /// has the key alone.
    #[serde(default)]
    pub scheme: String,
    /// The header that carries the key, such as `Authorization` or `X-Api-Key`.
    pub header: String,
    /// The error for a key that is missing, malformed or revoked.
    pub rejected: String,
    /// The error for a key that lacks permission, if keys differ in what they permit.
    pub forbidden: Option<String>,
    /// Further statements about authentication, in prose, by identity.
    #[serde(default)]
    pub behaviour: Behaviour,
    /// How firmly the contract states the scheme.
    #[serde(default)]
    pub level: Level,
    /// The heading of the contract's text.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub source: String,
}

impl Authentication {
    /// Returns the identity of a clause of the scheme, such as `authentication.bearer.missing`.
    #[must_use]
    pub fn clause(&self, form: &str) -> ClauseId {
        ClauseRoot::Authentication(&self.id).clause().child(form)
    }

    /// Returns what precedes the key in the header: the scheme and a space, or nothing.
    #[must_use]
    pub fn prefix(&self) -> String {
        if self.scheme.is_empty() { String::new() } else { format!("{} ", self.scheme) }
    }

    /// Returns the errors that a key can cause.
    pub fn errors(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.rejected).chain(&self.forbidden)
    }
}

/// The response header that carries the version of a resource (RFC 9110, section 8.8.3).
pub const VERSION: &str = "ETag";

/// The request header that applies a change to some versions only (RFC 9110, section 13.1.1).
pub const PRECONDITION: &str = "If-Match";

/// The value of the precondition that matches every version (RFC 9110, section 13.1.1).
pub const ANY_VERSION: &str = "*";

/// The status code for a change whose precondition does not hold (RFC 9110, section 15.5.13).
pub const PRECONDITION_FAILED: u16 = 412;

/// The request header that reads a resource only in other versions (RFC 9110, section 13.1.2).
pub const CONDITION: &str = "If-None-Match";

/// The status code for a read of a version that the client already has (RFC 9110, section 15.4.5).
pub const NOT_MODIFIED: u16 = 304;

/// A condition on the version of a resource; without it, the resource is not changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Precondition {
    /// The request header that carries the version, `If-Match`.
    pub header: String,
    /// The error for a resource that has another version.
    pub error: String,
}

/// How the service recognizes a repeated creation: requests with the same key and the same body create one
/// resource.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Idempotency {
    /// The request header that carries the key, such as `Idempotency-Key`.
    pub header: String,
    /// The error for a key that was sent before with another body, where the contract shows one.
    pub reused: Option<String>,
}

/// A header that every success of an operation has, with its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Notice {
    /// The clause that requires the header.
    pub clause: ClauseId,
    /// The name of the header.
    pub header: &'static str,
    /// The value of the header.
    pub value: String,
}

/// How a list, or the results of a job, are split into pages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pagination {
    /// What the parameter counts.
    pub style: PaginationStyle,
    /// The property of the query that selects the page: a cursor, a page number from 1, or the number of
    /// resources to skip.
    pub parameter: String,
    /// The property of the query that limits the number of resources on a page.
    pub limit: Option<String>,
    /// With the style `cursor`: the property of the response body that holds the cursor of the next page. On
    /// the last page, it is null or absent.
    pub next: Option<String>,
    /// For a job: the property of its state that holds the results of the page. A job has results once it has ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub items: Option<String>,
    /// With the style `cursor`: the error for a cursor that the service did not issue.
    pub unknown: Option<String>,
    /// With the styles other than `cursor`: whether each resource that exists when a walk over all pages
    /// begins is returned exactly once, even if other resources are created meanwhile. A walk by cursors
    /// always has this property.
    #[serde(default)]
    pub stable: bool,
}

/// How a list is sorted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Order {
    /// Always by one property.
    By(Sorting),
    /// As a property of the query selects: each value of its `enum` is a sorting.
    Chosen(String),
}

/// A property that a list is sorted by, and the direction. The position of resources without a value is open.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sorting {
    /// The property of the resource.
    pub property: String,
    /// Which value of the property comes first.
    pub direction: Direction,
}

impl Sorting {
    /// Parses the value of a parameter: the name of a property, after a `-` if the largest value comes first.
    #[must_use]
    pub fn parse(value: &str) -> Self {
        let (property, direction) = match value.strip_prefix('-') {
            Some(property) => (property, Direction::Descending),
            None => (value, Direction::Ascending),
        };
        Self { property: property.to_owned(), direction }
    }
}

words! {
    /// Which of two values comes first.
    #[derive(Default)]
    Direction {
        /// The smaller value.
        #[default]
        Ascending = "ascending",
        /// The larger value.
        Descending = "descending",
    }
}

words! {
    /// What the parameter that selects a page counts.
    PaginationStyle {
        /// Nothing: the previous response has a string that identifies the next page.
        Cursor = "cursor",
        /// Pages, from 1.
        Page = "page",
        /// Resources to skip, from 0.
        Offset = "offset",
    }
}

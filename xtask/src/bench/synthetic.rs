//! A make-believe contract of any size, made in memory. Its types are of the size and the mixture
//! of a real one, so that only their number changes from size to size.

use std::fmt::Write as _;

use webdata_spec::Source;

/// The types of one resource: see [`resource`].
const PER_RESOURCE: usize = 10;
/// The resources on one page of types.
const PER_PAGE: usize = 5;

/// The pages of a contract with about this many types, rounded up to whole resources.
pub(super) fn pages(types: usize) -> Vec<Source> {
    let resources = types.div_ceil(PER_RESOURCE).max(1);
    let mut pages = vec![
        page("service", SERVICE.to_owned()),
        page("errors", ERRORS.to_owned()),
        page("operations", (0..resources).map(operation).collect()),
        page("types/error", ERROR_BODY.to_owned()),
    ];
    for start in (0..resources).step_by(PER_PAGE) {
        let end = resources.min(start + PER_PAGE);
        let text = (start..end).map(|number| resource(number, resources)).collect();
        pages.push(page(&format!("types/part{}", start / PER_PAGE), text));
    }
    pages
}

fn page(name: &str, text: String) -> Source {
    Source { name: format!("{name}.toml"), text }
}

const SERVICE: &str = r#"
name              = "Synthetic API"
version           = "v1"
doc               = "As many things as are asked for."
source            = "Service"
basePath          = "/v1"
mediaType         = "application/json"
errorBody         = "ErrorBody"
unknownPath       = "not-found"
validationFailure = "bad-request"

[authentication.key]
scheme    = "Bearer"
header    = "Authorization"
rejected  = "unauthorized"
forbidden = "forbidden"
source    = "Keys"
"#;

const ERRORS: &str = r#"
[bad-request]
status  = 400
error   = "Bad Request"
wording = "free"
retry   = "never"
cause   = "The body breaks a constraint."
source  = "Errors"

[unauthorized]
status = 401
error  = "Unauthorized"
retry  = "never"
cause  = "The key is missing."
source = "Errors"

[forbidden]
status = 403
error  = "Forbidden"
retry  = "never"
cause  = "The key lacks permission."
source = "Errors"

[not-found]
status = 404
error  = "Not Found"
retry  = "never"
cause  = "There is no such thing."
source = "Errors"
"#;

const ERROR_BODY: &str = r#"
[ErrorBody]
doc      = "The body of every refusal."
source   = "Errors"
required = ["success", "error"]

[ErrorBody.properties]
success = { type = "boolean", const = false, doc = "Always false." }
error   = { type = "string", doc = "What went wrong." }
"#;

fn operation(number: usize) -> String {
    format!(
        r#"
[updateThing{number}]
doc            = "Changes a thing."
source         = "Things / {number}"
method         = "PATCH"
path           = "/thing{number}/{{thingId}}"
authentication = "key"
request        = "Thing{number}Update"
response       = {{ status = 200, type = "Thing{number}Response" }}
errors         = ["bad-request", "unauthorized", "forbidden", "not-found"]

[updateThing{number}.parameters]
thingId = {{ type = "string", format = "uuid", examples = ["6f2c1a52-6f0e-4b7e-9d3b-0c8f4a4b1d11"], doc = "The thing." }}

[updateThing{number}.resource]
type         = "Thing{number}"
effect       = "updates"
identifiedBy = "thingId"
identity     = "id"
returnedIn   = "data"
unknown      = "not-found"

[[updateThing{number}.effects]]
id   = "given-is-stored"
doc  = "Each property that is given is stored."
kind = "stores-given"
"#
    )
}

/// An update, a response and a resource, a union of three, and three objects that they refer to;
/// the last of them refers to the next resource too.
fn resource(number: usize, resources: usize) -> String {
    let next = (number + 1) % resources;
    let source = format!("source = \"Things / {number}\"");
    let mut text = format!(
        r#"
[Thing{number}Response]
doc      = "A thing, in the envelope of a success."
required = ["success", "data"]
{source}

[Thing{number}Response.properties]
success = {{ type = "boolean", const = true, doc = "Always true." }}
data    = {{ ref = "Thing{number}" }}

[Thing{number}]
doc      = "A thing."
required = ["id", "name", "status"]
{source}

[Thing{number}.properties]
id        = {{ type = "string", format = "uuid", doc = "Identifies it." }}
name      = {{ type = "string", doc = "What people call it." }}
goal      = {{ type = "string", nullable = true, doc = "What it is for." }}
status    = {{ enum = ["active", "paused", "deleted"], doc = "Where it stands." }}
options   = {{ ref = "Thing{number}Options" }}
targets   = {{ type = "array", items = {{ ref = "Thing{number}Target" }}, doc = "What it looks at." }}
createdAt = {{ type = "string", format = "date-time", doc = "When it was made." }}

[Thing{number}Update]
doc                  = "A partial update of a thing."
minProperties        = 1
additionalProperties = false
{source}

[Thing{number}Update.properties]
name    = {{ type = "string", minLength = 1, maxLength = 256, examples = ["Prices"], doc = "What people call it." }}
goal    = {{ type = "string", nullable = true, maxLength = 2000, examples = ["Tell me"], doc = "What it is for." }}
status  = {{ enum = ["active", "paused"], doc = "Where it stands." }}
days    = {{ type = "integer", minimum = 1, maximum = 365, default = 30, doc = "How long results are kept." }}
options = {{ ref = "Thing{number}Options" }}
targets = {{ type = "array", items = {{ ref = "Thing{number}Target" }}, minItems = 1, maxItems = 50, doc = "What it looks at." }}

[[Thing{number}Update.rules]]
id       = "search-needs-goal"
doc      = "A thing that searches has a goal."
when     = {{ path = "targets[].type", equals = "search" }}
requires = {{ path = "goal", nonEmpty = true }}

[Thing{number}Target]
doc           = "What a thing looks at."
discriminator = "type"
variants      = {{ scrape = "Thing{number}Scrape", crawl = "Thing{number}Crawl", search = "Thing{number}Search" }}
{source}

[Thing{number}Search]
doc      = "Looks for words."
required = ["type", "queries"]
{source}

[Thing{number}Search.properties]
type    = {{ enum = ["search"] }}
queries = {{ type = "array", items = {{ type = "string", minLength = 1, maxLength = 256 }}, minItems = 1, maxItems = 12, examples = [["news"]], doc = "The words." }}
window  = {{ enum = ["5m", "1h", "24h"], default = "24h", doc = "How far back." }}

[Thing{number}Options]
doc        = "How it is done."
exactlyOne = ["country", "place"]
{source}

[Thing{number}Options.properties]
country = {{ type = "string", pattern = "^[A-Z]{{2}}$", examples = ["US"], doc = "Where from." }}
place   = {{ ref = "Thing{number}Place" }}
timeout = {{ type = "integer", minimum = 1000, maximum = 300000, default = 60000, doc = "The longest wait, in ms." }}
ratio   = {{ type = "number", minimum = 0, maximum = 1, doc = "How much of it." }}
headers = {{ type = "object", additionalProperties = {{ type = "string" }}, doc = "What is sent along." }}

[Thing{number}Place]
doc      = "Where it is done."
required = ["name"]
{source}

[Thing{number}Place.properties]
name  = {{ type = "string", maxLength = 128, examples = ["Oslo"], doc = "Its name." }}
zone  = {{ type = "string", format = "time-zone", default = "UTC", doc = "Its time." }}
owner = {{ ref = "Thing{next}Owner" }}

[Thing{number}Owner]
doc      = "Whose it is."
required = ["email"]
{source}

[Thing{number}Owner.properties]
email = {{ type = "string", format = "email", examples = ["one@example.com"], doc = "Where to write." }}
since = {{ type = "string", format = "date-time", examples = ["2030-01-31T12:00:00Z"], doc = "Since when." }}
"#
    );
    for (name, kind) in [("Scrape", "scrape"), ("Crawl", "crawl")] {
        let _ = write!(
            text,
            r#"
[Thing{number}{name}]
doc      = "Reads pages."
required = ["type", "url"]
{source}

[Thing{number}{name}.properties]
type  = {{ enum = ["{kind}"] }}
url   = {{ type = "string", format = "uri", examples = ["https://example.com/"], doc = "Where it starts." }}
depth = {{ type = "integer", minimum = 0, maximum = 10, default = 2, doc = "How deep it goes." }}
only  = {{ type = "array", items = {{ type = "string" }}, maxItems = 100, doc = "What is kept." }}
"#
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use webdata_spec::Spec;

    use super::*;

    #[test]
    fn every_size_reads_clean_and_is_generated_from() {
        for (asked, there) in [(1, 11), (30, 31), (61, 71)] {
            let spec = Spec::read(&pages(asked));
            let spec = spec.unwrap_or_else(|mistakes| panic!("{}", mistakes.render(false)));
            assert_eq!(spec.types.len(), there, "{asked} types were asked for");
            if let Err(refused) = webdata_codegen::generate(&spec, "webdata") {
                panic!("{asked} types: {refused}");
            }
        }
    }
}

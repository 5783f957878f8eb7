/// When it is fetched.
///
/// Either an integer, a string, an array or an object (`Order.pickup.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(
    "Order.pickup",
    schema = "{\"description\":\"When it is fetched. Deprecated.\",\"oneOf\":[{\"description\":\"An hour of this day.\",\"type\":\"integer\",\"minimum\":8,\"maximum\":18},{\"type\":\"string\",\"enum\":[\"soon\",\"whenever\"]},{\"description\":\"Hours to choose from.\",\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"maxItems\":2},{\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"string\",\"minLength\":1},\"urgent\":{\"$ref\":\"#/$defs/Gift\"}},\"required\":[\"day\"]}],\"deprecated\":true}",
    refers_to(Gift)
)]
#[non_exhaustive]
pub enum OrderPickup {
    /// An hour of this day.
    ///
    /// At least 8 (`Order.pickup.integer.minimum`). At most 18 (`Order.pickup.integer.maximum`).
    #[model(minimum = 8, maximum = 18)]
    Integer(i64),
    /// A string.
    #[model(choice)]
    Text(OrderPickupText),
    /// Hours to choose from.
    ///
    /// At most 2 items (`Order.pickup.array.maxItems`).
    #[model(max_items = 2)]
    List(Vec<i64>),
    /// An object.
    #[model(object)]
    Object(OrderPickupObject),
    /// A value of a type that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// The value `Order.pickup`, as a string.
#[derive(Debug, Clone, PartialEq, Eq, Hash, runtime::Model)]
#[model("Order.pickup.string", schema = "/properties/pickup/anyOf/0/oneOf/1")]
#[non_exhaustive]
pub enum OrderPickupText {
    /// `soon`. A copy that is fetched soon comes first (`Order.pickup.string.behaviour.soon`).
    #[model("soon")]
    Soon,
    /// `whenever`.
    #[model("whenever")]
    Whenever,
    /// A string that the contract does not list. Validation reports it.
    Other(String),
}

/// The object `Order.pickup.object`.
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("Order.pickup.object", schema = "/properties/pickup/anyOf/0/oneOf/3")]
#[non_exhaustive]
pub struct OrderPickupObject {
    /// The property `day`. At least one character (`Order.pickup.object.day.minLength`).
    #[model(min_length = 1)]
    pub day: String,
    /// Whether it is wrapped as a gift, and how.
    pub urgent: Option<Gift>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

/// What it is printed on: by weight, by name or by the shares of a mix.
///
/// Either a number, a string or an object (`Order.paper.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model("Order.paper", schema = "/properties/paper")]
#[non_exhaustive]
pub enum OrderPaper {
    /// A number.
    ///
    /// At least 60.5 (`Order.paper.number.minimum`).
    #[model(minimum = 60.5)]
    Number(f64),
    /// A string.
    ///
    /// Matches `^[a-z]+$` (`Order.paper.string.pattern`).
    #[model(pattern = "^[a-z]+$")]
    Text(String),
    /// An object.
    ///
    /// Each value: At most 1 (`Order.paper.object.additionalProperties.maximum`).
    #[model(values(maximum = 1.0))]
    Map(std::collections::BTreeMap<String, f64>),
    /// A value of a type that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}

/// Whether it is wrapped as a gift, and how.
///
/// Defaults to `false` (`Gift.default`). `true` wraps it in what is at hand
/// (`Gift.behaviour.plain`).
///
/// Either a boolean or an object (`Gift.type`).
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[non_exhaustive]
pub enum Gift {
    /// A boolean.
    Boolean(bool),
    /// An object.
    #[model(object)]
    Wrapping(Wrapping),
    /// A value of a type that the contract does not list. Validation reports it.
    Other(serde_json::Value),
}


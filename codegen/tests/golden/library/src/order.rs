//! The types [`Order`], [`Gift`], [`Wrapping`], [`Part`], [`PartObject`], [`PlainPart`],
//! [`Pages`], [`Chapter`], [`OrderAnswer`], [`OrderFailure`], from the page `types/order.toml`.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime as runtime;

/// What a reader has copied of a book, and how it is handed over.
///
/// - A gift that is wrapped in red has a card, unless its cover is copied.
///   (`Order.rules.red-gift-has-card`)
/// - An order with a copied chapter has a price. (`Order.rules.chapter-has-price`)
/// - A plain gift is fetched. (`Order.rules.pickup-of-a-gift`)
#[derive(Debug, Clone, PartialEq, runtime::Model)]
#[model(rule(
    "red-gift-has-card",
    "A gift that is wrapped in red has a card, unless its cover is copied.",
    when = equals(path!("gift", "colour"), Literal::Text("red")),
    requires = non_empty(path!("card")),
    unless = equals(path!("parts", []), Literal::Text("cover"))
))]
#[model(rule(
    "chapter-has-price",
    "An order with a copied chapter has a price.",
    when = given(path!("parts", [], "chapter"), true),
    requires = given(path!("price"), true)
))]
#[model(rule(
    "pickup-of-a-gift",
    "A plain gift is fetched.",
    when = equals(path!("gift"), Literal::Boolean(true)),
    requires = non_empty(path!("pickup"))
))]
#[non_exhaustive]
pub struct Order {
    /// What is copied. At least one item (`Order.parts.minItems`). At most 3 items
    /// (`Order.parts.maxItems`).
    #[model(min_items = 1, max_items = 3)]
    pub parts: Vec<Part>,
    /// Whether it is wrapped as a gift, and how.
    pub gift: Option<Gift>,
    /// What is written on the card.
    pub card: Option<String>,
    /// What the reader pays. Defaults to `-0.5` (`Order.price.default`). At least -1.5
    /// (`Order.price.minimum`). At most 99.5 (`Order.price.maximum`).
    #[model(minimum = -1.5, maximum = 99.5, default = -0.5)]
    pub price: Option<f64>,
    /// How large the copy is. Defaults to `1` (`Order.scale.default`).
    #[deprecated(note = "Say `margins`.")]
    #[model(default = 1.0)]
    pub scale: runtime::Patch<f64>,
    /// How wide they are. By default, those of the book (`Order.margins.default`). Each item: At
    /// least 0.5 (`Order.margins.items.minimum`).
    #[model(items(minimum = 0.5))]
    pub margins: Option<Vec<f64>>,
    /// What the copy weighs. In grams (`Order.weight.unit`).
    pub weight: Option<f64>,
    /// The settings of the machine, in its own format.
    pub machine: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// When it is fetched.
    #[deprecated]
    pub pickup: runtime::Patch<OrderPickup>,
    /// What it is printed on: by weight, by name or by the shares of a mix.
    pub paper: Option<OrderPaper>,
    /// Properties that the contract does not list.
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

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


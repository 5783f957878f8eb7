//! The types of the page `types/order.toml`, each with its check.
//!
//! Written by `cargo xtask regenerate` from the contract in `spec/v1`; never edited.

use webdata_runtime::{self as runtime, decode};

/// What a reader has copied of a book, and how it is handed over.
///
/// A gift that is wrapped in red has a card, unless its cover is copied.
/// (`Order.rules.red-gift-has-card`)
///
/// Whoever copies a chapter, or something with it, says the price.
/// (`Order.rules.chapter-has-price`)
///
/// A plain gift is fetched. (`Order.rules.pickup-of-a-gift`)
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Order {
    /// What is copied.
    ///
    /// At least 1 item (`Order.parts.minItems`). At most 3 items (`Order.parts.maxItems`).
    pub parts: Vec<Part>,
    /// Whether it is wrapped as a gift, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gift: Option<Gift>,
    /// What is written on the card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    /// What the reader pays.
    ///
    /// `-0.5` when left out (`Order.price.default`).
    ///
    /// At least -1.5 (`Order.price.minimum`). At most 99.5 (`Order.price.maximum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub price: Option<f64>,
    /// How large the copy is.
    ///
    /// `1` when left out (`Order.scale.default`).
    #[deprecated(note = "Say `margins`.")]
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub scale: runtime::Patch<f64>,
    /// How wide they are.
    ///
    /// Those of the book when left out (`Order.margins.default`).
    ///
    /// Each item: At least 0.5 (`Order.margins.items.minimum`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margins: Option<Vec<f64>>,
    /// What the copy weighs.
    ///
    /// In grams (`Order.weight.unit`).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
    /// What the machine is told, in its own words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine: Option<std::collections::BTreeMap<String, serde_json::Value>>,
    /// When it is fetched.
    #[deprecated]
    #[serde(skip_serializing_if = "runtime::Patch::is_absent")]
    pub pickup: runtime::Patch<OrderPickup>,
    /// What it is printed on: by weight, by name or by the shares of a mix.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paper: Option<OrderPaper>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Order {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The value of `price`, or `-0.5` when it is left out (`Order.price.default`).
    #[must_use]
    pub fn effective_price(&self) -> f64 {
        self.price.unwrap_or(-0.5)
    }

    /// The value of `scale`, or `1` when it is left out (`Order.scale.default`).
    #[deprecated(note = "Say `margins`.")]
    #[expect(deprecated, reason = "still in the contract")]
    #[must_use]
    pub fn effective_scale(&self) -> Option<f64> {
        match &self.scale {
            runtime::Patch::Absent => Some(1.0),
            runtime::Patch::Null => None,
            runtime::Patch::Value(value) => Some(*value),
        }
    }
}

static ORDER_PARTS: decode::Property<decode::List<decode::Named<Part>>> = decode::Property::new(
    "parts",
    "Order.parts",
    decode::List::new("Order.parts", decode::Named::new()).min_items(1).max_items(3),
);
static ORDER_GIFT: decode::Property<decode::Named<Gift>> = decode::Property::optional(
    "gift",
    "Order.gift",
    decode::Named::new(),
);
static ORDER_CARD: decode::Property<decode::Text> = decode::Property::optional(
    "card",
    "Order.card",
    decode::Text::new("Order.card"),
);
static ORDER_PRICE: decode::Property<decode::Number> = decode::Property::optional(
    "price",
    "Order.price",
    decode::Number::new("Order.price").minimum(-1.5).maximum(99.5),
);
static ORDER_SCALE: decode::Property<decode::Nullable<decode::Number>> = decode::Property::optional(
    "scale",
    "Order.scale",
    decode::Nullable(decode::Number::new("Order.scale")),
);
static ORDER_MARGINS: decode::Property<decode::List<decode::Number>> = decode::Property::optional(
    "margins",
    "Order.margins",
    decode::List::new(
        "Order.margins",
        decode::Number::new("Order.margins.items").minimum(0.5),
    ),
);
static ORDER_WEIGHT: decode::Property<decode::Number> = decode::Property::optional(
    "weight",
    "Order.weight",
    decode::Number::new("Order.weight"),
);
static ORDER_MACHINE: decode::Property<decode::Dictionary<decode::Any>> = decode::Property::optional(
    "machine",
    "Order.machine",
    decode::Dictionary::new("Order.machine", decode::Any),
);
static ORDER_PICKUP: decode::Property<decode::Nullable<decode::Named<OrderPickup>>> = decode::Property::optional(
    "pickup",
    "Order.pickup",
    decode::Nullable(decode::Named::new()),
);
static ORDER_PAPER: decode::Property<decode::Named<OrderPaper>> = decode::Property::optional(
    "paper",
    "Order.paper",
    decode::Named::new(),
);
static ORDER_RULES: &[runtime::rule::Rule] = &[
    runtime::rule::Rule {
        clause: "Order.rules",
        id: "red-gift-has-card",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("gift"),
                runtime::rule::Segment::Property("colour"),
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("red")),
        },
        unless: Some(runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("parts"),
                runtime::rule::Segment::AnyItem,
            ],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Text("cover")),
        }),
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("card")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: A gift that is wrapped in red has a card, unless its cover is copied.",
    },
    runtime::rule::Rule {
        clause: "Order.rules",
        id: "chapter-has-price",
        when: runtime::rule::Condition {
            path: &[
                runtime::rule::Segment::Property("parts"),
                runtime::rule::Segment::AnyItem,
                runtime::rule::Segment::Property("chapter"),
            ],
            test: runtime::rule::Test::Given(true),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("price")],
            test: runtime::rule::Test::Given(true),
        },
        message: "breaks a rule: Whoever copies a chapter, or something with it, says the price.",
    },
    runtime::rule::Rule {
        clause: "Order.rules",
        id: "pickup-of-a-gift",
        when: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("gift")],
            test: runtime::rule::Test::Equals(runtime::rule::Literal::Boolean(true)),
        },
        unless: None,
        requires: runtime::rule::Condition {
            path: &[runtime::rule::Segment::Property("pickup")],
            test: runtime::rule::Test::NonEmpty,
        },
        message: "breaks a rule: A plain gift is fetched.",
    },
];

impl<'de> serde::Deserialize<'de> for Order {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Order {
    const CLAUSE: &'static str = "Order";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ORDER_PARTS.validate(&self.parts, at, found);
        ORDER_GIFT.validate_given(&self.gift, at, found);
        ORDER_CARD.validate_given(&self.card, at, found);
        ORDER_PRICE.validate_given(&self.price, at, found);
        #[expect(deprecated, reason = "still in the contract")]
        ORDER_SCALE.validate_patch(&self.scale, at, found);
        ORDER_MARGINS.validate_given(&self.margins, at, found);
        ORDER_WEIGHT.validate_given(&self.weight, at, found);
        ORDER_MACHINE.validate_given(&self.machine, at, found);
        #[expect(deprecated, reason = "still in the contract")]
        ORDER_PICKUP.validate_patch(&self.pickup, at, found);
        ORDER_PAPER.validate_given(&self.paper, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &[
                "parts",
                "gift",
                "card",
                "price",
                "scale",
                "margins",
                "weight",
                "machine",
                "pickup",
                "paper",
            ],
            "Order",
            at,
            found,
        );
        runtime::rule::judge(ORDER_RULES, self, at, found);
    }
}

impl decode::Object for Order {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut parts_slot = decode::Slot::Missing;
        let mut gift_slot = decode::Slot::Missing;
        let mut card_slot = decode::Slot::Missing;
        let mut price_slot = decode::Slot::Missing;
        let mut scale_slot = decode::Slot::Missing;
        let mut margins_slot = decode::Slot::Missing;
        let mut weight_slot = decode::Slot::Missing;
        let mut machine_slot = decode::Slot::Missing;
        let mut pickup_slot = decode::Slot::Missing;
        let mut paper_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "parts" => {
                    ORDER_PARTS.read(&mut members, &mut parts_slot, at, found)?;
                }
                "gift" => {
                    ORDER_GIFT.read(&mut members, &mut gift_slot, at, found)?;
                }
                "card" => {
                    ORDER_CARD.read(&mut members, &mut card_slot, at, found)?;
                }
                "price" => {
                    ORDER_PRICE.read(&mut members, &mut price_slot, at, found)?;
                }
                "scale" => {
                    ORDER_SCALE.read(&mut members, &mut scale_slot, at, found)?;
                }
                "margins" => {
                    ORDER_MARGINS.read(&mut members, &mut margins_slot, at, found)?;
                }
                "weight" => {
                    ORDER_WEIGHT.read(&mut members, &mut weight_slot, at, found)?;
                }
                "machine" => {
                    ORDER_MACHINE.read(&mut members, &mut machine_slot, at, found)?;
                }
                "pickup" => {
                    ORDER_PICKUP.read(&mut members, &mut pickup_slot, at, found)?;
                }
                "paper" => {
                    ORDER_PAPER.read(&mut members, &mut paper_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ORDER_PARTS.require(&parts_slot, at, found);
        runtime::rule::judge_members(
            ORDER_RULES,
            |name| match name {
                "parts" => parts_slot.view(runtime::rule::Look::look),
                "gift" => gift_slot.view(runtime::rule::Look::look),
                "card" => card_slot.view(runtime::rule::Look::look),
                "price" => price_slot.view(runtime::rule::Look::look),
                "pickup" => pickup_slot.view(runtime::rule::Look::look),
                _ => runtime::rule::View::Absent,
            },
            at,
            found,
        );
        let Some(parts) = parts_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                parts,
                gift: gift_slot.value(),
                card: card_slot.value(),
                price: price_slot.value(),
                #[expect(deprecated, reason = "still in the contract")]
                scale: scale_slot.patch(),
                margins: margins_slot.value(),
                weight: weight_slot.value(),
                machine: machine_slot.value(),
                #[expect(deprecated, reason = "still in the contract")]
                pickup: pickup_slot.patch(),
                paper: paper_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Order {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "parts" => runtime::rule::Look::look(&self.parts),
            "gift" => runtime::rule::given(&self.gift),
            "card" => runtime::rule::given(&self.card),
            "price" => runtime::rule::given(&self.price),
            #[expect(deprecated, reason = "still in the contract")]
            "pickup" => runtime::rule::Look::look(&self.pickup),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Order {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Order {
    /// A builder with what is required: `parts`.
    pub fn builder(parts: impl IntoIterator<Item = impl Into<Part>>) -> OrderBuilder {
        OrderBuilder(Order {
            parts: parts.into_iter().map(Into::into).collect(),
            gift: None,
            card: None,
            price: None,
            #[expect(deprecated, reason = "still in the contract")]
            scale: runtime::Patch::Absent,
            margins: None,
            weight: None,
            machine: None,
            #[expect(deprecated, reason = "still in the contract")]
            pickup: runtime::Patch::Absent,
            paper: None,
            additional_properties: serde_json::Map::new(),
        })
    }
}

/// Builds a [`Order`] member by member.
///
/// What is not set is left out. `build` judges the whole.
#[derive(Debug, Clone)]
#[must_use = "a builder does nothing until it is built"]
pub struct OrderBuilder(Order);

impl OrderBuilder {
    /// Whether it is wrapped as a gift, and how.
    ///
    /// See [`Order::gift`].
    pub fn gift(mut self, value: impl Into<Gift>) -> Self {
        self.0.gift = Some(value.into());
        self
    }

    /// What is written on the card.
    ///
    /// See [`Order::card`].
    pub fn card(mut self, value: impl Into<String>) -> Self {
        self.0.card = Some(value.into());
        self
    }

    /// What the reader pays.
    ///
    /// At least -1.5 (`Order.price.minimum`). At most 99.5 (`Order.price.maximum`).
    ///
    /// See [`Order::price`].
    pub fn price(mut self, value: impl Into<f64>) -> Self {
        self.0.price = Some(value.into());
        self
    }

    /// How large the copy is.
    ///
    /// See [`Order::scale`].
    #[deprecated(note = "Say `margins`.")]
    #[expect(deprecated, reason = "still in the contract")]
    pub fn scale(mut self, value: impl Into<f64>) -> Self {
        self.0.scale = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `scale` to null.
    #[deprecated(note = "Say `margins`.")]
    #[expect(deprecated, reason = "still in the contract")]
    pub fn clear_scale(mut self) -> Self {
        self.0.scale = runtime::Patch::Null;
        self
    }

    /// How wide they are.
    ///
    /// Each item: At least 0.5 (`Order.margins.items.minimum`).
    ///
    /// See [`Order::margins`].
    pub fn margins(mut self, value: impl IntoIterator<Item = impl Into<f64>>) -> Self {
        self.0.margins = Some(value.into_iter().map(Into::into).collect());
        self
    }

    /// What the copy weighs.
    ///
    /// In grams (`Order.weight.unit`).
    ///
    /// See [`Order::weight`].
    pub fn weight(mut self, value: impl Into<f64>) -> Self {
        self.0.weight = Some(value.into());
        self
    }

    /// What the machine is told, in its own words.
    ///
    /// See [`Order::machine`].
    pub fn machine(
        mut self,
        value: impl IntoIterator<
            Item = (impl Into<String>, impl Into<serde_json::Value>),
        >,
    ) -> Self {
        self.0.machine = Some(
            value.into_iter().map(|(name, value)| (name.into(), value.into())).collect(),
        );
        self
    }

    /// When it is fetched.
    ///
    /// See [`Order::pickup`].
    #[deprecated]
    #[expect(deprecated, reason = "still in the contract")]
    pub fn pickup(mut self, value: impl Into<OrderPickup>) -> Self {
        self.0.pickup = runtime::Patch::Value(value.into());
        self
    }

    /// Sets `pickup` to null.
    #[deprecated]
    #[expect(deprecated, reason = "still in the contract")]
    pub fn clear_pickup(mut self) -> Self {
        self.0.pickup = runtime::Patch::Null;
        self
    }

    /// What it is printed on: by weight, by name or by the shares of a mix.
    ///
    /// See [`Order::paper`].
    pub fn paper(mut self, value: impl Into<OrderPaper>) -> Self {
        self.0.paper = Some(value.into());
        self
    }

    /// Judges what was built.
    ///
    /// # Errors
    /// Every violation.
    pub fn build(self) -> Result<Order, runtime::Violations> {
        decode::validate(&self.0).map(|()| self.0)
    }
}

runtime::json_schema!(
    Order, "Order", include_str!("../schemas/Order.json"), "Part" = Part, "Gift" = Gift
);

/// When it is fetched.
///
/// Either an integer, a string, an array or an object (`Order.pickup.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum OrderPickup {
    /// An hour of this day.
    ///
    /// At least 8 (`Order.pickup.integer.minimum`). At most 18 (`Order.pickup.integer.maximum`).
    Integer(i64),
    /// A string.
    Text(OrderPickupText),
    /// Hours to choose from.
    ///
    /// At most 2 items (`Order.pickup.array.maxItems`).
    List(Vec<i64>),
    /// An object.
    Object(OrderPickupObject),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl OrderPickup {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<i64> for OrderPickup {
    fn from(value: i64) -> Self {
        Self::Integer(value)
    }
}

impl From<OrderPickupText> for OrderPickup {
    fn from(value: OrderPickupText) -> Self {
        Self::Text(value)
    }
}

impl From<Vec<i64>> for OrderPickup {
    fn from(value: Vec<i64>) -> Self {
        Self::List(value)
    }
}

impl From<OrderPickupObject> for OrderPickup {
    fn from(value: OrderPickupObject) -> Self {
        Self::Object(value)
    }
}

static ORDER_PICKUP_INTEGER: decode::Integer = decode::Integer::new(
        "Order.pickup.integer",
    )
    .minimum(8)
    .maximum(18);
static ORDER_PICKUP_TEXT: decode::Named<OrderPickupText> = decode::Named::new();
static ORDER_PICKUP_LIST: decode::List<decode::Integer> = decode::List::new(
        "Order.pickup.array",
        decode::Integer::new("Order.pickup.array.items"),
    )
    .max_items(2);
static ORDER_PICKUP_OBJECT: decode::Named<OrderPickupObject> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for OrderPickup {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderPickup {
    const CLAUSE: &'static str = "Order.pickup";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Integer(value) => {
                decode::Check::validate(&ORDER_PICKUP_INTEGER, value, at, found);
            }
            Self::Text(value) => {
                decode::Check::validate(&ORDER_PICKUP_TEXT, value, at, found);
            }
            Self::List(value) => {
                decode::Check::validate(&ORDER_PICKUP_LIST, value, at, found);
            }
            Self::Object(value) => {
                decode::Check::validate(&ORDER_PICKUP_OBJECT, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for OrderPickup {
    const KINDS: &'static [decode::Kind] = &[
        decode::Kind::Integer,
        decode::Kind::String,
        decode::Kind::Array,
        decode::Kind::Object,
    ];
    const EXPECTED: &'static str = "an integer, a string, an array or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::Integer => {
                    decode::Check::decode(
                            &ORDER_PICKUP_INTEGER,
                            deserializer,
                            at,
                            found,
                        )?
                        .map(Self::Integer)
                }
                decode::Kind::String => {
                    decode::Check::decode(&ORDER_PICKUP_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Array => {
                    decode::Check::decode(&ORDER_PICKUP_LIST, deserializer, at, found)?
                        .map(Self::List)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&ORDER_PICKUP_OBJECT, deserializer, at, found)?
                        .map(Self::Object)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Look for OrderPickup {
    fn look(&self) -> runtime::rule::View<'_> {
        match self {
            Self::Integer(value) => runtime::rule::Look::look(value),
            Self::Text(value) => runtime::rule::Look::look(value),
            Self::List(value) => runtime::rule::Look::look(value),
            Self::Object(value) => runtime::rule::Look::look(value),
            Self::Other(value) => runtime::rule::Look::look(value),
        }
    }
}

impl From<&str> for OrderPickup {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

runtime::json_schema!(
    OrderPickup, "OrderPickup",
    "{\"description\":\"When it is fetched. Deprecated.\",\"oneOf\":[{\"description\":\"An hour of this day.\",\"type\":\"integer\",\"minimum\":8,\"maximum\":18},{\"type\":\"string\",\"enum\":[\"soon\",\"whenever\"]},{\"description\":\"Hours to choose from.\",\"type\":\"array\",\"items\":{\"type\":\"integer\"},\"maxItems\":2},{\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"string\",\"minLength\":1},\"urgent\":{\"$ref\":\"#/$defs/Gift\"}},\"required\":[\"day\"]}],\"deprecated\":true}",
    "Gift" = Gift
);

/// One of the texts of `Order.pickup.string`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum OrderPickupText {
    /// `soon`
    ///
    /// A copy that is fetched soon comes first. (`Order.pickup.string.behaviour.soon`)
    #[serde(rename = "soon")]
    Soon,
    /// `whenever`
    #[serde(rename = "whenever")]
    Whenever,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl OrderPickupText {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Soon => "soon",
            Self::Whenever => "whenever",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for OrderPickupText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for OrderPickupText {
    const VALUES: &'static [&'static str] = &["soon", "whenever"];

    fn from_text(text: &str) -> Self {
        match text {
            "soon" => Self::Soon,
            "whenever" => Self::Whenever,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for OrderPickupText {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderPickupText {
    const CLAUSE: &'static str = "Order.pickup.string";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Order.pickup.string"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Order.pickup.string"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for OrderPickupText {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for OrderPickupText {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    OrderPickupText, "OrderPickupText",
    "{\"type\":\"string\",\"enum\":[\"soon\",\"whenever\"]}"
);

/// The object `Order.pickup.object`.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct OrderPickupObject {
    /// The property `day`.
    ///
    /// At least 1 character (`Order.pickup.object.day.minLength`).
    pub day: String,
    /// Whether it is wrapped as a gift, and how.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub urgent: Option<Gift>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl OrderPickupObject {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static ORDER_PICKUP_OBJECT_DAY: decode::Property<decode::Text> = decode::Property::new(
    "day",
    "Order.pickup.object.day",
    decode::Text::new("Order.pickup.object.day").min_length(1),
);
static ORDER_PICKUP_OBJECT_URGENT: decode::Property<decode::Named<Gift>> = decode::Property::optional(
    "urgent",
    "Order.pickup.object.urgent",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for OrderPickupObject {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderPickupObject {
    const CLAUSE: &'static str = "Order.pickup.object";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ORDER_PICKUP_OBJECT_DAY.validate(&self.day, at, found);
        ORDER_PICKUP_OBJECT_URGENT.validate_given(&self.urgent, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["day", "urgent"],
            "Order.pickup.object",
            at,
            found,
        );
    }
}

impl decode::Object for OrderPickupObject {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut day_slot = decode::Slot::Missing;
        let mut urgent_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "day" => {
                    ORDER_PICKUP_OBJECT_DAY
                        .read(&mut members, &mut day_slot, at, found)?;
                }
                "urgent" => {
                    ORDER_PICKUP_OBJECT_URGENT
                        .read(&mut members, &mut urgent_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ORDER_PICKUP_OBJECT_DAY.require(&day_slot, at, found);
        let Some(day) = day_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                day,
                urgent: urgent_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for OrderPickupObject {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for OrderPickupObject {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl OrderPickupObject {
    /// With `day`, which it needs, and nothing else.
    #[must_use]
    pub fn new(day: impl Into<String>) -> Self {
        OrderPickupObject {
            day: day.into(),
            urgent: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    OrderPickupObject, "OrderPickupObject",
    "{\"type\":\"object\",\"properties\":{\"day\":{\"type\":\"string\",\"minLength\":1},\"urgent\":{\"$ref\":\"#/$defs/Gift\"}},\"required\":[\"day\"]}",
    "Gift" = Gift
);

/// What it is printed on: by weight, by name or by the shares of a mix.
///
/// Either a number, a string or an object (`Order.paper.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum OrderPaper {
    /// A number.
    ///
    /// At least 60.5 (`Order.paper.number.minimum`).
    Number(f64),
    /// A string.
    ///
    /// Matches `^[a-z]+$` (`Order.paper.string.pattern`).
    Text(String),
    /// An object.
    ///
    /// Each value: At most 1 (`Order.paper.object.additionalProperties.maximum`).
    Map(std::collections::BTreeMap<String, f64>),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl OrderPaper {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<f64> for OrderPaper {
    fn from(value: f64) -> Self {
        Self::Number(value)
    }
}

impl From<String> for OrderPaper {
    fn from(value: String) -> Self {
        Self::Text(value)
    }
}

impl From<std::collections::BTreeMap<String, f64>> for OrderPaper {
    fn from(value: std::collections::BTreeMap<String, f64>) -> Self {
        Self::Map(value)
    }
}

static ORDER_PAPER_NUMBER: decode::Number = decode::Number::new("Order.paper.number")
    .minimum(60.5);
static ORDER_PAPER_TEXT: decode::Text = decode::Text::new("Order.paper.string")
    .pattern({
        static PATTERN: runtime::Pattern = runtime::Pattern::new("^[a-z]+$");
        &PATTERN
    });
static ORDER_PAPER_MAP: decode::Dictionary<decode::Number> = decode::Dictionary::new(
    "Order.paper.object",
    decode::Number::new("Order.paper.object.additionalProperties").maximum(1.0),
);

impl<'de> serde::Deserialize<'de> for OrderPaper {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderPaper {
    const CLAUSE: &'static str = "Order.paper";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Number(value) => {
                decode::Check::validate(&ORDER_PAPER_NUMBER, value, at, found);
            }
            Self::Text(value) => {
                decode::Check::validate(&ORDER_PAPER_TEXT, value, at, found);
            }
            Self::Map(value) => {
                decode::Check::validate(&ORDER_PAPER_MAP, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for OrderPaper {
    const KINDS: &'static [decode::Kind] = &[
        decode::Kind::Number,
        decode::Kind::String,
        decode::Kind::Object,
    ];
    const EXPECTED: &'static str = "a number, a string or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::Number => {
                    decode::Check::decode(&ORDER_PAPER_NUMBER, deserializer, at, found)?
                        .map(Self::Number)
                }
                decode::Kind::String => {
                    decode::Check::decode(&ORDER_PAPER_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&ORDER_PAPER_MAP, deserializer, at, found)?
                        .map(Self::Map)
                }
                _ => None,
            },
        )
    }
}

impl From<&str> for OrderPaper {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

runtime::json_schema!(
    OrderPaper, "OrderPaper",
    "{\"description\":\"What it is printed on: by weight, by name or by the shares of a mix.\",\"oneOf\":[{\"type\":\"number\",\"minimum\":60.5},{\"type\":\"string\",\"pattern\":\"^[a-z]+$\"},{\"type\":\"object\",\"additionalProperties\":{\"type\":\"number\",\"maximum\":1.0}}]}"
);

/// Whether it is wrapped as a gift, and how.
///
/// `false` when left out (`Gift.default`).
///
/// `true` wraps it in what is at hand. (`Gift.behaviour.plain`)
///
/// Either a boolean or an object (`Gift.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Gift {
    /// A boolean.
    Boolean(bool),
    /// An object.
    Wrapping(Wrapping),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Gift {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<bool> for Gift {
    fn from(value: bool) -> Self {
        Self::Boolean(value)
    }
}

impl From<Wrapping> for Gift {
    fn from(value: Wrapping) -> Self {
        Self::Wrapping(value)
    }
}

static GIFT_BOOLEAN: decode::Boolean = decode::Boolean::new("Gift.boolean");
static GIFT_WRAPPING: decode::Named<Wrapping> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Gift {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Gift {
    const CLAUSE: &'static str = "Gift";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Boolean(value) => {
                decode::Check::validate(&GIFT_BOOLEAN, value, at, found);
            }
            Self::Wrapping(value) => {
                decode::Check::validate(&GIFT_WRAPPING, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Gift {
    const KINDS: &'static [decode::Kind] = &[
        decode::Kind::Boolean,
        decode::Kind::Object,
    ];
    const EXPECTED: &'static str = "a boolean or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::Boolean => {
                    decode::Check::decode(&GIFT_BOOLEAN, deserializer, at, found)?
                        .map(Self::Boolean)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&GIFT_WRAPPING, deserializer, at, found)?
                        .map(Self::Wrapping)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Look for Gift {
    fn look(&self) -> runtime::rule::View<'_> {
        match self {
            Self::Boolean(value) => runtime::rule::Look::look(value),
            Self::Wrapping(value) => runtime::rule::Look::look(value),
            Self::Other(value) => runtime::rule::Look::look(value),
        }
    }
}

runtime::json_schema!(
    Gift, "Gift", include_str!("../schemas/Gift.json"), "Wrapping" = Wrapping
);

/// How a gift is wrapped.
///
/// No other properties (`Wrapping.additionalProperties`).
///
/// Plain `serde` drops other properties when it reads.
///
/// Red paper comes with a bow. (`Wrapping.effects.red-has-bow`)
///
/// A silent team has nothing wrapped. Refused with the error `gift-forbidden`
/// (`Wrapping.refusals.no-gifts-for-the-quiet`).
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Wrapping {
    /// The colour of the paper.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<WrappingColour>,
    /// Whether it has a bow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bow: Option<bool>,
}

impl Wrapping {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static WRAPPING_COLOUR: decode::Property<decode::Named<WrappingColour>> = decode::Property::optional(
    "colour",
    "Wrapping.colour",
    decode::Named::new(),
);
static WRAPPING_BOW: decode::Property<decode::Boolean> = decode::Property::optional(
    "bow",
    "Wrapping.bow",
    decode::Boolean::new("Wrapping.bow"),
);

impl<'de> serde::Deserialize<'de> for Wrapping {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Wrapping {
    const CLAUSE: &'static str = "Wrapping";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        WRAPPING_COLOUR.validate_given(&self.colour, at, found);
        WRAPPING_BOW.validate_given(&self.bow, at, found);
    }
}

impl decode::Object for Wrapping {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut colour_slot = decode::Slot::Missing;
        let mut bow_slot = decode::Slot::Missing;
        let mut others = decode::Unknown::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "colour" => {
                    WRAPPING_COLOUR.read(&mut members, &mut colour_slot, at, found)?;
                }
                "bow" => {
                    WRAPPING_BOW.read(&mut members, &mut bow_slot, at, found)?;
                }
                _ => {
                    others.note(name.as_str(), &mut members, "Wrapping", at, found)?;
                }
            }
        }
        Ok(
            Some(Self {
                colour: colour_slot.value(),
                bow: bow_slot.value(),
            }),
        )
    }
}

impl runtime::rule::Members for Wrapping {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "colour" => runtime::rule::given(&self.colour),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        self.colour.is_none() && self.bow.is_none()
    }
}

impl runtime::rule::Look for Wrapping {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(Wrapping, "Wrapping", include_str!("../schemas/Wrapping.json"));

/// The colour of the paper.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum WrappingColour {
    /// `red`
    #[serde(rename = "red")]
    Red,
    /// `blue`
    #[serde(rename = "blue")]
    Blue,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl WrappingColour {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Red => "red",
            Self::Blue => "blue",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for WrappingColour {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for WrappingColour {
    const VALUES: &'static [&'static str] = &["red", "blue"];

    fn from_text(text: &str) -> Self {
        match text {
            "red" => Self::Red,
            "blue" => Self::Blue,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for WrappingColour {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for WrappingColour {
    const CLAUSE: &'static str = "Wrapping.colour";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Wrapping.colour"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Wrapping.colour"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for WrappingColour {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for WrappingColour {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    WrappingColour, "WrappingColour",
    "{\"description\":\"The colour of the paper.\",\"type\":\"string\",\"enum\":[\"red\",\"blue\"]}"
);

/// A part of a book: its name, or an object that says more.
///
/// Either a string or an object (`Part.type`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(untagged)]
pub enum Part {
    /// A string.
    Text(PartText),
    /// An object.
    PartObject(PartObject),
    /// A value of a type that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl Part {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

impl From<PartText> for Part {
    fn from(value: PartText) -> Self {
        Self::Text(value)
    }
}

impl From<PartObject> for Part {
    fn from(value: PartObject) -> Self {
        Self::PartObject(value)
    }
}

static PART_TEXT: decode::Named<PartText> = decode::Named::new();
static PART_PART_OBJECT: decode::Named<PartObject> = decode::Named::new();

impl<'de> serde::Deserialize<'de> for Part {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Part {
    const CLAUSE: &'static str = "Part";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::one_of(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Text(value) => {
                decode::Check::validate(&PART_TEXT, value, at, found);
            }
            Self::PartObject(value) => {
                decode::Check::validate(&PART_PART_OBJECT, value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::OneOf for Part {
    const KINDS: &'static [decode::Kind] = &[decode::Kind::String, decode::Kind::Object];
    const EXPECTED: &'static str = "a string or an object";

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_alternative<'de, D: serde::Deserializer<'de>>(
        kind: decode::Kind,
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        Ok(
            match kind {
                decode::Kind::String => {
                    decode::Check::decode(&PART_TEXT, deserializer, at, found)?
                        .map(Self::Text)
                }
                decode::Kind::Object => {
                    decode::Check::decode(&PART_PART_OBJECT, deserializer, at, found)?
                        .map(Self::PartObject)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Look for Part {
    fn look(&self) -> runtime::rule::View<'_> {
        match self {
            Self::Text(value) => runtime::rule::Look::look(value),
            Self::PartObject(value) => runtime::rule::Look::look(value),
            Self::Other(value) => runtime::rule::Look::look(value),
        }
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Self {
        Self::Text(text.into())
    }
}

runtime::json_schema!(
    Part, "Part", include_str!("../schemas/Part.json"), "PartObject" = PartObject
);

/// One of the texts of `Part.string`.
///
/// The contract does not say whether `"pages"`, `"chapter"` are taken (gap `plain-parts`).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum PartText {
    /// `cover`
    #[serde(rename = "cover")]
    Cover,
    /// `index`
    #[serde(rename = "index")]
    Index,
    /// `pages`
    #[serde(rename = "pages")]
    Pages,
    /// `chapter`
    #[serde(rename = "chapter")]
    Chapter,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl PartText {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Cover => "cover",
            Self::Index => "index",
            Self::Pages => "pages",
            Self::Chapter => "chapter",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for PartText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for PartText {
    const VALUES: &'static [&'static str] = &["cover", "index", "pages", "chapter"];

    fn from_text(text: &str) -> Self {
        match text {
            "cover" => Self::Cover,
            "index" => Self::Index,
            "pages" => Self::Pages,
            "chapter" => Self::Chapter,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for PartText {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PartText {
    const CLAUSE: &'static str = "Part.string";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("Part.string"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("Part.string"),
            self,
            at,
            found,
        );
    }
}

impl runtime::rule::Look for PartText {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Text(self.as_str())
    }
}

impl From<&str> for PartText {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    PartText, "PartText",
    "{\"type\":\"string\",\"enum\":[\"cover\",\"index\",\"pages\",\"chapter\"]}"
);

/// A part of a book, with what is to be known of it.
///
/// Parts are copied in their order. (`PartObject.behaviour.order`)
#[derive(Debug, Clone, PartialEq)]
pub enum PartObject {
    /// `kind` is `cover`.
    Cover(PlainPart),
    /// `kind` is `index`.
    ///
    /// The index is copied last. (`PartObject.behaviour.index`)
    Index(PlainPart),
    /// `kind` is `pages`.
    Pages(Pages),
    /// `kind` is `chapter`.
    Chapter(Chapter),
    /// An object that the contract does not list; judging reports it.
    Other(serde_json::Value),
}

impl PartObject {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The value of `kind`; empty when there is none.
    #[must_use]
    pub fn discriminator(&self) -> &str {
        match self {
            Self::Cover(_) => "cover",
            Self::Index(_) => "index",
            Self::Pages(_) => "pages",
            Self::Chapter(_) => "chapter",
            Self::Other(value) => {
                value.get("kind").and_then(serde_json::Value::as_str).unwrap_or_default()
            }
        }
    }
}

impl serde::Serialize for PartObject {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Cover(variant) => decode::tagged("kind", "cover", variant, serializer),
            Self::Index(variant) => decode::tagged("kind", "index", variant, serializer),
            Self::Pages(variant) => variant.serialize(serializer),
            Self::Chapter(variant) => variant.serialize(serializer),
            Self::Other(value) => value.serialize(serializer),
        }
    }
}

impl<'de> serde::Deserialize<'de> for PartObject {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PartObject {
    const CLAUSE: &'static str = "PartObject";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::union(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        match self {
            Self::Cover(value) => {
                <PlainPart as decode::Model>::validate_at(value, at, found);
            }
            Self::Index(value) => {
                <PlainPart as decode::Model>::validate_at(value, at, found);
            }
            Self::Pages(value) => {
                <Pages as decode::Model>::validate_at(value, at, found);
            }
            Self::Chapter(value) => {
                <Chapter as decode::Model>::validate_at(value, at, found);
            }
            Self::Other(value) => {
                decode::other::<Self>(value, at, found);
            }
        }
    }
}

impl decode::Union for PartObject {
    const DISCRIMINATOR: &'static str = "kind";
    const VARIANTS: &'static [&'static str] = &["cover", "index", "pages", "chapter"];

    fn other(value: serde_json::Value) -> Self {
        Self::Other(value)
    }

    fn decode_variant<'de, A: serde::de::MapAccess<'de>>(
        value: &str,
        members: decode::Members<'_, 'de, A>,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        Ok(
            match value {
                "cover" => {
                    <PlainPart as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Cover)
                }
                "index" => {
                    <PlainPart as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Index)
                }
                "pages" => {
                    <Pages as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Pages)
                }
                "chapter" => {
                    <Chapter as decode::Object>::decode_members(members, at, found)?
                        .map(Self::Chapter)
                }
                _ => None,
            },
        )
    }
}

impl runtime::rule::Members for PartObject {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "kind" => runtime::rule::View::Text(self.discriminator()),
            _ => {
                match self {
                    Self::Cover(value) => runtime::rule::Members::member(value, name),
                    Self::Index(value) => runtime::rule::Members::member(value, name),
                    Self::Pages(value) => runtime::rule::Members::member(value, name),
                    Self::Chapter(value) => runtime::rule::Members::member(value, name),
                    Self::Other(value) => runtime::rule::Members::member(value, name),
                }
            }
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for PartObject {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl From<Pages> for PartObject {
    fn from(value: Pages) -> Self {
        Self::Pages(value)
    }
}

impl From<Chapter> for PartObject {
    fn from(value: Chapter) -> Self {
        Self::Chapter(value)
    }
}

runtime::json_schema!(
    PartObject, "PartObject", include_str!("../schemas/PartObject.json"), "PlainPart" =
    PlainPart, "Pages" = Pages, "Chapter" = Chapter
);

/// A part that needs no more words.
///
/// Written alone it has no `kind`; as a part of `PartObject` it has.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct PlainPart {
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl PlainPart {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static PLAIN_PART_KIND: decode::Property<decode::Tag> = decode::Property::optional(
    "kind",
    "PlainPart.kind",
    decode::Tag::new("PlainPart.kind", &["cover", "index"]),
);

impl<'de> serde::Deserialize<'de> for PlainPart {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for PlainPart {
    const CLAUSE: &'static str = "PlainPart";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::unlisted_names(
            &self.additional_properties,
            &["kind"],
            "PlainPart",
            at,
            found,
        );
    }
}

impl decode::Object for PlainPart {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    PLAIN_PART_KIND.read(&mut members, &mut tag, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PLAIN_PART_KIND.require(&tag, at, found);
        Ok(Some(Self { additional_properties }))
    }
}

impl runtime::rule::Members for PlainPart {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for PlainPart {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

runtime::json_schema!(PlainPart, "PlainPart", include_str!("../schemas/PlainPart.json"));

/// Some pages.
///
/// The book has fewer pages. Refused with the error `no-copy-left`
/// (`Pages.refusals.pages-out-of-the-book`).
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename = "pages")]
pub struct Pages {
    /// The first one.
    ///
    /// At least 1 (`Pages.first.minimum`).
    pub first: i64,
    /// Parts that are bound with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Vec<Part>>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Pages {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static PAGES_KIND: decode::Property<decode::Tag> = decode::Property::new(
    "kind",
    "Pages.kind",
    decode::Tag::new("Pages.kind", &["pages"]),
);
static PAGES_FIRST: decode::Property<decode::Integer> = decode::Property::new(
    "first",
    "Pages.first",
    decode::Integer::new("Pages.first").minimum(1),
);
static PAGES_WITH: decode::Property<decode::List<decode::Named<Part>>> = decode::Property::optional(
    "with",
    "Pages.with",
    decode::List::new("Pages.with", decode::Named::new()),
);

impl<'de> serde::Deserialize<'de> for Pages {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Pages {
    const CLAUSE: &'static str = "Pages";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        PAGES_FIRST.validate(&self.first, at, found);
        PAGES_WITH.validate_given(&self.with, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["kind", "first", "with"],
            "Pages",
            at,
            found,
        );
    }
}

impl decode::Object for Pages {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut first_slot = decode::Slot::Missing;
        let mut with_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    PAGES_KIND.read(&mut members, &mut tag, at, found)?;
                }
                "first" => {
                    PAGES_FIRST.read(&mut members, &mut first_slot, at, found)?;
                }
                "with" => {
                    PAGES_WITH.read(&mut members, &mut with_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        PAGES_KIND.require(&tag, at, found);
        PAGES_FIRST.require(&first_slot, at, found);
        let Some(first) = first_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                first,
                with: with_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Pages {
    fn member(&self, _: &str) -> runtime::rule::View<'_> {
        runtime::rule::View::Absent
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Pages {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Pages {
    /// With `first`, which it needs, and nothing else.
    #[must_use]
    pub fn new(first: i64) -> Self {
        Pages {
            first,
            with: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    Pages, "Pages", include_str!("../schemas/Pages.json"), "Part" = Part
);

/// A chapter.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
#[serde(tag = "kind", rename = "chapter")]
pub struct Chapter {
    /// Its number; there are chapters between chapters.
    pub chapter: f64,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl Chapter {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static CHAPTER_KIND: decode::Property<decode::Tag> = decode::Property::new(
    "kind",
    "Chapter.kind",
    decode::Tag::new("Chapter.kind", &["chapter"]),
);
static CHAPTER_CHAPTER: decode::Property<decode::Number> = decode::Property::new(
    "chapter",
    "Chapter.chapter",
    decode::Number::new("Chapter.chapter"),
);

impl<'de> serde::Deserialize<'de> for Chapter {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for Chapter {
    const CLAUSE: &'static str = "Chapter";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        CHAPTER_CHAPTER.validate(&self.chapter, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["kind", "chapter"],
            "Chapter",
            at,
            found,
        );
    }
}

impl decode::Object for Chapter {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut tag = decode::Slot::Missing;
        let mut chapter_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "kind" => {
                    CHAPTER_KIND.read(&mut members, &mut tag, at, found)?;
                }
                "chapter" => {
                    CHAPTER_CHAPTER.read(&mut members, &mut chapter_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        CHAPTER_KIND.require(&tag, at, found);
        CHAPTER_CHAPTER.require(&chapter_slot, at, found);
        let Some(chapter) = chapter_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                chapter,
                additional_properties,
            }),
        )
    }
}

impl runtime::rule::Members for Chapter {
    fn member(&self, name: &str) -> runtime::rule::View<'_> {
        match name {
            "chapter" => runtime::rule::Look::look(&self.chapter),
            _ => runtime::rule::View::Absent,
        }
    }

    fn is_empty(&self) -> bool {
        false
    }
}

impl runtime::rule::Look for Chapter {
    fn look(&self) -> runtime::rule::View<'_> {
        runtime::rule::View::Object(self)
    }
}

impl Chapter {
    /// With `chapter`, which it needs, and nothing else.
    #[must_use]
    pub fn new(chapter: impl Into<f64>) -> Self {
        Chapter {
            chapter: chapter.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(Chapter, "Chapter", include_str!("../schemas/Chapter.json"));

/// What became of an order.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct OrderAnswer {
    /// How it stands.
    ///
    /// The reader is told. (`OrderAnswer.state.behaviour.told`)
    pub state: OrderAnswerState,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl OrderAnswer {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static ORDER_ANSWER_STATE: decode::Property<decode::Named<OrderAnswerState>> = decode::Property::new(
    "state",
    "OrderAnswer.state",
    decode::Named::new(),
);

impl<'de> serde::Deserialize<'de> for OrderAnswer {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderAnswer {
    const CLAUSE: &'static str = "OrderAnswer";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ORDER_ANSWER_STATE.validate(&self.state, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["state"],
            "OrderAnswer",
            at,
            found,
        );
    }
}

impl decode::Object for OrderAnswer {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut state_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "state" => {
                    ORDER_ANSWER_STATE.read(&mut members, &mut state_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ORDER_ANSWER_STATE.require(&state_slot, at, found);
        let Some(state) = state_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                state,
                additional_properties,
            }),
        )
    }
}

impl OrderAnswer {
    /// With `state`, which it needs, and nothing else.
    #[must_use]
    pub fn new(state: impl Into<OrderAnswerState>) -> Self {
        OrderAnswer {
            state: state.into(),
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    OrderAnswer, "OrderAnswer", include_str!("../schemas/OrderAnswer.json")
);

/// How it stands.
///
/// The reader is told. (`OrderAnswer.state.behaviour.told`)
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
pub enum OrderAnswerState {
    /// `taken`
    #[serde(rename = "taken")]
    Taken,
    /// `queued`
    ///
    /// The order waits for paper. (`OrderAnswer.state.behaviour.queued`)
    #[serde(rename = "queued")]
    Queued,
    /// A text that the contract does not list; judging reports it.
    #[serde(untagged)]
    Other(String),
}

impl OrderAnswerState {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Taken => "taken",
            Self::Queued => "queued",
            Self::Other(text) => text,
        }
    }
}

impl std::fmt::Display for OrderAnswerState {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}

impl decode::Choices for OrderAnswerState {
    const VALUES: &'static [&'static str] = &["taken", "queued"];

    fn from_text(text: &str) -> Self {
        match text {
            "taken" => Self::Taken,
            "queued" => Self::Queued,
            other => Self::Other(other.to_owned()),
        }
    }

    fn as_str(&self) -> &str {
        self.as_str()
    }
}

impl<'de> serde::Deserialize<'de> for OrderAnswerState {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderAnswerState {
    const CLAUSE: &'static str = "OrderAnswer.state";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::Check::decode(
            &decode::Choice::<Self>::new("OrderAnswer.state"),
            deserializer,
            at,
            found,
        )
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        decode::Check::validate(
            &decode::Choice::<Self>::new("OrderAnswer.state"),
            self,
            at,
            found,
        );
    }
}

impl From<&str> for OrderAnswerState {
    fn from(text: &str) -> Self {
        decode::Choices::from_text(text)
    }
}

runtime::json_schema!(
    OrderAnswerState, "OrderAnswerState",
    "{\"description\":\"How it stands.\",\"type\":\"string\",\"enum\":[\"taken\",\"queued\"]}"
);

/// Why there is no copy; the machine's own words.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct OrderFailure {
    /// What the machine says.
    pub error: String,
    /// What the machine calls it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// The members that the contract does not list, as they came. They are written beside
    /// the others, whose names they must not have.
    #[serde(flatten)]
    pub additional_properties: serde_json::Map<String, serde_json::Value>,
}

impl OrderFailure {
    /// Reads and judges JSON text.
    ///
    /// # Errors
    /// When it cannot be read as JSON, or with every violation, up to a thousand.
    pub fn parse(json: &[u8]) -> Result<Self, runtime::ParseError> {
        decode::parse(json)
    }

    /// Reads and judges a JSON value.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn check(value: &serde_json::Value) -> Result<Self, runtime::Violations> {
        decode::check(value)
    }

    /// Judges a value that was built in Rust, or read by plain `serde`.
    ///
    /// # Errors
    /// Every violation, up to a thousand.
    pub fn validate(&self) -> Result<(), runtime::Violations> {
        decode::validate(self)
    }
}

static ORDER_FAILURE_ERROR: decode::Property<decode::Text> = decode::Property::new(
    "error",
    "OrderFailure.error",
    decode::Text::new("OrderFailure.error"),
);
static ORDER_FAILURE_CODE: decode::Property<decode::Text> = decode::Property::optional(
    "code",
    "OrderFailure.code",
    decode::Text::new("OrderFailure.code"),
);

impl<'de> serde::Deserialize<'de> for OrderFailure {
    fn deserialize<D: serde::Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Self, D::Error> {
        decode::read(deserializer)
    }
}

impl decode::Model for OrderFailure {
    const CLAUSE: &'static str = "OrderFailure";

    fn decode<'de, D: serde::Deserializer<'de>>(
        deserializer: D,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, D::Error> {
        decode::object(deserializer, at, found)
    }

    fn validate_at(&self, at: &decode::At<'_>, found: &mut decode::Found) {
        ORDER_FAILURE_ERROR.validate(&self.error, at, found);
        ORDER_FAILURE_CODE.validate_given(&self.code, at, found);
        decode::unlisted_names(
            &self.additional_properties,
            &["error", "code"],
            "OrderFailure",
            at,
            found,
        );
    }
}

impl decode::Object for OrderFailure {
    fn decode_members<'de, A: serde::de::MapAccess<'de>>(
        mut members: A,
        at: &decode::At<'_>,
        found: &mut decode::Found,
    ) -> Result<Option<Self>, A::Error> {
        let mut error_slot = decode::Slot::Missing;
        let mut code_slot = decode::Slot::Missing;
        let mut additional_properties = serde_json::Map::new();
        while let Some(name) = members.next_key::<decode::Name<'de>>()? {
            match name.as_str() {
                "error" => {
                    ORDER_FAILURE_ERROR.read(&mut members, &mut error_slot, at, found)?;
                }
                "code" => {
                    ORDER_FAILURE_CODE.read(&mut members, &mut code_slot, at, found)?;
                }
                _ => {
                    decode::keep(name, &mut members, &mut additional_properties, at)?;
                }
            }
        }
        ORDER_FAILURE_ERROR.require(&error_slot, at, found);
        let Some(error) = error_slot.value() else { return Ok(None) };
        Ok(
            Some(Self {
                error,
                code: code_slot.value(),
                additional_properties,
            }),
        )
    }
}

impl OrderFailure {
    /// With `error`, which it needs, and nothing else.
    #[must_use]
    pub fn new(error: impl Into<String>) -> Self {
        OrderFailure {
            error: error.into(),
            code: None,
            additional_properties: serde_json::Map::new(),
        }
    }
}

runtime::json_schema!(
    OrderFailure, "OrderFailure", include_str!("../schemas/OrderFailure.json")
);

//! Finds every place in a request body where a value can stand, and makes the body around a value.
//!
//! The first place of a schema gets every wrong value. A further place gets `null`, the values that libraries usually
//! convert, and one wrong value for each clause. In a list, that one value is sent as the first and as the last item.
//! A place deep in the body of a further operation gets only one wrong value for each clause, and no valid values.
//! [`Spread`] says to which places a wrong value is sent.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};
use webdata_spec::Step;
use webdata_spec::model::{ClauseId, Keyword, Object, Schema, Shape, Union};

use super::json_values::{members, with_tag};
use super::samples::{Extent, Samples, constrains_items, minimum_items};
use crate::case::Surroundings;
use crate::interpreter::limits::broken;

/// A place in a request body.
#[derive(Clone)]
pub(crate) struct BodyPlace<'s> {
    /// The path to the place, in the terms of JSON Schema, such as `tracks.items.live.takes.items`.
    pub(crate) name: String,
    /// The schema of the value, with references resolved.
    pub(crate) schema: &'s Schema,
    /// The schema of the property that leads to the place, with the property's own clause. It equals `schema`
    /// unless the property is a reference.
    pub(crate) property: &'s Schema,
    /// Whether the property is required; `None` if the place is not a property.
    pub(crate) required: Option<bool>,
    /// The discriminator, if the place is a variant of a union.
    pub(crate) discriminator: Option<&'s str>,
    /// Whether the place is one of several alternatives that differ in their JSON type. The choice between
    /// them has a clause for the type.
    pub(crate) is_alternative: bool,
    /// Whether no place before this one, of this operation or of another, has the schema.
    pub(crate) is_first: bool,
    /// Whether an operation before this one has the schema, and the place is deep in the body.
    pub(crate) is_repeated: bool,
    /// The error with which a server responds to a broken clause at this place, if the contract names one.
    pub(crate) error: Option<&'s str>,
    /// The place as a JSON Pointer (RFC 6901) into the body of `Position::Only`.
    pub(crate) pointer: String,
    /// The name of the place of the object that has the value, as a property or in it; `None` outside of objects.
    pub(crate) holder: Option<String>,
    frames: Vec<Frame>,
}

/// One step from a value to the value around it.
#[derive(Clone)]
enum Frame {
    /// The value is a property of this object.
    Member {
        name: String,
        beside: Map<String, Value>,
        /// Every other property that may stand next to the value.
        siblings: Rc<Map<String, Value>>,
        /// The same in a crowd: flags have their other value, and another one of several exclusive properties is there.
        crowd: Rc<Map<String, Value>>,
        /// Another property, for objects that would have too few without this one.
        spare: Option<(String, Value)>,
    },
    /// The value is an item of a list, perhaps next to a valid item and to items that the list requires. `kinds` has
    /// an item of each variant, with its discriminator, and `list` only the constraints of the list.
    Item { good: Value, kinds: Vec<(String, Value)>, beside: Vec<Value>, list: Box<Schema> },
    /// The value is an item of a tuple, between these items.
    TupleItem { before: Vec<Value>, after: Vec<Value> },
    /// The value is an entry of a map, perhaps next to a valid entry.
    Entry { good: Value, names: [String; 2] },
    /// The value is a variant of a union, to which the discriminator is added.
    Variant { discriminator: String, tag: String },
}

/// The position of a value in every list and map around it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Position {
    /// The value is the only item.
    Only,
    /// A valid item follows.
    First,
    /// Valid items precede, so that the list has [`MANY`] items; only one precedes if the list constrains its items.
    Last,
    /// Items of another variant and of its own follow. In a list without variants, the value is the only item, because a
    /// server may reject similar items.
    AmongVariants,
}

/// The maximum number of properties on the path to a place that is not deep in a body.
const MAX_DEPTH: usize = 1;

/// The number that makes an item beside a value different from other samples.
const NEIGHBOUR: usize = 900;

/// The number of items in lists with an invalid last item, unless fewer are allowed.
const MANY: usize = 10;

/// The places and positions to which a wrong value is sent.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spread {
    /// To the first place of a schema, alone in each list and map.
    FirstPlace,
    /// To every place, alone in each list and map.
    EveryPlace,
    /// To every place. In a list or map, the value is the first and the last of several items. At the first place of
    /// its schema, the value is also sent as the only item.
    EveryItem,
    /// To every place, as [`Spread::EveryItem`]. No other value breaks the clause.
    OnlyValue,
}

impl Spread {
    /// Returns whether a value is the first that breaks its clause.
    pub(crate) const fn is_first_value(self) -> bool {
        matches!(self, Self::EveryItem | Self::OnlyValue)
    }

    /// Returns the spread of a wrong value, by its index among the values that break the same clause, and by whether
    /// libraries usually accept it.
    pub(crate) fn new(index: usize, is_usual: bool) -> Self {
        match (index, is_usual) {
            (0, _) => Self::EveryItem,
            (_, true) => Self::EveryPlace,
            (_, false) => Self::FirstPlace,
        }
    }
}

impl<'s> BodyPlace<'s> {
    /// Returns the whole body with a value at this place, and no more around it than required.
    pub(crate) fn body(&self, value: &Value, position: Position) -> Value {
        self.body_around(value, position, None)
    }

    /// Returns the whole body with a value at this place.
    pub(crate) fn body_around(
        &self,
        value: &Value,
        position: Position,
        around: Option<Surroundings>,
    ) -> Value {
        let holder = self.frames.iter().rposition(|frame| matches!(frame, Frame::Member { .. }));
        let frames = self.frames.iter().enumerate().rev();
        frames.fold(value.clone(), |value, (depth, frame)| match frame {
            Frame::Member { name, beside, siblings, crowd, spare } => {
                let mut object = beside.clone();
                // A lenient server reads null or an empty string as absent. Even then, the body must break no
                // second clause.
                let may_be_absent = value.is_null() || value.as_str() == Some("");
                object.extend(spare.clone().filter(|_| may_be_absent));
                object.shift_remove(name);
                let copies = |others: &Map<String, Value>| others.clone().into_iter();
                match around {
                    Some(Surroundings::Siblings) if Some(depth) == holder => {
                        object.insert(name.clone(), value);
                        object.extend(copies(siblings));
                    }
                    Some(Surroundings::Crowd) => {
                        object.retain(|name, _| crowd.contains_key(name));
                        object.extend(copies(crowd));
                        object.insert(name.clone(), value);
                    }
                    Some(Surroundings::Siblings) | None => {
                        object.insert(name.clone(), value);
                    }
                }
                object.into()
            }
            Frame::Item { good, kinds, beside, list } => {
                let is_crowd = around == Some(Surroundings::Crowd);
                let kinds = kinds.iter().filter(|_| is_crowd);
                let (own, others): (Vec<_>, Vec<_>) = kinds.partition(|(discriminator, kind)| {
                    kind.get(discriminator) == value.get(discriminator)
                });
                let good = others.first().map_or(good, |(_, kind)| kind);
                let allowed = list.count(Keyword::MaxItems).unwrap_or(u64::MAX);
                let allowed = usize::try_from(allowed).unwrap_or(usize::MAX);
                let items = match position {
                    Position::Only => vec![value],
                    Position::AmongVariants if others.is_empty() => vec![value],
                    Position::First | Position::AmongVariants => {
                        let own = own.first().map(|(_, kind)| kind.clone()).filter(|_| allowed > 2);
                        [value, good.clone()].into_iter().chain(own).collect()
                    }
                    Position::Last => {
                        let count = allowed.clamp(2, MANY);
                        let count = if beside.is_empty() { count } else { 2 };
                        let mut items = vec![good.clone(); count - 1];
                        // A server may check only the first item of a variant.
                        if let ([.., second_last], [(_, own)], true) =
                            (&mut *items, &*own, count > 2)
                        {
                            second_last.clone_from(own);
                        }
                        items.push(value);
                        items
                    }
                };
                with_required_items(items, beside, list)
            }
            Frame::TupleItem { before, after } => {
                [before.as_slice(), &[value], after].concat().into()
            }
            Frame::Entry { good, names: [name, other] } => match position {
                Position::Only | Position::AmongVariants => json!({ name: value }),
                Position::First => json!({ name: value, other: good }),
                Position::Last => json!({ other: good, name: value }),
            },
            Frame::Variant { discriminator, tag } => {
                let mut value = with_tag(value, discriminator, tag);
                if let (Some(Surroundings::Crowd), Some(object)) = (around, value.as_object_mut())
                    && let Some(tag) = object.shift_remove(discriminator)
                {
                    object.insert(discriminator.clone(), tag);
                }
                value
            }
        })
    }

    /// Returns the whole body without the property at this place, or `None` if the place is not a property.
    pub(crate) fn body_without(
        &self,
        position: Position,
        around: Option<Surroundings>,
    ) -> Option<Value> {
        let (last, outer) = self.frames.split_last()?;
        let Frame::Member { name, beside, siblings, crowd, .. } = last else { return None };
        let mut object = beside.clone();
        match around {
            Some(Surroundings::Siblings) => object.extend((**siblings).clone()),
            Some(Surroundings::Crowd) => {
                object.retain(|name, _| crowd.contains_key(name));
                object.extend((**crowd).clone());
            }
            None => {}
        }
        object.shift_remove(name);
        let outer = Self { frames: outer.to_vec(), ..self.clone() };
        let around = around.filter(|around| *around == Surroundings::Crowd);
        Some(outer.body_around(&object.into(), position, around))
    }

    /// Returns whether the place is a property of a property of the body, or deeper.
    pub(crate) fn is_deep(&self) -> bool {
        let properties = self.frames.iter().filter(|frame| matches!(frame, Frame::Member { .. }));
        properties.count() > MAX_DEPTH
    }

    /// Returns whether the place is an entry of a map.
    pub(crate) fn is_entry(&self) -> bool {
        matches!(self.frames.last(), Some(Frame::Entry { .. }))
    }

    /// Returns whether the place is inside a list.
    pub(crate) fn in_list(&self) -> bool {
        self.frames.iter().any(|frame| matches!(frame, Frame::Item { .. }))
    }

    /// Returns the positions in which a wrong value is sent to this place, each with its word in identities.
    pub(crate) fn positions(&self, spread: Spread) -> &'static [(Position, &'static str)] {
        let has_others = |frame: &Frame| matches!(frame, Frame::Item { .. } | Frame::Entry { .. });
        let all =
            &[(Position::Only, ""), (Position::First, "first-item"), (Position::Last, "last-item")];
        match spread {
            Spread::FirstPlace | Spread::EveryPlace if self.is_repeated => &[],
            Spread::EveryItem | Spread::OnlyValue if self.is_repeated => &all[..1],
            Spread::FirstPlace if !self.is_first => &[],
            Spread::FirstPlace | Spread::EveryPlace => &all[..1],
            Spread::EveryItem | Spread::OnlyValue => match self.is_first {
                _ if !self.frames.iter().any(has_others) => &all[..1],
                true => all,
                false => &all[1..],
            },
        }
    }

    /// Returns the clause of a keyword of the schema at this place.
    pub(crate) fn clause(&self, word: &str) -> ClauseId {
        self.schema.clause.child(word)
    }
}

/// Returns every place in a value of a schema, the outermost first, without the discriminators of variants.
pub(crate) fn places<'s>(schema: &'s Schema, samples: Samples<'s>) -> Vec<BodyPlace<'s>> {
    // The frame and the error of each place around the current one.
    let (mut frames, mut errors) = (Vec::new(), Vec::new());
    // The names of the places around the current one, and the full objects of schemas.
    let (mut names, mut full) = (Vec::new(), HashMap::new());
    let mut places = Vec::new();
    for place in samples.spec.places(schema) {
        let depth = place.steps.len();
        frames.truncate(depth.saturating_sub(1));
        errors.truncate(depth);
        names.truncate(depth);
        if let Some((around, step)) = place.steps.last() {
            frames.push(frame(around, *step, samples, &mut full));
        }
        names.push(place.path());
        let named = place.stated.error.as_deref().or(place.schema.error.as_deref());
        let outer = errors.last().copied().flatten().filter(|_| place.is_alternative());
        let error = outer.or(named);
        errors.push(error);
        if place.is_discriminator() {
            continue;
        }
        let is_member = |frame: &Option<Frame>| matches!(frame, Some(Frame::Member { .. }));
        let holder = frames.iter().rposition(is_member).and_then(|depth| names.get(depth).cloned());
        places.push(BodyPlace {
            name: place.path(),
            pointer: place.pointer(|map| samples.names(map).into_iter().next().unwrap_or_default()),
            schema: place.schema,
            property: place.stated,
            required: place.property().map(|property| property.required),
            discriminator: place.variant_of().map(|union| union.discriminator.as_str()),
            is_alternative: place.is_alternative(),
            is_first: true,
            is_repeated: false,
            error,
            holder,
            frames: frames.iter().flatten().cloned().collect(),
        });
    }
    places
}

/// Returns the frame around the value that a step leads to; an alternative has no frame.
fn frame<'s>(
    around: &'s Schema,
    step: Step<'s>,
    samples: Samples<'s>,
    full: &mut FullObjects<'s>,
) -> Option<Frame> {
    match step {
        Step::Property(name, _) => Some(member(around, name, samples, full)),
        Step::Item => Some(item(around, around.items()?, samples)),
        Step::Position(index) => {
            let Shape::Tuple(items) = &around.shape else { return None };
            let count = minimum_items(around).max(index + 1);
            let mut before = samples.tuple(items, count, Extent::Minimal);
            let after = before.drain(index..).skip(1).collect();
            Some(Frame::TupleItem { before, after })
        }
        Step::Entry => {
            let good = samples.value(around.values()?, Extent::Minimal);
            Some(Frame::Entry { good, names: samples.names(around) })
        }
        Step::Alternative(..) => None,
        Step::Variant(union, tag) => {
            let (discriminator, tag) = (union.discriminator.clone(), tag.to_owned());
            Some(Frame::Variant { discriminator, tag })
        }
    }
}

/// Objects with every property that may stand next to the others, by the clause of their schema.
type FullObjects<'s> = HashMap<&'s ClauseId, Map<String, Value>>;

/// Returns the frame around a property.
fn member<'s>(
    around: &'s Schema,
    name: &str,
    samples: Samples<'s>,
    full: &mut FullObjects<'s>,
) -> Frame {
    let full = full
        .entry(&around.clause)
        .or_insert_with(|| members(samples.value(around, Extent::Outline)));
    let mut siblings = full.clone();
    siblings.shift_remove(name);
    let mut crowd = samples.with_other_choices(around, &siblings);
    let mut beside = members(samples.value(around, Extent::Minimal));
    let exactly_one = around.exactly_one();
    if exactly_one.iter().any(|choice| choice == name) {
        beside.retain(|other, _| !exactly_one.contains(other));
        siblings.retain(|other, _| !exactly_one.contains(other));
        crowd.retain(|other, _| !exactly_one.contains(other));
    }
    let mut spare = None;
    if let Some(object) = around.object() {
        beside.insert(name.to_owned(), Value::Null);
        samples.add_dependents(around, object, &mut beside);
        beside.shift_remove(name);
        spare = spare_member(around, object, name, &beside, samples);
    }
    let [siblings, crowd] = [siblings, crowd].map(Rc::new);
    Frame::Member { name: name.to_owned(), beside, siblings, crowd, spare }
}

/// Returns another property that the object needs to have enough of them without the named one.
fn spare_member<'s>(
    schema: &Schema,
    object: &'s Object,
    name: &str,
    beside: &Map<String, Value>,
    samples: Samples<'s>,
) -> Option<(String, Value)> {
    let min_properties = schema.count(Keyword::MinProperties);
    let lacks = min_properties.is_some_and(|min_properties| min_properties > beside.len() as u64);
    let is_free = |other: &&String| {
        *other != name && !beside.contains_key(*other) && !schema.exactly_one().contains(*other)
    };
    let other = object.properties.keys().filter(|_| lacks).find(is_free)?;
    let property = object.properties.get(other)?;
    Some((other.clone(), samples.value(&property.schema, Extent::Minimal)))
}

/// Returns the frame around an item of a list.
fn item<'s>(list: &'s Schema, items: &'s Schema, samples: Samples<'s>) -> Frame {
    let (good, beside) = if constrains_items(list) {
        let mut all = samples.items(list, items, minimum_items(list) + 2);
        (all.pop().unwrap_or_default(), all)
    } else {
        (samples.value(items, Extent::Minimal), Vec::new())
    };
    let mut constraints = Box::new(Schema::new(list.clause.clone(), Shape::Any));
    constraints.constraints.clone_from(&list.constraints);
    let union = samples.spec.resolve(items).union().filter(|_| beside.is_empty());
    let kind = |union: &'s Union, (tag, name): (&String, &String)| {
        let schema = samples.spec.schema(name)?;
        let mut variant = samples.value(schema, Extent::Minimal);
        // A server may reject equal items.
        samples.identify(schema, &mut variant, NEIGHBOUR);
        Some((union.discriminator.clone(), with_tag(variant, &union.discriminator, tag)))
    };
    let kinds =
        union.into_iter().flat_map(|union| union.variants.iter().map(move |it| (union, it)));
    let kinds = kinds.filter_map(|(union, variant)| kind(union, variant)).collect();
    Frame::Item { good, kinds, beside, list: constraints }
}

/// Returns a list of items, extended by as many of `beside` as the constraints of the list require.
fn with_required_items(items: Vec<Value>, beside: &[Value], list: &Schema) -> Value {
    let mut all: Value = items.into();
    for item in beside {
        let broken = broken(list, &all);
        let demands = [Keyword::Contains, Keyword::MinContains, Keyword::MinItems];
        if let Some(list) = all.as_array_mut()
            && demands.iter().any(|keyword| broken.contains(keyword))
            && !list.contains(item)
        {
            list.push(item.clone());
        }
    }
    all
}

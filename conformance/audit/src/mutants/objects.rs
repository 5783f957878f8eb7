//! Mutants of rules, effects and refusals of objects and operations. Their conditions are inverted, or
//! broader than the contract says.

use serde_json::Value;
use webdata_spec::Spec;
use webdata_spec::model::{
    ClauseRoot, Condition, Effect, EffectKind, Object, PropertyPath, Refusal, Rule, RuleScope, Test,
};

use super::builder::MutantBuilder;

impl MutantBuilder<'_> {
    pub(super) fn mutate_object(&mut self) {
        let clause = self.clause.clone();
        let spec = self.spec;
        let (object, operation) = match clause.root() {
            ClauseRoot::Type(name) => (spec.object(name), None),
            ClauseRoot::Operation(id) => (None, spec.operations.get(id)),
            _ => return,
        };
        let rules = object.iter().flat_map(|object| &object.rules);
        rules.filter(|rule| rule.clause == clause).for_each(|rule| self.mutate_rule(rule));
        let effects = object.iter().flat_map(|object| &object.effects);
        let effects = effects.chain(operation.iter().flat_map(|operation| &operation.effects));
        let effects = effects.filter(|effect| effect.clause == clause);
        effects.for_each(|effect| self.mutate_effect(effect));
        let refusals = object.iter().flat_map(|object| &object.refusals);
        let refusals = refusals.chain(operation.iter().flat_map(|operation| &operation.refusals));
        let refusals = refusals.filter(|refusal| refusal.clause == clause);
        refusals.for_each(|refusal| self.mutate_refusal(refusal));
    }

    fn mutate_rule(&mut self, rule: &Rule) {
        let id = &rule.id;
        self.rule("dropped", format!("The rule `{id}` is not checked."), |_| None);
        for (suffix, when, other) in wrong_conditions(&rule.when) {
            let description = format!("The rule `{id}` is checked {when}.");
            self.rule(&format!("condition-{suffix}"), description, move |rule| {
                Some(Rule { when: other.clone(), ..rule })
            });
        }
        if let Some(unless) = &rule.unless {
            let description = format!("The rule `{id}` is checked even where {unless}.");
            self.rule("exception-ignored", description, |rule| Some(Rule { unless: None, ..rule }));
            for (suffix, when, other) in wrong_conditions(unless) {
                let description = format!("The rule `{id}` is not checked {when}.");
                self.rule(&format!("exception-{suffix}"), description, move |rule| {
                    Some(Rule { unless: Some(other.clone()), ..rule })
                });
            }
        }
        for (suffix, when, other) in wrong_conditions(&rule.requires) {
            let description = format!("The rule `{id}` counts as kept {when}.");
            self.rule(&format!("requirement-{suffix}"), description, move |rule| {
                Some(Rule { requires: other.clone(), ..rule })
            });
        }
        // A gap allows both scopes. If no request keeps omitted properties, both scopes see the same properties.
        let is_kept = match self.clause.root() {
            ClauseRoot::Type(owner) => is_kept_beside(self.spec, owner),
            _ => false,
        };
        if rule.gap.is_none() && rule.scope == RuleScope::AfterUpdate && is_kept {
            let description = format!("The rule `{id}` is checked on the request alone.");
            self.rule("as-sent", description, |rule| {
                Some(Rule { scope: RuleScope::AsSent, ..rule })
            });
        }
    }

    fn rule(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(Rule) -> Option<Rule> + Send + Sync + 'static,
    ) {
        let clause = self.clause.clone();
        self.add(suffix, description, move |spec| {
            change_first(spec, |object| &mut object.rules, |rule| rule.clause == clause, &change)
        });
    }

    fn mutate_effect(&mut self, effect: &Effect) {
        let id = &effect.id;
        self.effect("dropped", format!("The effect `{id}` does not happen."), |_| None);
        let (EffectKind::Sets { property, value, .. } | EffectKind::Assigns { property, value }) =
            &effect.kind
        else {
            return;
        };
        if let Some(other) = other_value(value) {
            let description = format!("The effect `{id}` sets `{property}` to {other}.");
            self.effect(&format!("sets-{other}"), description, move |mut effect| {
                if let EffectKind::Sets { value, .. } | EffectKind::Assigns { value, .. } =
                    &mut effect.kind
                {
                    *value = other.clone();
                }
                Some(effect)
            });
        }
        let EffectKind::Sets { when, unless, .. } = &effect.kind else { return };
        for (suffix, when, other) in wrong_conditions(when) {
            let description = format!("The effect `{id}` happens {when}.");
            self.sets(&format!("condition-{suffix}"), description, move |when, _| {
                *when = other.clone();
            });
        }
        if let Some(unless) = unless {
            let description = format!("The effect `{id}` happens even where {unless}.");
            self.sets("exception-ignored", description, |_, unless| *unless = None);
        }
    }

    fn sets(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(&mut Condition, &mut Option<Condition>) + Send + Sync + 'static,
    ) {
        self.effect(suffix, description, move |mut effect| {
            if let EffectKind::Sets { when, unless, .. } = &mut effect.kind {
                change(when, unless);
            }
            Some(effect)
        });
    }

    fn effect(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(Effect) -> Option<Effect> + Send + Sync + 'static,
    ) {
        let clause = self.clause.clone();
        self.add(suffix, description, move |spec| {
            let fits = |effect: &Effect| effect.clause == clause;
            let mut operations = spec.operations.values_mut();
            let of_operation =
                operations.find_map(|operation| replace(&mut operation.effects, fits, &change));
            of_operation.or_else(|| change_first(spec, |object| &mut object.effects, fits, &change))
        });
    }

    fn mutate_refusal(&mut self, refusal: &Refusal) {
        let id = &refusal.id;
        self.refusal("dropped", format!("No request is rejected for `{id}`."), |_| None);
        for other in self.other_errors(&refusal.error) {
            let description =
                format!("A request that is rejected for `{id}` gets the error {other}.");
            self.refusal(&format!("answered-with-{other}"), description, move |refusal| {
                Some(Refusal { error: other.clone(), ..refusal })
            });
        }
        if let Some(when) = &refusal.when {
            let description = format!("`{id}` refuses whether or not {when}.");
            self.refusal("condition-ignored", description, |refusal| {
                Some(Refusal { when: None, ..refusal })
            });
        }
        let property = match self.clause.root() {
            ClauseRoot::Type(name) => self.spec.object(name),
            _ => None,
        };
        let property = property.and_then(|object| object.properties.keys().next());
        let path = property.and_then(|name| PropertyPath::parse(name));
        if let (None, Some(_), Some(path)) = (&refusal.when, &refusal.team_state, path) {
            let description = format!("`{id}` refuses only requests with `{path}`.");
            let when = Condition { path, test: Test::Given(true) };
            self.refusal("condition-added", description, move |refusal| {
                Some(Refusal { when: Some(when.clone()), ..refusal })
            });
        }
    }

    fn refusal(
        &mut self,
        suffix: &str,
        description: String,
        change: impl Fn(Refusal) -> Option<Refusal> + Send + Sync + 'static,
    ) {
        let clause = self.clause.clone();
        self.add(suffix, description, move |spec| {
            let fits = |refusal: &Refusal| refusal.clause == clause;
            let mut operations = spec.operations.values_mut();
            let of_operation =
                operations.find_map(|operation| replace(&mut operation.refusals, fits, &change));
            of_operation
                .or_else(|| change_first(spec, |object| &mut object.refusals, fits, &change))
        });
    }
}

/// Returns whether a request whose body is of a type, or a list of it, keeps the properties that it omits.
fn is_kept_beside(spec: &Spec, type_name: &str) -> bool {
    let mut operations = spec.operations.values().filter(|operation| {
        let request = operation.request.as_deref();
        let item = request.and_then(|name| spec.item(name));
        [request, item].into_iter().flatten().any(|name| name == type_name)
    });
    operations.any(|operation| {
        operation.effects.iter().any(|effect| effect.kind == EffectKind::KeepsOmitted)
    })
}

/// Changes the first fitting item in the list of an object.
fn change_first<T: Clone>(
    spec: &mut Spec,
    list: impl Fn(&mut Object) -> &mut Vec<T>,
    fits: impl Fn(&T) -> bool + Copy,
    change: &impl Fn(T) -> Option<T>,
) -> Option<()> {
    let objects = spec.types.values_mut().filter_map(|named_type| named_type.schema.object_mut());
    objects.into_iter().find_map(|object| replace(list(object), fits, change))
}

/// Replaces the first item that fits by its changed version, or removes it.
fn replace<T: Clone>(
    list: &mut Vec<T>,
    fits: impl FnMut(&T) -> bool,
    change: &impl Fn(T) -> Option<T>,
) -> Option<()> {
    let at = list.iter().position(fits)?;
    let old = list.remove(at);
    if let Some(new) = change(old) {
        list.insert(at, new);
    }
    Some(())
}

pub(super) fn other_value(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(flag) => Some(Value::Bool(!flag)),
        Value::Number(number) => Some((number.as_i64()? + 1).into()),
        Value::String(text) => Some(format!("other {text}").into()),
        _ => None,
    }
}

/// Returns the wrong versions of a condition, each with the suffix of its identity and its description.
fn wrong_conditions(condition: &Condition) -> Vec<(&'static str, String, Condition)> {
    let path = &condition.path;
    let with = |test| Condition { path: path.clone(), test };
    match &condition.test {
        Test::Equals(value) => {
            let mut ways =
                vec![("any-value", format!("whatever `{path}` is"), with(Test::Given(true)))];
            if let Value::Bool(flag) = value {
                let other = Value::Bool(!flag);
                ways.push((
                    "inverted",
                    format!("when `{path}` is {other}"),
                    with(Test::Equals(other)),
                ));
            }
            ways
        }
        Test::NonEmpty => vec![
            (
                "empty-counts",
                format!("when `{path}` is given, even if it is empty"),
                with(Test::Given(true)),
            ),
            ("inverted", format!("when `{path}` is left out"), with(Test::Given(false))),
        ],
        Test::Given(given) => {
            let description = if *given { "left out" } else { "given" };
            vec![("inverted", format!("when `{path}` is {description}"), with(Test::Given(!given)))]
        }
    }
}

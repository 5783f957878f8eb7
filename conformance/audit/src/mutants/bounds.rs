//! Limits of numbers, texts, lists and objects: dropped, and off by one each way.

use webdata_spec::model::{Keyword, Operand, Schema, Side};

use super::builder::MutantBuilder;
use super::subject;

impl MutantBuilder<'_> {
    pub(super) fn mutate_bound(&mut self, schema: &Schema, path: &str, keyword: Keyword) {
        let Some(limit) = schema.integer(keyword) else { return };
        let is_lower = keyword.side() == Some(Side::Least);
        // A count that may be zero has no lower bound at all.
        let counts = keyword.counts().is_some();
        let (looser, tighter) =
            if is_lower { (limit - 1, limit + 1) } else { (limit + 1, limit - 1) };
        let subject = subject::describe(path);
        let (bound, direction) = if is_lower { ("lower", "less") } else { ("upper", "more") };
        let counted = |number: i64| match keyword.counts() {
            Some(of) => of.number(number),
            None => format!("the value {number}"),
        };
        let set = |limit: Option<i64>| {
            move |schema: &mut Schema| {
                schema.constrain(keyword, limit.map(|limit| Operand::Number(limit.into())));
                Some(())
            }
        };
        let says = format!("{subject} has no {bound} bound: any number {direction} is accepted.");
        self.loosened(path, "unlimited", &says, set(None));
        if !(counts && is_lower && looser == 0) {
            let says = format!("{subject} is accepted with {}.", counted(looser));
            self.loosened(path, &format!("accepts-{}", named(looser)), &says, set(Some(looser)));
        }
        if !(counts && tighter < 0) {
            let says = format!("{subject} is refused with {}.", counted(limit));
            self.schema(path, &format!("refuses-{}", named(limit)), says, set(Some(tighter)));
        }
    }
}

/// A number in an identity.
fn named(number: i64) -> String {
    if number < 0 { format!("minus-{}", number.unsigned_abs()) } else { number.to_string() }
}

//! What the points-to analysis asks, and which places are one.
//!
//! Invariant: what an escaped object refers to has escaped, and refers to the unknown object.
use super::{ELEMENTS, UNKNOWN};
use crate::hierarchy::{ClassId, Hierarchy};
use crate::points_to::{Constraint, FieldId, ObjectId, Program, SiteId, System, TypeId, VariableId};
use rustc_hash::{FxHashMap, FxHashSet};

/// What the solver asks.
pub(super) struct Solving<'m> {
    pub hierarchy: &'m Hierarchy<'m>,
    /// By object: its class, or that of all arrays; none of the unknown one.
    pub classes: Vec<Option<ClassId>>,
    /// By class: its own fields that refer to objects.
    pub fields: FxHashMap<ClassId, Vec<FieldId>>,
    pub escaped: FxHashSet<ObjectId>,
    /// What flows there escapes.
    pub out: VariableId,
    pub unknown: VariableId,
}

impl Program for Solving<'_> {
    /// An object escapes, with all that it refers to, and that may be exchanged for anything that has escaped.
    fn receive(&mut self, _: SiteId, object: ObjectId, system: &mut System) {
        if object == UNKNOWN || !self.escaped.insert(object) {
            return;
        }
        let base = system.variable();
        system.add(Constraint::Allocate { to: base, object });
        for field in self.fields_of(object) {
            system.add(Constraint::Load { base, field, to: self.out });
            system.add(Constraint::Store { from: self.unknown, base, field });
        }
    }

    fn admits(&mut self, kind: TypeId, object: ObjectId) -> bool {
        // What a class extends is not known if some class is not there.
        let class = self.classes[object.0 as usize].filter(|_| self.hierarchy.missing().is_empty());
        class.is_none_or(|class| self.hierarchy.is_subtype(class, ClassId(kind.0)))
    }
}

impl Solving<'_> {
    fn fields_of(&self, object: ObjectId) -> Vec<FieldId> {
        let above = self.classes[object.0 as usize].into_iter().flat_map(|class| self.hierarchy.ancestors(class));
        let fields = above.filter_map(|class| self.fields.get(class)).flatten().copied();
        fields.chain([ELEMENTS]).collect()
    }
}

/// The one that stands for all that were united with it.
pub(super) fn leader(leaders: &mut [u32], mut of: u32) -> u32 {
    while leaders[of as usize] != of {
        leaders[of as usize] = leaders[leaders[of as usize] as usize];
        of = leaders[of as usize];
    }
    of
}

/// They are one from now on.
pub(super) fn unite(leaders: &mut [u32], one: u32, other: u32) {
    let (one, other) = (leader(leaders, one), leader(leaders, other));
    leaders[other.max(one) as usize] = other.min(one);
}

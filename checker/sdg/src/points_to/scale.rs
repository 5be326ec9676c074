//! How long large systems take, and with which sets: `cargo test -p mcr-sdg points_to::scale -- --ignored --nocapture`,
//! one test at a time, since memory is that of the process (docs/sdg.md has results).
//!
//! The systems look like those of programs: classes that extend each other, of which a few are used everywhere and most
//! in their neighbourhood only; typed fields; methods with a dozen variables that copy, load, store, cast and call, each
//! call to one of the methods of a class or to whatever the receiver's class overrides it with.
use super::sets::{Hybrid, Objects};
use super::solver::Solver;
use super::{Constraint, FieldId, ObjectId, Program, SiteId, System, TypeId, VariableId};
use fixedbitset::FixedBitSet;
use roaring::RoaringBitmap;
use std::time::Instant;

const FIELDS: usize = 4;
const METHODS: usize = 6;
const PARAMETERS: usize = 2;

struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }

    fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }

    /// A class: often one nearby, else one of those that are used everywhere, the more often the lower its number.
    fn class(&mut self, here: usize, classes: usize) -> usize {
        let share = self.below(1 << 20) as f64 / f64::from(1 << 20);
        match self.below(100) {
            // `Object`.
            0..4 => 0,
            4..10 => 1 + self.below(collections(classes)),
            10..30 => (share.powi(3) * classes as f64) as usize,
            _ => (here + self.below(12)).saturating_sub(6).clamp(1, classes - 1),
        }
    }
}

/// How many of the classes are collections. A library has a fixed number, but what they hold and who holds them both
/// grow with the program, and their product with its square.
fn collections(classes: usize) -> usize {
    (classes / 33).max(1)
}

struct Class {
    parent: usize,
    fields: [usize; FIELDS],
    /// By name: the method that an object of this class runs.
    methods: [usize; METHODS],
}

#[derive(Clone)]
struct Method {
    this: VariableId,
    parameters: [(VariableId, usize); PARAMETERS],
    result: (VariableId, usize),
}

struct Call {
    name: usize,
    arguments: [VariableId; PARAMETERS],
    result: VariableId,
}

/// A made-up program.
struct Generated {
    random: Random,
    classes: Vec<Class>,
    methods: Vec<Method>,
    calls: Vec<Call>,
    class_of: Vec<usize>,
    system: System,
}

impl Generated {
    fn new(constraints: usize, hubs: bool) -> Self {
        let classes = constraints / 150 + 4;
        let mut made = Self {
            random: Random(1),
            classes: Vec::new(),
            methods: Vec::new(),
            calls: Vec::new(),
            class_of: Vec::new(),
            system: System::default(),
        };
        let mut owners = Vec::new();
        for class in 0..classes {
            // One class in three extends one nearby; the others extend the root.
            let parent =
                if class > 0 && made.random.percent(33) { class - 1 - made.random.below(class.min(6)) } else { 0 };
            // The first few are collections: they hold and hand out anything.
            let collection = (1..=collections(classes)).contains(&class);
            let fields = [(); FIELDS].map(|()| if collection { 0 } else { made.random.class(class, classes) });
            let mut methods = [0; METHODS];
            for (name, method) in methods.iter_mut().enumerate() {
                if parent > 0 && made.random.percent(60) {
                    *method = made.classes[parent].methods[name];
                    continue;
                }
                *method = made.methods.len();
                let (this, result) = (made.system.variable(), made.system.variable());
                // Who overrides keeps the types.
                let types = if collection {
                    [0; PARAMETERS + 1]
                } else if parent == 0 {
                    [(); PARAMETERS + 1].map(|()| made.random.class(class, classes))
                } else {
                    let above = &made.methods[made.classes[parent].methods[name]];
                    [above.parameters[0].1, above.parameters[1].1, above.result.1]
                };
                let parameters = [0, 1].map(|at| (made.system.variable(), types[at]));
                made.methods.push(Method { this, parameters, result: (result, types[2]) });
                owners.push(class);
            }
            made.classes.push(Class { parent, fields, methods });
        }
        // What collections do: hold what they are given, hand out what they hold. Since a method is one for all its
        // callers, every list then holds what any list holds.
        for class in (1..=collections(classes)).filter(|_| hubs) {
            let field = FieldId((class * FIELDS) as u32);
            for method in made.classes[class].methods {
                let Method { this, parameters, result } = made.methods[method].clone();
                made.system.add(Constraint::Store { from: parameters[0].0, base: this, field });
                made.system.add(Constraint::Load { base: this, field, to: result.0 });
            }
        }
        while made.system.constraints.len() < constraints {
            let method = made.random.below(made.methods.len());
            made.body(made.methods[method].clone(), owners[method]);
        }
        made
    }

    fn extends(&self, mut class: usize, ancestor: usize) -> bool {
        while class != ancestor && class != 0 {
            class = self.classes[class].parent;
        }
        class == ancestor
    }

    /// `to = from`, with a cast where the types want one, or nothing.
    fn assign(&mut self, from: (VariableId, usize), to: (VariableId, usize)) {
        if self.extends(from.1, to.1) {
            self.system.add(Constraint::Copy { from: from.0, to: to.0 });
        } else if self.extends(to.1, from.1) {
            self.system.add(Constraint::Cast { from: from.0, kind: TypeId(to.1 as u32), to: to.0 });
        }
    }

    /// A variable that fits, or a new object.
    fn value(&mut self, known: &[(VariableId, usize)], class: usize) -> VariableId {
        let fits = known.iter().rev().find(|variable| self.extends(variable.1, class)).map(|variable| variable.0);
        fits.unwrap_or_else(|| {
            let to = self.system.variable();
            self.make(to, class);
            to
        })
    }

    fn make(&mut self, to: VariableId, class: usize) {
        let object = ObjectId(self.class_of.len() as u32);
        self.class_of.push(class);
        self.system.add(Constraint::Allocate { to, object });
    }

    /// Some twenty instructions of a method.
    fn body(&mut self, method: Method, here: usize) {
        let classes = self.classes.len();
        let mut known = vec![(method.this, here), method.parameters[0], method.parameters[1]];
        for _ in 0..12 {
            let base = known[self.random.below(known.len())];
            let to = self.system.variable();
            let field = self.random.below(FIELDS);
            // Fields belong to the class that says their type.
            let id = FieldId((base.1 * FIELDS + field) as u32);
            // `Object` has neither fields nor methods of its own.
            let action = if base.1 == 0 { self.random.below(40) } else { self.random.below(100) };
            match action {
                0..20 => {
                    let class = self.random.class(here, classes);
                    self.make(to, class);
                    known.push((to, class));
                }
                20..40 => {
                    let class =
                        if base.1 != 0 && self.random.percent(80) { base.1 } else { self.random.class(here, classes) };
                    self.assign(base, (to, class));
                    known.push((to, class));
                }
                40..58 => {
                    self.system.add(Constraint::Load { base: base.0, field: id, to });
                    known.push((to, self.classes[base.1].fields[field]));
                }
                58..70 => {
                    let from = self.value(&known, self.classes[base.1].fields[field]);
                    self.system.add(Constraint::Store { from, base: base.0, field: id });
                }
                70..85 => {
                    let name = self.random.below(METHODS);
                    let target = self.methods[self.classes[base.1].methods[name]].clone();
                    let arguments = target.parameters.map(|parameter| self.value(&known, parameter.1));
                    let site = SiteId(self.calls.len() as u32);
                    self.calls.push(Call { name, arguments, result: to });
                    self.system.add(Constraint::Call { receiver: base.0, site });
                    known.push((to, target.result.1));
                }
                _ => {
                    // A static method, or one that cannot be overridden.
                    let class = self.random.class(here, classes);
                    let target = self.methods[self.classes[class].methods[self.random.below(METHODS)]].clone();
                    for parameter in target.parameters {
                        let from = self.value(&known, parameter.1);
                        self.system.add(Constraint::Copy { from, to: parameter.0 });
                    }
                    self.system.add(Constraint::Copy { from: target.result.0, to });
                    known.push((to, target.result.1));
                }
            }
        }
        let result = known[known.len() - 1 - self.random.below(4)];
        self.assign(result, method.result);
    }
}

impl Program for Generated {
    fn receive(&mut self, site: SiteId, object: ObjectId, system: &mut System) {
        let call = &self.calls[site.0 as usize];
        let target = &self.methods[self.classes[self.class_of[object.0 as usize]].methods[call.name]];
        system.add(Constraint::Allocate { to: target.this, object });
        for (from, parameter) in call.arguments.iter().zip(&target.parameters) {
            system.add(Constraint::Copy { from: *from, to: parameter.0 });
        }
        system.add(Constraint::Copy { from: target.result.0, to: call.result });
    }

    fn admits(&mut self, kind: TypeId, object: ObjectId) -> bool {
        self.extends(self.class_of[object.0 as usize], kind.0 as usize)
    }
}

impl Objects for RoaringBitmap {
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        RoaringBitmap::iter(self)
    }

    fn is_empty(&self) -> bool {
        RoaringBitmap::is_empty(self)
    }

    fn absorb(&mut self, more: &Self, fresh: &mut Self) {
        let new = more - &*self;
        *self |= &new;
        *fresh |= new;
    }

    fn union(&mut self, more: &Self) {
        *self |= more;
    }

    fn minus(&self, less: &Self) -> Self {
        self - less
    }

    fn from_sorted(elements: Vec<u32>) -> Self {
        elements.into_iter().collect()
    }
}

impl Objects for FixedBitSet {
    fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.ones().map(|element| element as u32)
    }

    fn is_empty(&self) -> bool {
        self.is_clear()
    }

    fn absorb(&mut self, more: &Self, fresh: &mut Self) {
        let new = more.minus(self);
        if !new.is_clear() {
            self.union_with(&new);
            fresh.union_with(&new);
        }
    }

    fn union(&mut self, more: &Self) {
        self.union_with(more);
    }

    fn minus(&self, less: &Self) -> Self {
        let mut set = self.clone();
        set.difference_with(less);
        set
    }

    fn from_sorted(elements: Vec<u32>) -> Self {
        elements.into_iter().map(|element| element as usize).collect()
    }
}

/// Kilobytes that the process has had at most.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?.trim().trim_end_matches(" kB").parse().ok()
}

fn measure<S: Objects>(constraints: usize, hubs: bool) {
    let mut program = Generated::new(constraints, hubs);
    let system = std::mem::take(&mut program.system);
    let (variables, objects, calls) = (system.variable_count(), program.class_of.len(), program.calls.len());
    println!("{constraints} constraints, {variables} variables, {objects} objects, {calls} virtual calls");
    let before = peak().unwrap_or(0);
    let start = Instant::now();
    let mut solver = Solver::<_, S>::new(system, &mut program);
    solver.solve();
    let seconds = start.elapsed().as_secs_f64();
    let (sizes, shape) = solver.sizes();
    println!(
        "{:.1} s, {} MB more than the {} MB before; {shape}",
        seconds,
        (peak().unwrap_or(0) - before) / 1024,
        before / 1024
    );
    let (total, most) = (sizes.iter().sum::<usize>(), sizes.iter().max());
    let median = sizes.get(sizes.len() / 2);
    println!("sets of variables: mean {:.1}, median {median:?}, largest {most:?}", total as f64 / variables as f64);
}

macro_rules! scales {
    ($($name:ident: $sets:ty, $constraints:literal, $hubs:literal;)*) => {$(
        #[test]
        #[ignore = "a measurement"]
        fn $name() {
            measure::<$sets>($constraints, $hubs);
        }
    )*};
}

scales! {
    hybrid_100k: Hybrid, 100_000, false;
    hybrid_1m: Hybrid, 1_000_000, false;
    hybrid_100k_hubs: Hybrid, 100_000, true;
    hybrid_1m_hubs: Hybrid, 1_000_000, true;
    roaring_100k: RoaringBitmap, 100_000, false;
    roaring_1m: RoaringBitmap, 1_000_000, false;
    roaring_100k_hubs: RoaringBitmap, 100_000, true;
    fixed_100k: FixedBitSet, 100_000, false;
    fixed_1m: FixedBitSet, 1_000_000, false;
    fixed_100k_hubs: FixedBitSet, 100_000, true;
}

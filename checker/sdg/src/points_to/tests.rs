use super::*;
use proptest::{collection::vec, prelude::*};
use std::collections::{BTreeMap, BTreeSet};

const VARIABLES: u32 = 12;
const OBJECTS: u32 = 8;

fn variable() -> impl Strategy<Value = VariableId> {
    (0..VARIABLES).prop_map(VariableId)
}

fn plain() -> impl Strategy<Value = Constraint> {
    let field = || (0..2u32).prop_map(FieldId);
    prop_oneof![
        (variable(), 0..OBJECTS).prop_map(|(to, object)| Constraint::Allocate { to, object: ObjectId(object) }),
        (variable(), variable()).prop_map(|(from, to)| Constraint::Copy { from, to }),
        (variable(), variable()).prop_map(|(from, to)| Constraint::Copy { from, to }),
        (variable(), 0..2u32, variable()).prop_map(|(from, kind, to)| Constraint::Cast {
            from,
            kind: TypeId(kind),
            to
        }),
        (variable(), field(), variable()).prop_map(|(base, field, to)| Constraint::Load { base, field, to }),
        (variable(), variable(), field()).prop_map(|(from, base, field)| Constraint::Store { from, base, field }),
    ]
}

/// Constraints, and for each call site its receiver and what follows from each of three classes of objects.
#[derive(Debug, Clone)]
struct Plan {
    constraints: Vec<Constraint>,
    calls: Vec<(VariableId, [Vec<Constraint>; 3])>,
}

fn plans() -> impl Strategy<Value = Plan> {
    let call = (variable(), [vec(plain(), 0..4), vec(plain(), 0..4), vec(plain(), 0..4)]);
    (vec(plain(), 0..24), vec(call, 0..4)).prop_map(|(constraints, calls)| Plan { constraints, calls })
}

impl Plan {
    fn constraints(&self) -> Vec<Constraint> {
        let calls = self.calls.iter().enumerate();
        let calls = calls.map(|(at, call)| Constraint::Call { receiver: call.0, site: SiteId(at as u32) });
        calls.chain(self.constraints.iter().copied()).collect()
    }

    fn follows(&self, site: SiteId, object: ObjectId) -> Vec<Constraint> {
        let this = VariableId((site.0 + object.0 % 3) % VARIABLES);
        let mut all = self.calls[site.0 as usize].1[object.0 as usize % 3].clone();
        all.push(Constraint::Allocate { to: this, object });
        all
    }
}

fn admits(kind: TypeId, object: ObjectId) -> bool {
    !object.0.is_multiple_of(kind.0 + 2)
}

struct Asked<'a>(&'a Plan, Vec<(SiteId, ObjectId)>);

impl Program for Asked<'_> {
    fn receive(&mut self, site: SiteId, object: ObjectId, system: &mut System) {
        self.1.push((site, object));
        for constraint in self.0.follows(site, object) {
            system.add(constraint);
        }
    }

    fn admits(&mut self, kind: TypeId, object: ObjectId) -> bool {
        admits(kind, object)
    }
}

type Variables = BTreeSet<(VariableId, ObjectId)>;
type Cells = BTreeSet<(ObjectId, FieldId, ObjectId)>;
type Facts = (Variables, Cells, BTreeSet<(SiteId, ObjectId)>);

/// By the meaning of the constraints, applied until nothing is new.
fn naive(plan: &Plan) -> Facts {
    let mut constraints: BTreeMap<String, Constraint> = BTreeMap::new();
    let mut todo = plan.constraints();
    let mut facts = Facts::default();
    loop {
        constraints.extend(todo.drain(..).map(|constraint| (format!("{constraint:?}"), constraint)));
        let before = (facts.clone(), constraints.len());
        for constraint in constraints.values() {
            let (variables, cells, calls) = &mut facts;
            let old = variables.clone();
            let of = |variable: VariableId| old.iter().filter(move |fact| fact.0 == variable).map(|fact| fact.1);
            match *constraint {
                Constraint::Allocate { to, object } => {
                    variables.insert((to, object));
                }
                Constraint::Copy { from, to } => variables.extend(of(from).map(|object| (to, object))),
                Constraint::Cast { from, kind, to } => {
                    variables.extend(of(from).filter(|object| admits(kind, *object)).map(|object| (to, object)));
                }
                Constraint::Load { base, field, to } => {
                    for base in of(base) {
                        let held = cells.iter().filter(|cell| (cell.0, cell.1) == (base, field));
                        variables.extend(held.map(|cell| (to, cell.2)));
                    }
                }
                Constraint::Store { from, base, field } => {
                    for base in of(base) {
                        cells.extend(of(from).map(|object| (base, field, object)));
                    }
                }
                Constraint::Call { receiver, site } => {
                    calls.extend(of(receiver).map(|object| (site, object)));
                    todo.extend(of(receiver).flat_map(|object| plan.follows(site, object)));
                }
            }
        }
        constraints.extend(todo.drain(..).map(|constraint| (format!("{constraint:?}"), constraint)));
        if before == (facts.clone(), constraints.len()) {
            return facts;
        }
    }
}

fn system(constraints: Vec<Constraint>) -> System {
    System { variables: VARIABLES, constraints }
}

fn facts(result: &PointsTo) -> (Variables, Cells) {
    let variables = (0..VARIABLES).map(VariableId).flat_map(|at| result.of(at).map(move |object| (at, object)));
    let cells = (0..OBJECTS).map(ObjectId).flat_map(|object| [0, 1].map(|field| (object, FieldId(field))));
    let cells = cells.flat_map(|(object, field)| result.of_field(object, field).map(move |held| (object, field, held)));
    (variables.collect(), cells.collect())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    #[test]
    fn the_solution_is_the_least_one(plan in plans()) {
        let (variables, cells, calls) = naive(&plan);
        for patience in [0, 3, 1_000] {
            let mut program = Asked(&plan, Vec::new());
            let mut solver = solver::Solver::new(system(plan.constraints()), &mut program);
            solver.patient(patience);
            let result = solver.run();
            prop_assert_eq!(&facts(&result), &(variables.clone(), cells.clone()));
            let asked: BTreeSet<_> = program.1.iter().copied().collect();
            prop_assert_eq!(program.1.len(), asked.len(), "a receiver was told twice");
            prop_assert_eq!(&asked, &calls);
        }
    }

    #[test]
    fn the_order_of_constraints_does_not_matter(plan in plans(), turn in 0..24usize) {
        let mut other = plan.constraints();
        let places = other.len().max(1);
        other.rotate_left(turn % places);
        let one = solve(system(plan.constraints()), &mut Asked(&plan, Vec::new()));
        let other = solve(system(other), &mut Asked(&plan, Vec::new()));
        prop_assert_eq!(facts(&one), facts(&other));
    }

    #[test]
    fn variables_alias_if_they_share_an_object(plan in plans()) {
        let result = solve(system(plan.constraints()), &mut Asked(&plan, Vec::new()));
        for (one, other) in (0..VARIABLES).flat_map(|one| (0..VARIABLES).map(move |other| (one, other))) {
            let (one, other) = (VariableId(one), VariableId(other));
            let shared = result.of(one).any(|object| result.of(other).any(|held| held == object));
            prop_assert_eq!(result.may_alias(one, other), shared);
        }
    }

    #[test]
    fn sets_are_sets(one in vec(0..200u32, 0..80), other in vec(0..200u32, 0..80)) {
        let set = |elements: &[u32]| elements.iter().copied().collect::<BTreeSet<_>>();
        let hybrid = |elements: &BTreeSet<u32>| Hybrid::from_sorted(elements.iter().copied().collect());
        let (one, other) = (set(&one), set(&other));
        let (mut all, mut fresh) = (hybrid(&one), Hybrid::default());
        all.absorb(&hybrid(&other), &mut fresh);
        prop_assert_eq!(all.iter().collect::<BTreeSet<_>>(), &one | &other);
        prop_assert_eq!(fresh.iter().collect::<BTreeSet<_>>(), &other - &one);
        prop_assert_eq!(hybrid(&one).minus(&hybrid(&other)).iter().collect::<BTreeSet<_>>(), &one - &other);
        prop_assert_eq!(hybrid(&one).meets(&hybrid(&other)), !one.is_disjoint(&other));
        prop_assert_eq!(fresh.is_empty(), other.is_subset(&one));
    }
}

/// One method, whose variables are made when it is first called.
#[derive(Default)]
struct Late(Option<VariableId>);

impl Program for Late {
    fn receive(&mut self, _: SiteId, object: ObjectId, system: &mut System) {
        let this = *self.0.get_or_insert_with(|| system.variable());
        system.add(Constraint::Allocate { to: this, object });
        // It hands itself to the caller.
        system.add(Constraint::Copy { from: this, to: VariableId(1) });
    }

    fn admits(&mut self, _: TypeId, _: ObjectId) -> bool {
        true
    }
}

#[test]
fn a_method_joins_the_system_when_it_is_called() {
    let mut system = System::default();
    let [receiver, result, unused] = [(); 3].map(|()| system.variable());
    system.add(Constraint::Call { receiver, site: SiteId(0) });
    system.add(Constraint::Allocate { to: receiver, object: ObjectId(7) });
    let mut program = Late::default();
    let solution = solve(system, &mut program);
    let this = program.0.expect("the method is called");
    assert_eq!(solution.of(result).collect::<Vec<_>>(), [ObjectId(7)]);
    assert_eq!(solution.of(this).collect::<Vec<_>>(), [ObjectId(7)]);
    assert_eq!(solution.of(unused).count(), 0);
}

#[test]
fn variables_that_copy_each_other_share_a_set() {
    let mut system = System::default();
    let circle: [_; 5] = [(); 5].map(|()| system.variable());
    let after = system.variable();
    for (at, from) in circle.iter().enumerate() {
        system.add(Constraint::Copy { from: *from, to: circle[(at + 1) % circle.len()] });
        system.add(Constraint::Allocate { to: *from, object: ObjectId(at as u32) });
    }
    system.add(Constraint::Copy { from: circle[2], to: after });
    let solution = solve(system, &mut Late::default());
    assert!(circle.iter().all(|variable| solution.set_number(*variable) == solution.set_number(circle[0])));
    assert_ne!(solution.set_number(after), solution.set_number(circle[0]));
    assert!(circle.iter().chain([&after]).all(|variable| solution.of(*variable).count() == circle.len()));
}

//! The graph of one method with code.
//!
//! An instruction has a node for what it does or gives, and, if it may throw, one more for whether it does
//! ([`OUTCOME`]): what comes after a call depends on its having returned, and not on what it has returned.
//!
//! Invariant: each value that an instruction takes, and each decision that lets it run, is an edge to its nodes.
use super::heap::Heap;
use super::piece::{End, Part, Piece, parameter};
use super::{CAUGHT, Location, OUTCOME, Options, Owner};
use crate::body::{Body, FieldReference, Operation};
use crate::calls::{Calls, Procedure, ProcedureId, Site, Why};
use crate::classes::{FieldFlags, Method, MethodFlags};
use crate::dependences::{Code, DependenceError, Dependences};
use crate::graph::{EdgeKind, Port};
use crate::linkage::{self, Meaning};
use crate::throws::{self, Throws};
use crate::values::{Source, ValueId};
use rustc_hash::FxHashMap;

/// What an instruction has in the graph.
#[derive(Clone, Copy, Default)]
struct Nodes {
    /// What it does; for a call, that it calls.
    does: usize,
    /// What it gives, if that is another node.
    gives: Option<usize>,
    /// Whether it throws, if it may.
    outcome: Option<usize>,
}

struct Building<'a> {
    calls: &'a Calls<'a>,
    throws: &'a Throws,
    heap: &'a Heap,
    options: Options<'a>,
    id: ProcedureId,
    body: &'a Body,
    code: Code,
    dependences: Dependences,
    piece: Piece,
    /// By instruction; nothing for dead code.
    nodes: Vec<Option<Nodes>>,
    parameters: Vec<usize>,
    /// By the first instruction of a handler.
    caught: FxHashMap<usize, usize>,
    /// What the method gives back, and what it throws.
    result: Option<usize>,
    thrown: Option<usize>,
}

/// Makes the piece.
pub(super) fn piece(
    calls: &Calls<'_>,
    throws: &Throws,
    heap: &Heap,
    id: ProcedureId,
    method: &Method,
    body: &Body,
    options: Options<'_>,
) -> Result<Option<Piece>, DependenceError> {
    let Some(code) = throws.code(calls, id) else { return Ok(None) };
    let dependences = Dependences::of(&code, options.loops)?;
    let mut piece = Piece::new();
    let parameters = (0..code.parameters.len()).map(|it| piece.node(Part::FormalIn(parameter(it)))).collect();
    let result = method.signature.result.map(|_| piece.node(Part::FormalOut(Port::Return)));
    let thrown = throws.procedure(id).then(|| piece.node(Part::FormalOut(Port::Exception)));
    let nodes = vec![None; code.shapes.len()];
    let mut building = Building {
        calls,
        throws,
        heap,
        options,
        id,
        body,
        code,
        dependences,
        piece,
        nodes,
        parameters,
        caught: FxHashMap::default(),
        result,
        thrown,
    };
    building.make_nodes();
    for at in 0..building.nodes.len() {
        if let Some(nodes) = building.nodes[at] {
            building.instruction(at, nodes);
        }
    }
    building.exits();
    if method.flags.contains(MethodFlags::SYNCHRONIZED) {
        building.locks(0);
    }
    Ok(Some(building.piece))
}

impl Building<'_> {
    fn operation(&self, at: usize) -> &Operation {
        &self.body.instructions[at].operation
    }

    fn sites(&self, at: usize) -> impl Iterator<Item = Site> + use<'_> {
        let sites = self.calls.sites(self.id);
        let first = sites.partition_point(|site| site.instruction < at);
        sites[first..].iter().copied().take_while(move |site| site.instruction == at)
    }

    fn make_nodes(&mut self) {
        for at in 0..self.code.shapes.len() {
            if self.dependences.effects[at].is_none() {
                continue;
            }
            let main = matches!(self.operation(at), Operation::Invoke(..));
            let number = at as u32;
            let does = if main { self.piece.call(at).1 } else { self.piece.node(Part::Statement(number)) };
            let call = self.piece.calls.len().wrapping_sub(1);
            let gives_result = main && !self.dependences.values.made(at).is_empty();
            let gives = gives_result.then(|| self.piece.node(Part::ActualOut(call, Port::Return)));
            let may_throw = self.throws.own(self.id, at) || self.sites(at).any(|site| self.throws.group(site.group));
            let outcome = may_throw.then(|| self.piece.node(Part::Statement(number | OUTCOME)));
            self.nodes[at] = Some(Nodes { does, gives, outcome });
        }
        for handler in &self.body.handlers {
            if self.dependences.effects[handler.target].is_some() && !self.caught.contains_key(&handler.target) {
                let node = self.piece.node(Part::Statement(handler.target as u32 | CAUGHT));
                self.caught.insert(handler.target, node);
            }
        }
    }

    /// The nodes of those that make a value.
    fn makers(&self, value: ValueId) -> Vec<usize> {
        let values = &self.dependences.values;
        let node = |maker: &ValueId| match values.source(*maker) {
            Source::Parameter(number) => self.parameters.get(*number).copied(),
            Source::Caught(handler) => self.caught.get(handler).copied(),
            Source::Made { instruction, .. } => self.nodes[*instruction].map(|nodes| nodes.gives.unwrap_or(nodes.does)),
            Source::Merge(_) => None,
        };
        values.makers(value).iter().filter_map(node).collect()
    }

    /// Everything that makes what `at` takes at this place is a reason for the node.
    fn takes(&mut self, at: usize, place: usize, node: usize) {
        self.uses(at, place, node, EdgeKind::Data);
    }

    fn uses(&mut self, at: usize, place: usize, node: usize, kind: EdgeKind) {
        let Some(value) = self.dependences.data(at).get(place).copied() else { return };
        for maker in self.makers(value) {
            self.piece.edge(maker, node, kind);
        }
    }

    /// How many of the values that an instruction takes, the first ones, say where it works.
    fn addresses(&self, at: usize) -> usize {
        let operands = self.dependences.data(at).len();
        match self.operation(at) {
            // The last one is what is written.
            Operation::PutField(_) | Operation::ArrayStore(_) => operands.saturating_sub(1),
            Operation::GetField(_) | Operation::ArrayLoad(_) | Operation::MonitorEnter | Operation::MonitorExit => {
                operands
            }
            _ => 0,
        }
    }

    fn instruction(&mut self, at: usize, nodes: Nodes) {
        let Nodes { does, outcome, .. } = nodes;
        self.decided(at, does);
        if let Some(outcome) = outcome {
            self.decided(at, outcome);
            self.throwing(at, outcome);
        }
        let body = self.body;
        match &body.instructions[at].operation {
            Operation::Invoke(..) => self.invoke(at, nodes),
            operation => {
                let addresses = self.addresses(at);
                for place in 0..self.dependences.data(at).len() {
                    let kind = if place < addresses { EdgeKind::Address } else { EdgeKind::Data };
                    self.uses(at, place, does, kind);
                }
                if let Some(outcome) = outcome {
                    self.piece.edge(outcome, does, EdgeKind::Control);
                }
                self.memory(operation, at, does);
            }
        }
        self.implicit(at, nodes);
    }

    fn memory(&mut self, operation: &Operation, at: usize, does: usize) {
        match operation {
            Operation::GetField(field) => {
                let location = self.field(field);
                self.places(at, &location).iter().for_each(|it| self.piece.reads(it, does));
            }
            Operation::PutField(field) => {
                let location = self.field(field);
                self.places(at, &location).iter().for_each(|it| self.piece.writes(does, it));
            }
            Operation::ArrayLoad(element) => {
                let location = Location::Elements(*element, Owner::Any);
                self.places(at, &location).iter().for_each(|it| self.piece.reads(it, does));
            }
            Operation::ArrayStore(element) => {
                let location = Location::Elements(*element, Owner::Any);
                self.places(at, &location).iter().for_each(|it| self.piece.writes(does, it));
            }
            Operation::MonitorEnter | Operation::MonitorExit => self.locks(does),
            Operation::Return(_) => {
                if let Some(result) = self.result {
                    self.piece.edge(does, result, EdgeKind::Data);
                }
            }
            Operation::InvokeDynamic(dynamic) => self.dynamic(dynamic, at, does),
            _ => {}
        }
    }

    /// Such places, of all objects that the instruction may work on.
    fn places(&self, at: usize, location: &Location) -> Vec<Location> {
        let of = |owner: &Owner| match location {
            Location::Field(class, name, _) => Location::Field(*class, name.clone(), *owner),
            Location::Elements(element, _) => Location::Elements(*element, *owner),
            other => other.clone(),
        };
        self.heap.owners(self.id, at).iter().map(of).collect()
    }

    /// Where a field is. One of a class that is not looked into may be changed there, unless it never changes.
    fn field(&mut self, field: &FieldReference) -> Location {
        let Some(location) = Location::of_field(self.calls, field) else { return Location::Raw };
        if let Location::Field(class, name, _) = &location {
            let of = self.calls.hierarchy.class(*class);
            let changes = of.fields.iter().any(|it| it.name == *name && !it.flags.contains(FieldFlags::FINAL));
            if !(self.options.follow)(&of.name) {
                if changes {
                    self.piece.ties(location.clone(), Location::Outside);
                }
                // The array that is kept there may be changed, whoever has it.
                self.piece.ties_arrays(&field.descriptor);
            }
        }
        location
    }

    /// A lambda holds what it has captured; a record's method reads its components.
    fn dynamic(&mut self, dynamic: &crate::body::Dynamic, at: usize, does: usize) {
        match linkage::meaning(dynamic) {
            Meaning::Lambda(_) => {
                let Procedure::Method(method) = self.calls.procedure(self.id) else { return };
                let Some(lambda) = self.calls.lambda_at(method, at) else { return };
                for place in 0..self.dependences.data(at).len() {
                    self.piece.writes(does, &Location::Captured(lambda, place as u32));
                }
            }
            Meaning::Record(components) => {
                for component in &components {
                    let location = Location::of_field(self.calls, &component.field).unwrap_or(Location::Raw);
                    self.piece.reads(&location, does);
                }
            }
            Meaning::Concatenation | Meaning::Labels => {}
            Meaning::Unknown => {
                self.piece.reads(&Location::Raw, does);
                self.piece.reads(&Location::Outside, does);
                self.piece.writes(does, &Location::Raw);
                self.piece.writes(does, &Location::Outside);
            }
        }
    }

    /// Who comes first to a monitor decides.
    fn locks(&mut self, node: usize) {
        let monitors = End::Memory(Location::Monitors);
        self.piece.edges.push((End::Own(node), monitors.clone(), EdgeKind::Interference));
        self.piece.edges.push((monitors, End::Own(node), EdgeKind::Interference));
    }

    /// The decisions that let an instruction run are reasons for a node.
    fn decided(&mut self, at: usize, node: usize) {
        if self.dependences.control.from_entry[at] {
            self.piece.edge(0, node, EdgeKind::Control);
        }
        let causes: Vec<usize> = self.dependences.causes(&self.code, at).map(|cause| cause.instruction).collect();
        for cause in causes {
            self.depends_on(cause, node);
        }
    }

    fn depends_on(&mut self, decision: usize, node: usize) {
        let Some(nodes) = self.nodes[decision] else { return };
        self.piece.edge(nodes.outcome.unwrap_or(nodes.does), node, EdgeKind::Control);
    }

    /// What an exception of an instruction goes to.
    fn throwing(&mut self, at: usize, outcome: usize) {
        for edge in self.code.edges[at].clone().into_iter().filter(|edge| edge.exceptional) {
            let to =
                if edge.to == self.code.exceptional_exit() { self.thrown } else { self.caught.get(&edge.to).copied() };
            if let Some(to) = to {
                self.piece.edge(outcome, to, EdgeKind::Data);
            }
        }
        if !self.throws.own(self.id, at) {
            return;
        }
        let operands = self.dependences.data(at).len();
        for place in 0..throws::reasons(self.operation(at), operands) {
            self.takes(at, place, outcome);
        }
    }

    /// The call that the instruction is.
    fn invoke(&mut self, at: usize, nodes: Nodes) {
        let Some(site) = self.sites(at).find(|site| site.why == Why::Call) else { return };
        let Part::Call(call) = self.piece.parts[nodes.does] else { return };
        let group = self.calls.group(site.group);
        let passed: Vec<usize> = (0..self.dependences.data(at).len())
            .map(|place| {
                let node = self.piece.node(Part::ActualIn(call, parameter(place)));
                self.takes(at, place, node);
                self.piece.edge(nodes.does, node, EdgeKind::Control);
                node
            })
            .collect();
        if let (Some(receiver), true) = (passed.first(), group.callees.len() > 1) {
            // Its class says what runs.
            self.piece.edge(*receiver, nodes.does, EdgeKind::Data);
        }
        let thrown = nodes.outcome.filter(|_| self.throws.group(site.group)).map(|outcome| {
            let node = self.piece.node(Part::ActualOut(call, Port::Exception));
            self.piece.edge(node, outcome, EdgeKind::Data);
            node
        });
        if let Some(outcome) = nodes.outcome {
            // Without its receiver there is no call.
            self.piece.edge(nodes.does, outcome, EdgeKind::Control);
        }
        for out in nodes.gives.into_iter().chain(thrown) {
            self.piece.edge(nodes.does, out, EdgeKind::Control);
        }
        self.enters(&site, nodes.does, &passed, nodes.gives, thrown);
    }

    /// Joins a call with its callees, or, if they are not known, with everything.
    fn enters(&mut self, site: &Site, call: usize, passed: &[usize], gives: Option<usize>, thrown: Option<usize>) {
        enters(&mut self.piece, self.calls, site, call, passed, gives, thrown);
    }

    /// What an instruction calls beside what it says: initialisers, `toString`, methods of components.
    fn implicit(&mut self, at: usize, nodes: Nodes) {
        let sites: Vec<Site> = self
            .sites(at)
            .filter(|site| site.why != Why::Call || !matches!(self.operation(at), Operation::Invoke(..)))
            .filter(|site| site.why != Why::Initialise || !self.has_run(site))
            .collect();
        for site in sites {
            let (call, node) = self.piece.call(at);
            self.decided(at, node);
            let passed = match site.why {
                Why::Text(number) => vec![number],
                // The record, and for `equals` the other one: what components hold is read from memory.
                Why::Component(_) => (0..self.dependences.data(at).len()).collect(),
                Why::Call => (0..self.dependences.data(at).len()).collect(),
                Why::Initialise | Why::Native => Vec::new(),
            };
            let mut nodes_in = Vec::new();
            for (port, place) in passed.into_iter().enumerate() {
                let actual = self.piece.node(Part::ActualIn(call, parameter(port)));
                self.takes(at, place, actual);
                self.piece.edge(node, actual, EdgeKind::Control);
                if let Why::Component(number) = site.why {
                    self.component(at, number, actual);
                }
                if port == 0 {
                    self.piece.edge(actual, node, EdgeKind::Data);
                }
                nodes_in.push(actual);
            }
            let gives = (site.why != Why::Initialise).then(|| {
                let out = self.piece.node(Part::ActualOut(call, Port::Return));
                self.piece.edge(out, nodes.does, EdgeKind::Data);
                out
            });
            let thrown = nodes.outcome.filter(|_| self.throws.group(site.group)).map(|outcome| {
                let out = self.piece.node(Part::ActualOut(call, Port::Exception));
                self.piece.edge(out, outcome, EdgeKind::Data);
                out
            });
            for out in gives.into_iter().chain(thrown) {
                self.piece.edge(node, out, EdgeKind::Control);
            }
            self.enters(&site, node, &nodes_in, gives, thrown);
        }
    }

    /// Whether the initialisers that it calls have run when the program begins.
    fn has_run(&self, site: &Site) -> bool {
        let group = self.calls.group(site.group);
        group.unknown.is_none() && group.callees.is_subset(self.calls.roots())
    }

    fn component(&mut self, at: usize, number: usize, node: usize) {
        let Operation::InvokeDynamic(dynamic) = &self.body.instructions[at].operation else { return };
        let Meaning::Record(components) = linkage::meaning(dynamic) else { return };
        let Some(component) = components.get(number) else { return };
        let location = Location::of_field(self.calls, &component.field).unwrap_or(Location::Raw);
        self.piece.reads(&location, node);
    }

    /// That the method returns, or throws, is decided like an instruction.
    fn exits(&mut self) {
        if let Some(result) = self.result {
            self.decided(self.code.normal_exit(), result);
        }
        if let Some(thrown) = self.thrown {
            self.decided(self.code.exceptional_exit(), thrown);
        }
    }
}

/// Joins a call with its callees, or, if they are not known, with everything.
pub(super) fn enters(
    piece: &mut Piece,
    calls: &Calls<'_>,
    site: &Site,
    call: usize,
    passed: &[usize],
    gives: Option<usize>,
    thrown: Option<usize>,
) {
    let group = calls.group(site.group);
    for callee in &group.callees {
        piece.edges.push((End::Own(call), End::Entry(*callee), EdgeKind::Call));
        // `VarHandle.compareAndSet` and the like are declared with one array for all that they are passed.
        let Some(last) = parameters(calls, *callee).checked_sub(1) else { continue };
        for (number, node) in passed.iter().enumerate() {
            let port = parameter(number.min(last));
            piece.edges.push((End::Own(*node), End::In(*callee, port), EdgeKind::ParameterIn));
        }
    }
    for callee in &group.callees {
        for (out, port) in gives.map(|it| (it, Port::Return)).into_iter().chain(thrown.map(|it| (it, Port::Exception)))
        {
            piece.edges.push((End::Out(*callee, port), End::Own(out), EdgeKind::ParameterOut));
        }
    }
    // A call of which nothing is known that it could run is dead code, or its receiver was made in a way that nobody sees.
    if group.unknown.is_none() && !group.callees.is_empty() {
        return;
    }
    for location in [Location::Outside, Location::Raw] {
        for node in passed.iter().copied().chain([call]) {
            piece.writes(node, &location);
        }
        gives.into_iter().chain(thrown).for_each(|out| piece.reads(&location, out));
    }
    for out in gives.into_iter().chain(thrown) {
        passed.iter().for_each(|node| piece.edge(*node, out, EdgeKind::Data));
    }
}

/// How many parameters a procedure has, with its receiver.
pub(super) fn parameters(calls: &Calls<'_>, id: ProcedureId) -> usize {
    match calls.procedure(id) {
        Procedure::Method(method) => calls.method(method).parameters().len(),
        Procedure::Lambda(lambda) => calls.passed(lambda) + 1,
    }
}

//! The graph of procedures without code of their own to look into: native methods, lambdas, and methods that are not
//! followed.
//!
//! Invariant: what comes out of one depends on everything that goes in, directly or through a place in memory.
use super::method::enters;
use super::outside;
use super::piece::{End, Part, Piece, parameter};
use super::{Location, Owner};
use crate::body::{Element, Handle};
use crate::calls::{Calls, LambdaId, ProcedureId};
use crate::classes::{Method, MethodCode};
use crate::descriptor;
use crate::graph::{EdgeKind, Port};
use crate::hierarchy::ClassId;
use crate::library::{self, About, Does, Looks};
use crate::natives::{self, Touches};
use crate::throws::Throws;

struct Ports {
    ins: Vec<usize>,
    result: Option<usize>,
    thrown: Option<usize>,
}

impl Ports {
    fn of(piece: &mut Piece, parameters: usize, has_result: bool, throws: bool) -> Self {
        Self {
            ins: (0..parameters).map(|number| piece.node(Part::FormalIn(parameter(number)))).collect(),
            result: has_result.then(|| piece.node(Part::FormalOut(Port::Return))),
            thrown: throws.then(|| piece.node(Part::FormalOut(Port::Exception))),
        }
    }

    fn outs(&self) -> Vec<usize> {
        self.result.into_iter().chain(self.thrown).collect()
    }
}

/// The method may read and write there.
fn shares(piece: &mut Piece, ports: &Ports, location: &Location) {
    reads(piece, ports, location);
    writes(piece, ports, location);
}

fn reads(piece: &mut Piece, ports: &Ports, location: &Location) {
    ports.outs().into_iter().for_each(|out| piece.reads(location, out));
}

fn writes(piece: &mut Piece, ports: &Ports, location: &Location) {
    ports.ins.iter().copied().chain([0]).for_each(|node| piece.writes(node, location));
}

/// A method that has no code that can be read, or, if something is known about it, is not to be looked into.
pub(super) fn opaque(
    calls: &Calls<'_>,
    throws: &Throws,
    id: ProcedureId,
    class: ClassId,
    method: &Method,
    about: Option<About>,
) -> Piece {
    let mut piece = Piece::new();
    let has_result = method.signature.result.is_some();
    let ports = Ports::of(&mut piece, method.parameters().len(), has_result, throws.procedure(id));
    for out in ports.outs() {
        piece.edge(0, out, EdgeKind::Control);
        ports.ins.iter().for_each(|it| piece.edge(*it, out, EdgeKind::Data));
    }
    touch(calls, &mut piece, &ports, class, method, about);
    if about.is_none() {
        natively(calls, id, &mut piece, &ports);
    }
    piece
}

/// What the method reads and writes in memory.
fn touch(calls: &Calls<'_>, piece: &mut Piece, ports: &Ports, class: ClassId, method: &Method, about: Option<About>) {
    let of = calls.hierarchy.class(class);
    if let Some(about) = about {
        match library::does(outside::known_as(calls, class), &method.name, &method.descriptor, about) {
            Does::Nothing => return,
            Does::Prints => return writes(piece, ports, &Location::Printed),
            Does::Starts => return writes(piece, ports, &Location::Starts),
            Does::Makes => {
                // One without a name gets a number.
                writes(piece, ports, &Location::Names);
                return writes(piece, ports, &Location::Starts);
            }
            Does::Names => {
                // Code that is not followed makes threads as well, and looks at their names.
                piece.ties(Location::Names, Location::Outside);
                return shares(piece, ports, &Location::Names);
            }
            Does::Named => {
                piece.ties(Location::Names, Location::Outside);
                return reads(piece, ports, &Location::Names);
            }
            Does::Interrupts => {
                // It decides whether what waits in code that is not followed goes on.
                writes(piece, ports, &Location::Outside);
                return shares(piece, ports, &Location::Interrupts);
            }
            Does::Interrupted => return reads(piece, ports, &Location::Interrupts),
            Does::Sleeps => return waits(piece, ports, about),
            Does::Ends => {
                reads(piece, ports, &Location::Starts);
                return reads(piece, ports, &Location::Ends);
            }
            Does::Awaits => {
                reads(piece, ports, &Location::Starts);
                reads(piece, ports, &Location::Ends);
                return waits(piece, ports, about);
            }
            Does::Monitors => {
                waits(piece, ports, about);
                return shares(piece, ports, &Location::Monitors);
            }
            Does::Exceptions => return shares(piece, ports, &Location::Exceptions),
            Does::Clock => return reads(piece, ports, &Location::Outside),
            Does::Anything => {}
        }
        if library::is_raw(&of.name) {
            shares(piece, ports, &Location::Raw);
        }
    }
    let touches = match method.code {
        MethodCode::Native => natives::touches(&of.name, &method.name),
        // It never runs.
        MethodCode::Abstract => Touches::Nothing,
        MethodCode::Body(_) | MethodCode::NotKept | MethodCode::Unreadable(_) => Touches::Outside,
    };
    match touches {
        Touches::Nothing => {}
        Touches::Raw => shares(piece, ports, &Location::Raw),
        Touches::Elements => {
            Element::ALL.iter().for_each(|it| shares(piece, ports, &Location::Elements(*it, Owner::Any)))
        }
        Touches::Outside => {
            shares(piece, ports, &Location::Outside);
            for above in calls.hierarchy.ancestors(class) {
                for field in &calls.hierarchy.class(*above).fields {
                    shares(piece, ports, &Location::Field(*above, field.name.clone(), Owner::Any));
                }
            }
            // What keeps an array (`ByteBuffer.wrap`) may use it later, and so may what gives one away that it keeps.
            descriptor::types(&method.descriptor).for_each(|it| piece.ties_arrays(it));
            if let Some(about) = about {
                within(piece, ports, library::looks(&of.name, &method.name));
                if library::is_concurrent(&of.name) {
                    waits(piece, ports, about);
                }
            }
        }
    }
}

/// It may be interrupted while it waits, and then is so no more; or it interrupts who runs a task.
fn waits(piece: &mut Piece, ports: &Ports, about: About) {
    if about.interrupts {
        shares(piece, ports, &Location::Interrupts);
    }
}

/// What a method does with arrays that it is given as objects, or in them.
fn within(piece: &mut Piece, ports: &Ports, looks: Looks) {
    for location in Element::ALL.iter().map(|element| Location::Elements(*element, Owner::Any)) {
        match looks {
            Looks::No => {}
            Looks::Once => reads(piece, ports, &location),
            Looks::Always => piece.ties(location, Location::Outside),
        }
    }
}

/// What a native method calls gets the receiver and the arguments; what the first call throws is passed to the next.
fn natively(calls: &Calls<'_>, id: ProcedureId, piece: &mut Piece, ports: &Ports) {
    if !matches!(calls.procedure(id), crate::calls::Procedure::Method(method)
        if calls.method(method).code == MethodCode::Native)
    {
        return;
    }
    let mut thrown_before: Option<usize> = None;
    for site in calls.sites(id) {
        let (call, node) = piece.call(site.instruction);
        piece.edge(0, node, EdgeKind::Control);
        let count = ports.ins.len().max(2);
        let passed: Vec<usize> = (0..count).map(|it| piece.node(Part::ActualIn(call, parameter(it)))).collect();
        for (number, actual) in passed.iter().enumerate() {
            piece.edge(node, *actual, EdgeKind::Control);
            if let Some(formal) = ports.ins.get(number) {
                piece.edge(*formal, *actual, EdgeKind::Data);
            }
            if let Some(thrown) = thrown_before {
                piece.edge(thrown, *actual, EdgeKind::Data);
            }
        }
        if let Some(receiver) = passed.first() {
            piece.edge(*receiver, node, EdgeKind::Data);
        }
        let thrown = piece.node(Part::ActualOut(call, Port::Exception));
        piece.edge(node, thrown, EdgeKind::Control);
        enters(piece, calls, site, node, &passed, None, Some(thrown));
        thrown_before = Some(thrown);
    }
}

/// A lambda in code that is not looked into.
pub(super) fn opaque_lambda(calls: &Calls<'_>, throws: &Throws, id: ProcedureId, lambda: LambdaId) -> Piece {
    let mut piece = Piece::new();
    let ports = Ports::of(&mut piece, calls.passed(lambda) + 1, true, throws.procedure(id));
    for out in ports.outs() {
        piece.edge(0, out, EdgeKind::Control);
        ports.ins.iter().for_each(|it| piece.edge(*it, out, EdgeKind::Data));
    }
    shares(&mut piece, &ports, &Location::Outside);
    piece
}

/// What a lambda or method reference runs: one call, with what was captured before what is passed.
pub(super) fn lambda(calls: &Calls<'_>, throws: &Throws, id: ProcedureId, lambda: LambdaId) -> Piece {
    let made = &calls.lambda(lambda).lambda;
    let mut piece = Piece::new();
    let passed = calls.passed(lambda);
    let ports = Ports::of(&mut piece, passed + 1, true, throws.procedure(id));
    let captures = calls.captured(lambda);
    let makes = matches!(&*made.target, Handle::New(_));
    for site in calls.sites(id) {
        let (call, node) = piece.call(site.instruction);
        piece.edge(0, node, EdgeKind::Control);
        let count = if site.why == crate::calls::Why::Call { captures + passed + usize::from(makes) } else { 0 };
        let actuals: Vec<usize> = (0..count).map(|it| piece.node(Part::ActualIn(call, parameter(it)))).collect();
        for (number, actual) in actuals.iter().enumerate() {
            piece.edge(node, *actual, EdgeKind::Control);
            // A constructor gets the new object first.
            let Some(place) = number.checked_sub(usize::from(makes)) else { continue };
            match place.checked_sub(captures) {
                None => piece.reads(&Location::Captured(lambda, place as u32), *actual),
                Some(own) => piece.edge(ports.ins[own + 1], *actual, EdgeKind::Data),
            }
        }
        let is_dispatched = calls.group(site.group).callees.len() > 1;
        if let (Some(receiver), true) = (actuals.first(), is_dispatched) {
            piece.edge(*receiver, node, EdgeKind::Data);
        }
        let gives = (count > 0 || site.why == crate::calls::Why::Call).then(|| {
            let out = piece.node(Part::ActualOut(call, Port::Return));
            piece.edge(node, out, EdgeKind::Control);
            out
        });
        let thrown = ports.thrown.map(|formal| {
            let out = piece.node(Part::ActualOut(call, Port::Exception));
            piece.edge(node, out, EdgeKind::Control);
            piece.edge(out, formal, EdgeKind::Data);
            out
        });
        if let (Some(gives), Some(result)) = (gives, ports.result) {
            let from = if makes { node } else { gives };
            piece.edge(from, result, EdgeKind::Data);
        }
        // A null receiver throws.
        if let (Some(first), Some(thrown)) = (actuals.first(), ports.thrown) {
            piece.edge(*first, thrown, EdgeKind::Data);
        }
        enters(&mut piece, calls, site, node, &actuals, gives, thrown);
    }
    if calls.sites(id).is_empty() {
        // It reads or writes a field: compilers make none of these.
        shares(&mut piece, &ports, &Location::Raw);
    }
    piece
}

/// Code that is not followed gives a procedure its arguments, and takes what it gives back; arrays among these it may
/// keep.
pub(super) fn called_from(piece: &mut Piece, from: &Location, to: &Location, descriptor: &str) {
    descriptor::types(descriptor).for_each(|it| piece.ties_arrays(it));
    for (number, part) in piece.parts.iter().enumerate() {
        match part {
            Part::Entry | Part::FormalIn(_) => {
                piece.edges.push((End::Memory(from.clone()), End::Own(number), EdgeKind::Heap));
            }
            Part::FormalOut(_) => piece.edges.push((End::Own(number), End::Memory(to.clone()), EdgeKind::Heap)),
            _ => {}
        }
    }
}

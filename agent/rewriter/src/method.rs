//! One method from its Code attribute to the new one.
//!
//! A method that does not fit with its hooks is tried again in shorter ways ([`Way`]); the last is one hook that tells that it is executed.

use crate::class::{Attribute, RawMember};
use crate::code::Code;
use crate::descriptor::Signature;
use crate::editor::{Context, Editor};
use crate::error::{Failure, RewriteError};
use crate::frames::{self, Frame, Start, Type, this_type};
use crate::insert::{Insertions, Rings};
use crate::instruction::op;
use crate::layout::{Layout, lay_out};
use crate::outline::Outlines;
use crate::policy::{Monitors, Outlining};
use crate::pool::text;
use crate::reader::Write;
use crate::site::Operation;
use crate::snippet::Snippet;
use crate::tables::{self, Relocation};
use crate::uninitialized::{Uninitialized, analyse};
use std::ops::Range;
use std::rc::Rc;

const STATIC: u16 = 0x0008;
const SYNCHRONIZED: u16 = 0x0020;
const NATIVE: u16 = 0x0100;
const ABSTRACT: u16 = 0x0400;

/// What became of a method.
pub(crate) enum Done {
    /// It needs no hooks.
    Same,
    /// It has all hooks.
    Hooked(Vec<u8>),
    /// It has one hook, which tells that it is executed; why it has no others.
    Noted(Vec<u8>, String),
    /// It is as it was; why.
    Unseen(String),
}

/// How a method gets its hooks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Around the instructions, with those that tell calls.
    Told,
    /// Around the instructions.
    Inline,
    /// The same, without the hooks for local states.
    Bare,
    /// In methods of their own.
    Outlined,
    /// The same, without the hooks at the heads of loops and those for local states.
    Straight,
    /// The same, with as few constants as possible.
    Frugal,
    /// None but one at the start.
    Noted,
}

/// Which hooks a method gets among those that it can do without.
#[derive(Clone, Copy)]
struct Wanted {
    /// At the heads of loops.
    loops: bool,
    /// Those for local states.
    local_states: bool,
    /// Those that tell calls.
    calls: bool,
}

/// Puts hooks into a method.
pub(crate) fn rewrite<'a>(
    context: &mut Context<'_, 'a>,
    method: &RawMember<'a>,
    outlines: &mut Outlines<'a>,
) -> Result<Done, RewriteError> {
    if method.access & (NATIVE | ABSTRACT) != 0 {
        let (name, descriptor) = (context.pool.utf8(method.name)?, context.pool.utf8(method.descriptor)?);
        let entry = context.policy.entry(&text(name), &text(descriptor));
        let drops = NATIVE | SYNCHRONIZED;
        if method.access & drops == drops && context.policy.monitors() == Monitors::Replace {
            // Who calls it enters the monitor.
            let access = (method.access & !SYNCHRONIZED).to_be_bytes();
            return Ok(Done::Hooked([&access, &method.bytes[access.len()..]].concat()));
        }
        return Ok(
            entry.map_or(Done::Same, |_| Done::Unseen("a method without code has no start for a hook".to_owned()))
        );
    }
    let mut reason: Option<String> = None;
    for way in [Way::Told, Way::Inline, Way::Bare, Way::Outlined, Way::Straight, Way::Frugal, Way::Noted] {
        let possible = match way {
            Way::Told => context.policy.tells_calls().is_some() && context.policy.outlining() != Outlining::Everywhere,
            Way::Inline => context.policy.outlining() != Outlining::Everywhere,
            Way::Bare => context.policy.outlining() != Outlining::Everywhere && context.policy.local_states().is_some(),
            Way::Outlined | Way::Straight | Way::Frugal => context.policy.outlining() != Outlining::Never,
            Way::Noted => context.policy.unseen().is_some(),
        };
        if !possible {
            continue;
        }
        let (mark, made) = (context.pool.mark(), outlines.methods.len());
        let why = reason.clone().unwrap_or_default();
        context.pool.spare_numbers(matches!(way, Way::Frugal | Way::Noted));
        let failure = match edit(context, method, |editor| decide(editor, way, &why, outlines)) {
            Ok(None) => return Ok(Done::Same),
            Ok(Some(bytes)) if way == Way::Noted => return Ok(Done::Noted(bytes, why)),
            Ok(Some(bytes)) => return Ok(Done::Hooked(bytes)),
            Err(failure) => failure,
        };
        context.pool.restore(&mark);
        outlines.methods.truncate(made);
        let failure = match failure {
            Failure::Skip(reason) => reason.to_owned(),
            Failure::Class(full @ RewriteError::ConstantPoolFull) => full.to_string(),
            Failure::Class(error) => return Err(error),
        };
        reason.get_or_insert(failure);
    }
    Ok(Done::Unseen(reason.unwrap_or_default()))
}

fn decide<'a>(
    mut editor: Editor<'_, '_, 'a>,
    way: Way,
    reason: &str,
    outlines: &mut Outlines<'a>,
) -> Result<Insertions, Failure> {
    if way == Way::Noted {
        editor.note(reason)?;
        return Ok(editor.insertions);
    }
    let outlined = !matches!(way, Way::Told | Way::Inline | Way::Bare);
    // In what fills a part of an array, the array is needed again after temporaries have been written.
    editor.spare = u16::from(outlined);
    let wanted = Wanted {
        loops: matches!(way, Way::Told | Way::Inline | Way::Bare | Way::Outlined),
        // There has to be room for the constants of the other hooks.
        local_states: matches!(way, Way::Told | Way::Inline | Way::Outlined) && !editor.context.pool.is_crowded(),
        calls: way == Way::Told,
    };
    insert(&mut editor, wanted)?;
    if outlined && editor.insertions.any {
        let frames = editor.frames()?.into_iter().map(|(at, _)| at).collect::<Vec<_>>();
        let Editor { context, code, lines, insertions, .. } = &mut editor;
        outlines.outline(context, code, lines, &frames, insertions)?;
    }
    Ok(editor.insertions)
}

impl Editor<'_, '_, '_> {
    /// One hook at the start, which tells that the method is executed and has no others.
    fn note(&mut self, reason: &str) -> Result<(), Failure> {
        let Some(hook) = self.context.policy.unseen() else { return Ok(()) };
        let site = self.site(0, Operation::Unseen { reason: reason.to_owned() });
        let mut piece = Snippet::default();
        self.push_site(&mut piece, site)?;
        self.hook(&mut piece, hook, "(I)V")?;
        self.reserve(&piece);
        self.insertions.prologue.append(&mut piece.bytes);
        Ok(())
    }
}

/// Changes the code of a method as `decide` says; `None` if it stays as it was.
pub(crate) fn edit<'c, 'a>(
    context: &mut Context<'c, 'a>,
    method: &RawMember<'a>,
    decide: impl FnOnce(Editor<'_, 'c, 'a>) -> Result<Insertions, Failure>,
) -> Result<Option<Vec<u8>>, Failure> {
    let is_code = |attribute: &&Attribute<'a>| context.pool.utf8(attribute.name) == Ok(b"Code");
    let Some(attribute) = method.attributes.iter().find(is_code) else { return Ok(None) };
    let code = Code::read(attribute.body)?;
    let insertions = decide(Editor::new(context, method, &code)?)?;
    if !insertions.any {
        return Ok(None);
    }
    let body = assemble(context, method, &code, &insertions)?;
    let length = u32::try_from(body.len()).map_err(|_| Failure::Skip("attributes too long"))?;
    let mut out = Vec::with_capacity(method.bytes.len() + body.len());
    out.u2(if insertions.drops_synchronized { method.access & !SYNCHRONIZED } else { method.access });
    out.u2(method.name);
    out.u2(method.descriptor);
    out.u2(u16::try_from(method.attributes.len()).unwrap_or(u16::MAX));
    for other in &method.attributes {
        out.u2(other.name);
        if std::ptr::eq(other, attribute) {
            out.u4(length);
            out.extend_from_slice(&body);
        } else {
            out.u4(u32::try_from(other.body.len()).unwrap_or(u32::MAX));
            out.extend_from_slice(other.body);
        }
    }
    Ok(Some(out))
}

/// Decides on all hooks of a method.
fn insert(editor: &mut Editor<'_, '_, '_>, wanted: Wanted) -> Result<(), Failure> {
    let (code, name) = (editor.code, editor.name);
    let uninitialized = if name == b"<init>" && editor.context.name != b"java/lang/Object" {
        analyse(code, &editor.context.pool)?
    } else {
        Uninitialized::default()
    };
    editor.entry()?;
    if wanted.local_states {
        editor.enter_scope()?;
    }
    if wanted.loops {
        editor.loops()?;
    }
    editor.surrounded()?;
    editor.synchronized_method()?;
    editor.exception_handlers()?;
    editor.constructed()?;
    editor.leave_scope()?;
    for (index, instruction) in code.instructions.list.iter().enumerate() {
        let told = match instruction.opcode {
            opcode @ op::INVOKEVIRTUAL..=op::INVOKEINTERFACE if wanted.calls => {
                editor.tell_call(index, opcode, &uninitialized)?
            }
            _ => None,
        };
        match instruction.opcode {
            opcode @ op::GETSTATIC..=op::PUTFIELD => editor.field(index, opcode, &uninitialized)?,
            opcode @ op::IALOAD..=op::SALOAD => editor.array_load(index, opcode)?,
            opcode @ op::IASTORE..=op::SASTORE => editor.array_store(index, opcode)?,
            opcode @ op::INVOKEVIRTUAL..=op::INVOKEINTERFACE => editor.call(index, opcode, &uninitialized)?,
            op::INVOKEDYNAMIC => {
                editor.links_for_good(index, op::INVOKEDYNAMIC)?;
                editor.invoke_dynamic(index)?;
            }
            opcode @ (op::LDC | op::LDC_W) => {
                editor.links_for_good(index, opcode)?;
                editor.handle_constant(index)?;
            }
            op::LDC2_W => editor.links_for_good(index, op::LDC2_W)?,
            op::NEW => editor.new_object(index)?,
            op::SIPUSH => editor.number(index)?,
            opcode @ (op::MONITORENTER | op::MONITOREXIT) => editor.monitor(index, opcode)?,
            _ => {}
        }
        if wanted.local_states {
            editor.fresh(index, instruction.opcode, &uninitialized)?;
        }
        if let Some(call) = told {
            editor.tell_end(index, &call)?;
        }
    }
    Ok(())
}

/// Writes the new Code attribute.
fn assemble<'a>(
    context: &mut Context<'_, 'a>,
    method: &RawMember<'a>,
    code: &Code<'a>,
    insertions: &Insertions,
) -> Result<Vec<u8>, Failure> {
    let (layout, bytes) = lay_out(&code.instructions.list, insertions)?;
    let frames = stack_map(context, method, code, insertions, &layout)?;
    let (table, handlers) = exception_table(code, insertions, &layout)?;

    let mut out = Vec::with_capacity(2 * bytes.len() + 100);
    let room =
        |limit: u16, more: u16| limit.checked_add(more).ok_or(Failure::Skip("too much stack or too many locals"));
    out.u2(room(code.max_stack, insertions.extra_stack)?);
    out.u2(room(code.max_locals, insertions.temporaries)?);
    out.u4(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
    out.extend_from_slice(&bytes);
    out.extend_from_slice(&table);

    let relocation = Relocation { code, layout: &layout, handlers: &handlers };
    let mut attributes = Vec::new();
    for &Attribute { name, body } in &code.attributes {
        let moved = match context.pool.utf8(name)? {
            b"StackMapTable" if frames.is_some() => continue,
            b"LineNumberTable" => tables::line_numbers(body, &relocation),
            b"LocalVariableTable" | b"LocalVariableTypeTable" => tables::local_variables(body, &relocation),
            b"RuntimeVisibleTypeAnnotations" | b"RuntimeInvisibleTypeAnnotations" => {
                tables::type_annotations(body, &relocation)
            }
            _ => Ok(body.to_vec()),
        };
        attributes.push((name, moved.unwrap_or_else(|_| body.to_vec())));
    }
    if let Some(frames) = frames {
        attributes.push((context.pool.add_utf8(b"StackMapTable")?, frames));
    }
    out.u2(u16::try_from(attributes.len()).map_err(|_| Failure::Skip("too many attributes"))?);
    for (name, body) in attributes {
        out.u2(name);
        out.u4(u32::try_from(body.len()).map_err(|_| Failure::Skip("attributes too long"))?);
        out.extend_from_slice(&body);
    }
    Ok(out)
}

/// The new StackMapTable, if there is to be one.
fn stack_map<'a>(
    context: &mut Context<'_, 'a>,
    method: &RawMember<'a>,
    code: &Code<'a>,
    insertions: &Insertions,
    layout: &Layout,
) -> Result<Option<Vec<u8>>, Failure> {
    let table = code.attributes.iter().find(|found| context.pool.utf8(found.name) == Ok(b"StackMapTable"));
    let is_new = insertions.prologue_frame.is_some() || insertions.catch_all.is_some();
    if context.major < frames::FIRST_VERSION || (table.is_none() && !is_new) {
        return Ok(None);
    }
    let constructor = context.pool.utf8(method.name)? == b"<init>" && context.name != b"java/lang/Object";
    let this = (method.access & STATIC == 0).then(|| this_type(context.this_class, constructor));
    let signature = Signature::parse(context.pool.utf8(method.descriptor)?)?;
    let start = Start::new(this, &signature);
    let known = match table {
        Some(table) => frames::read(table.body, code, &start)?,
        None => Vec::new(),
    };
    let known: Vec<_> = if insertions.call_local {
        known.into_iter().map(|(at, frame)| (at, frame.with_int(code.max_locals))).collect()
    } else {
        known
    };

    let mut placed = Vec::with_capacity(known.len() + 2);
    if let Some(offset) = insertions.prologue_frame {
        placed.push((offset, Frame { locals: Rc::clone(&start.locals), stack: Vec::new() }));
    }
    if table.is_some() {
        for island in &layout.islands {
            let found = known.binary_search_by_key(&island.target, |frame| frame.0);
            let found = found.ok().and_then(|found| known.get(found));
            let (_, frame) = found.ok_or(Failure::Skip("a far jump to a place without a frame"))?;
            placed.push((island.at, frame.clone()));
        }
    }
    if let Some(handler) = &insertions.catch_all {
        if let Some(&this) = handler.frame.locals.first() {
            let keeps_this = known.iter().all(|(_, frame)| is_same(context, frame.locals.first(), this));
            if !keeps_this {
                return Err(Failure::Skip("a synchronized method that forgets this"));
            }
        }
        placed.push((layout.label.last().copied().unwrap_or_default(), handler.frame.clone()));
    }
    for (at, frame) in known {
        if insertions.edits.get(at).is_some_and(|edit| !edit.visited.is_empty()) {
            placed.push((layout.start[at], frame.clone()));
        }
        placed.push((layout.label[at], frame));
    }
    placed.sort_by_key(|frame| frame.0);
    let offset = |instruction: usize| layout.at.get(instruction).copied().unwrap_or(usize::MAX);
    Ok(Some(frames::write(&placed, &start, &mut context.pool, &offset)?))
}

/// Whether a frame has the class for `this`, maybe under another number.
fn is_same(context: &Context<'_, '_>, local: Option<&Type>, this: Type) -> bool {
    match local {
        Some(&Type::Object(class)) => Type::Object(class) == this || context.pool.class(class) == Ok(context.name),
        _ => false,
    }
}

/// The new exception table, with its length; and for each old entry, the number of its first new one.
fn exception_table(code: &Code<'_>, insertions: &Insertions, layout: &Layout) -> Result<(Vec<u8>, Vec<u16>), Failure> {
    let rings = Rings::new(&code.handlers);
    let mut special: Vec<_> = layout.islands.iter().map(|island| island.after).collect();
    let edits = insertions.edits.iter().enumerate();
    special.extend(
        edits.filter(|(_, edit)| edit.leaves || edit.bare_after || !edit.caught.is_empty()).map(|found| found.0),
    );
    special.sort_unstable();
    special.dedup();

    let mut entries = Vec::new();
    let mut first = Vec::with_capacity(code.handlers.len());
    for handler in &code.handlers {
        first.push(u16::try_from(entries.len()).unwrap_or(u16::MAX));
        let pieces = pieces(layout, &special, handler.range.clone(), |index| {
            let edit = &insertions.edits[index];
            let caught = !edit.caught.is_empty() && rings.loops(index, handler.target);
            [
                if caught { layout.label[index]..layout.start[index] } else { 0..0 },
                if edit.leaves { layout.start[index]..layout.at[index] } else { 0..0 },
                if edit.bare_after { layout.end[index] - edit.after.len()..layout.end[index] } else { 0..0 },
            ]
        });
        entries.extend(pieces.into_iter().map(|piece| (piece, layout.label[handler.target], handler.class)));
    }
    if insertions.catch_all.is_some() {
        let end = insertions.edits.len();
        let pieces = pieces(layout, &special, 0..end, |index| {
            let leaves = insertions.edits[index].leaves;
            [if leaves { layout.start[index]..layout.end[index] } else { 0..0 }, 0..0, 0..0]
        });
        entries.extend(pieces.into_iter().map(|piece| (piece, layout.label[end], 0)));
    }

    let mut out = Vec::with_capacity(2 + 8 * entries.len());
    out.u2(u16::try_from(entries.len()).map_err(|_| Failure::Skip("too many exception handlers"))?);
    for (piece, target, class) in entries {
        for offset in [piece.start, piece.end, target] {
            out.u2(u16::try_from(offset).map_err(|_| Failure::Skip("longer than 65535 bytes with hooks"))?);
        }
        out.u2(class);
    }
    Ok((out, first))
}

/// The places that a range of instructions covers, without the cuts at special instructions and without islands.
fn pieces(
    layout: &Layout,
    special: &[usize],
    range: Range<usize>,
    cuts: impl Fn(usize) -> [Range<usize>; 3],
) -> Vec<Range<usize>> {
    let mut covered = Vec::new();
    let mut from = layout.label[range.start];
    let first = special.partition_point(|&index| index < range.start);
    for &index in special[first..].iter().take_while(|&&index| index < range.end) {
        let islands = layout.end[index]..layout.label[index + 1];
        for cut in cuts(index).into_iter().chain([islands]).filter(|cut| !cut.is_empty()) {
            if cut.start > from {
                covered.push(from..cut.start);
            }
            from = cut.end;
        }
    }
    if layout.label[range.end] > from {
        covered.push(from..layout.label[range.end]);
    }
    covered
}

//! Inserts hooks into Java class files.
//!
//! The way of a class: [`class`] finds the members, [`code`] and [`instruction`] take a method apart, the files on single
//! constructs ([`access`], [`calls`], [`control`], [`entry`], [`loops`]) decide on the code to insert ([`insert`], [`snippet`]), [`layout`] finds
//! places for everything, and [`frames`], [`tables`] and [`method`] move what names places. What to insert is the
//! business of a [`policy::Policy`]; the places of hooks are told to a [`site::Sites`].
//!
//! Before that, [`desugar()`] replaces `invokedynamic`, in a class of its own right.
//!
//! Inserted code leaves stack and locals as it found them, and jumps only where a frame is known: over what is put at the start of
//! a method or at the head of a loop. So no type has to be inferred: the frames of the original hold, at shifted offsets.
//!
//! What does not fit into a method moves out of line ([`outline`]).
//!
//! Invariant: the constant pool is only appended to, and everything outside of code is copied byte for byte, but for the version of class
//! files that are older than constants for classes, and for flags of static fields ([`statics`]).
//!
//! Invariant: no input makes the rewriter panic.
#![forbid(unsafe_code)]

mod access;
mod calls;
mod class;
mod code;
mod control;
mod descriptor;
mod desugar;
mod editor;
mod entry;
mod error;
mod extents;
mod flags;
mod frames;
mod fresh;
mod info;
mod initialise;
mod insert;
mod instruction;
mod layout;
mod linked;
mod liveness;
mod loops;
mod method;
mod nulls;
mod outline;
pub mod policy;
mod pool;
mod reader;
mod scopes;
pub mod site;
mod snippet;
mod statics;
mod tables;
mod taken;
mod told;
mod uninitialized;

pub use desugar::{Desugared, GENERATED, Scope, accessed_from, desugar};
pub use error::RewriteError;
pub use flags::synchronized;
pub use info::{ClassInfo, ConstantValue, Member, class_info};
pub use outline::OUTLINED;
pub use taken::{CallOnPath, Path, Taken, taken};

use class::{ClassFile, RawMember};
use editor::Context;
use method::Done;
use outline::Outlines;
use pool::text;

/// The first version in which `ldc` can push a class, as hooks need it. An older class file means the same in this version, which knows `jsr` and
/// needs no frames as well.
const CLASS_CONSTANTS: u16 = 49;
/// Where the version is in a class file, the minor one first.
const VERSION: std::ops::Range<usize> = 4..8;

const INTERFACE: u16 = 0x0200;
const STATIC: u16 = 0x0008;
const FINAL: u16 = 0x0010;

/// A class with hooks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rewritten {
    /// The new class file.
    pub bytes: Vec<u8>,
    /// No hook was inserted; `bytes` are those of the original.
    pub unchanged: bool,
    /// The methods that stay without hooks although they should have some: name and descriptor, and the reason. Sites may
    /// have been made for them.
    pub skipped_methods: Vec<(String, String)>,
    /// Of these, the ones that do not even tell that they are executed.
    pub unseen_methods: Vec<(String, String)>,
}

/// Inserts into a class the hooks that the policy wants.
pub fn rewrite(
    class: &[u8],
    policy: &dyn policy::Policy,
    sites: &mut dyn site::Sites,
) -> Result<Rewritten, RewriteError> {
    let original = class;
    let class = ClassFile::read(original)?;
    let (file, bootstraps) = (class.source_file(), class.attribute(b"BootstrapMethods"));
    let ClassFile { head, major, pool, middle, access, this_class, super_class, fields, methods, tail, .. } = class;
    let name = pool.class(this_class)?;
    let has_initialiser = methods.iter().any(|method| pool.utf8(method.name) == Ok(b"<clinit>"));
    let is_final = |field: &&RawMember<'_>| field.access & (FINAL | STATIC) == FINAL;
    let finals = fields.iter().filter(is_final).map(|field| pool.utf8(field.name)).collect::<Result<_, _>>()?;
    let constants = fields.iter().filter(|field| field.access & (FINAL | STATIC) == FINAL | STATIC);
    let constants = constants.map(|field| pool.utf8(field.name)).collect::<Result<_, _>>()?;
    let super_class = if super_class == 0 { &[][..] } else { pool.class(super_class)? };
    let statics = fields.iter().filter(|field| field.access & STATIC != 0);
    let statics = statics.map(|field| Ok((pool.utf8(field.name)?, pool.utf8(field.descriptor)?)));
    let statics = statics.collect::<Result<_, RewriteError>>()?;
    let variable = if policy.initialises_again() && access & INTERFACE == 0 {
        statics::without_final(middle, &fields, &pool)?
    } else {
        None
    };
    let mut outlines = Outlines { methods: Vec::new(), interface: access & INTERFACE != 0, super_class, constants };
    let mut context =
        Context { pool, policy, sites, this_class, name, file, major, has_initialiser, finals, statics, bootstraps };
    if let Some(hook) = policy.unseen().filter(|_| context.pool.is_crowded()) {
        // There has to be room for the one hook of those that get no others. If there is none, that shows later.
        let _ = context.pool.add_hook(policy.hooks(), hook, b"(I)V");
    }
    let mut members = Vec::with_capacity(2 * original.len());
    let mut unchanged = variable.is_none();
    let (mut skipped_methods, mut unseen_methods) = (Vec::new(), Vec::new());
    for method in &methods {
        let named = |context: &Context<'_, '_>| -> Result<String, RewriteError> {
            Ok(format!("{}{}", text(context.pool.utf8(method.name)?), text(context.pool.utf8(method.descriptor)?)))
        };
        match method::rewrite(&mut context, method, &mut outlines)? {
            Done::Hooked(bytes) => {
                unchanged = false;
                members.extend_from_slice(&bytes);
            }
            Done::Same => members.extend_from_slice(method.bytes),
            Done::Noted(bytes, reason) => {
                unchanged = false;
                skipped_methods.push((named(&context)?, reason));
                members.extend_from_slice(&bytes);
            }
            Done::Unseen(reason) => {
                skipped_methods.push((named(&context)?, reason.clone()));
                unseen_methods.push((named(&context)?, reason));
                members.extend_from_slice(method.bytes);
            }
        }
    }
    if unchanged {
        return Ok(Rewritten { bytes: original.to_vec(), unchanged, skipped_methods, unseen_methods });
    }
    let count = u16::try_from(methods.len() + outlines.methods.len());
    let count = count.map_err(|_| RewriteError::Malformed("too many methods with those for hooks"))?;
    let mut bytes = head.to_vec();
    if let Some(version) = bytes.get_mut(VERSION).filter(|_| major < CLASS_CONSTANTS) {
        version.copy_from_slice(&u32::from(CLASS_CONSTANTS).to_be_bytes());
    }
    context.pool.write(&mut bytes);
    bytes.extend_from_slice(variable.as_deref().unwrap_or(middle));
    bytes.extend_from_slice(&count.to_be_bytes());
    bytes.extend_from_slice(&members);
    outlines.methods.iter().for_each(|method| method.write(&mut bytes));
    bytes.extend_from_slice(tail);
    Ok(Rewritten { bytes, unchanged, skipped_methods, unseen_methods })
}

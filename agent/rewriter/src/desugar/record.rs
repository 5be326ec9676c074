//! The text of a record: the components go to the Java runtime in an array, which asks each for its text as in a
//! concatenation.
//!
//! What else `java.lang.runtime.ObjectMethods` makes (`equals`, `hashCode`) asks by methods of `java.util.Objects`,
//! which have hooks.

use super::code::{call, field, new_array, store_element};
use super::convert::{boxed, wrapper};
use crate::descriptor::{Kind, Signature};
use crate::editor::{Bootstrap, Editor};
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::Named;
use crate::snippet::Snippet;

const TEXT: Named<'_> = Named {
    owner: b"dev/mcr/CallHooks",
    name: b"recordText",
    descriptor: b"([Ljava/lang/Object;Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/String;",
};

/// Replaces the site in a method `toString`. The arguments of its bootstrap are the class, the names of the
/// components, and a handle that gets each.
pub(super) fn replace_text(
    editor: &mut Editor<'_, '_, '_>,
    index: usize,
    descriptor: &[u8],
    bootstrap: &Bootstrap<'_>,
) -> Result<(), Failure> {
    let signature = Signature::parse(descriptor)?;
    let kinds: Vec<_> = signature.parameters.iter().map(|parameter| parameter.kind).collect();
    let [class, names, getters @ ..] = bootstrap.arguments.as_slice() else {
        return Err(Failure::Skip("a record without a class"));
    };
    if kinds != [Kind::Reference] || signature.after != b"Ljava/lang/String;" {
        return Err(Failure::Skip("a text of something else than a record"));
    }
    let mut piece = Snippet::default();
    let temporaries = editor.spill(&mut piece, &kinds)?;
    let record = temporaries.first().copied().ok_or(Failure::Skip("no record"))?;
    let pool = &mut editor.context.pool;
    piece.site(pool, u32::try_from(getters.len()).unwrap_or(u32::MAX))?;
    new_array(&mut piece, pool, b"java/lang/Object")?;
    for (at, &getter) in (0u32..).zip(getters) {
        let component = pool.handle(getter)?;
        piece.dup(Kind::Reference);
        piece.site(pool, at)?;
        piece.load(Kind::Reference, record);
        field(&mut piece, pool, op::GETFIELD, component)?;
        if let Some(wrapper) = wrapper(component.descriptor) {
            boxed(&mut piece, pool, wrapper)?;
        }
        store_element(&mut piece);
    }
    piece.constant(*names);
    piece.constant(*class);
    call(&mut piece, pool, op::INVOKESTATIC, TEXT)?;
    editor.replace(index, piece)
}

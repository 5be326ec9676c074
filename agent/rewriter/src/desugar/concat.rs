//! Concatenation of strings: the values go to the Java runtime in an array, with the recipe of the site.
//!
//! A recipe has one character 1 for each argument and one character 2 for each constant; all others stand for themselves
//! (`java.lang.invoke.StringConcatFactory`). Constants go into the array like arguments, so the Java runtime need not tell
//! one from the other.

use super::code::{call, new_array, store_element, wide_constant};
use super::convert::{boxed, wrapper};
use crate::descriptor::{Kind, Parameter, Signature};
use crate::editor::{Bootstrap, Editor};
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::{Constant, Named, Pool};
use crate::snippet::Snippet;

const ARGUMENT: u8 = 1;
const CONSTANT: u8 = 2;

const CONCAT: Named<'_> = Named {
    owner: b"dev/mcr/CallHooks",
    name: b"concat",
    descriptor: b"([Ljava/lang/Object;Ljava/lang/String;)Ljava/lang/String;",
};

/// Something that is put into the array.
enum Value<'a> {
    Argument(Parameter<'a>, u16),
    Constant(u16),
}

/// Replaces a site.
pub(super) fn replace<'a>(
    editor: &mut Editor<'_, '_, 'a>,
    index: usize,
    descriptor: &'a [u8],
    bootstrap: &Bootstrap<'a>,
) -> Result<(), Failure> {
    let signature = Signature::parse(descriptor)?;
    if signature.after != b"Ljava/lang/String;" {
        return Err(Failure::Skip("a concatenation that makes no string"));
    }
    let pool = &mut editor.context.pool;
    let (recipe, text, constants) = if bootstrap.name == b"makeConcat" {
        let text = vec![ARGUMENT; signature.parameters.len()];
        (pool.add_string(&text)?, text, &[][..])
    } else {
        let (&recipe, constants) = bootstrap.arguments.split_first().ok_or(Failure::Skip("no recipe"))?;
        let Constant::String(text) = pool.get(recipe) else { return Err(Failure::Skip("the recipe is no string")) };
        (recipe, pool.utf8(text)?.to_vec(), constants)
    };

    let mut piece = Snippet::default();
    let kinds: Vec<_> = signature.parameters.iter().map(|parameter| parameter.kind).collect();
    let temporaries = editor.spill(&mut piece, &kinds)?;
    let mut arguments = signature.parameters.iter().zip(temporaries);
    let mut constants = constants.iter();
    let mut values = Vec::with_capacity(kinds.len());
    for byte in text {
        values.push(match byte {
            ARGUMENT => arguments.next().map(|(&parameter, local)| Value::Argument(parameter, local)),
            CONSTANT => constants.next().map(|&constant| Value::Constant(constant)),
            _ => continue,
        });
    }
    let values: Option<Vec<_>> = values.into_iter().collect();
    let values = values.filter(|_| arguments.next().is_none() && constants.next().is_none());
    let values = values.ok_or(Failure::Skip("a recipe that does not fit its arguments"))?;

    let pool = &mut editor.context.pool;
    let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
    piece.site(pool, count)?;
    new_array(&mut piece, pool, b"java/lang/Object")?;
    for (at, value) in (0u32..).zip(&values) {
        piece.dup(Kind::Reference);
        piece.site(pool, at)?;
        push(&mut piece, pool, value)?;
        store_element(&mut piece);
    }
    piece.constant(recipe);
    call(&mut piece, pool, op::INVOKESTATIC, CONCAT)?;
    editor.replace(index, piece)
}

/// Pushes a value as an object.
fn push(piece: &mut Snippet, pool: &mut Pool<'_>, value: &Value<'_>) -> Result<(), Failure> {
    let descriptor: &[u8] = match value {
        Value::Argument(parameter, local) => {
            piece.load(parameter.kind, *local);
            parameter.descriptor
        }
        Value::Constant(number) => match pool.get(*number) {
            Constant::String(_) | Constant::Class(_) => {
                piece.constant(*number);
                return Ok(());
            }
            Constant::Integer(_) => {
                piece.constant(*number);
                b"I"
            }
            Constant::Float(_) => {
                piece.constant(*number);
                b"F"
            }
            Constant::Long(_) => {
                wide_constant(piece, *number);
                b"J"
            }
            Constant::Double(_) => {
                wide_constant(piece, *number);
                b"D"
            }
            _ => return Err(Failure::Skip("a constant of an unusual kind in a concatenation")),
        },
    };
    if let Some(wrapper) = wrapper(descriptor) {
        boxed(piece, pool, wrapper)?;
    }
    Ok(())
}

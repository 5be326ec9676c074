//! Replaces `invokedynamic` by plain code, before hooks are inserted.
//!
//! A call site of `invokedynamic` is linked anew in every class loader, which takes a millisecond or more, and the JVM's own
//! classes for lambdas are hidden from hooks. So a concatenation of strings becomes a call of the Java runtime ([`concat`]),
//! the text of a record as well ([`record`]),
//! and a lambda or method reference an object of a generated class ([`lambda`] reads the site, [`proxy`] makes the class),
//! which calls back into the class by an accessor ([`accessor`]), so that every access keeps its rights. [`convert`] has the
//! conversions between the two.
//!
//! Invariant: a site that is unusual in any way stays as it is. So does a method that gets too long.
//!
//! Not here: serializable lambdas, `equals` and `hashCode` of records, and pattern switches stay `invokedynamic`.

mod accessor;
mod code;
mod concat;
mod convert;
mod lambda;
mod proxy;
mod record;

pub use accessor::accessed_from;

use crate::class::ClassFile;
use crate::editor::{Context, Editor};
use crate::error::{Failure, RewriteError};
use crate::insert::Insertions;
use crate::instruction::op;
use crate::method;
use crate::policy::{Call, CallAction, EntryHook, Monitors, Policy};
use crate::pool::text;
use crate::reader::Write;
use crate::site::{SiteInfo, Sites};
use accessor::Place;

/// What stands between the name of a class and the number of a class generated for it (`dev.mcr.ClassInfo` knows it too).
pub const GENERATED: &str = "$$Lambda$mcr$";
/// What the names of accessors start with. A number follows, and after a `$` the method that has the site.
const ACCESSOR: &str = "mcr$lambda$";

/// The first version whose interfaces may have static methods.
const STATIC_IN_INTERFACES: u16 = 52;
const ACC_INTERFACE: u16 = 0x0200;

/// Which sites are replaced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Concatenations of strings, lambdas and method references.
    All,
    /// Concatenations of strings: no class has to be loaded for them.
    Strings,
}

/// A class without the `invokedynamic` that could be replaced.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Desugared {
    /// The new class file.
    pub bytes: Vec<u8>,
    /// The classes that it needs besides: internal name and class file.
    pub classes: Vec<(String, Vec<u8>)>,
    /// Nothing was replaced; `bytes` are those of the original.
    pub unchanged: bool,
}

/// A lambda that was replaced.
struct Replaced {
    /// The method to add to the class.
    accessor: Vec<u8>,
    name: String,
    class: Vec<u8>,
}

/// Replaces `invokedynamic` in a class.
pub fn desugar(class: &[u8], scope: Scope) -> Result<Desugared, RewriteError> {
    let original = class;
    let class = ClassFile::read(original)?;
    let (file, bootstraps) = (class.source_file(), class.attribute(b"BootstrapMethods"));
    let ClassFile { head, major, pool, middle, this_class, methods, tail, access, .. } = class;
    let name = pool.class(this_class)?;
    let unchanged = Desugared { bytes: original.to_vec(), classes: Vec::new(), unchanged: true };
    if bootstraps.is_none() {
        return Ok(unchanged);
    }
    let is_interface = access & ACC_INTERFACE != 0;
    let lambdas = scope == Scope::All
        && std::str::from_utf8(name).is_ok_and(|name| !name.contains(GENERATED))
        && (!is_interface || major >= STATIC_IN_INTERFACES);
    let (policy, mut sites) = (Unused, Unused);
    let has_initialiser = false;
    let mut context = Context {
        pool,
        policy: &policy,
        sites: &mut sites,
        this_class,
        name,
        file,
        major,
        has_initialiser,
        finals: Vec::new(),
        statics: Vec::new(),
        bootstraps,
    };
    let mut all = Vec::new();
    let mut members = Vec::with_capacity(2 * original.len());
    let mut changed = false;
    for method in &methods {
        let mut replaced = Vec::new();
        let site = Site { head, is_interface, lambdas, first: all.len() };
        match method::edit(&mut context, method, |editor| site.replace_all(editor, &mut replaced)) {
            Ok(Some(bytes)) => {
                changed = true;
                members.extend_from_slice(&bytes);
                all.append(&mut replaced);
            }
            Ok(None) | Err(_) => members.extend_from_slice(method.bytes),
        }
    }
    let Ok(count) = u16::try_from(methods.len() + all.len()) else { return Ok(unchanged) };
    if !changed {
        return Ok(unchanged);
    }
    let mut bytes = head.to_vec();
    context.pool.write(&mut bytes);
    bytes.extend_from_slice(middle);
    bytes.u2(count);
    bytes.extend_from_slice(&members);
    all.iter().for_each(|replaced| bytes.extend_from_slice(&replaced.accessor));
    bytes.extend_from_slice(tail);
    let classes = all.into_iter().map(|replaced| (replaced.name, replaced.class)).collect();
    Ok(Desugared { bytes, classes, unchanged: false })
}

/// What the sites of a method have in common.
struct Site<'a> {
    /// Magic number and version of the class.
    head: &'a [u8],
    is_interface: bool,
    /// Whether lambdas are replaced.
    lambdas: bool,
    /// The number of the first lambda of the method.
    first: usize,
}

impl Site<'_> {
    fn replace_all(&self, mut editor: Editor<'_, '_, '_>, replaced: &mut Vec<Replaced>) -> Result<Insertions, Failure> {
        for (index, instruction) in editor.instructions().iter().enumerate() {
            if instruction.opcode == op::INVOKEDYNAMIC {
                // Whatever the reason is: the site stays.
                let _ = self.replace(&mut editor, index, instruction.constant(), replaced);
            }
        }
        Ok(editor.insertions)
    }

    fn replace(
        &self,
        editor: &mut Editor<'_, '_, '_>,
        index: usize,
        constant: u16,
        replaced: &mut Vec<Replaced>,
    ) -> Result<(), Failure> {
        let (bootstrap, name, descriptor) = editor.context.pool.invoke_dynamic(constant)?;
        let bootstrap = editor.context.bootstrap(bootstrap)?;
        match (bootstrap.owner, bootstrap.name) {
            (b"java/lang/invoke/StringConcatFactory", b"makeConcat" | b"makeConcatWithConstants") => {
                concat::replace(editor, index, descriptor, &bootstrap)
            }
            (b"java/lang/runtime/ObjectMethods", b"bootstrap") if name == b"toString" => {
                record::replace_text(editor, index, descriptor, &bootstrap)
            }
            (b"java/lang/invoke/LambdaMetafactory", b"metafactory" | b"altMetafactory") if self.lambdas => {
                let lambda = lambda::read(&editor.context.pool, name, descriptor, &bootstrap)?;
                let line = editor.line(editor.instructions().get(index).map_or(0, |found| found.offset));
                let number = self.first + replaced.len();
                let place = Place { number, method: editor.name, line, in_interface: self.is_interface };
                let (accessor, method) = accessor::make(editor.context, &lambda, &place)?;
                let (outer, file) = (editor.context.name, editor.context.file);
                let class = [outer, GENERATED.as_bytes(), number.to_string().as_bytes()].concat();
                let origin = proxy::Origin { head: self.head, file, line, accessor: &accessor, outer };
                let made = proxy::make(&class, &lambda, &origin)?;
                accessor::call_factory(editor, index, &class, &made.factory)?;
                let name = text(&class).into_owned();
                replaced.push(Replaced { accessor: method, name, class: made.bytes });
                Ok(())
            }
            _ => Err(Failure::Skip("another kind of invokedynamic")),
        }
    }
}

/// No hooks are inserted in this stage.
struct Unused;

impl Sites for Unused {
    fn add(&mut self, _: SiteInfo) -> u32 {
        0
    }
}

impl Policy for Unused {
    fn hooks(&self) -> &str {
        "dev/mcr/Hooks"
    }

    fn reports_field(&self, _: &str, _: &str, _: bool) -> bool {
        false
    }

    fn reports_arrays(&self) -> bool {
        false
    }

    fn monitors(&self) -> Monitors {
        Monitors::Keep
    }

    fn call(&self, _: &Call<'_>) -> CallAction {
        CallAction::Keep
    }

    fn entry(&self, _: &str, _: &str) -> Option<EntryHook> {
        None
    }

    fn reports_initialisation(&self, _: &str) -> bool {
        false
    }

    fn reports_control(&self) -> bool {
        false
    }
}

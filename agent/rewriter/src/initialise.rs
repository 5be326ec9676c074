//! Hooks before the instructions that may run a static initialiser.
//!
//! An instruction that names the class it is in needs none, with one exception: the methods of an object can be called while the
//! initialiser of its class still runs in another thread, for which the JVM waits at their first use of a static member. And a field
//! that the class does not declare may be one of an interface, which nobody need have initialised.

use crate::editor::Editor;
use crate::error::Failure;
use crate::pool::text;
use crate::site::Operation;
use crate::snippet::Snippet;

impl Editor<'_, '_, '_> {
    /// `new`.
    pub(crate) fn new_object(&mut self, index: usize) -> Result<(), Failure> {
        let class = self.instructions().get(index).map_or(0, |instruction| instruction.constant());
        if self.initialises(class, true)? {
            let class_name = text(self.context.pool.class(class)?).into_owned();
            let site = self.site(index, Operation::New { class: class_name });
            let piece = self.before_init(class, site)?;
            self.before(index, piece)?;
        }
        Ok(())
    }

    /// `invokestatic`.
    pub(crate) fn static_call(&mut self, index: usize) -> Result<(), Failure> {
        let method = self.member(index)?;
        let class = self.owner(index);
        if self.initialises(class, true)? {
            let operation = Operation::Call {
                owner: text(method.owner).into_owned(),
                name: text(method.name).into_owned(),
                descriptor: text(method.descriptor).into_owned(),
                is_static: true,
                caller_super: false,
            };
            let site = self.site(index, operation);
            let piece = self.before_init(class, site)?;
            self.before(index, piece)?;
        }
        Ok(())
    }

    /// `getstatic` or `putstatic`.
    pub(crate) fn static_field(&mut self, index: usize, site: u32) -> Result<(), Failure> {
        let class = self.owner(index);
        let field = self.member(index)?;
        let declared = self.context.statics.contains(&(field.name, field.descriptor));
        if self.initialises(class, declared)? {
            let piece = self.before_init(class, site)?;
            self.before(index, piece)?;
        }
        Ok(())
    }

    /// The number of the class that a member is asked of.
    fn owner(&self, index: usize) -> u16 {
        let member = self.instructions().get(index).map_or(0, |instruction| instruction.constant());
        self.context.pool.owner(member)
    }

    /// `declared`: whether the member is declared where the class named is this one.
    fn initialises(&self, class: u16, declared: bool) -> Result<bool, Failure> {
        let name = self.context.pool.class(class)?;
        let is_own = name == self.context.name;
        let may_wait = !is_own || !declared || self.context.has_initialiser && !self.is_static();
        Ok(may_wait && self.context.policy.reports_initialisation(&text(name)))
    }

    fn before_init(&mut self, class: u16, site: u32) -> Result<Snippet, Failure> {
        let mut piece = Snippet::default();
        piece.constant(class);
        self.push_site(&mut piece, site)?;
        self.hook(&mut piece, "beforeInit", "(Ljava/lang/Class;I)V")?;
        Ok(piece)
    }
}

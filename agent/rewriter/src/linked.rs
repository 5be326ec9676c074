//! Instructions that the JVM links once: `invokedynamic`, and constants that are method handles or that code makes.
//!
//! Where a class stays from one execution to the next, what was linked stays as well, and may hold what an earlier execution has made, or not ask
//! any more whether a class is initialised. A hook before such an instruction tells that it is executed.

use crate::editor::{Bootstrap, Editor};
use crate::error::Failure;
use crate::instruction::op;
use crate::pool::Constant;
use crate::pool::handle::{INVOKE_STATIC, NEW_INVOKE_SPECIAL};
use crate::site::Operation;
use crate::snippet::Snippet;

impl Editor<'_, '_, '_> {
    /// `invokedynamic`, `ldc`, `ldc_w` or `ldc2_w`.
    pub(crate) fn links_for_good(&mut self, index: usize, opcode: u8) -> Result<(), Failure> {
        if !self.context.policy.initialises_again() {
            return Ok(());
        }
        let Some(instruction) = self.instructions().get(index) else { return Ok(()) };
        let harmless = if opcode == op::INVOKEDYNAMIC {
            let (bootstrap, _, _) = self.context.pool.invoke_dynamic(instruction.constant())?;
            self.is_stateless(&self.context.bootstrap(bootstrap)?)?
        } else {
            !matches!(self.context.pool.get(instruction.pushed()), Constant::Handle(..) | Constant::Dynamic(_))
        };
        if harmless {
            return Ok(());
        }
        let site = self.site(index, Operation::Link);
        let mut piece = Snippet::default();
        self.push_site(&mut piece, site)?;
        self.hook(&mut piece, "linksForGood", "(I)V")?;
        self.before(index, piece)
    }

    /// Whether what this bootstrap method makes has no state, and needs no class that is not initialised where the instruction is.
    fn is_stateless(&self, bootstrap: &Bootstrap<'_>) -> Result<bool, Failure> {
        let pool = &self.context.pool;
        let has = |is: fn(&Constant<'_>) -> bool| bootstrap.arguments.iter().any(|&number| is(&pool.get(number)));
        Ok(match (bootstrap.owner, bootstrap.name) {
            (b"java/lang/invoke/LambdaMetafactory", _) => {
                let handle = bootstrap.arguments.get(1).copied().unwrap_or(0);
                let initialises = matches!(pool.get(handle), Constant::Handle(INVOKE_STATIC | NEW_INVOKE_SPECIAL, _));
                !initialises || pool.handle(handle)?.owner == self.context.name
            }
            (b"java/lang/runtime/ObjectMethods" | b"java/lang/invoke/StringConcatFactory", _) => true,
            (b"java/lang/runtime/SwitchBootstraps", b"typeSwitch") => {
                !has(|constant| matches!(constant, Constant::Dynamic(_)))
            }
            // It keeps the constants that it has found by these names.
            (b"java/lang/runtime/SwitchBootstraps", b"enumSwitch") => {
                !has(|constant| matches!(constant, Constant::Dynamic(_) | Constant::String(_)))
            }
            _ => false,
        })
    }
}

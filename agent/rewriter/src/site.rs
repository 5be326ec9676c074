//! Sites: the places in rewritten code that call hooks.

/// What the hook call at a site is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// An access to a field. The names are those of the instruction, which may name a subclass of the declaring class.
    Field {
        /// Internal name of the class.
        owner: String,
        /// Name of the field.
        name: String,
        /// Its type.
        descriptor: String,
    },
    /// An access to an array element.
    Element,
    /// Entering or leaving a monitor by instruction.
    Monitor,
    /// A synchronized method; the class of the site is the lock of a static one.
    SynchronizedMethod,
    /// A call. `caller_super`: it is an `invokespecial` that is no constructor.
    Call {
        /// Internal name of the class, or the descriptor of an array.
        owner: String,
        /// Name of the method.
        name: String,
        /// Its descriptor.
        descriptor: String,
        /// It is an `invokestatic`.
        is_static: bool,
        /// It is an `invokespecial`.
        caller_super: bool,
    },
    /// Making a lambda object or a method reference: the implementation method.
    Lambda {
        /// Class, name and descriptor: `java/lang/String.length()I`.
        implementation: String,
    },
    /// The head of a loop.
    Loop,
    /// A method, a call of which is a scope.
    Scope,
    /// A generated method of a record.
    RecordMethod,
    /// Making an object.
    New {
        /// Internal name of the class.
        class: String,
    },
    /// A static initialiser.
    StaticInitialiser,
    /// The start of a method that has no other hooks, and why.
    Unseen {
        /// In words.
        reason: String,
    },
    /// An instruction that is linked once for all.
    Link,
    /// A return of a constructor that has written final fields.
    Constructed,
    /// No instruction with a hook: a line on the stack of a thread, for which code of the JDK does something.
    Frame,
}

/// One place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteInfo {
    /// Internal name of the class.
    pub class: String,
    /// Method name.
    pub method: String,
    /// Method descriptor.
    pub descriptor: String,
    /// Index of the instruction in the original code.
    pub bci: u32,
    /// From the LineNumberTable.
    pub line: Option<u32>,
    /// From the SourceFile attribute.
    pub file: Option<String>,
    /// What happens there.
    pub operation: Operation,
    /// Whether it is a call that waits ([`Operation::waits`]), and control never comes back to it while its method runs:
    /// nobody looks again at what was waited for.
    pub waits_once: bool,
}

impl Operation {
    /// Whether it is a call of `Object.wait`, `LockSupport.park` or `Condition.await`, which may come back for no
    /// reason.
    #[must_use]
    pub fn waits(&self) -> bool {
        match self {
            Operation::Call { owner, name, descriptor, is_static: false, .. } if name == "wait" => {
                !owner.is_empty() && matches!(&**descriptor, "()V" | "(J)V" | "(JI)V")
            }
            Operation::Call { owner, name, .. } => match &**owner {
                "java/util/concurrent/locks/LockSupport" => name.starts_with("park"),
                "java/util/concurrent/locks/Condition" => name.starts_with("await"),
                _ => false,
            },
            _ => false,
        }
    }
}

/// Gives numbers to sites.
pub trait Sites {
    /// The number for a new site; positive.
    fn add(&mut self, site: SiteInfo) -> u32;
    /// What the object that is called at a site is written as: a variable of the method, a field.
    fn written(&mut self, _site: u32, _variable: String) {}
    /// The message of the exception that a hook throws for null at a site.
    fn if_null(&mut self, _site: u32, _message: String) {}
}

//! The code of a method, at the level that analyses need.
//!
//! An instruction is known by its number in the method, not by its offset in the class file, and names what it means
//! (the field, the method, the class) rather than an entry of the constant pool. Forms that differ in length alone
//! (`iload_0`, `iload 0`, `wide iload 0`) are the same operation.
//!
//! Invariant: every target of a jump and every end of a handler's range is the number of an instruction of the same
//! body (the end of a range may be one past the last), no instruction falls off the end, and there is at least one.
use crate::descriptor::{Kind, Signature, Type};
use crate::slots::Shuffle;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A name or a descriptor, as in class files: `java/lang/String`, `size`, `(I)V`. An array's class is its descriptor.
pub type Name = Arc<str>;

/// The code of one method.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Body {
    /// In the order of the class file; subroutines of old ones are inlined (`subroutines.rs`), so that an instruction of
    /// the file may be there several times, or not at all if it is dead.
    pub instructions: Vec<Instruction>,
    /// In the order in which they are tried.
    pub handlers: Vec<Handler>,
    /// The first instruction of each stretch that belongs to a line of the source, sorted; empty if the compiler was
    /// not asked for lines.
    pub lines: Vec<(usize, u16)>,
    /// Local variables, in words.
    pub max_locals: usize,
    /// The greatest depth of the stack, in words.
    pub max_stack: usize,
}

/// One instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Instruction {
    /// Where it is in the method's code, in bytes: what debuggers and agents know it by. Neither unique nor ascending where
    /// there were subroutines.
    pub offset: u32,
    /// What it does.
    pub operation: Operation,
}

/// Where an exception goes that is thrown by the instructions `from..to`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Handler {
    /// The first instruction that it covers.
    pub from: usize,
    /// The first one after.
    pub to: usize,
    /// Where it starts.
    pub target: usize,
    /// The class of what it catches, or nothing if that is everything.
    pub catches: Option<Name>,
}

/// What an instruction does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Operation {
    /// Nothing.
    Nop,
    /// Puts a constant onto the stack.
    Constant(Constant),
    /// Copies a local variable onto the stack.
    Load(Kind, u16),
    /// Moves the top of the stack into a local variable.
    Store(Kind, u16),
    /// Adds to a local variable (`iinc`).
    Increment {
        /// The variable.
        slot: u16,
        /// What is added.
        by: i16,
    },
    /// Copies, moves or drops words of the stack.
    Shuffle(Shuffle),
    /// Two operands of a kind, or one, to a result of that kind; the second operand of a shift is an `int`.
    Arithmetic(Operator, Kind),
    /// Makes a number of another type of it.
    Convert(Type, Type),
    /// Compares two numbers and gives -1, 0 or 1 (`lcmp`, `fcmpl` and so on).
    Compare(Kind),
    /// Takes an array and an index.
    ArrayLoad(Element),
    /// Takes an array, an index and a value.
    ArrayStore(Element),
    /// How long an array is.
    ArrayLength,
    /// Reads a field.
    GetField(Arc<FieldReference>),
    /// Writes a field.
    PutField(Arc<FieldReference>),
    /// Calls a method.
    Invoke(Call, Arc<MethodReference>),
    /// Calls what a bootstrap method links it to.
    InvokeDynamic(Arc<Dynamic>),
    /// A new object of a class, without a constructor run yet.
    New(Name),
    /// A new array (`newarray`, `anewarray`, `multianewarray`).
    NewArray {
        /// The array's own class, such as `[[I`.
        class: Name,
        /// How many lengths it takes off the stack.
        lengths: u8,
    },
    /// Throws unless the reference is null or of the class.
    CheckCast(Name),
    /// Whether a reference is of the class.
    InstanceOf(Name),
    /// Locks.
    MonitorEnter,
    /// Unlocks.
    MonitorExit,
    /// Throws what is on the stack.
    Throw,
    /// Ends the method, with a value or without.
    Return(Option<Kind>),
    /// Jumps.
    Goto(usize),
    /// Jumps if a condition holds.
    Branch(Condition, usize),
    /// Jumps to the target of a number, or to the default.
    Switch {
        /// Numbers with their targets.
        cases: Vec<(i32, usize)>,
        /// The target of all others.
        default: usize,
    },
}

/// A constant of the code, or an argument of a bootstrap method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Constant {
    /// `null`
    Null,
    /// An `int`, or what is one on the stack.
    Int(i32),
    /// A `long`.
    Long(i64),
    /// The bits of a `float`.
    Float(u32),
    /// The bits of a `double`.
    Double(u64),
    /// A string, for people: one with half a surrogate pair has U+FFFD for all that is not UTF-8 in the class file.
    String(Name),
    /// A class.
    Class(Name),
    /// A method type, by its descriptor.
    MethodType(Name),
    /// A method handle.
    Handle(Arc<Handle>),
    /// What a bootstrap method makes when it is first asked for.
    Dynamic(Arc<Dynamic>),
}

/// Arithmetic on numbers of one kind.
#[allow(missing_docs)] // They are what they are called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
    Negate,
    ShiftLeft,
    ShiftRight,
    ShiftRightUnsigned,
    And,
    Or,
    Xor,
}

/// What is in an array, as its instructions tell; `baload` is for `byte` and for `boolean`.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Element {
    ByteOrBoolean,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
    Reference,
}

/// How a call finds its method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Call {
    /// No receiver.
    Static,
    /// The very method: constructors, `super.f()`, private methods of old class files.
    Special,
    /// By the class of the receiver.
    Virtual,
    /// By the class of the receiver, the method named by an interface.
    Interface,
}

/// When a branch is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Condition {
    /// An `int` compared with zero.
    Zero(Comparison),
    /// Two of them with each other.
    Ints(Comparison),
    /// Two references are the same (or not).
    Same(bool),
    /// A reference is null (or not).
    Null(bool),
}

/// How numbers are compared.
#[allow(missing_docs)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

/// A field, as code names it: the class is where the search for it starts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct FieldReference {
    /// Where the search starts.
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its type.
    pub descriptor: Name,
    /// The same, as analyses want it.
    pub kind: Kind,
    /// Whether the instruction is for static fields.
    pub is_static: bool,
}

/// A method, as code names it: the class is where the search for it starts.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct MethodReference {
    /// Where the search starts; may be the class of an array (`clone`).
    pub class: Name,
    /// Its name.
    pub name: Name,
    /// Its parameters and result.
    pub descriptor: Name,
    /// The same, as analyses want it.
    pub signature: Signature,
    /// Whether it is named as the method of an interface.
    pub of_interface: bool,
}

/// A method handle among constants.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handle {
    /// Reads a field.
    Get(FieldReference),
    /// Writes a field.
    Put(FieldReference),
    /// Calls a method.
    Invoke(Call, MethodReference),
    /// Makes an object and calls a constructor.
    New(MethodReference),
}

/// A call or a constant that a bootstrap method links.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dynamic {
    /// A name, which means what the bootstrap method makes of it.
    pub name: Name,
    /// What the call takes and gives, or the type of the constant.
    pub descriptor: Name,
    /// The same, as analyses want it. A constant takes nothing.
    pub signature: Signature,
    /// The method that links it.
    pub bootstrap: Arc<Handle>,
    /// What it is told beside name and descriptor.
    pub arguments: Vec<Constant>,
}

impl Body {
    /// The line of the source that an instruction belongs to.
    pub fn line(&self, instruction: usize) -> Option<u16> {
        let after = self.lines.partition_point(|(first, _)| *first <= instruction);
        after.checked_sub(1).map(|entry| self.lines[entry].1)
    }
}

impl Operation {
    /// Whether it can throw, or bring about that something is thrown.
    ///
    /// Errors of the JVM that can come anywhere (a full stack, `Thread.stop`) are left out. A return can throw as well,
    /// but only in code that does not release the monitors it holds; compilers of Java make none.
    pub fn can_throw(&self) -> bool {
        use Operation as O;
        match self {
            // Strings, classes and so on are made when they are first asked for.
            O::Constant(constant) => !matches!(
                constant,
                Constant::Null | Constant::Int(_) | Constant::Long(_) | Constant::Float(_) | Constant::Double(_)
            ),
            O::Arithmetic(operator, kind) => {
                matches!(operator, Operator::Divide | Operator::Remainder) && matches!(kind, Kind::Int | Kind::Long)
            }
            O::ArrayLoad(_) | O::ArrayStore(_) | O::ArrayLength | O::GetField(_) | O::PutField(_) => true,
            O::Invoke(..) | O::InvokeDynamic(_) | O::New(_) | O::NewArray { .. } | O::CheckCast(_) => true,
            O::InstanceOf(_) | O::MonitorEnter | O::MonitorExit | O::Throw => true,
            O::Nop | O::Load(..) | O::Store(..) | O::Increment { .. } | O::Shuffle(_) | O::Convert(..) => false,
            O::Compare(_) | O::Return(_) | O::Goto(_) | O::Branch(..) | O::Switch { .. } => false,
        }
    }

    /// Whether the next instruction may come after it.
    pub fn falls_through(&self) -> bool {
        !matches!(self, Self::Throw | Self::Return(_) | Self::Goto(_) | Self::Switch { .. })
    }

    /// Where it may jump; what follows it is not among them.
    pub fn targets(&self) -> Vec<usize> {
        match self {
            Self::Goto(target) | Self::Branch(_, target) => vec![*target],
            Self::Switch { cases, default } => cases.iter().map(|(_, target)| *target).chain([*default]).collect(),
            _ => Vec::new(),
        }
    }

    /// The same with other targets, as many as it has, in the order of [`Operation::targets`].
    pub(crate) fn with_targets(&self, targets: &[usize]) -> Self {
        match (self, targets) {
            (Self::Goto(_), [target]) => Self::Goto(*target),
            (Self::Branch(condition, _), [target]) => Self::Branch(*condition, *target),
            (Self::Switch { cases, .. }, [targets @ .., default]) => {
                let cases = cases.iter().zip(targets).map(|((number, _), target)| (*number, *target)).collect();
                Self::Switch { cases, default: *default }
            }
            _ => self.clone(),
        }
    }
}

impl Element {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::ByteOrBoolean,
        Self::Char,
        Self::Short,
        Self::Int,
        Self::Long,
        Self::Float,
        Self::Double,
        Self::Reference,
    ];

    /// What it is on the stack.
    pub fn kind(self) -> Kind {
        match self {
            Self::ByteOrBoolean | Self::Char | Self::Short | Self::Int => Kind::Int,
            Self::Long => Kind::Long,
            Self::Float => Kind::Float,
            Self::Double => Kind::Double,
            Self::Reference => Kind::Reference,
        }
    }
}

impl Constant {
    /// What it is on the stack.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Int(_) => Kind::Int,
            Self::Long(_) => Kind::Long,
            Self::Float(_) => Kind::Float,
            Self::Double(_) => Kind::Double,
            Self::Dynamic(dynamic) => dynamic.signature.result.unwrap_or(Kind::Reference),
            Self::Null | Self::String(_) | Self::Class(_) | Self::MethodType(_) | Self::Handle(_) => Kind::Reference,
        }
    }
}

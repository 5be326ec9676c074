//! What the rewriter is to do with a class: the mechanism is in the other files of this directory, the choice is here.
//!
//! A hook is a static method of [`Policy::hooks`], a class that the boot loader has. The calls that the rewriter inserts
//! (`S` is an `int`, the number of the site):
//!
//! | at | inserted |
//! |---|---|
//! | `getfield` | before: `beforeGetField(Object owner, S)`; after: `got*(value)` |
//! | `getstatic` | before: `beforeGetStatic(S)`; after: `got*(value)` |
//! | `putfield`, `putstatic` | before: `beforePutField*(Object owner, value, S)`, `beforePutStatic*(value, S)` |
//! | array load | before: `beforeArrayLoad(Object array, int index, S)`; after: `got*(value)` |
//! | array store | before: `beforeArrayStore*(Object array, int index, value, S)` |
//! | `getstatic`, see [`Policy::static_substitute`] | after: the hook `(Object)Object` named there, and a cast; instead of the above |
//! | start of a method | see [`EntryHook`] |
//! | `monitorenter`, `monitorexit` | before or instead: `monitorEnter(Object, S)`, `monitorExit(Object, S)` |
//! | synchronized method | at its start `syncEnter(Object lock, S)`, on every way out `syncExit(Object lock, S)` |
//! | `new`, `getstatic`, `putstatic`, `invokestatic` of a class that may have to be initialised | before everything else: `beforeInit(Class, S)` |
//! | static initialiser | at its start `clinitEnter(S)`, on every way out `clinitExit()`; inside of these, see [`Policy::surround`] |
//! | head of a loop (once at the start of the method: `int loopCall()`) | `boolean loopEnter(int call, S, int head, int last)`; where it is true: `loop*(value)` for each live local, `loopEnd()` |
//! | start of a scope, see [`Policy::local_states`] | `int enter()`, in the place of `loopCall` |
//! | return of a scope | before, after all else: `exit*(value, int call, S)`, `exitV(int call, S)`; S is the same for all returns |
//! | where loops of a scope are left | `boolean loopExit(int call, S, int instruction)`, then as at a head; `loopLeft(int call, S, int instruction)` where it is not known what the locals hold |
//! | head of a loop, see [`Policy::recognises_waiting`] | `boolean jdkLoop(int call, S, int head, int last)` in the place of `loopEnter` |
//! | after `super()` or `this()` in a constructor, after the making of an array, after the constructor of a class of which [`Policy::tells_of_objects`] does not hold | `made(Object)` |
//! | return of a constructor that writes a final field of its class, see [`Policy::constructed`] | before: the hook `(Object made, S)` named there (null if the constructor overwrites `this`) |
//! | start of an exception handler | `caught(Throwable)` |
//! | call, see [`CallAction::Note`] | before: `changes()` |
//! | call, see [`CallAction::Tell`] | before: the hook `(Object this, S)` named there |
//! | call, see [`CallAction::Report`] | before: `beginCall(Object receiver, S)` or `beginStaticCall(S)`, `arg*(value)` for each argument, `endArguments()`; after: `result(Object, S)` if it is a reference, `afterCall(S)` |
//! | call, see [`CallAction::ReportOpaque`] | the same, but `beginOpaqueCall` in the place of `beginCall` |
//! | call, see [`Policy::tells_calls`] | before all else: `calls(Object receiver, S)`, of static methods and constructors `calls(S)`; `with*(value)` for each argument, `begins()`; after all else: `gives*(value)` if it returns one, `returns(S)` |
//! | `invokedynamic`, or constant, that is linked for good, see [`Policy::initialises_again`] | before: `linksForGood(S)` |
//! | `invokedynamic` of `LambdaMetafactory` | before: `beginLambda(S)`, `arg*(value)` for each captured value, after: `endLambda(Object)` |
//! | `invokedynamic` of `ObjectMethods` | before: `beforeRecordMethod(Object record, S)` for the first argument |
//!
//! A method that would be too long has what belongs to an instruction in a method of its own ([`crate::outline`]), where
//! [`Policy::outlining`] allows that; elements of arrays of bytes and booleans are then accessed by `int loadByte(Object array, int index)` and
//! `storeByte(Object array, int index, int value)`. If that is not enough, [`Policy::unseen`] is its only hook.
//!
//! Where a class was loaded before the agent, it is retransformed: methods and fields must not be added and flags must stay. Only
//! [`Monitors::Replace`] and [`Monitors::Enclose`] change a flag, and only [`Policy::outlining`] lets a member be added.
//!
//! `head` and `last` say where a loop is: its first and its last instruction, as indices of instructions of the original. A loop contains another if
//! its `head` is not after and its `last` not before the `head` of the other; of two that overlap, one contains the other. `head` is -1 where rounds are not counted, or where the method is no scope.
//!
//! `*` is `I` (also for boolean, byte, char, short), `J`, `F`, `D` or `L` (declared as `Object`).

/// How a class is to be rewritten.
pub trait Policy {
    /// Internal name of the class that holds the hooks.
    fn hooks(&self) -> &str;
    /// Internal name of the class that holds the hooks of [`CallAction::Replace`].
    fn replacements(&self) -> &str {
        self.hooks()
    }
    /// Whether reads and writes of this field are reported. `owner` is the class named by the instruction.
    fn reports_field(&self, owner: &str, name: &str, is_static: bool) -> bool;
    /// Whether loads and stores of array elements are reported.
    fn reports_arrays(&self) -> bool;
    /// The hook that gives another value to those who read this static field. It gets the value that is there and returns one of the
    /// field's type, which must be a reference to what the reading class may name. The access is not reported otherwise; what
    /// `reports_initialisation` says holds.
    fn static_substitute(&self, _owner: &str, _name: &str, _descriptor: &str) -> Option<&'static str> {
        None
    }
    /// The hook before the returns of constructors that write final fields of their own class.
    fn constructed(&self) -> Option<&str> {
        None
    }
    /// What happens to `monitorenter`, `monitorexit` and synchronized methods.
    fn monitors(&self) -> Monitors;
    /// What happens to a call.
    fn call(&self, call: &Call<'_>) -> CallAction;
    /// Internal name of the class that holds the hooks at the start of methods.
    fn entry_hooks(&self) -> &str {
        self.hooks()
    }
    /// Which methods have their hooks in methods of their own.
    fn outlining(&self) -> Outlining {
        Outlining::Never
    }
    /// The hook at the start of a method that gets no others, because it would be too long with them: `(S)`.
    fn unseen(&self) -> Option<&str> {
        None
    }
    /// A hook at the start of a method of this class.
    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook>;
    /// Internal name of the class that holds the hooks of heads of loops, if these get any, and `changes`.
    fn loop_hooks(&self) -> Option<&str> {
        None
    }
    /// Whether the hooks at heads of loops are to recognise threads that wait. Else they are for local states alone, and only scopes get any.
    fn recognises_waiting(&self) -> bool {
        true
    }
    /// Internal name of the class that holds the hooks for local states, if the class gets any: `enter`, `exit*`, `made`.
    fn local_states(&self) -> Option<&str> {
        None
    }
    /// Whether a call of this method is a scope. Not asked for constructors, static initialisers, and methods that are too long.
    fn is_scope(&self, work: &Work) -> bool {
        !work.is_trivial()
    }
    /// The number that takes the place of one in the code of a method (of those that take two bytes there).
    fn number(&self, _method: &str, _number: i16) -> Option<i16> {
        None
    }
    /// The hook that is told of new objects.
    fn made(&self) -> &str {
        "made"
    }
    /// Whether the constructors of this class call `made` themselves, or nobody wants to know.
    fn tells_of_objects(&self, _class: &str) -> bool {
        true
    }
    /// Internal name of the class that holds the hooks around calls which are told, if any are.
    fn tells_calls(&self) -> Option<&str> {
        None
    }
    /// Whether this call is among them.
    fn tells(&self, _call: &Call<'_>) -> bool {
        true
    }
    /// Whether uses of this class that may initialise it are reported.
    fn reports_initialisation(&self, owner: &str) -> bool;
    /// Whether the static initialiser runs more than once: then what it sets is not final.
    fn initialises_again(&self) -> bool {
        false
    }
    /// Whether handlers, static initialisers and `invokedynamic` get the hooks of the table above.
    fn reports_control(&self) -> bool;
    /// The hook among [`Policy::replacements`] that gets each constant which may be a method handle, and returns what takes its place.
    fn constant(&self) -> Option<&str> {
        None
    }
    /// Whether exception handlers get theirs.
    fn reports_handlers(&self) -> bool {
        self.reports_control()
    }
    /// Whether a hook that takes the place of a call and finds null is to say what the JVM would say.
    fn finds_null(&self) -> bool {
        self.reports_control()
    }
    /// Hooks at the start of this method and on every way out, a pair that takes and returns nothing. A static initialiser (`<clinit>`)
    /// gets them whatever `reports_control` says. Not for constructors.
    fn surround(&self, _method: &str) -> Option<(&'static str, &'static str)> {
        None
    }
    /// Internal name of the class that holds such a pair of hooks, of which this one is at the start.
    fn surround_hooks(&self, _enter: &str) -> &str {
        self.hooks()
    }
    /// The same for an instance method that code which is not rewritten may call.
    fn called_back(&self, _method: &str, _descriptor: &str, _is_static: bool) -> Option<(&'static str, &'static str)> {
        None
    }
}

/// What the instructions of a method do, as far as they show it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// There is a jump backwards.
    pub loops: bool,
    /// It calls something, maybe a constructor.
    pub calls: bool,
    /// It writes fields or elements.
    pub writes: bool,
    /// It enters or leaves monitors.
    pub monitors: bool,
    /// How many instructions read fields or elements; not: final fields of its own class.
    pub reads: u32,
}

impl Work {
    /// A getter, a constant, arithmetic: who calls it learns one thing at most, which it cannot forget.
    pub fn is_trivial(&self) -> bool {
        !(self.loops || self.calls || self.writes || self.monitors) && self.reads <= 1
    }
}

/// Which methods have what belongs to one instruction in a method of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outlining {
    /// None. So it has to be for a class that was loaded before, and for one that does not know its own name.
    Never,
    /// Those that would be too long otherwise.
    WhereTooLong,
    /// All.
    Everywhere,
}

/// What happens to monitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monitors {
    /// Left alone.
    Keep,
    /// Hooks are called before the instruction or around the method body, and the JVM's monitor is taken as well. That of a synchronized method
    /// the JVM has taken before the hook is called.
    Report,
    /// The same, but synchronized methods lose their flag and take the JVM's monitor by an instruction, after the hook. (In a retransformation the JVM
    /// has to have lost the flag before.) Native ones keep it, and get no hooks.
    Enclose,
    /// Hooks replace the instructions. Synchronized methods keep their flag and are reported.
    ReplaceInstructions,
    /// Hooks replace the instructions, and synchronized methods lose their flag (not allowed in a retransformation). So do native ones, which get no
    /// hooks here.
    Replace,
}

/// A call instruction.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// `invokevirtual` 182, `invokespecial` 183, `invokestatic` 184, `invokeinterface` 185.
    pub opcode: u8,
    /// The class named by the instruction (internal name, or an array descriptor).
    pub owner: &'a str,
    /// Method name.
    pub name: &'a str,
    /// Method descriptor.
    pub descriptor: &'a str,
}

/// What happens to a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallAction {
    /// Left alone.
    Keep,
    /// It may change something without an event: a hook before it says so.
    Note,
    /// The hook of this name is told `this` of the calling method, which is not static, when the arguments are there.
    Tell(&'static str),
    /// Hooks before and after it. For a constructor (whose receiver is not initialised) as for a static method.
    Report,
    /// The same for a call of an instance method that is of interest only if the receiver is of a class that is not
    /// rewritten, which seldom is so.
    ReportOpaque,
    /// Replaced by a call of the static hook of this name: its parameters are the receiver as `Object` (unless static), the
    /// arguments, and the site; its result is that of the method.
    Replace(&'static str),
    /// The same, but the hook (the second) is in the class of the first name.
    ReplaceIn(&'static str, &'static str),
}

/// A hook at the start of a method. It is called with `this` (unless static; declared as `Object`) and all arguments (of the types
/// that the method declares, but of a class that hooks cannot name as `Object`). A constructor has no `this` to give yet.
///
/// It comes before everything else: before the hooks of a synchronized method, a static initialiser or a loop. A synchronized method
/// that keeps its flag ([`Monitors`]) has entered the JVM's monitor by then, and the
/// JVM leaves it when a hook ends the method.
///
/// A method that is native or abstract has no start, and what a kind of hook excludes does not get it: such methods are skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryHook {
    /// The hook of this name is told; it returns nothing.
    Note(&'static str),
    /// The same, but it is told nothing.
    Tell(&'static str),
    /// The same, but it is told `this` alone, not the arguments.
    NoteReceiver(&'static str),
    /// The hook of this name returns a boolean, and where it is true, the method returns at once. Only for methods that are `void`, and
    /// not for constructors.
    Guard(&'static str),
    /// The hook does the work of the method where it applies. Not for constructors.
    Replace {
        /// Returns what the method is to return, of its own type; a reference is declared as `Object` and cast.
        hook: &'static str,
        /// Is asked first, with `this` as `Object` (unless static), and returns a boolean: whether the method is replaced.
        applies: &'static str,
    },
}

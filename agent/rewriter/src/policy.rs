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
//! | `monitorenter`, `monitorexit` | before or instead: `monitorEnter(Object, S)`, `monitorExit(Object, S)` |
//! | synchronized method | at its start `syncEnter(Object lock, S)`, on every way out `syncExit(Object lock, S)` |
//! | `new`, `getstatic`, `putstatic`, `invokestatic` of a class that may have to be initialised | before everything else: `beforeInit(Class, S)` |
//! | static initialiser | at its start `clinitEnter(S)`, on every way out `clinitExit()` |
//! | head of a loop (once at the start of the method: `int loopCall()`) | `loopEnter(int call, S)`, `loop*(value)` for each local, `loopEnd()` |
//! | start of an exception handler | `caught(Throwable)` |
//! | call, see [`CallAction::Note`] | before: `changes()` |
//! | call, see [`CallAction::Report`] | before: `beginCall(Object receiver, S)` or `beginStaticCall(S)`, `arg*(value)` for each argument, `endArguments()`; after: `result(Object, S)` if it is a reference, `afterCall(S)` |
//! | `invokedynamic` of `LambdaMetafactory` | before: `beginLambda(S)`, `arg*(value)` for each captured value, after: `endLambda(Object)` |
//! | `invokedynamic` of `ObjectMethods` | before: `beforeRecordMethod(Object record, S)` for the first argument |
//!
//! `*` is `I` (also for boolean, byte, char, short), `J`, `F`, `D` or `L` (declared as `Object`).

/// How a class is to be rewritten.
pub trait Policy {
    /// Internal name of the class that holds the hooks.
    fn hooks(&self) -> &str;
    /// Whether reads and writes of this field are reported. `owner` is the class named by the instruction.
    fn reports_field(&self, owner: &str, name: &str, is_static: bool) -> bool;
    /// Whether loads and stores of array elements are reported.
    fn reports_arrays(&self) -> bool;
    /// What happens to `monitorenter`, `monitorexit` and synchronized methods.
    fn monitors(&self) -> Monitors;
    /// What happens to a call.
    fn call(&self, call: &Call<'_>) -> CallAction;
    /// A hook at the start of a method of this class.
    fn entry(&self, method: &str, descriptor: &str) -> Option<EntryHook>;
    /// Internal name of the class that holds the hooks of heads of loops, if these get any, and `changes`.
    fn loop_hooks(&self) -> Option<&str> {
        None
    }
    /// Whether uses of this class that may initialise it are reported.
    fn reports_initialisation(&self, owner: &str) -> bool;
    /// Whether handlers, static initialisers and `invokedynamic` get the hooks of the table above.
    fn reports_control(&self) -> bool;
}

/// What happens to monitors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Monitors {
    /// Left alone.
    Keep,
    /// Hooks are called before the instruction or around the method body, and the JVM's monitor is taken as well.
    Report,
    /// Hooks replace the instructions. Synchronized methods keep their flag and are reported.
    ReplaceInstructions,
    /// Hooks replace the instructions, and synchronized methods lose their flag (not allowed in a retransformation).
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
    /// Hooks before and after it. For a constructor (whose receiver is not initialised) as for a static method.
    Report,
    /// Replaced by a call of the static hook of this name: its parameters are the receiver as `Object` (unless static), the
    /// arguments, and the site; its result is that of the method.
    Replace(&'static str),
}

/// A hook at the start of a method, called with `this` (unless static; declared as `Object`) and all arguments. A constructor
/// has no `this` to give yet. The hook comes before those of a synchronized method or static initialiser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryHook {
    /// Name of the static hook.
    pub hook: &'static str,
    /// The hook returns a boolean, and where it is true, the (`void`) method returns at once. Otherwise it returns nothing.
    /// A method that is not `void`, and a constructor, cannot have a guard: it is skipped.
    pub guard: bool,
}

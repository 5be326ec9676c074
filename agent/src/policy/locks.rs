//! Methods of locks, conditions, semaphores and latches for which models of the Java runtime stand in (`Locks.java`, `Counters.java`).

use mcr_rewriter::policy::EntryHook;

/// The class of the hooks.
pub const HOOKS: &str = "dev/mcr/LockHooks";

/// Methods of the JDK for which models of locks and counters stand in; `queried` is told of what the models cannot answer.
pub fn entry(class: &str, method: &str, descriptor: &str) -> Option<EntryHook> {
    let lock = |hook| Some(EntryHook::Replace { hook, applies: "isLock" });
    let counter = |hook| Some(EntryHook::Replace { hook, applies: "isCounter" });
    let queried = Some(EntryHook::NoteReceiver("queried"));
    match (class, method, descriptor) {
        ("java/util/concurrent/locks/ReentrantLock", _, _) => match (method, descriptor) {
            ("lock", _) => lock("lock"),
            ("lockInterruptibly", _) => lock("lockInterruptibly"),
            ("tryLock", _) => lock("tryLock"),
            ("unlock", _) => lock("unlock"),
            ("isHeldByCurrentThread", _) => lock("isHeldByCurrentThread"),
            ("getHoldCount", _) => lock("getHoldCount"),
            ("newCondition", _) => lock("newCondition"),
            ("isFair", _) => lock("isFair"),
            (
                "isLocked" | "getOwner" | "hasQueuedThreads" | "hasQueuedThread" | "getQueueLength"
                | "getQueuedThreads" | "hasWaiters" | "getWaitQueueLength" | "getWaitingThreads" | "toString",
                _,
            ) => queried,
            _ => None,
        },
        ("java/util/concurrent/locks/AbstractQueuedSynchronizer$ConditionObject", _, _) => match (method, descriptor) {
            ("await", _) => lock("await"),
            ("awaitUninterruptibly", _) => lock("awaitUninterruptibly"),
            ("awaitNanos", _) => lock("awaitNanos"),
            ("awaitUntil", _) => lock("awaitUntil"),
            ("signal", "()V") => lock("signal"),
            ("signalAll", "()V") => lock("signalAll"),
            _ => None,
        },
        ("java/util/concurrent/Semaphore", _, _) => match (method, descriptor) {
            ("acquire", "()V") => counter("acquire"),
            ("acquireUninterruptibly", "()V") => counter("acquireUninterruptibly"),
            ("tryAcquire", "()Z" | "(JLjava/util/concurrent/TimeUnit;)Z") => counter("tryAcquire"),
            ("release", _) => counter("release"),
            ("availablePermits", _) => counter("availablePermits"),
            ("isFair", _) => counter("isFair"),
            (
                "acquire"
                | "acquireUninterruptibly"
                | "tryAcquire"
                | "drainPermits"
                | "reducePermits"
                | "hasQueuedThreads"
                | "getQueueLength"
                | "getQueuedThreads"
                | "toString",
                _,
            ) => queried,
            _ => None,
        },
        ("java/util/concurrent/CountDownLatch", _, _) => match (method, descriptor) {
            ("await", _) => counter("latchAwait"),
            ("countDown", _) => counter("countDown"),
            ("getCount", _) => counter("getCount"),
            ("toString", _) => queried,
            _ => None,
        },
        _ => None,
    }
}

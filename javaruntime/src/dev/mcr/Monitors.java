package dev.mcr;

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/**
 * Monitors and wait sets. Application code never takes a monitor of the JVM: the scheduler's monitors stand for them.
 */
final class Monitors {
    private Monitors() {}

    /** The monitor of a synchronized method. Old class files cannot name their class: {@code lock} is null then. */
    static long ofMethod(Control me, Object lock, int site) {
        if (lock != null) {
            return of(me, lock);
        }
        return Names.ofClass(Native.siteClass(site).replace('/', '.'), Native.siteLoader(site));
    }

    /** The monitor of an object. Where a model stands for an object, the object's name is that of something else. */
    static long of(Control me, Object object) {
        long name = Names.of(me, object);
        if ((object instanceof String || object instanceof Number || object instanceof Boolean
                || object instanceof Character)
                && !Names.isNamed(object) && !values.put(name, object) && values.get(name) != object) {
            // They are two monitors, and have one name.
            Threads.refuse(me, "the program uses two objects with equal contents as monitors ("
                    + object.getClass().getName() + ", "
                    + CallEvents.text(null, object, 0) + "), which count as one value");
        }
        return object instanceof Lock || object instanceof Condition ? Hash.mix(name, MONITOR) : name;
    }

    /** Strings and boxes that were used as monitors in this execution. */
    private static NamedObjects values = new NamedObjects();

    static void reset() {
        values = new NamedObjects();
    }

    private static final String WAITS = "a class loader of the program waits or notifies while it loads a class";
    private static final long MONITOR = 0x4d4f4e49544f5201L;

    static void enter(Control me, long monitor, int site) {
        if (me.initialisers.depth > 0) {
            if (Initialisation.isOwn(me, monitor)) {
                return;
            }
            me.initialiserTells();
        }
        Steps.step(me, site, Codes.ACQUIRE, monitor, 0);
    }

    /** The thread is in the JVM's monitor of an object that gets its name just now. */
    static void entered(Control me, long monitor, int site) {
        if (me.stopping) {
            throw Stop.STOP;
        }
        JointCalls.leave(me);
        Steps.resumed(me, Native.step(Steps.turn(me), site, Codes.ACQUIRE, monitor, 0));
        Fences.happened(me);
        me.rounds.entered(monitor);
    }

    static void exit(Control me, long monitor, int site) {
        if (me.initialisers.depth > 0 && Initialisation.isOwn(me, monitor)) {
            return;
        }
        if (!Native.owns(me.id, monitor)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        Steps.step(me, site, Codes.RELEASE, monitor, 0);
    }

    /**
     * For code of the JDK, which holds the JVM's monitor as well and may have entered it before the object was named.
     */
    static void exitIfOwned(Control me, Object object, int site) {
        long monitor = of(me, object);
        if (!me.stopping && Native.owns(me.id, monitor)) {
            JointCalls.leave(me);
            Steps.resumed(me, Native.step(Steps.turn(me), site, Codes.RELEASE, monitor, 0));
            Fences.happened(me);
            me.rounds.left(monitor);
        }
    }

    static void await(Control me, Object object, long millis, int site) throws InterruptedException {
        PipeHooks.isUsed(me, object, true);
        await(me, object, 0, millis, site);
    }

    /** Waits in a wait set, where 0 is the object's own. */
    static void await(Control me, Object object, long set, long millis, int site) throws InterruptedException {
        if (me == null) {
            // It has no monitor of the JVM, which would refuse it; and it may always come back at once.
            if (!LoaderCode.isNotCovered(WAITS)) {
                object.wait(millis);
            }
            return;
        }
        if (object == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        long monitor = owned(me, object, site);
        me.callSite = site;
        if (object instanceof Thread) {
            Threads.monitorIsUsed((Thread) object);
        }
        Interrupts.check(me);
        int patience = (millis > 0 ? VirtualTime.limitMillis(millis) : Codes.FOREVER) | Interrupts.patience();
        long woke = await(me, monitor, set, patience, site);
        if (woke == Codes.INTERRUPTION) {
            throw new InterruptedException();
        }
        if (woke == Codes.TIMED_OUT) {
            VirtualTime.pass(me, millis);
        }
    }

    private static final long UNSEEN_WAIT_MILLIS = 50;

    /**
     * Whether code of the JDK that nobody follows (a timer that an initialiser of the JDK has made for itself) is in a
     * monitor which is not that of the JVM, as its instructions are replaced, and so in none.
     */
    private static boolean isWithout(Control me, Object object) {
        return me == null && object != null && !Thread.holdsLock(object);
    }

    /** The same for code of the JDK. */
    static void awaitByJdk(Control me, Object object, long millis, int site) throws InterruptedException {
        if (isWithout(me, object)) {
            // It wakes up for no reason, as those who wait on a monitor have to expect.
            Thread.sleep(millis > 0 ? Math.min(millis, UNSEEN_WAIT_MILLIS) : UNSEEN_WAIT_MILLIS);
        } else {
            await(me, object, millis, me == null ? site : me.place());
        }
    }

    static void notifyByJdk(Control me, Object object, boolean all, int site) {
        if (!isWithout(me, object)) {
            notify(me, object, all, site);
        }
    }

    /** Waits in a wait set; why it went on. */
    static long await(Control me, long monitor, long set, int patience, int site) {
        Steps.wait(me, site, monitor, set, patience);
        long woke = Steps.step(me, site, Codes.RESUME, monitor, 0);
        me.learn(woke);
        return woke;
    }

    static void notify(Control me, Object object, boolean all, int site) {
        if (me == null) {
            if (LoaderCode.isNotCovered(WAITS)) {
                return;
            }
            if (all) {
                object.notifyAll();
            } else {
                object.notify();
            }
            return;
        }
        long monitor = owned(me, object, site);
        if (PipeHooks.is(object)) {
            PipeHooks.notify(me, object, monitor, all, site);
        } else {
            Steps.step(me, site, all ? Codes.NOTIFY_ALL : Codes.NOTIFY, monitor, 0);
        }
    }

    /**
     * The thread, suspended, if the JVM refuses a call of {@code wait} or {@code notify} on this object, which it then
     * does itself, with its own message and frames; else null. Never if the thread has the JVM's own monitor of the
     * object, as code of the JDK may have entered it.
     */
    static Control refused(Control me, Object object, long millis) {
        if (me == null || me.stopping || object == null || Thread.holdsLock(object) && millis >= 0
                || millis >= 0 && Native.owns(me.id, of(me, object))) {
            return null;
        }
        return Hooks.suspend();
    }

    private static long owned(Control me, Object object, int site) {
        if (object == null) {
            throw new NullPointerException(Native.ifNull(site));
        }
        if (me.stopping) {
            throw Stop.STOP;
        }
        me.initialiserTells();
        long monitor = of(me, object);
        if (!Native.owns(me.id, monitor)) {
            throw new IllegalMonitorStateException("current thread is not owner");
        }
        return monitor;
    }
}

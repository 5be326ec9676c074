package dev.mcr;

import java.util.concurrent.TimeUnit;

/**
 * What methods of locks, conditions, semaphores and latches call at their start: see {@link Locks} and
 * {@link Counters}.
 */
public final class LockHooks {
    private LockHooks() {}

    public static boolean isLock(Object object) {
        return Locks.isModelled(object);
    }

    public static boolean isCounter(Object object) {
        return Counters.isModelled(object);
    }

    public static void queried(Object object) {
        Locks.queried(object);
    }

    public static void lock(Object lock) {
        Locks.lock(lock);
    }

    public static void lockInterruptibly(Object lock) throws InterruptedException {
        Locks.lockInterruptibly(lock);
    }

    public static boolean tryLock(Object lock) {
        return Locks.tryLock(lock);
    }

    public static boolean tryLock(Object lock, long time, TimeUnit unit) throws InterruptedException {
        return Locks.tryLock(lock, time, unit);
    }

    public static void unlock(Object lock) {
        Locks.unlock(lock);
    }

    public static boolean isHeldByCurrentThread(Object lock) {
        return Locks.isHeld(lock);
    }

    public static int getHoldCount(Object lock) {
        return Locks.holdCount(lock);
    }

    public static Object newCondition(Object lock) {
        return Locks.newCondition(lock);
    }

    /** Models stand for locks and semaphores that are not. */
    public static boolean isFair(Object modelled) {
        return false;
    }

    public static void await(Object condition) throws InterruptedException {
        Locks.await(condition);
    }

    public static boolean await(Object condition, long time, TimeUnit unit) throws InterruptedException {
        return Locks.await(condition, time, unit);
    }

    public static void awaitUninterruptibly(Object condition) {
        Locks.awaitUninterruptibly(condition);
    }

    public static long awaitNanos(Object condition, long nanos) throws InterruptedException {
        return Locks.awaitNanos(condition, nanos);
    }

    public static boolean awaitUntil(Object condition, java.util.Date deadline) throws InterruptedException {
        return Locks.awaitUntil(condition, deadline);
    }

    public static void signal(Object condition) {
        Locks.signal(condition, false);
    }

    public static void signalAll(Object condition) {
        Locks.signal(condition, true);
    }

    public static void acquire(Object semaphore) throws InterruptedException {
        Counters.acquire(semaphore);
    }

    public static void acquireUninterruptibly(Object semaphore) {
        Counters.acquireUninterruptibly(semaphore);
    }

    public static boolean tryAcquire(Object semaphore) {
        return Counters.tryAcquire(semaphore);
    }

    public static boolean tryAcquire(Object semaphore, long time, TimeUnit unit) throws InterruptedException {
        return Counters.tryAcquire(semaphore, time, unit);
    }

    public static void release(Object semaphore) {
        Counters.release(semaphore, 1);
    }

    public static void release(Object semaphore, int permits) {
        Counters.release(semaphore, permits);
    }

    public static int availablePermits(Object semaphore) {
        return (int) Counters.number(semaphore);
    }

    public static void latchAwait(Object latch) throws InterruptedException {
        Counters.await(latch);
    }

    public static boolean latchAwait(Object latch, long time, TimeUnit unit) throws InterruptedException {
        return Counters.await(latch, time, unit);
    }

    public static void countDown(Object latch) {
        Counters.countDown(latch);
    }

    public static long getCount(Object latch) {
        return Counters.number(latch);
    }
}

package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A thread waits in a loop if it comes back to where it was and has only looked at things. */
class RoundsTest {
    private static final int HEAD = 7;
    private static final int INNER = 8;
    private Control me;

    @BeforeEach
    void begin() {
        FakeAgent.begin(Codes.SC);
        me = FakeAgent.thread(1);
    }

    /** The thread comes to the head of a loop, with these values in its locals. */
    private void arrive(int call, int site, long... locals) {
        me.rounds.arrive(call, site);
        if (me.rounds.collecting) {
            for (long local : locals) {
                me.rounds.local(local);
            }
            me.rounds.compare(me);
            me.rounds.arrived(me);
        }
    }

    private int waits() {
        return FakeAgent.calls("await").size();
    }

    @Test
    void aRoundThatOnlyReadsWaitsForOneOfItsValuesToChange() {
        int call = me.rounds.call();
        arrive(call, HEAD);
        me.rounds.read(100, 1);
        me.rounds.read(200, 2);
        me.rounds.alive(300, true);
        arrive(call, HEAD);
        assertEquals(1, waits());
        FakeAgent.Call await = FakeAgent.calls("await").get(0);
        assertArrayEquals(new long[] {100, 1, 200, 2}, await.numbers(3));
        assertArrayEquals(new long[] {300}, await.numbers(4));
    }

    @Test
    void afterWaitingTheThreadIsAsItWasBeforeTheRound() {
        int call = me.rounds.call();
        long history = me.history;
        arrive(call, HEAD);
        for (int round = 1; round <= 3; round++) {
            me.rounds.read(100, round);
            me.learn(round);
            me.counts.nanos += 1000;
            arrive(call, HEAD);
            assertEquals(round, waits());
            assertEquals(history, me.history);
            assertEquals(0, me.counts.nanos);
            assertArrayEquals(new long[] {100, round}, FakeAgent.calls("await").get(round - 1).numbers(3));
        }
    }

    @Test
    void aRoundThatChangesSomethingIsNotForgotten() {
        int call = me.rounds.call();
        arrive(call, HEAD);
        me.rounds.read(100, 1);
        me.changes();
        arrive(call, HEAD);
        assertEquals(0, waits());
        me.rounds.read(100, 1);
        arrive(call, HEAD);
        assertEquals(1, waits());
    }

    @Test
    void aRoundWithOtherLocalsIsAnother() {
        int call = me.rounds.call();
        arrive(call, HEAD, 1);
        me.rounds.read(100, 1);
        arrive(call, HEAD, 2);
        me.rounds.read(100, 1);
        arrive(call, HEAD, 3);
        assertEquals(0, waits());
    }

    @Test
    void aRoundThatKeepsAMonitorIsAnother() {
        int call = me.rounds.call();
        arrive(call, HEAD);
        me.rounds.entered(100);
        arrive(call, HEAD);
        assertEquals(0, waits());
        me.rounds.left(100);
        me.rounds.entered(100);
        arrive(call, HEAD);
        assertEquals(1, waits());
    }

    @Test
    void anotherCallOfTheMethodIsAnotherLoop() {
        arrive(me.rounds.call(), HEAD);
        me.rounds.read(100, 1);
        arrive(me.rounds.call(), HEAD);
        assertEquals(0, waits());
    }

    @Test
    void theOuterLoopWaitsForWhatTheInnerOneHasSeenAsWell() {
        int call = me.rounds.call();
        arrive(call, HEAD);
        me.rounds.read(100, 1);
        arrive(call, INNER, 0);
        me.rounds.read(200, 2);
        arrive(call, INNER, 1);
        arrive(call, HEAD);
        assertEquals(1, waits());
        assertArrayEquals(new long[] {100, 1, 200, 2}, FakeAgent.calls("await").get(0).numbers(3));
    }

    @Test
    void whatDoesNotLookAtAnythingDoesNotWait() {
        int call = me.rounds.call();
        arrive(call, HEAD);
        arrive(call, HEAD);
        assertEquals(0, waits());
        assertTrue(me.rounds.areKept());
        me.rounds.clear();
        assertFalse(me.rounds.areKept());
    }

    @Test
    void whatWasSeenInARoundThatCannotComeBackIsNoPartOfTheState() {
        long[] states = new long[2];
        for (int seen = 0; seen < 2; seen++) {
            FakeAgent.begin(Codes.SC);
            me = FakeAgent.thread(1);
            int call = me.rounds.call();
            arrive(call, HEAD, 1);
            me.rounds.read(100, seen);
            arrive(call, HEAD, 2);
            states[seen] = me.rounds.state();
        }
        assertEquals(states[0], states[1]);
    }

    @Test
    void aLoopThatIsLeftIsForgotten() {
        int call = me.rounds.call();
        arrive(call, HEAD);
        arrive(call, INNER);
        me.rounds.isOver(call, INNER);
        me.rounds.read(100, 1);
        arrive(call, INNER);
        assertEquals(0, waits());
        arrive(call, HEAD);
        assertEquals(1, waits());
    }
}

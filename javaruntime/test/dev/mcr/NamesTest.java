package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names are the same in every execution, and no two objects have one. */
class NamesTest {
    static class Node {
        Node next;
        int value;
    }

    static class Other {}

    @BeforeEach
    void begin() {
        FakeAgent.begin(Codes.SC);
    }

    @Test
    void objectsHaveNamesOfTheirOwnWhichTheyHaveAgainInTheNextExecution() {
        long[][] names = new long[2][];
        for (int execution = 0; execution < 2; execution++) {
            FakeAgent.begin(Codes.SC);
            Control me = FakeAgent.thread(1);
            names[execution] = new long[] {Names.of(me, new Node()), Names.of(me, new Node()),
                    Names.of(me, new Other()), Names.of(me, new int[1]), Names.of(me, new int[2]),
                    Names.of(me, new long[2])};
        }
        assertEquals(6, distinct(names[0]));
        for (int i = 0; i < 6; i++) {
            assertEquals(names[0][i], names[1][i]);
        }
    }

    @Test
    void anObjectKeepsItsNameWhoeverAsks() {
        Node node = new Node();
        long name = Names.of(FakeAgent.thread(1), node);
        assertEquals(name, Names.of(FakeAgent.thread(2), node));
        assertTrue(Names.isNamed(node));
    }

    @Test
    void theSameCountInTwoThreadsIsTwoNames() {
        assertNotEquals(Names.of(FakeAgent.thread(1), new Node()), Names.of(FakeAgent.thread(2), new Node()));
    }

    @Test
    void whatNoneButItsThreadHasUsedHasNoName() {
        Node node = new Node();
        Control me = FakeAgent.thread(1);
        assertFalse(Names.isShared(me, node));
        assertFalse(Names.isShared(me, node));
        assertFalse(Names.isNamed(node));
        assertTrue(FakeAgent.calls("unsupported").isEmpty());
    }

    @Test
    void anObjectThatGetsToASecondThreadUnseenEndsTheCheck() {
        Node node = new Node();
        Names.isShared(FakeAgent.thread(1), node);
        Names.isShared(FakeAgent.thread(2), node);
        assertEquals(1, FakeAgent.calls("unsupported").size());
    }

    @Test
    void equalTextsAreOneValueAndOthersAreNot() {
        Control me = FakeAgent.thread(1);
        assertEquals(Names.of(me, "a"), Names.of(FakeAgent.thread(2), new String("a")));
        assertNotEquals(Names.of(me, "a"), Names.of(me, "b"));
        assertNotEquals(Names.of(me, "1"), Names.of(me, 1));
        assertNotEquals(Names.of(me, 1), Names.of(me, 1L));
        assertEquals(0, Names.of(me, null));
    }

    @Test
    void whatHasBeenNamedWaitsUntilItsContentsAreReportedFirstComeFirstServed() {
        Control me = FakeAgent.thread(1);
        Node first = new Node();
        Node second = new Node();
        Names.of(me, first);
        Names.of(me, second);
        Names.of(me, first);
        assertSame(first, me.unreported.take());
        assertSame(second, me.unreported.take());
        assertNull(me.unreported.take());
        assertTrue(me.unreported.isEmpty());
    }

    @Test
    void whatASilentInitialiserMakesIsNamedByItsClassWhoeverRunsIt() {
        long[] names = new long[2];
        for (int thread = 0; thread < 2; thread++) {
            FakeAgent.begin(Codes.SC);
            Control me = FakeAgent.thread(thread + 1);
            // What a thread has named before does not count.
            for (int i = 0; i < thread; i++) {
                Names.of(me, new Node());
            }
            me.enterInitialiser(Initialisation.key("Holder", 0), 0);
            names[thread] = Names.of(me, new Node());
            me.leaveInitialiser();
        }
        assertEquals(names[0], names[1]);
    }

    @Test
    void twoObjectsOfOneNameEndTheCheck() {
        Control me = FakeAgent.thread(1);
        Names.lambda(me, new Node(), 123456789, false);
        assertTrue(FakeAgent.calls("unsupported").isEmpty());
        Names.lambda(me, new Node(), 123456789, false);
        assertEquals(1, FakeAgent.calls("unsupported").size());
    }

    private static int distinct(long[] names) {
        Set<Long> all = new HashSet<>();
        for (long name : names) {
            all.add(name);
        }
        return all.size();
    }
}

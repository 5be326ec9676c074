package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.function.LongConsumer;
import org.junit.jupiter.api.Test;

/** What a thread forgets when a call returns or a round of a loop is over, and what it must not forget. */
class ScopesTest {
    static class Box {
        int value;
    }

    private static final int CALL = 1;
    private static final int INNER = 2;
    private static final int SITE = 10;

    private Control me;
    private Box box;
    private int memoryModel = Codes.SC;

    /** The history of a thread of a new execution that has a box, after a call in which it learns something. */
    private long after(long learned, LongConsumer then) {
        FakeAgent.begin(memoryModel);
        IdentityHash.reset();
        me = FakeAgent.thread(1);
        box = new Box();
        Names.isMade(me, box, true);
        me.scopes.enter(me, CALL);
        me.learn(learned);
        then.accept(learned);
        return me.history;
    }

    private void leave(long value) {
        me.scopes.exit(me, CALL, SITE, value);
    }

    private void arrive(long local) {
        me.scopes.arrive(me, CALL, SITE, 0, 9);
        if (me.scopes.collecting) {
            me.scopes.local(local);
            me.scopes.arrived(me);
        }
    }

    @Test
    void whatCallsHaveLearnedIsForgottenUnlessTheyReturnIt() {
        assertEquals(after(5, learned -> leave(7)), after(6, learned -> leave(7)));
        assertNotEquals(after(5, this::leave), after(6, this::leave));
    }

    @Test
    void whatHasBeenWrittenToAnOlderObjectIsRemembered() {
        LongConsumer writes = learned -> {
            me.changes(box);
            leave(7);
        };
        assertNotEquals(after(5, writes), after(6, writes));
    }

    @Test
    void anObjectThatTheCallHasMadeIsForgottenWithIt() {
        LongConsumer writes = learned -> {
            Box own = new Box();
            Names.isMade(me, own, true);
            me.changes(own);
            leave(7);
        };
        assertEquals(after(5, writes), after(6, writes));
    }

    @Test
    void anObjectOfUnknownAgeMayBeOlder() {
        LongConsumer writes = learned -> {
            me.changes(new Box());
            leave(7);
        };
        assertNotEquals(after(5, writes), after(6, writes));
    }

    @Test
    void whatNoKeyTellsIsRemembered() {
        LongConsumer changes = learned -> {
            me.changes();
            leave(7);
        };
        assertNotEquals(after(5, changes), after(6, changes));
    }

    @Test
    void whatIsLearnedBehindAChangeIsForgottenAllTheSame() {
        LongConsumer changes = learned -> {
            me.changes();
            me.learn(learned + 10);
            leave(7);
        };
        LongConsumer other = learned -> {
            me.changes();
            me.learn(learned + 20);
            leave(7);
        };
        assertEquals(after(5, changes), after(5, other));
    }

    @Test
    void olderObjectsThatHaveGotNamesAreRemembered() {
        LongConsumer names = learned -> {
            Names.of(me, box);
            Access.reportContents(me, SITE);
            leave(7);
        };
        assertEquals(after(5, names), after(6, names));
        assertNotEquals(after(5, names), after(5, learned -> leave(7)));
    }

    @Test
    void whichOlderObjectHasGotAHashCodeIsRemembered() {
        int[][] objects = {new int[1], new int[1]};
        LongConsumer asks = learned -> {
            IdentityHash.identity(me, objects[(int) learned], false);
            leave(7);
        };
        assertNotEquals(after(0, asks), after(1, asks));
    }

    @Test
    void underPsoABarrierIsRemembered() {
        LongConsumer fences = learned -> {
            if (learned == 5) {
                Fences.happened(me);
            }
            leave(7);
        };
        assertEquals(after(5, fences), after(6, fences));
        memoryModel = Codes.PSO;
        assertNotEquals(after(5, fences), after(6, fences));
    }

    @Test
    void roundsOfLoopsKeepWhatIsInTheLocals() {
        assertEquals(after(5, learned -> arrive(3)), after(6, learned -> arrive(3)));
        assertNotEquals(after(5, learned -> arrive(3)), after(5, learned -> arrive(4)));
        LongConsumer second = learned -> {
            arrive(3);
            me.learn(learned);
            arrive(3);
        };
        assertNotEquals(after(5, learned -> arrive(3)), after(5, second));
    }

    private void exit(long local) {
        me.scopes.leave(me, CALL, SITE + 1, 12, true);
        if (me.scopes.collecting) {
            me.scopes.local(local);
            me.scopes.arrived(me);
        }
    }

    /** A loop that goes round so many times, with something learned in each round. */
    private LongConsumer rounds(int count, long local) {
        return learned -> {
            for (int i = 0; i < count; i++) {
                arrive(i);
                me.learn(learned + i);
            }
            exit(local);
        };
    }

    @Test
    void behindALoopItDoesNotMatterHowManyRoundsThereWere() {
        assertEquals(after(5, rounds(1, 3)), after(6, rounds(4, 3)));
        assertNotEquals(after(5, rounds(1, 3)), after(5, rounds(1, 4)));
        assertNotEquals(after(5, rounds(1, 3)), after(5, learned -> arrive(3)));
    }

    @Test
    void whatIsMadeBehindALoopHasOneNameHoweverManyRoundsThereWere() {
        LongConsumer makes = learned -> {
            rounds((int) learned, 3).accept(learned);
            Names.isMade(me, box = new Box(), true);
        };
        after(1, makes);
        long name = Names.of(me, box);
        after(3, makes);
        assertEquals(name, Names.of(me, box));
    }

    /** A call that returns an object. */
    private LongConsumer returning(java.util.function.LongFunction<Object> made) {
        return learned -> me.scopes.exit(me, CALL, SITE, made.apply(learned));
    }

    private Node node(int value, Node next) {
        Node node = new Node();
        Names.isMade(me, node, true);
        node.value = value;
        node.next = next;
        return node;
    }

    static class Node {
        int value;
        Node next;
        Object other;
    }

    @Test
    void anObjectThatIsReturnedIsWhatItConsistsOf() {
        assertEquals(after(5, returning(learned -> node(1, null))), after(6, returning(learned -> node(1, null))));
        assertNotEquals(after(5, returning(learned -> node(1, null))), after(5, returning(learned -> node(2, null))));
        assertNotEquals(after(5, returning(learned -> node(1, null))),
                after(5, returning(learned -> node(1, node(0, null)))));
    }

    @Test
    void oneObjectIsToldFromTwoThatAreEqual() {
        LongConsumer same = returning(learned -> {
            Node first = node(0, null);
            Node second = node(0, null);
            Node both = node(0, first);
            both.other = learned == 5 ? first : second;
            return both;
        });
        assertNotEquals(after(5, same), after(6, same));
        LongConsumer cycle = returning(learned -> {
            Node first = node(0, null);
            first.next = node(0, first);
            first.next.next = learned == 5 ? first : first.next;
            return first;
        });
        assertNotEquals(after(5, cycle), after(6, cycle));
    }

    @Test
    void ofAnObjectOfUnknownOriginEverythingIsRemembered() {
        LongConsumer unseen = returning(learned -> new Node());
        assertNotEquals(after(5, unseen), after(6, unseen));
        LongConsumer thread = returning(learned -> {
            Thread made = new Thread();
            Names.isMade(me, made, true);
            return made;
        });
        assertNotEquals(after(5, thread), after(6, thread));
    }

    @Test
    void underPsoAllIsRememberedOfObjectsThatAreReturned() {
        memoryModel = Codes.PSO;
        LongConsumer returns = returning(learned -> node(1, null));
        assertNotEquals(after(5, returns), after(6, returns));
    }

    @Test
    void hashCodesOfObjectsThatAreReturnedAreRemembered() {
        LongConsumer asks = returning(learned -> {
            int[] made = new int[1];
            Names.isMade(me, made, true);
            if (learned == 5) {
                IdentityHash.identity(me, made, false);
            }
            return made;
        });
        assertNotEquals(after(5, asks), after(6, asks));
    }

    @Test
    void callsInsideEachOtherDoNotEndInOneState() {
        LongConsumer inner = learned -> {
            me.scopes.enter(me, INNER);
            me.learn(learned);
            me.scopes.exit(me, INNER, SITE, 7);
        };
        long within = after(5, inner);
        leave(7);
        assertNotEquals(within, me.history);
    }

    @Test
    void whatIsMadeLaterIsNamedTheSameHoweverLongACallHasTried() {
        long[] names = new long[2];
        for (int tries = 1; tries <= 2; tries++) {
            int most = tries;
            after(5, learned -> {
                me.scopes.enter(me, INNER);
                for (int i = 0; i < most; i++) {
                    me.learn(i);
                    Names.isMade(me, new Box(), true);
                }
                me.scopes.exit(me, INNER, SITE, 7);
                Names.isMade(me, box = new Box(), true);
            });
            names[tries - 1] = Names.of(me, box);
        }
        assertEquals(names[0], names[1]);
    }

    @Test
    void aCallThatWasLeftByAnExceptionIsOver() {
        LongConsumer fails = learned -> {
            me.scopes.enter(me, INNER);
            me.learn(learned);
            leave(7);
        };
        assertEquals(after(5, fails), after(6, fails));
    }
}

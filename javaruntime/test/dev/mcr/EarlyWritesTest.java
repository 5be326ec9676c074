package dev.mcr;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Under PSO, what was written to an object before it had a name may arrive after the write by which it is found, unless
 * a barrier came between.
 */
class EarlyWritesTest {
    static class Box {
        int value;
        Box inner;
    }

    private Control me;

    @BeforeEach
    void begin() {
        FakeAgent.begin(Codes.PSO);
        me = FakeAgent.thread(1);
    }

    private static ClassInfo.FieldInfo field(char kind) {
        for (ClassInfo.FieldInfo field : ClassInfo.of(Box.class).fields()) {
            if (field.kind == kind) {
                return field;
            }
        }
        throw new AssertionError(kind);
    }

    /** The thread writes, as hooks and the program's instruction do it. */
    private void write(Box box, int value) {
        EarlyWrites.add(me, box, field('I').offset, (long) box.value);
        box.value = value;
    }

    private static List<Long> written(int action) {
        return FakeAgent.calls("step").stream().filter(c -> c.number(2) == action).map(c -> c.number(4)).toList();
    }

    @Test
    void eachWriteSinceTheBarrierIsAWriteOfItsOwn() {
        Box box = new Box();
        write(box, 1);
        write(box, 2);
        me.early.to(me, box).report(me, 77, box, field('I'), 5);
        assertEquals(List.of(), written(Codes.ARRIVED));
        assertEquals(List.of(1L, 2L), written(Codes.WRITE));
    }

    @Test
    void whatWasThereBeforeHasArrived() {
        Box box = new Box();
        write(box, 1);
        Fences.storeStore(me, 5);
        FakeAgent.CALLS.clear();
        write(box, 2);
        me.early.to(me, box).report(me, 77, box, field('I'), 5);
        assertEquals(List.of(1L), written(Codes.ARRIVED));
        assertEquals(List.of(2L), written(Codes.WRITE));
    }

    @Test
    void nothingIsEarlyAfterAFence() {
        Box box = new Box();
        write(box, 1);
        assertNotNull(me.early.to(me, box));
        Fences.full(me, 5);
        assertNull(me.early.to(me, box));
    }

    @Test
    void whatIsFrozenIsTheObjectAndWhatCanBeFoundThroughIt() {
        Box box = new Box();
        Box inner = new Box();
        Box other = new Box();
        write(inner, 1);
        write(other, 1);
        EarlyWrites.add(me, box, field('L').offset, null);
        box.inner = inner;
        EarlyWrites.freeze(me, box);
        assertNull(me.early.to(me, box));
        assertNull(me.early.to(me, inner));
        assertNotNull(me.early.to(me, other));
        write(inner, 2);
        assertNotNull(me.early.to(me, inner));
    }

    @Test
    void theLogIsForgottenWhenAllOfItHasArrivedUnlessARoundMayNeedIt() {
        Box box = new Box();
        write(box, 1);
        Fences.full(me, 5);
        write(box, 2);
        assertEquals(1, me.early.size());
        me.rounds.arrive(me.rounds.call(), 7);
        me.rounds.arrived(me);
        Fences.full(me, 5);
        write(box, 3);
        assertEquals(2, me.early.size());
    }

    @Test
    void nothingIsKeptOfASilentInitialiser() {
        me.enterInitialiser(Initialisation.key("Holder", 0), 0);
        write(new Box(), 1);
        assertEquals(0, me.early.size());
        me.leaveInitialiser();
    }
}

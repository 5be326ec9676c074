package dev.mcr;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What the program has its modules read, export, open and use while it runs ({@code Module.addOpens} and the like). Who
 * may use what then is no event, so the report lists it; and before the next execution it is as it was.
 */
final class ModuleChanges {
    private ModuleChanges() {}

    private static final List<Map<Object, Object>> KEPT = new ArrayList<>();
    private static final List<Map<Object, Object>> FIRST = new ArrayList<>();
    private static boolean changed;

    /** To be called before the first execution. */
    static void prepare() {
        if (ProgramModules.all().isEmpty()) {
            return;
        }
        Class<?> holder = Internals.type("java.lang.Module$ReflectionData");
        long map = Internals.offset("java.lang.WeakPairMap", "map");
        for (String name : new String[] {"reads", "exports", "uses"}) {
            Object pairs = StaticField.of(holder, name).get();
            @SuppressWarnings("unchecked")
            Map<Object, Object> kept = (Map<Object, Object>) ClassInfo.UNSAFE.getReference(pairs, map);
            KEPT.add(kept);
            FIRST.add(copy(kept));
        }
    }

    private static Map<Object, Object> copy(Map<Object, Object> map) {
        Map<Object, Object> copy = new HashMap<>();
        map.forEach((key, value) -> copy.put(key,
                value instanceof Map<?, ?> inner ? new java.util.concurrent.ConcurrentHashMap<>(inner) : value));
        return copy;
    }

    /** The program asks a module to read, export, open or use more. */
    static void happen(Module module) {
        if (module.isNamed() && Hooks.self() != null) {
            Native.notCovered("what a module reads, exports, opens or uses changes while the program runs "
                    + "(Module.addReads, addExports, addOpens, addUses)", 0);
            changed = true;
            KeptClasses.giveUp("a module of the program changes");
        }
    }

    /** Before the next execution. The JVM knows of nothing more, as the modules get another loader. */
    static void reset() {
        if (changed) {
            changed = false;
            for (int i = 0; i < KEPT.size(); i++) {
                KEPT.get(i).clear();
                KEPT.get(i).putAll(copy(FIRST.get(i)));
            }
        }
    }
}

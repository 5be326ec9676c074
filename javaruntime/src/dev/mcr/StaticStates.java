package dev.mcr;

/**
 * State of the JDK that all threads share through its static methods and constructors: a table of the agent
 * ({@code policy/statics.rs}) says which calls use which. Each state is one location; a call that changes it is an
 * update of its version, and one that only looks is a read.
 *
 * <p>Some such calls ask which thread makes them: that is no state, but a static initialiser that asks is not silent.
 */
final class StaticStates {
    private StaticStates() {}

    /** What a state begins with where it says that there is none, and where the call only looks at it. */
    static final char WHO = '?', LOOK = '<';
    /** The same where the call changes something that is not followed. */
    private static final char UNFOLLOWED = '!';

    private static final byte NONE = 1, LOOKS = 2, CHANGES = 3, ASKS_WHO = 4, UNSEEN = 5;

    /** For each site how the static method that is called there uses such a state; 0: not asked. */
    private static byte[] uses = new byte[1 << 10];
    /** For each site the location of the state. */
    private static long[] locations = new long[1 << 10];

    /** A static method or a constructor is about to be called at this site. */
    static void asked(Control me, int site) {
        if (site >= uses.length) {
            int length = Copies.lengthFor(site);
            uses = Copies.of(uses, length);
            locations = Copies.of(locations, length);
        }
        if (uses[site] == 0) {
            find(site);
        }
        switch (uses[site]) {
            case NONE:
                return;
            case ASKS_WHO:
                me.initialiserTells();
                return;
            case UNSEEN:
                if (!Threads.isAlone()) {
                    Native.notCovered(Native.siteState(site).substring(1), site);
                }
                return;
            default:
                if (uses[site] == CHANGES) {
                    Defaults.changes(me, locations[site]);
                }
                me.collected.staticState = locations[site];
                me.collected.looks = uses[site] == LOOKS;
                // What reads the input uses it from inside as well.
                me.collected.group = locations[site] == Versions.ofState(Input.STATE) ? locations[site] : 0;
                me.collected.hash = Native.siteKey(site);
        }
    }

    private static void find(int site) {
        String state = Native.siteState(site);
        if (state == null) {
            uses[site] = NONE;
            return;
        }
        switch (state.charAt(0)) {
            case WHO -> uses[site] = ASKS_WHO;
            case LOOK -> uses[site] = LOOKS;
            case UNFOLLOWED -> uses[site] = UNSEEN;
            default -> uses[site] = CHANGES;
        }
        locations[site] = Versions.ofState(state.substring(1));
    }
}

package dev.mcr;

import java.util.Iterator;

/**
 * A text whose class is not rewritten and which may change (a {@code CharBuffer}), as methods of strings and numbers
 * get it, which are not rewritten either: each access of theirs is an event, as if they were.
 */
final class WatchedText implements CharSequence {
    private static final int LENGTH = 83, CHARACTER = 89;

    private final CharSequence text;
    private final int site;

    private WatchedText(CharSequence text, int site) {
        this.text = text;
        this.site = site;
    }

    /** The text as code is to get it that is called at this place. */
    static CharSequence of(CharSequence text, int site) {
        boolean plain = text == null || text instanceof String || Hooks.self() == null || !Versions.has(text);
        return plain ? text : new WatchedText(text, site);
    }

    /** The same for each of several. */
    static Iterable<? extends CharSequence> each(Iterable<? extends CharSequence> texts, int site) {
        return texts == null || Hooks.self() == null ? texts : () -> new Iterator<CharSequence>() {
            private final Iterator<? extends CharSequence> all = texts.iterator();

            @Override
            public boolean hasNext() {
                return all.hasNext();
            }

            @Override
            public CharSequence next() {
                return of(all.next(), site);
            }
        };
    }

    @Override
    public int length() {
        begin(LENGTH, 0);
        int length = text.length();
        Hooks.afterCall(site);
        return length;
    }

    @Override
    public char charAt(int index) {
        begin(CHARACTER, index);
        char found = text.charAt(index);
        Hooks.afterCall(site);
        return found;
    }

    /** A buffer looks at its position first: calls that move that are not listed as steps ({@link StepMethods}). */
    private void begin(int method, int argument) {
        Calls.begun++;
        Control me = Hooks.self();
        if (me != null) {
            CallEvents.use(me, text, CoarseCalls.ACCESSED, Hash.mix(method, argument), site);
        }
    }

    /** Messages show a part of it: character by character. */
    @Override
    public CharSequence subSequence(int start, int end) {
        char[] part = new char[end - start];
        for (int i = 0; i < part.length; i++) {
            part[i] = charAt(start + i);
        }
        return new String(part);
    }

    @Override
    public String toString() {
        return ValueMethods.text(text, site, false);
    }
}

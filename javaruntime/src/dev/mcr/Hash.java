package dev.mcr;

/** The hash that all names are made with; the same as {@code mix} in the protocol. */
final class Hash {
    private Hash() {}

    static long mix(long a, long b) {
        long z = Long.rotateLeft(a, 23) ^ (b + 0x9e3779b97f4a7c15L);
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    /** A name made of text. Never 0, which is {@code null}. */
    static long text(long seed, String text) {
        long hash = mix(seed, text.length());
        for (int i = 0; i < text.length(); i++) {
            hash = mix(hash, text.charAt(i));
        }
        return notNull(hash);
    }

    static long notNull(long hash) {
        return hash == 0 ? 1 : hash;
    }
}

package dev.mcr;

/**
 * What keys and names are made of in place of the number of a site. Sites are counted in the order in which classes are
 * rewritten; a JVM that has run other programs before, or a replay, counts them otherwise, and must find the same names.
 */
final class SitePlaces {
    private SitePlaces() {}

    /** By site; 0: not asked yet. */
    private static long[] places = new long[1 << 10];

    /** A hash of the class, the method and the instruction of a site: not 0. */
    static long of(int site) {
        if (site >= places.length) {
            places = Copies.of(places, Copies.lengthFor(site));
        }
        long known = places[site];
        return known != 0 ? known : (places[site] = Hash.notNull(Native.sitePlace(site)));
    }
}

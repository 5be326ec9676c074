/**
 * What tests may use that {@code mcr test} explores. Without the checker they are ordinary tests, which run once.
 *
 * <ul>
 * <li>{@link dev.mcr.junit.ConcurrencyTest}: a test of which every interleaving is explored, with options;
 * <li>{@link dev.mcr.junit.Outcomes}: what its executions may print;
 * <li>{@link dev.mcr.junit.Explore}: starts threads and waits for them.
 * </ul>
 */
package dev.mcr.junit;

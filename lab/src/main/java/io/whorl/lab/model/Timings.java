package io.whorl.lab.model;

/**
 * What a configuration takes in time, on the machine and in the run at hand; the only figures that differ from run to
 * run.
 *
 * @param buildSeconds from the first text at hand to the durable index, all threads
 * @param buildMegabytesPerSecond 10^6 bytes of text a second
 * @param queryMedianMicros from a text at hand to its best 20 documents, one thread, half of the samples at or below
 * @param query99Micros the same, 99 in 100 of the samples at or below
 * @param samples questions timed; each one's sample is the median of several rounds
 */
public record Timings(
        double buildSeconds,
        double buildMegabytesPerSecond,
        double queryMedianMicros,
        double query99Micros,
        int samples) {}

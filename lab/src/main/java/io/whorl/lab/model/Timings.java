package io.whorl.lab.model;

/**
 * The times of a configuration on one machine. These are the only figures that differ between runs.
 *
 * @param buildSeconds from the first text in memory to the durable index, with all threads
 * @param buildMegabytesPerSecond in 10^6 bytes of text
 * @param queryMedianMicros from a text in memory to its best 20 documents, with one thread; the median over queries
 * @param query99Micros the 99th percentile
 * @param samples the number of queries timed; the time of each is the median of several rounds
 */
public record Timings(
        double buildSeconds,
        double buildMegabytesPerSecond,
        double queryMedianMicros,
        double query99Micros,
        int samples) {}

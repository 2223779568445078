/**
 * All pairs of similar documents of an index, clusters of them (BGMZ 4), and the documents to keep. The entries are
 * {@link io.whorl.cluster.Pairs}, {@link io.whorl.cluster.Clusters} and {@link io.whorl.cluster.Survivors}, which
 * {@code Snapshot} makes.
 */
package io.whorl.cluster;

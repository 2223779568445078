/**
 * Clusters of similar documents of an index (BGMZ 4). {@link io.whorl.cluster.Clusters} is the entry point;
 * {@code Snapshot.clusters} makes them.
 */
package io.whorl.cluster;

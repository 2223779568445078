/**
 * Judges clusters of documents against known groups. {@link io.whorl.lab.cluster.ClusterLaboratory} is the entry point.
 */
package io.whorl.lab.cluster;

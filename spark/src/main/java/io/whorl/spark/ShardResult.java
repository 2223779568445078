package io.whorl.spark;

import java.io.Serializable;

/**
 * What a task returns to the driver.
 *
 * @param partition the partition, which decides the place of the shard in the set
 * @param shard the JSON of the shard; empty if the task wrote none
 * @param counts its rows
 */
record ShardResult(int partition, String shard, RowCounts counts) implements Serializable {}

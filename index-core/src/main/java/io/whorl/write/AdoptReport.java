package io.whorl.write;

/**
 * What an adoption did.
 *
 * @param commit the number of the commit
 * @param segments segments that the index has now in addition; shards without remaining documents need none
 * @param documents documents of the set that are in the index now
 * @param replaced documents of the index that documents of the set replaced
 * @param repeated documents of the set that were left out, because another document of the set or of the index has
 *     their id
 * @param bytes bytes of the added segments
 */
public record AdoptReport(long commit, int segments, long documents, long replaced, long repeated, long bytes) {}

package io.whorl.spark;

import java.io.Serializable;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Names the shards of one job: the first 64 bits of their UUIDs are those of the job. So the driver finds what tasks of
 * the job left behind, and does not touch the shards of another job.
 */
record JobName(long first) implements Serializable {
    private static final String PREFIX = "shard-";
    /** The length of the part of a UUID that is 64 bits: 16 digits and two hyphens, and the hyphen after it. */
    private static final int JOB = 19;

    /** A new name. */
    static JobName next() {
        return new JobName(UUID.randomUUID().getMostSignificantBits());
    }

    /** A new name for a shard. */
    String newShard() {
        return PREFIX + new UUID(first, ThreadLocalRandom.current().nextLong());
    }

    /** Whether a directory may have been written by a task of this job. */
    boolean owns(String directory) {
        return directory.startsWith(prefix());
    }

    /** A tag for the jobs of Spark that belong to this one. */
    String tag() {
        return "whorl-" + prefix().substring(PREFIX.length(), prefix().length() - 1);
    }

    private String prefix() {
        return PREFIX + new UUID(first, 0).toString().substring(0, JOB);
    }
}

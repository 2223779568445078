package io.whorl.query;

import io.whorl.Options;
import io.whorl.bulk.RepeatedIds;
import io.whorl.internal.Ranges;
import java.util.Map;
import java.util.Objects;

/** How several indexes are queried as one: {@code ShardOptions.DEFAULT.threads(4)}. Immutable. */
public final class ShardOptions extends Options<ShardOptions> {
    /** Keeps the last of several documents with one id, and searches on the calling thread. */
    public static final ShardOptions DEFAULT = new ShardOptions();

    private RepeatedIds repeatedIds = RepeatedIds.LAST;
    private int threads = 1;

    private ShardOptions() {}

    @Override
    protected Map<String, Object> values() {
        return named("repeatedIds threads", repeatedIds, threads);
    }

    /** Which of several documents with one id is found. */
    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /**
     * Sets which of several documents with one id is found, in the order of the indexes. The others are as if they were
     * deleted.
     */
    public ShardOptions repeatedIds(RepeatedIds value) {
        return with(o -> o.repeatedIds = Objects.requireNonNull(value, "repeatedIds"));
    }

    /** The threads that search for one query. */
    public int threads() {
        return threads;
    }

    /**
     * Sets the threads that search for one query, including the one that calls, 1 to 1,024. Each needs counters of
     * about two megabytes, and the memory of {@link QueryOptions#memory}. The answers do not depend on it.
     */
    public ShardOptions threads(int value) {
        return with(o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }
}

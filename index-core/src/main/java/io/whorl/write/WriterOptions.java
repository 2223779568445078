package io.whorl.write;

import io.whorl.bulk.RepeatedIds;
import io.whorl.internal.Ranges;
import io.whorl.live.LiveLimits;
import java.util.Objects;

/**
 * The options of a writer: {@code WriterOptions.builder().mergeFactor(4).build()}. Except for {@link #storeText},
 * {@link #storeFingerprints} and {@link #repeatedIds}, they change the speed and the resources of a writer, never the
 * answers of the index. Immutable and thread-safe.
 */
public final class WriterOptions {
    /**
     * A live tier of 1,048,576 postings and 65,536 documents, direct commits beyond half of these postings, a merge
     * factor of 8, a quarter of the heap, all cores. A document replaces an earlier one of its id. Uses a Chronicle Map
     * if it works in this process, and needs neither the library nor JVM flags.
     */
    public static final WriterOptions DEFAULT = builder().build();

    private static final long LEAST_MEMORY = 16L << 20;

    private final int livePostings;
    private final int liveDocuments;
    /** As given, or {@link Builder#HALF_OF_LIVE}. */
    private final int directPostings;

    private final int mergeFactor;
    private final long memory;
    private final LiveMap liveMap;
    private final int threads;
    private final MergeOptions merges;
    private final boolean storeText;
    private final boolean storeFingerprints;
    private final RepeatedIds repeatedIds;

    private WriterOptions(Builder builder) {
        livePostings = builder.livePostings;
        liveDocuments = builder.liveDocuments;
        directPostings = builder.directPostings;
        Ranges.check("direct-postings", directPostings(), 1, livePostings);
        mergeFactor = builder.mergeFactor;
        memory = builder.memory;
        liveMap = builder.liveMap;
        threads = builder.threads;
        merges = builder.merges;
        storeText = builder.storeText;
        storeFingerprints = builder.storeFingerprints;
        repeatedIds = builder.repeatedIds;
    }

    /**
     * Whether a writer keeps the documents of its last commits in a Chronicle Map as well as in the log, so that its
     * own snapshots find them there. The answers are the same with and without the map.
     *
     * <p>The map needs the optional library Chronicle Map, a JDK rather than a JRE, and some JVM flags
     * ({@link io.whorl.live.LiveTier#flags}).
     */
    public enum LiveMap {
        /**
         * Uses the map if it works in this process. The writer tries this when it opens, and reports its choice and the
         * reason by the event {@code io.whorl.LiveMap} and by the logger {@code io.whorl.write}.
         */
        AUTO,
        /** Uses the map. If it does not work, opening fails with {@link io.whorl.LiveTierUnavailableException}. */
        REQUIRED,
        /**
         * Does not use the map. This saves its memory, and a second when a process first opens a writer. The writer's
         * snapshots search small segments made from the log, like those of other processes.
         */
        NONE
    }

    /** A builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** A builder with the values of these options. */
    public Builder toBuilder() {
        Builder builder = new Builder()
                .livePostings(livePostings)
                .liveDocuments(liveDocuments)
                .mergeFactor(mergeFactor)
                .memory(memory)
                .liveMap(liveMap)
                .threads(threads)
                .merges(merges)
                .storeText(storeText)
                .storeFingerprints(storeFingerprints)
                .repeatedIds(repeatedIds);
        builder.directPostings = directPostings;
        return builder;
    }

    /** Postings that the live tier holds before it is sealed. */
    public int livePostings() {
        return livePostings;
    }

    /** Documents that the live tier holds before it is sealed. */
    public int liveDocuments() {
        return liveDocuments;
    }

    /** A commit of more postings is written directly as a segment. */
    public int directPostings() {
        return directPostings == Builder.HALF_OF_LIVE ? livePostings / 2 : directPostings;
    }

    /** How many segments of about one size are merged into one. */
    public int mergeFactor() {
        return mergeFactor;
    }

    /** Bytes of heap for the data of a large commit, a seal or a merge, each. */
    public long memory() {
        return memory;
    }

    /** Whether a Chronicle Map holds the documents of the last commits. */
    public LiveMap liveMap() {
        return liveMap;
    }

    /** Threads that fingerprint and sort. */
    public int threads() {
        return threads;
    }

    /** The resources of background merges, and their listener. */
    public MergeOptions merges() {
        return merges;
    }

    /** Whether the index must store the texts of its documents. */
    public boolean storeText() {
        return storeText;
    }

    /** Whether the index must store the fingerprints of its documents. */
    public boolean storeFingerprints() {
        return storeFingerprints;
    }

    /** Which of several documents with one id {@link IndexWriter#add} and {@link IndexWriter#addAll} keep. */
    public RepeatedIds repeatedIds() {
        return repeatedIds;
    }

    /** The limits of a live tier. */
    LiveLimits limits() {
        return new LiveLimits(livePostings, liveDocuments);
    }

    /** Bytes of a log after which a new one is started: more than a full tier of ordinary documents takes. */
    long mostLogged() {
        return 2 * limits().bytes();
    }

    /** Builds {@link WriterOptions}. Not thread-safe. */
    public static final class Builder {
        private static final int HALF_OF_LIVE = 0;

        private int livePostings = 1 << 20;
        private int liveDocuments = 1 << 16;
        private int directPostings = HALF_OF_LIVE;
        private int mergeFactor = 8;
        private long memory = Math.max(LEAST_MEMORY, Runtime.getRuntime().maxMemory() / 4);
        private LiveMap liveMap = LiveMap.AUTO;
        private int threads = Runtime.getRuntime().availableProcessors();
        private MergeOptions merges = MergeOptions.DEFAULT;
        private boolean storeText;
        private boolean storeFingerprints;
        private RepeatedIds repeatedIds = RepeatedIds.LAST;

        private Builder() {}

        /**
         * @param value postings that the live tier holds, 1,000 to 2<sup>28</sup>; about 40 bytes of page cache each
         */
        public Builder livePostings(int value) {
            livePostings = Ranges.check("live-postings", value, 1_000, 1 << 28);
            return this;
        }

        /** @param value documents that the live tier holds, 100 to 2<sup>24</sup>; about 200 bytes of heap each */
        public Builder liveDocuments(int value) {
            liveDocuments = Ranges.check("live-documents", value, 100, 1 << 24);
            return this;
        }

        /**
         * Sets the size from which a commit is written directly as a segment, without log and live tier. The default is
         * half of the live tier's postings.
         *
         * @param value postings, 1 to {@link WriterOptions#livePostings}; {@link #build} checks the upper limit
         */
        public Builder directPostings(int value) {
            directPostings = Ranges.check("direct-postings", value, 1, 1 << 28);
            return this;
        }

        /**
         * Sets how many segments of about one size are merged into one. A larger factor writes less, and makes queries
         * read more segments.
         *
         * @param value 2 to 64
         */
        public Builder mergeFactor(int value) {
            mergeFactor = Ranges.check("merge-factor", value, 2, 64);
            return this;
        }

        /**
         * Sets the heap for the data of a large commit, a seal or a merge, each. Data that exceed it go to scratch
         * files. Small merges, which run beside a large one, use a quarter of it.
         *
         * @param bytes 16 MiB to 2<sup>50</sup>
         */
        public Builder memory(long bytes) {
            memory = Ranges.check("memory", bytes, LEAST_MEMORY, 1L << 50);
            return this;
        }

        /** Whether to hold the documents of the last commits in a Chronicle Map. */
        public Builder liveMap(LiveMap value) {
            liveMap = Objects.requireNonNull(value, "liveMap");
            return this;
        }

        /** @param value threads that fingerprint for {@link IndexWriter#addAll} and sort, 1 to 1,024 */
        public Builder threads(int value) {
            threads = Ranges.check("threads", value, 1, 1_024);
            return this;
        }

        /** The resources of background merges, and their listener. */
        public Builder merges(MergeOptions value) {
            merges = Objects.requireNonNull(value, "merges");
            return this;
        }

        /**
         * Whether the index stores the text of each document, compressed, and gives it back byte for byte. This is a
         * property of the index, fixed when it is created: a writer of an index that stores texts always stores them,
         * and with {@code true} a writer refuses an index that does not.
         */
        public Builder storeText(boolean value) {
            storeText = value;
            return this;
        }

        /**
         * Whether the index stores the fingerprint of each document, so that a query can start from a document of the
         * index ({@code Snapshot.like}). A property of the index like {@link #storeText}.
         */
        public Builder storeFingerprints(boolean value) {
            storeFingerprints = value;
            return this;
        }

        /**
         * Which of several documents with one id {@link IndexWriter#add} and {@link IndexWriter#addAll} keep. All but
         * {@link RepeatedIds#LAST} look each id up. {@link IndexWriter#update} always replaces.
         */
        public Builder repeatedIds(RepeatedIds value) {
            repeatedIds = Objects.requireNonNull(value, "repeatedIds");
            return this;
        }

        /**
         * The options.
         *
         * @throws IllegalArgumentException if the direct postings exceed the live postings
         */
        public WriterOptions build() {
            return new WriterOptions(this);
        }
    }
}

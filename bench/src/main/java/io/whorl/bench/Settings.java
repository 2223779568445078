package io.whorl.bench;

import java.util.Locale;

/**
 * The size of a run and its folders.
 *
 * @param effort the duration of the measurements
 * @param data the data folder, or {@link io.whorl.lab.DataFolder#AUTO}
 * @param collection the name of the collection
 * @param minutiae the number of minutiae in the set of singletons
 * @param documents the number of documents in the set of singletons
 * @param work the folder for indexes and stores
 */
public record Settings(Effort effort, String data, String collection, int minutiae, int documents, String work) {
    public enum Effort {
        /** Once, in this JVM, to check that everything runs. */
        SMOKE,
        /** Some seconds for each benchmark. */
        QUICK,
        /** As short as {@link #QUICK}, with the sets of {@link #FULL}. */
        BRIEF,
        /** The durations that the benchmarks declare. */
        FULL;

        boolean brief() {
            return this != FULL;
        }
    }

    /**
     * Returns the number of look-ups before they repeat. More touch more memory than any cache has; fewer are faster.
     */
    int draws() {
        return effort == Effort.SMOKE ? 2_000 : 4_000_000;
    }

    /** Returns the settings that the bars refer to. */
    public static Settings full(String data, String work) {
        return new Settings(Effort.FULL, data, "linuxdocs-dev", 30_000_000, 1_000_000, work);
    }

    /** Returns the same sets with short measurements. */
    public Settings briefly() {
        return effort == Effort.FULL ? new Settings(Effort.BRIEF, data, collection, minutiae, documents, work) : this;
    }

    /** Returns small sets. They mostly fit in the caches, so ratios differ from those of the bars. */
    public static Settings quick(String data, String collection, String work) {
        return new Settings(Effort.QUICK, data, collection, 1_000_000, 33_334, work);
    }

    public String sets() {
        return String.format(Locale.ROOT, "%s; %,d singletons in %,d documents", collection, minutiae, documents);
    }
}

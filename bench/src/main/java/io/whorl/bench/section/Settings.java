package io.whorl.bench.section;

import java.util.Locale;

/**
 * How large a run is and where it finds and puts things.
 *
 * @param effort how long and how carefully
 * @param data the data folder, or {@link io.whorl.lab.files.DataFolder#AUTO}
 * @param collection the collection built and asked
 * @param minutiae in the set of singletons
 * @param documents in the set of singletons
 * @param work the folder where what is built is kept during the run
 */
public record Settings(Effort effort, String data, String collection, int minutiae, int documents, String work) {
    /** How long is measured. */
    public enum Effort {
        /** Once, in this JVM: to see that everything runs, not how fast. */
        SMOKE,
        /** Some seconds each. */
        QUICK,
        /** As long as the benchmarks themselves say. */
        FULL
    }

    /**
     * The number of look-ups before they repeat: enough to touch more memory than any cache has, or few to be quick.
     */
    int draws() {
        return effort == Effort.SMOKE ? 2_000 : 4_000_000;
    }

    /** The sets of the bars. */
    public static Settings full(String data, String work) {
        return new Settings(Effort.FULL, data, "linuxdocs-dev", 30_000_000, 1_000_000, work);
    }

    /** Small sets: look-ups find much of them in the caches, so ratios differ from those of the bars. */
    public static Settings quick(String data, String collection, String work) {
        return new Settings(Effort.QUICK, data, collection, 1_000_000, 33_334, work);
    }

    /** What is measured, in words. */
    public String sets() {
        return String.format(Locale.ROOT, "%s; %,d singletons in %,d documents", collection, minutiae, documents);
    }
}

package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import java.io.Serializable;

/**
 * What every task knows. Consists of plain values, because options and schemes are not serializable.
 *
 * @param set the directory of the set
 * @param job names the shards
 * @param scheme the JSON of the scheme
 * @param scratch the directory of temporary files; empty for Spark's own
 * @param memory bytes of heap of one task; 0 for a share of the executor's heap
 * @param minDocument fewest words
 * @param maxDocument most bytes of text
 * @param storeText whether texts are stored
 * @param storeFingerprints whether fingerprints are stored
 * @param strict whether a task stops at a row that it cannot index
 */
record TaskSettings(
        String set,
        JobName job,
        String scheme,
        String scratch,
        long memory,
        long minDocument,
        long maxDocument,
        boolean storeText,
        boolean storeFingerprints,
        boolean strict)
        implements Serializable {
    static TaskSettings of(String set, JobName job, Scheme scheme, SparkBuildOptions options) {
        return new TaskSettings(
                set,
                job,
                scheme.toJson(),
                options.scratch().orElse(""),
                options.memory().orElse(0),
                options.minDocument(),
                options.maxDocument(),
                options.storeText(),
                options.storeFingerprints(),
                options.strict());
    }

    /**
     * The options of the bulk build of one shard.
     *
     * @param share memory of a task if the settings do not say
     */
    BuildOptions build(long share, int threads) {
        return BuildOptions.builder()
                .memory(memory > 0 ? memory : Math.max(BuildOptions.LEAST_MEMORY, share))
                .threads(threads)
                .minDocument(minDocument)
                .repeatedIds(RepeatedIds.FIRST)
                .storeText(storeText)
                .storeFingerprints(storeFingerprints)
                .build();
    }
}

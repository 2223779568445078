package io.whorl.spark;

import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.ShardTask.ShardResult;
import io.whorl.spark.WhorlSparkException.Reason;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.util.SerializableConfiguration;

/** A job that writes a segment set, as the driver runs it. */
final class SetJob {
    private final Dataset<Row> documents;
    private final Scheme scheme;
    private final SparkBuildOptions options;
    private final String path;
    private final JobName name = JobName.next();

    SetJob(Dataset<Row> documents, Scheme scheme, SparkBuildOptions options, String path) {
        this.documents = documents;
        this.scheme = scheme;
        this.options = options;
        this.path = path;
    }

    SetReport run() throws IOException {
        Dataset<Row> columns = DocumentColumns.select(documents, options);
        SparkContext context = documents.sparkSession().sparkContext();
        Configuration hadoop = documents.sparkSession().sessionState().newHadoopConf();
        SetCommit commit = new SetCommit(SetFiles.of(path, hadoop), new Path(path), name);
        commit.begin();
        RunningTasks tasks = new RunningTasks(context, name.tag());
        boolean committed = false;
        try {
            List<ShardResult> results;
            try (RunningTasks tagged = tasks.tag()) {
                results = results(columns, hadoop);
            }
            RowCounts counts = new RowCounts();
            results.forEach(result -> counts.add(result.counts()));
            SegmentSet set = set(results, counts);
            commit.commit(set);
            committed = true;
            tasks.awaitEnd();
            return report(set, counts, commit);
        } finally {
            if (!committed) {
                tasks.awaitEnd();
                commit.abort();
            }
        }
    }

    private List<ShardResult> results(Dataset<Row> columns, Configuration hadoop) {
        TaskSettings settings = TaskSettings.of(path, name, scheme, options);
        ShardTask task = new ShardTask(settings, new SerializableConfiguration(hadoop));
        try {
            return ShardPartitions.divide(columns, options)
                    .javaRDD()
                    .mapPartitionsWithIndex(task, false)
                    .collect();
        } catch (WhorlException e) {
            throw e;
        } catch (Exception e) {
            // Spark throws the checked exceptions of Scala's methods, which do not declare them.
            throw new WhorlSparkException(
                    Reason.JOB_FAILED,
                    "the job has failed, and nothing was committed: " + summary(e) + "; the log of Spark says more",
                    e);
        }
    }

    /** The message of an error without the stack traces of tasks, which Spark appends. */
    private static String summary(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private SegmentSet set(List<ShardResult> results, RowCounts counts) {
        if (options.strict() && counts.bad() > 0) {
            throw new WhorlSparkException(
                    Reason.REFUSED_ROWS,
                    "the job is strict and found rows that it cannot index: " + counts + "; nothing was committed; "
                            + "examples: " + String.join("; ", counts.examples()));
        }
        List<Shard> shards = results.stream()
                .filter(result -> !result.shard().isEmpty())
                .sorted(Comparator.comparingInt(ShardResult::partition))
                .map(result -> Shard.fromJson(result.shard()))
                .toList();
        if (shards.isEmpty()) {
            throw new WhorlSparkException(
                    Reason.NO_DOCUMENTS,
                    "none of " + counts.rows() + " rows is a document that can be indexed"
                            + (counts.leftOut().isEmpty() ? "" : " (" + counts + ")")
                            + "; nothing was committed; check the columns of the ids and of the texts");
        }
        return SegmentSet.of(shards);
    }

    private SetReport report(SegmentSet set, RowCounts counts, SetCommit commit) throws IOException {
        Set<String> names = set.shards().stream().map(Shard::name).collect(Collectors.toSet());
        SetCommit.Cleanup cleanup = commit.removeOthers(names);
        return new SetReport(
                path,
                set.shards().size(),
                counts.rows(),
                set.documents(),
                set.shards().stream().mapToLong(Shard::words).sum(),
                set.shards().stream().mapToLong(Shard::postings).sum(),
                set.bytes(),
                counts.textBytes(),
                counts.leftOut(),
                counts.examples(),
                counts.unusableDates(),
                counts.malformed(),
                counts.withoutMinutiae(),
                cleanup.removed(),
                cleanup.orphans());
    }

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
            return BuildOptions.DEFAULT
                    .memory(memory > 0 ? memory : Math.max(BuildOptions.LEAST_MEMORY, share))
                    .threads(threads)
                    .minDocument(minDocument)
                    .repeatedIds(RepeatedIds.FIRST)
                    .storeText(storeText)
                    .storeFingerprints(storeFingerprints);
        }
    }

    /** The tasks of the jobs that were started under a tag. */
    private static final class RunningTasks implements AutoCloseable {
        private static final int MOST_POLLS = 300;
        private static final long POLL_MILLIS = 100;

        private final SparkContext context;
        private final String tag;

        RunningTasks(SparkContext context, String tag) {
            this.context = context;
            this.tag = tag;
        }

        /** Tags the jobs that this thread starts until {@link #close}. */
        RunningTasks tag() {
            context.addJobTag(tag);
            return this;
        }

        @Override
        public void close() {
            context.removeJobTag(tag);
        }

        /**
         * Waits, for half a minute at most, until no task runs. When a job ends, Spark kills its speculative tasks, and
         * those of a failed job, but does not wait for them. A task that has not ended by then may write files later.
         */
        void awaitEnd() {
            try {
                for (int i = 0; i < MOST_POLLS && active() > 0; i++) {
                    Thread.sleep(POLL_MILLIS);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private int active() {
            SparkStatusTracker tracker = context.statusTracker();
            int active = 0;
            for (int job : tracker.getJobIdsForTag(tag)) {
                for (int stage : stages(tracker, job)) {
                    active += tracker.getStageInfo(stage).fold(() -> 0, info -> info.numActiveTasks());
                }
            }
            return active;
        }

        private static int[] stages(SparkStatusTracker tracker, int job) {
            return tracker.getJobInfo(job).fold(() -> new int[0], info -> info.stageIds());
        }
    }

    /**
     * Names the shards of one job: the first 64 bits of their UUIDs are those of the job. So the driver finds what
     * tasks of the job left behind, and does not touch the shards of another job.
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

    /** Divides documents into the partitions of which each becomes a shard. */
    static final class ShardPartitions {
        /** One shard for so many bytes of the input, as Spark estimates them. */
        private static final long BYTES = 1L << 30;
        /** Ids of the sample for each shard: the sizes of shards then differ by about a tenth. */
        private static final int SAMPLE = 128;

        private static final String PARTITION = "shard";

        private ShardPartitions() {}

        /**
         * The documents in partitions; those of {@link Partitioning#RANGE} and HASH are sorted by id, text and date.
         */
        static Dataset<Row> divide(Dataset<Row> documents, SparkBuildOptions options) {
            int shards = options.shards().orElseGet(() -> byDefault(documents));
            if (options.partitioning() == Partitioning.INPUT) {
                return documents.coalesce(shards);
            }
            Column id = documents.col(DocumentColumns.ID);
            Column partition = options.partitioning() == Partitioning.HASH
                    ? functions
                            .pmod(functions.xxhash64(id), functions.lit(shards))
                            .cast("int")
                    : place(bounds(documents, shards)).apply(id);
            // A row without an id is only counted: any partition will do.
            return documents
                    .withColumn(PARTITION, functions.coalesce(partition, functions.lit(0)))
                    .repartitionById(shards, functions.col(PARTITION))
                    .sortWithinPartitions(
                            functions.col(DocumentColumns.ID),
                            functions.col(DocumentColumns.TEXT),
                            functions.col(DocumentColumns.DATE).asc_nulls_last())
                    .drop(PARTITION);
        }

        private static int byDefault(Dataset<Row> documents) {
            long bytes = documents
                    .queryExecution()
                    .optimizedPlan()
                    .stats()
                    .sizeInBytes()
                    .bigInteger()
                    .min(BigInteger.valueOf(BYTES * SegmentSet.MOST_SHARDS))
                    .longValueExact();
            int cores = documents.sparkSession().sparkContext().defaultParallelism();
            return (int) Math.max(1, Math.min(SegmentSet.MOST_SHARDS, Math.max(cores, bytes / BYTES)));
        }

        /**
         * The least ids of all shards but the first, at most {@code shards - 1}. The sample consists of the ids whose
         * hash is a multiple of a number, so the bounds depend on the ids alone.
         */
        static byte[][] bounds(Dataset<Row> documents, int shards) {
            Dataset<Row> ids = documents.select(DocumentColumns.ID).where("id is not null");
            long every = Math.max(1, ids.count() / ((long) shards * SAMPLE));
            Column sampled = functions
                    .pmod(functions.xxhash64(ids.col(DocumentColumns.ID)), functions.lit(every))
                    .equalTo(0);
            List<byte[]> sample = ids.where(sampled).as(Encoders.BINARY()).collectAsList();
            byte[][] sorted = sample.toArray(new byte[0][]);
            Arrays.sort(sorted, Arrays::compareUnsigned);
            byte[][] bounds = new byte[shards - 1][];
            int n = 0;
            for (int i = 1; i < shards && sorted.length > 0; i++) {
                byte[] bound = sorted[(int) ((long) i * sorted.length / shards)];
                if (n == 0 || Arrays.compareUnsigned(bounds[n - 1], bound) < 0) {
                    bounds[n++] = bound;
                }
            }
            return Arrays.copyOf(bounds, n);
        }

        /** The number of bounds that are at most an id. */
        private static UserDefinedFunction place(byte[][] bounds) {
            UDF1<byte[], Integer> place = id -> id == null ? 0 : place(id, bounds);
            return functions.udf(place, DataTypes.IntegerType);
        }

        static int place(byte[] id, byte[][] bounds) {
            int found = Arrays.binarySearch(bounds, id, Arrays::compareUnsigned);
            return found >= 0 ? found + 1 : -found - 1;
        }
    }
}

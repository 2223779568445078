package io.whorl.spark;

import io.whorl.WhorlException;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.ShardTask.RowCounts;
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
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
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
    private static final int MOST_POLLS = 300;
    private static final long POLL_MILLIS = 100;

    private final Dataset<Row> documents;
    private final Scheme scheme;
    private final SparkOptions options;
    private final String path;
    private final JobName name = JobName.next();

    SetJob(Dataset<Row> documents, Scheme scheme, SparkOptions options, String path) {
        this.documents = documents;
        this.scheme = scheme;
        this.options = options;
        this.path = path;
    }

    SetReport run() throws IOException {
        Dataset<Row> columns = DocumentColumns.select(documents, options);
        SparkContext context = documents.sparkSession().sparkContext();
        Configuration hadoop = documents.sparkSession().sessionState().newHadoopConf();
        SetFiles files = SetFiles.of(path, hadoop);
        boolean made = files.begin();
        boolean committed = false;
        try {
            List<ShardResult> results;
            context.addJobTag(name.tag());
            try {
                results = results(columns, hadoop);
            } finally {
                context.removeJobTag(name.tag());
            }
            RowCounts counts = new RowCounts();
            results.forEach(result -> counts.add(result.counts()));
            SegmentSet set = set(results, counts);
            files.commit(set, name);
            committed = true;
            awaitEnd(context.statusTracker());
            return report(set, counts, files);
        } finally {
            if (!committed) {
                awaitEnd(context.statusTracker());
                files.abort(name, made);
            }
        }
    }

    /**
     * Waits, for half a minute at most, until no task runs. When a job ends, Spark kills its speculative tasks, and
     * those of a failed job, but does not wait for them. A task that has not ended by then may write files later.
     */
    private void awaitEnd(SparkStatusTracker tracker) {
        try {
            for (int i = 0; i < MOST_POLLS && active(tracker) > 0; i++) {
                Thread.sleep(POLL_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private int active(SparkStatusTracker tracker) {
        int active = 0;
        for (int job : tracker.getJobIdsForTag(name.tag())) {
            int[] stages = tracker.getJobInfo(job).fold(() -> new int[0], info -> info.stageIds());
            for (int stage : stages) {
                active += tracker.getStageInfo(stage).fold(() -> 0, info -> info.numActiveTasks());
            }
        }
        return active;
    }

    private List<ShardResult> results(Dataset<Row> columns, Configuration hadoop) {
        ShardTask task = new ShardTask(path, name, scheme, options, new SerializableConfiguration(hadoop));
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
        if (options.strict && counts.bad() > 0) {
            throw new WhorlSparkException(
                    Reason.REFUSED_ROWS,
                    "the job is strict and found rows that it cannot index: " + counts + "; nothing was committed; "
                            + "examples: " + String.join("; ", counts.examples));
        }
        List<Shard> shards = results.stream()
                .filter(result -> !result.shard().isEmpty())
                .sorted(Comparator.comparingInt(ShardResult::partition))
                .map(result -> Shard.fromJson(result.shard()))
                .toList();
        if (shards.isEmpty()) {
            throw new WhorlSparkException(
                    Reason.NO_DOCUMENTS,
                    "none of " + counts.rows + " rows is a document that can be indexed"
                            + (counts.leftOut.isEmpty() ? "" : " (" + counts + ")")
                            + "; nothing was committed; check the columns of the ids and of the texts");
        }
        return SegmentSet.of(shards);
    }

    private SetReport report(SegmentSet set, RowCounts counts, SetFiles files) throws IOException {
        Set<String> names = set.shards().stream().map(Shard::name).collect(Collectors.toSet());
        SetFiles.Cleanup cleanup = files.removeOthers(name, names);
        return new SetReport(
                path,
                set.shards().size(),
                counts.rows,
                set.documents(),
                set.shards().stream().mapToLong(Shard::words).sum(),
                set.shards().stream().mapToLong(Shard::postings).sum(),
                set.bytes(),
                counts.textBytes,
                counts.leftOut,
                counts.examples,
                counts.unusableDates,
                counts.malformed,
                counts.withoutMinutiae,
                cleanup.removed(),
                cleanup.orphans());
    }

    /**
     * Names the shards of one job: the first 64 bits of their UUIDs are those of the job. So the driver finds what
     * tasks of the job left behind, and does not touch the shards of another job.
     */
    record JobName(String prefix) implements Serializable {
        private static final String SHARD = "shard-";
        /** The length of the part of a UUID that is 64 bits: 16 digits and two hyphens, and the hyphen after it. */
        private static final int JOB = 19;

        /** A new name. */
        static JobName next() {
            return new JobName(SHARD + UUID.randomUUID().toString().substring(0, JOB));
        }

        /** A new name for a shard. */
        String newShard() {
            return prefix + UUID.randomUUID().toString().substring(JOB);
        }

        /** Whether a directory may have been written by a task of this job. */
        boolean owns(String directory) {
            return directory.startsWith(prefix);
        }

        /** A tag for the jobs of Spark that belong to this one. */
        String tag() {
            return "whorl-" + prefix.substring(SHARD.length(), prefix.length() - 1);
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
        static Dataset<Row> divide(Dataset<Row> documents, SparkOptions options) {
            int shards = options.shards > 0 ? options.shards : byDefault(documents);
            if (options.partitioning == Partitioning.INPUT) {
                return documents.coalesce(shards);
            }
            Column id = documents.col(DocumentColumns.ID);
            Column partition = options.partitioning == Partitioning.HASH
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

package io.whorl.spark;

import io.whorl.WhorlException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.Orphans.SetFiles;
import io.whorl.spark.SetJob.ShardTask.RowCounts;
import io.whorl.spark.SetJob.ShardTask.ShardResult;
import io.whorl.spark.WhorlSparkException.Reason;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentTable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32C;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.SparkStatusTracker;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Encoders;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.expressions.UserDefinedFunction;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A job that writes a segment set, as the driver runs it.
 *
 * <pre>
 * rows ─► a partition for each shard ─► ShardTask: an index ─► a directory of the set ─► driver: SEGMENT-SET.json
 * </pre>
 *
 * <ol>
 *   <li>Every attempt of a task writes a shard of another name. The driver names one of each partition.
 *   <li>Writing SEGMENT-SET.json is the commit, and the only one.
 *   <li>A job that fails removes its shards, after its tasks have ended. The shards of a killed driver are orphans.
 * </ol>
 */
record SetJob(Dataset<Row> documents, Scheme scheme, SparkOptions options, String path, JobName name) {
    private static final int MOST_POLLS = 300;
    private static final long POLL_MILLIS = 100;
    /** One shard for so many bytes of the input, as Spark estimates them. */
    private static final long BYTES = 1L << 30;
    /** Ids of the sample for each shard: the sizes of shards then differ by about a tenth. */
    private static final int SAMPLE = 128;

    private static final String PARTITION = "shard";

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
        // A scheme is not serializable.
        ShardTask task = new ShardTask(path, name, scheme.toJson(), options, new SerializableConfiguration(hadoop));
        try {
            return divide(columns, options)
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
        return new SegmentSet(shards);
    }

    private SetReport report(SegmentSet set, RowCounts counts, SetFiles files) throws IOException {
        Set<String> names = set.shards().stream().map(Shard::name).collect(Collectors.toSet());
        SetFiles.Cleanup cleanup = files.removeOthers(name, names);
        return new SetReport(
                path,
                set.shards().size(),
                set.documents(),
                set.shards().stream().mapToLong(Shard::words).sum(),
                set.shards().stream().mapToLong(Shard::postings).sum(),
                set.bytes(),
                new SetReport.Rows(
                        counts.rows,
                        counts.textBytes,
                        counts.leftOut,
                        counts.examples,
                        counts.unusableDates,
                        counts.malformed,
                        counts.withoutMinutiae),
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

        static JobName next() {
            return new JobName(SHARD + UUID.randomUUID().toString().substring(0, JOB));
        }

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

    /** The documents in partitions; those of {@link Partitioning#RANGE} and HASH are sorted by id, text and date. */
    static Dataset<Row> divide(Dataset<Row> documents, SparkOptions options) {
        int shards = options.shards > 0 ? options.shards : byDefault(documents);
        if (options.partitioning == Partitioning.INPUT) {
            return documents.coalesce(shards);
        }
        Column id = documents.col(DocumentColumns.ID);
        Column partition = options.partitioning == Partitioning.HASH
                ? functions.pmod(functions.xxhash64(id), functions.lit(shards)).cast("int")
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
     * The least ids of all shards but the first, at most {@code shards - 1}. The sample consists of the ids whose hash
     * is a multiple of a number, so the bounds depend on the ids alone.
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

    /**
     * Builds a shard of the documents of one partition on the local disk, and uploads it under a name that no other
     * attempt uses. Several attempts may run at once; the driver uses the shard of one of them and removes the others.
     */
    record ShardTask(String set, JobName job, String scheme, SparkOptions options, SerializableConfiguration hadoop)
            implements Function2<Integer, Iterator<Row>, Iterator<ShardTask.ShardResult>> {
        private static final long serialVersionUID = 1;

        private static final int BUFFER = 1 << 20;
        /** The part of the heap that the tasks of an executor share: Spark's own memory is 60 % of it. */
        private static final int HEAP_PARTS = 4;

        @Override
        public Iterator<ShardResult> call(Integer partition, Iterator<Row> rows) throws IOException {
            if (!rows.hasNext()) {
                return List.of(new ShardResult(partition, "", new RowCounts())).iterator();
            }
            TaskContext context = TaskContext.get();
            Path directory = scratch(options.scratch, partition).resolve(job.newShard());
            BuildOptions building = BuildOptions.DEFAULT
                    .memory(options.memory > 0 ? options.memory : memory(context))
                    .threads(context.cpus())
                    .minDocument(options.minDocument)
                    .repeatedIds(RepeatedIds.FIRST)
                    .storeText(options.storeText)
                    .storeFingerprints(options.storeFingerprints);
            try {
                ShardBuild build = new ShardBuild(options.strict, context);
                String shard = "";
                if (build.run(directory, Scheme.fromJson(scheme), building, rows)) {
                    Shard built = Shard.describe(directory, building);
                    upload(directory, built, SetFiles.of(set, hadoop.value()), context);
                    shard = built.toJson();
                }
                return List.of(new ShardResult(partition, shard, build.counts)).iterator();
            } finally {
                FileUtils.deleteDirectory(directory.toFile());
            }
        }

        /** Copies the files of a shard, and removes what was copied if that fails or the task is killed. */
        private void upload(Path from, Shard shard, SetFiles target, TaskContext context) throws IOException {
            FileSystem files = target.files();
            org.apache.hadoop.fs.Path to = new org.apache.hadoop.fs.Path(set, shard.name());
            boolean complete = false;
            try {
                // MANIFEST comes first in the list, and is written last: without it, the directory is not an index.
                List<Shard.File> parts = new ArrayList<>(shard.files());
                Collections.reverse(parts);
                for (Shard.File part : parts) {
                    copy(
                            from.resolve(part.name()),
                            part,
                            files,
                            new org.apache.hadoop.fs.Path(to, part.name()),
                            context);
                }
                complete = true;
            } finally {
                if (!complete) {
                    files.delete(to, true);
                }
            }
        }

        private static void copy(
                Path from, Shard.File part, FileSystem files, org.apache.hadoop.fs.Path to, TaskContext context)
                throws IOException {
            CRC32C crc = new CRC32C();
            try (InputStream in = Files.newInputStream(from);
                    FSDataOutputStream out = files.create(to, false)) {
                byte[] buffer = new byte[BUFFER];
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    context.killTaskIfInterrupted();
                    crc.update(buffer, 0, n);
                    out.write(buffer, 0, n);
                }
                if (out.hasCapability(StreamCapabilities.HSYNC)) {
                    out.hsync();
                }
            }
            long length = files.getFileStatus(to).getLen();
            if ((int) crc.getValue() != part.crc32c() || length != part.length()) {
                throw new IOException(to + " has " + length + " bytes with the CRC32C "
                        + Integer.toHexString((int) crc.getValue()) + " after its upload; the shard has "
                        + part.length()
                        + " bytes with " + Integer.toHexString(part.crc32c()) + "; check the disk of this worker");
            }
        }
        /** Builds an index of the rows of one partition, and counts the rows that it leaves out. */
        private static final class ShardBuild {
            private final boolean strict;
            private final TaskContext context;
            private final RowCounts counts = new RowCounts();
            private String previous = "";

            ShardBuild(boolean strict, TaskContext context) {
                this.strict = strict;
                this.context = context;
            }

            /**
             * Builds the index.
             *
             * @return false if there is none: no row is a document, or the settings are strict and a row cannot be
             *     indexed
             */
            boolean run(Path directory, Scheme scheme, BuildOptions options, Iterator<Row> rows) throws IOException {
                RowCounts refused = new RowCounts();
                try (IndexBuilder builder = IndexBuilder.create(
                        directory, scheme, options, document -> refused.leaveOut(LeftOut.REFUSED, document.id()))) {
                    while (rows.hasNext()) {
                        // A task that lost against a speculative one, or that belongs to a cancelled job, ends here.
                        context.killTaskIfInterrupted();
                        add(rows.next(), builder);
                        if (strict && counts.bad() > 0) {
                            return false;
                        }
                    }
                    BuildReport report = builder.finish();
                    counts.add(refused);
                    counts.leaveOut(LeftOut.REPEATED_ID, report.repeatedIds());
                    counts.leaveOut(LeftOut.TOO_SHORT, report.tooShort());
                    counts.malformed += report.malformed();
                    counts.withoutMinutiae += report.withoutMinutiae();
                    return report.index().documents() > 0 && !(strict && counts.bad() > 0);
                }
            }

            private void add(Row row, IndexBuilder builder) throws IOException {
                counts.rows++;
                if (row.isNullAt(0)) {
                    counts.leaveOut(LeftOut.NULL_ID, 1);
                    return;
                }
                byte[] bytes = row.getAs(0);
                String id = new String(bytes, StandardCharsets.UTF_8);
                if (bytes.length == 0 || id.getBytes(StandardCharsets.UTF_8).length > DocumentTable.LONGEST_ID) {
                    counts.leaveOut(LeftOut.UNUSABLE_ID, id);
                } else if (row.isNullAt(2)) {
                    counts.leaveOut(LeftOut.NULL_TEXT, id);
                } else if (row.isNullAt(1)) {
                    counts.leaveOut(LeftOut.TOO_LONG, id);
                } else {
                    if (id.equals(previous)) {
                        // The builder counts it, as it does where the rows are not sorted.
                        counts.example(LeftOut.REPEATED_ID, id);
                    }
                    previous = id;
                    byte[] text = row.getAs(1);
                    counts.textBytes += text.length;
                    builder.add(id, text, row.isNullAt(3) ? Optional.empty() : date(row.getLong(3)));
                }
            }

            private Optional<Instant> date(long micros) {
                if (!DocumentDate.isValid(Math.floorDiv(micros, 1_000))) {
                    counts.unusableDates++;
                    return Optional.empty();
                }
                return Optional.of(Instant.EPOCH.plus(micros, ChronoUnit.MICROS));
            }
        }

        /**
         * The directory of temporary files of a task. Spark's local directories are removed with the executor, also one
         * that was killed.
         */
        static Path scratch(String chosen, int partition) throws IOException {
            if (!chosen.isEmpty()) {
                return Files.createDirectories(Path.of(chosen));
            }
            File[] local = SparkEnv.get().blockManager().diskBlockManager().localDirs();
            return Files.createDirectories(local[partition % local.length].toPath());
        }

        /** Bytes of heap for the data of one task. */
        static long memory(TaskContext context) {
            int processors = Runtime.getRuntime().availableProcessors();
            int cores = SparkEnv.get().conf().getInt("spark.executor.cores", processors);
            int tasks = Math.max(1, cores / context.cpus());
            return Math.max(BuildOptions.LEAST_MEMORY, Runtime.getRuntime().maxMemory() / HEAP_PARTS / tasks);
        }

        /**
         * What a task returns to the driver.
         *
         * @param partition the partition, which decides the place of the shard in the set
         * @param shard the JSON of the shard; empty if the task wrote none
         */
        record ShardResult(int partition, String shard, RowCounts counts) implements Serializable {}

        /** Counts the rows of a task, or of a job. Memory does not depend on the number of rows. Not thread-safe. */
        static final class RowCounts implements Serializable {
            private static final long serialVersionUID = 1;
            static final int MOST_EXAMPLES = 20;
            /** An id may have 65,535 bytes. */
            private static final int LONGEST_ID = 100;

            final EnumMap<LeftOut, Long> leftOut = new EnumMap<>(LeftOut.class);
            final ArrayList<String> examples = new ArrayList<>();
            long rows;
            long textBytes;
            long unusableDates;
            long malformed;
            long withoutMinutiae;

            void leaveOut(LeftOut reason, long count) {
                if (count > 0) {
                    leftOut.merge(reason, count, Long::sum);
                }
            }

            void leaveOut(LeftOut reason, String id) {
                leaveOut(reason, 1);
                example(reason, id);
            }

            /** Names a row that is counted elsewhere. */
            void example(LeftOut reason, String id) {
                if (examples.size() < MOST_EXAMPLES) {
                    examples.add(reason.words() + ": "
                            + (id.length() <= LONGEST_ID
                                    ? id
                                    : id.substring(0, LONGEST_ID) + "... (" + id.length() + ")"));
                }
            }

            void add(RowCounts other) {
                rows += other.rows;
                textBytes += other.textBytes;
                unusableDates += other.unusableDates;
                malformed += other.malformed;
                withoutMinutiae += other.withoutMinutiae;
                other.leftOut.forEach(this::leaveOut);
                other.examples.stream()
                        .limit(MOST_EXAMPLES - (long) examples.size())
                        .forEach(examples::add);
            }

            /** The rows that make a job that is strict fail. */
            long bad() {
                return leftOut.entrySet().stream()
                        .filter(e -> e.getKey().isBad())
                        .mapToLong(Map.Entry::getValue)
                        .sum();
            }

            /** What was left out, in one line, such as {@code 2 null id, 1 repeated id}. */
            @Override
            public String toString() {
                List<String> parts = new ArrayList<>();
                leftOut.forEach((reason, count) -> parts.add(count + " " + reason.words()));
                return String.join(", ", parts);
            }
        }
    }

    /**
     * Reduces a DataFrame to the columns {@value #ID}, {@value #TEXT}, {@value #LENGTH} and {@value #DATE}. Ids and
     * texts are bytes of UTF-8: Spark compares bytes as Whorl compares ids, whatever the collation of the column.
     */
    static final class DocumentColumns {
        /** The id; null if the row has none. */
        static final String ID = "id";
        /** The text; null if the row has none, has no id, or if the text is too long. */
        static final String TEXT = "text";
        /** The bytes of the text; null if the row has none. */
        static final String LENGTH = "length";
        /** Microseconds since 1970-01-01T00:00Z; null if the row has no date. */
        static final String DATE = "date";

        private static final Set<String> WHOLE_NUMBERS = Set.of("tinyint", "smallint", "int", "bigint");

        private DocumentColumns() {}

        /** @throws IllegalArgumentException if there is a column of a name that the result needs */
        static void requireNone(Dataset<Row> rows, String name) {
            if (Arrays.stream(rows.columns()).anyMatch(name::equalsIgnoreCase)) {
                throw new IllegalArgumentException("the DataFrame has a column '" + name
                        + "', which the result needs; rename it with withColumnRenamed");
            }
        }

        /**
         * Selects the columns, and others.
         *
         * @throws WhorlSparkException if a column is missing, or has another type
         */
        static Dataset<Row> select(Dataset<Row> rows, SparkOptions options, Column... others) {
            Column id = id(rows, options.idColumn);
            Column text = bytes(rows, options.textColumn, "text", type -> false);
            Column length = functions.octet_length(text).cast("bigint");
            Column kept = functions.when(id.isNotNull().and(length.leq(options.maxDocument)), text);
            Column date = date(rows, options.dateColumn);
            return rows.select(Stream.concat(
                            Stream.of(id.as(ID), kept.as(TEXT), length.as(LENGTH), date.as(DATE)), Stream.of(others))
                    .toArray(Column[]::new));
        }

        /** The values of any column as strings. */
        static Column text(Dataset<Row> rows, String name) {
            type(rows, name);
            return functions.col(name).cast("string");
        }

        /** The ids of a DataFrame as bytes. */
        static Column id(Dataset<Row> rows, String name) {
            return bytes(
                    rows, name, "id", type -> WHOLE_NUMBERS.contains(type.sql().toLowerCase(Locale.ROOT)));
        }

        private static Column bytes(Dataset<Row> rows, String name, String use, Predicate<DataType> alsoStrings) {
            DataType type = type(rows, name);
            boolean number = alsoStrings.test(type);
            if (!(number || type instanceof StringType || type instanceof BinaryType)) {
                throw wrongType(name, type, use, "a string, or bytes of UTF-8");
            }
            Column column = functions.col(name);
            return type instanceof BinaryType ? column : column.cast("string").cast("binary");
        }

        private static Column date(Dataset<Row> rows, String name) {
            if (name.isEmpty()) {
                return functions.lit(null).cast("bigint");
            }
            DataType type = type(rows, name);
            Column column = functions.col(name);
            if (type instanceof DateType) {
                return functions.unix_date(column).cast("bigint").multiply(functions.lit(86_400_000_000L));
            }
            if (type instanceof TimestampType) {
                return functions.unix_micros(column);
            }
            throw wrongType(name, type, "date", "a date or a timestamp");
        }

        private static DataType type(Dataset<Row> rows, String name) {
            try {
                return rows.select(name).schema().fields()[0].dataType();
            } catch (Exception e) {
                // Scala's methods do not declare the checked exceptions that they throw.
                if (!(e instanceof AnalysisException)) {
                    throw e;
                }
                throw new WhorlSparkException(
                        Reason.MISSING_COLUMN,
                        "there is no column '" + name + "'; the columns are "
                                + String.join(", ", Arrays.asList(rows.columns())) + "; name one of them",
                        e);
            }
        }

        private static WhorlSparkException wrongType(String name, DataType type, String use, String right) {
            return new WhorlSparkException(
                    Reason.COLUMN_TYPE,
                    "the column '" + name + "' is of type " + type.sql() + "; a column of the " + use + " is " + right
                            + "; convert it with cast");
        }
    }
}

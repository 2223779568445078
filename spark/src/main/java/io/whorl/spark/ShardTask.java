package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.scheme.Scheme;
import io.whorl.shard.Shard;
import io.whorl.spark.SetJob.JobName;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.commons.io.FileUtils;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.spark.SparkEnv;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function2;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;

/**
 * Builds a shard of the documents of one partition on the local disk, and uploads it under a name that no other attempt
 * uses. Several attempts may run at once; the driver uses the shard of one of them and removes the others.
 */
final class ShardTask implements Function2<Integer, Iterator<Row>, Iterator<ShardTask.ShardResult>> {
    private static final long serialVersionUID = 1;

    private static final int BUFFER = 1 << 20;

    private final String set;
    private final JobName job;
    private final String scheme;
    private final SparkOptions options;
    private final SerializableConfiguration hadoop;

    ShardTask(String set, JobName job, Scheme scheme, SparkOptions options, SerializableConfiguration hadoop) {
        this.set = set;
        this.job = job;
        // A scheme is not serializable.
        this.scheme = scheme.toJson();
        this.options = options;
        this.hadoop = hadoop;
    }

    @Override
    public Iterator<ShardResult> call(Integer partition, Iterator<Row> rows) throws IOException {
        if (!rows.hasNext()) {
            return List.of(new ShardResult(partition, "", new RowCounts())).iterator();
        }
        TaskContext context = TaskContext.get();
        Path directory = WorkerPlace.scratch(options.scratch, partition).resolve(job.newShard());
        BuildOptions building = BuildOptions.DEFAULT
                .memory(options.memory > 0 ? options.memory : WorkerPlace.memory(context))
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
                copy(from.resolve(part.name()), part, files, new org.apache.hadoop.fs.Path(to, part.name()), context);
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
                    + Integer.toHexString((int) crc.getValue()) + " after its upload; the shard has " + part.length()
                    + " bytes with " + Integer.toHexString(part.crc32c()) + "; check the disk of this worker");
        }
    }
    /** Builds an index of the rows of one partition, and counts the rows that it leaves out. */
    private static final class ShardBuild {
        private static final int LONGEST_ID = 65_535;
        private static final int LAST_YEAR = 9_999;

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
         * @return false if there is none: no row is a document, or the settings are strict and a row cannot be indexed
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
                return report.documents() > 0 && !(strict && counts.bad() > 0);
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
            if (bytes.length == 0 || id.getBytes(StandardCharsets.UTF_8).length > LONGEST_ID) {
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
            Instant date = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
            int year = date.atOffset(ZoneOffset.UTC).getYear();
            if (year < 1 || year > LAST_YEAR) {
                counts.unusableDates++;
                return Optional.empty();
            }
            return Optional.of(date);
        }
    }

    /** What a task may use of its worker: a directory and a share of the heap. */
    static final class WorkerPlace {
        /** The part of the heap that the tasks of an executor share: Spark's own memory is 60 % of it. */
        private static final int HEAP_PARTS = 4;

        private WorkerPlace() {}

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
    }

    /**
     * What a task returns to the driver.
     *
     * @param partition the partition, which decides the place of the shard in the set
     * @param shard the JSON of the shard; empty if the task wrote none
     * @param counts its rows
     */
    record ShardResult(int partition, String shard, RowCounts counts) implements Serializable {}

    /** Counts the rows of a task, or of a job. Memory does not depend on the number of rows. Not thread-safe. */
    static final class RowCounts implements Serializable {
        private static final long serialVersionUID = 1;
        /** The largest number of examples. */
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
                        + (id.length() <= LONGEST_ID ? id : id.substring(0, LONGEST_ID) + "... (" + id.length() + ")"));
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

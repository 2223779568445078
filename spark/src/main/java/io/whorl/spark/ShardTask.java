package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.IndexBuilder;
import io.whorl.scheme.Scheme;
import io.whorl.shard.Shard;
import io.whorl.spark.SetJob.TaskSettings;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.fs.FileSystem;
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

    private final TaskSettings settings;
    private final SerializableConfiguration hadoop;

    ShardTask(TaskSettings settings, SerializableConfiguration hadoop) {
        this.settings = settings;
        this.hadoop = hadoop;
    }

    @Override
    public Iterator<ShardResult> call(Integer partition, Iterator<Row> rows) throws IOException {
        if (!rows.hasNext()) {
            return List.of(new ShardResult(partition, "", new RowCounts())).iterator();
        }
        TaskContext context = TaskContext.get();
        Path directory = WorkerPlace.scratch(settings.scratch(), partition)
                .resolve(settings.job().newShard());
        BuildOptions options = settings.build(WorkerPlace.memory(context), context.cpus());
        try {
            ShardBuild build = new ShardBuild(settings, context);
            boolean built = build.run(directory, Scheme.fromJson(settings.scheme()), options, rows);
            Optional<Shard> shard = built ? Optional.of(upload(directory, options, context)) : Optional.empty();
            return List.of(new ShardResult(partition, shard.map(Shard::toJson).orElse(""), build.counts()))
                    .iterator();
        } finally {
            WorkerPlace.remove(directory);
        }
    }

    private Shard upload(Path directory, BuildOptions options, TaskContext context) throws IOException {
        Shard shard = Shard.describe(directory, options);
        FileSystem files = SetFiles.of(settings.set(), hadoop.value());
        ShardUpload.upload(directory, shard, files, new org.apache.hadoop.fs.Path(settings.set()), context);
        return shard;
    }

    /** Builds an index of the rows of one partition, and counts the rows that it leaves out. */
    private static final class ShardBuild {
        private static final int LONGEST_ID = 65_535;
        private static final int LAST_YEAR = 9_999;

        private final TaskSettings settings;
        private final TaskContext context;
        private final RowCounts counts = new RowCounts();
        private String previous = "";

        ShardBuild(TaskSettings settings, TaskContext context) {
            this.settings = settings;
            this.context = context;
        }

        RowCounts counts() {
            return counts;
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
                    if (settings.strict() && counts.bad() > 0) {
                        return false;
                    }
                }
                BuildReport[] finished = new BuildReport[1];
                try {
                    builder.finish(report -> {
                        finished[0] = report;
                        if (report.documents() == 0) {
                            throw new EmptyShardException();
                        }
                    });
                } catch (EmptyShardException e) {
                    return false;
                } finally {
                    count(finished[0], refused);
                }
                return !(settings.strict() && counts.bad() > 0);
            }
        }

        private void count(BuildReport report, RowCounts refused) {
            counts.add(refused);
            if (report != null) {
                counts.leaveOut(LeftOut.REPEATED_ID, report.repeatedIds());
                counts.leaveOut(LeftOut.TOO_SHORT, report.tooShort());
                counts.found(report.malformed(), report.withoutMinutiae());
            }
        }

        private void add(Row row, IndexBuilder builder) throws IOException {
            counts.row();
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
                counts.indexed(text.length);
                builder.add(id, text, row.isNullAt(3) ? Optional.empty() : date(row.getLong(3)));
            }
        }

        private Optional<Instant> date(long micros) {
            Instant date = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
            int year = date.atOffset(ZoneOffset.UTC).getYear();
            if (year < 1 || year > LAST_YEAR) {
                counts.unusableDate();
                return Optional.empty();
            }
            return Optional.of(date);
        }

        /** Ends a build that would publish an index without documents. */
        private static final class EmptyShardException extends RuntimeException {
            private static final long serialVersionUID = 1;

            EmptyShardException() {
                super("no documents", null, false, false);
            }
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
            return Runtime.getRuntime().maxMemory() / HEAP_PARTS / tasks;
        }

        /** Removes a directory and what is in it. */
        static void remove(Path directory) throws IOException {
            if (!Files.exists(directory)) {
                return;
            }
            List<Path> deepestFirst;
            try (Stream<Path> paths = Files.walk(directory)) {
                deepestFirst = paths.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path path : deepestFirst) {
                Files.deleteIfExists(path);
            }
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
}

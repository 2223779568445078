package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.query.Overlap;
import io.whorl.query.Overlap.Run;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.spark.ShardTask.WorkerPlace;
import io.whorl.spark.SourceCommand.SchemeOptions;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.api.java.UDF1;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.StructType;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Jobs from DataFrame to DataFrame, with options by the names that they have on the command line. */
final class Frames {
    /** What a DataFrame in the place of sources and of results leaves without a meaning. */
    private static final Set<String> OF_COMMANDS =
            Set.of("id", "text", "format", "option", "result-format", "write", "help", "version");

    private Frames() {}

    /** The documents with what was decided about them. */
    static Dataset<Row> dedup(Dataset<Row> rows, String id, String text, Map<String, ?> options) throws IOException {
        DedupResult.COLUMNS.forEach(column -> DocumentColumns.requireNone(rows, column));
        try (DedupResult found = parsed(new Dedup(), id, text, options).find(rows)) {
            return found.marked();
        }
    }

    /** The rows that a command finds. */
    static Dataset<Row> groups(
            GroupCommand<GroupResult> command, Dataset<Row> rows, String id, String text, Map<String, ?> options)
            throws IOException {
        try (GroupResult found = parsed(command, id, text, options).find(rows)) {
            return Kept.owned(found.rows());
        }
    }

    private static <C extends GroupCommand<?>> C parsed(C command, String id, String text, Map<String, ?> options) {
        List<String> arguments = arguments(options);
        // The result and the source, which are not used.
        arguments.addAll(List.of("--id=" + id, "--text=" + text, "-", "-"));
        parse(command, arguments);
        return command;
    }

    private static List<String> arguments(Map<String, ?> options) {
        List<String> arguments = new ArrayList<>();
        options.forEach((given, value) -> {
            String name = given.replace('_', '-');
            if (OF_COMMANDS.contains(name) || value == null) {
                throw new IllegalArgumentException("the option '" + given + "' "
                        + (value == null ? "has no value; leave it out" : "belongs to the command line alone"));
            }
            arguments.add("--" + name + "=" + value);
        });
        return arguments;
    }

    private static void parse(Object command, List<String> arguments) {
        try {
            new CommandLine(command)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .parseArgs(arguments.toArray(new String[0]));
        } catch (ParameterException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    /** The options of the scheme alone. */
    @Command
    private static class OfScheme implements Serializable {
        private static final long serialVersionUID = 1;

        @ArgGroup(exclusive = false, validate = false)
        private transient SchemeOptions scheme = new SchemeOptions();

        final Scheme scheme(SparkSession session) throws IOException {
            return scheme.scheme(session, Scheme.builder().build());
        }
    }

    /** The scheme that options name. */
    static Scheme scheme(SparkSession session, Map<String, ?> options) throws IOException {
        OfScheme given = new OfScheme();
        parse(given, arguments(options));
        return given.scheme(session);
    }

    /** The options of overlaps, which tasks receive too. */
    @Command
    private static final class OfOverlap extends OfScheme {
        private static final long serialVersionUID = 1;

        @Option(names = "--contaminated-run")
        private int contaminatedRun = OverlapOptions.DEFAULT.contaminatedRun();

        @Option(names = "--contaminated-share")
        private double contaminatedShare = OverlapOptions.DEFAULT.contaminatedShare();

        @Option(names = "--partial-run")
        private Integer partialRun;

        @Option(names = "--top")
        private int top = OverlapOptions.DEFAULT.top();

        @Option(names = "--max-df", converter = Quantities.Limit.class)
        private long maxDf = OverlapOptions.DEFAULT.maxDf();

        /** @param tasks the tasks that share the heap */
        OverlapOptions options(int tasks) {
            OverlapOptions usual = OverlapOptions.DEFAULT;
            return usual.contaminatedRun(contaminatedRun)
                    .contaminatedShare(contaminatedShare)
                    .partialRun(partialRun == null ? Math.min(usual.partialRun(), contaminatedRun) : partialRun)
                    .top(top)
                    .maxDf(maxDf)
                    .memory(usual.memory() / tasks);
        }
    }

    private static final StructType OVERLAP = StructType.fromDDL(
            "verdict string not null, share double not null, minutiae int not null, held int not null,"
                    + " ignored int not null, words bigint not null, runWords int not null, runStart int,"
                    + " runChunks int not null, documents array<struct<id: string, shared: bigint, containment: "
                    + "double>>");

    /** The texts with a column that says what other documents hold of them. */
    static Dataset<Row> overlap(Dataset<Row> rows, String id, String text, Dataset<Row> others, Map<String, ?> options)
            throws IOException {
        WhorlSpark.requireVersion(rows.sparkSession());
        OfOverlap given = new OfOverlap();
        parse(given, arguments(options));
        given.options(1);
        SparkOptions columns = SparkOptions.DEFAULT.idColumn(id).textColumn(text);
        DocumentColumns.requireNone(rows, "overlap");
        LocalIndex index = LocalIndex.build(others, columns, given.scheme(rows.sparkSession()));
        Broadcast<LocalIndex> everywhere =
                new JavaSparkContext(rows.sparkSession().sparkContext()).broadcast(index);
        UDF1<String, Row> overlap = document -> document == null
                ? null
                : row(everywhere
                        .value()
                        .snapshot()
                        .overlap(document, given.options(Runtime.getRuntime().availableProcessors())));
        // Spark would evaluate it once for each field that a query reads.
        return rows.withColumn(
                "overlap",
                functions.udf(overlap, OVERLAP).asNondeterministic().apply(DocumentColumns.text(rows, text)));
    }

    private static Row row(Overlap found) {
        return RowFactory.create(
                found.verdict().name().toLowerCase(Locale.ROOT),
                found.share(),
                found.minutiae(),
                found.held(),
                found.ignored(),
                found.words(),
                found.run().map(Run::units).orElse(0),
                found.run().map(Run::start).orElse(null),
                found.run().map(Run::chunks).orElse(0),
                found.documents().stream()
                        .map(document -> RowFactory.create(
                                document.id(),
                                document.shared(),
                                document.containment().orElse(0)))
                        .toArray(Row[]::new));
    }

    /**
     * An index as bytes, which an executor writes to a temporary directory when it needs it for the first time.
     * Thread-safe.
     */
    private static final class LocalIndex implements Serializable {
        private static final long serialVersionUID = 1;
        private static final Cleaner CLEANER = Cleaner.create();

        private final LinkedHashMap<String, byte[]> files;
        private transient Snapshot snapshot;

        private LocalIndex(LinkedHashMap<String, byte[]> files) {
            this.files = files;
        }

        /** Builds an index of a DataFrame in the driver. Of several rows with one id, it has the first one. */
        static LocalIndex build(Dataset<Row> rows, SparkOptions columns, Scheme scheme) throws IOException {
            Path directory = directory();
            try {
                Path index = directory.resolve("index");
                BuildOptions options = BuildOptions.DEFAULT.threads(1).repeatedIds(RepeatedIds.FIRST);
                try (IndexBuilder builder = IndexBuilder.create(index, scheme, options)) {
                    Iterator<Row> documents = DocumentColumns.select(rows, columns)
                            .filter("octet_length(id) between 1 and 65535 and text is not null")
                            .toLocalIterator();
                    while (documents.hasNext()) {
                        Row document = documents.next();
                        builder.add(
                                new String(document.<byte[]>getAs("id"), StandardCharsets.UTF_8),
                                document.<byte[]>getAs("text"));
                    }
                    builder.finish();
                }
                LinkedHashMap<String, byte[]> files = new LinkedHashMap<>();
                try (Stream<Path> all = Files.list(index)) {
                    for (Path file : all.filter(Files::isRegularFile).toList()) {
                        files.put(file.getFileName().toString(), Files.readAllBytes(file));
                    }
                }
                return new LocalIndex(files);
            } finally {
                FileUtils.deleteDirectory(directory.toFile());
            }
        }

        synchronized Snapshot snapshot() throws IOException {
            if (snapshot == null) {
                Path index = directory();
                for (Map.Entry<String, byte[]> file : files.entrySet()) {
                    Files.write(index.resolve(file.getKey()), file.getValue());
                }
                Snapshot opened = Snapshot.open(index);
                CLEANER.register(this, () -> close(opened, index));
                snapshot = opened;
            }
            return snapshot;
        }

        private static Path directory() throws IOException {
            return Files.createTempDirectory(WorkerPlace.scratch("", 0), "whorl-overlap");
        }

        private static void close(Snapshot snapshot, Path index) {
            snapshot.close();
            try {
                FileUtils.deleteDirectory(index.toFile());
            } catch (IOException e) {
                // Spark removes it with the executor.
                throw new UncheckedIOException(e);
            }
        }
    }
}

package io.whorl.spark;

import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.IndexBuilder;
import io.whorl.bulk.RepeatedIds;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityOptions.Purpose;
import io.whorl.fingerprint.Fingerprint;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.measure.Measure;
import io.whorl.query.Overlap;
import io.whorl.query.Overlap.Run;
import io.whorl.query.OverlapOptions;
import io.whorl.query.Snapshot;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.spark.GroupResult.Kept;
import io.whorl.spark.SetJob.DocumentColumns;
import io.whorl.spark.SetJob.JobName;
import io.whorl.spark.SetJob.ShardTask;
import io.whorl.spark.SparkCommand.GroupCommand;
import io.whorl.spark.SparkCommand.SourceCommand.SchemeOptions;
import io.whorl.spark.WhorlSparkException.Reason;
import io.whorl.strategy.Strategies;
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
import org.apache.spark.sql.api.java.UDF2;
import org.apache.spark.sql.functions;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import scala.collection.Seq;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Builds segment sets on Spark, and finds pairs, clusters and survivors of a collection. {@code IndexWriter.adopt} and
 * {@code whorl adopt} make a set an index; {@code Snapshot.openSet} queries it as it is.
 *
 * <p>The jobs need memory in proportion to the number of shards in the driver, and the memory of their options in each
 * task, whatever the number of documents. A job commits its set in one step at its end. A job that fails leaves nothing
 * behind. A job whose driver is killed leaves directories, which {@code Orphans} removes.
 */
public final class WhorlSpark {
    private static final StructType OVERLAP = StructType.fromDDL(
            "verdict string not null, share double not null, minutiae int not null, held int not null,"
                    + " ignored int not null, words bigint not null, runWords int not null, runStart int,"
                    + " runChunks int not null, documents array<struct<id: string, shared: bigint, containment: "
                    + "double>>");

    /** Options that have no meaning if sources and results are DataFrames. */
    private static final Set<String> OF_COMMANDS =
            Set.of("id", "text", "format", "option", "result-format", "write", "help", "version");

    private WhorlSpark() {}

    /** @throws WhorlSparkException if the release of Spark is not supported */
    static void requireVersion(SparkSession session) {
        requireVersion(session.version());
    }

    static void requireVersion(String version) {
        if (version.startsWith("3.")) {
            throw new WhorlSparkException(
                    Reason.SPARK_VERSION,
                    "this is Spark " + version + ", which brings a jackson-core that is too old; use Spark 4");
        }
    }

    /**
     * Fingerprints the documents of a DataFrame and writes them as a segment set. Merged, the set has the bytes of an
     * index that one machine builds of the same documents with the same scheme and options.
     *
     * <p>If several rows have one id, one is indexed, and the others are counted. With {@link Partitioning#RANGE} and
     * {@link Partitioning#HASH} it is the row with the least text by its bytes. With {@link Partitioning#INPUT} it is
     * the first row of its partition, and ids that are in several partitions are left to the adoption of the set.
     *
     * @param documents has a column of ids and a column of texts; read three times with {@link Partitioning#RANGE}, and
     *     once otherwise
     * @param scheme from text to fingerprint; its plug-in, if it has one, must be on the class path of the executors
     * @param path the directory to create, on any file system of Hadoop
     * @throws WhorlSparkException if a column is missing or of another type, if rows are refused, if there are no
     *     documents, or if a task has failed for good
     * @throws io.whorl.RefusedException if the path exists and is not an empty directory
     * @throws io.whorl.SchemeException if the scheme cannot be used
     * @throws IOException if the driver cannot write the set
     */
    public static SetReport build(Dataset<Row> documents, Scheme scheme, SparkOptions options, String path)
            throws IOException {
        requireVersion(documents.sparkSession());
        // Fails before any file is written if the scheme cannot be used.
        Fingerprinter.of(scheme);
        return new SetJob(documents, scheme, options, path, JobName.next()).run();
    }

    /**
     * Finds all pairs of similar documents. The rows have the fields that {@code whorl pairs} writes in JSON, and the
     * same values as for an index of the same documents: {@code a}, {@code b}, {@code score}, {@code shared},
     * {@code resemblance}, {@code containment}, {@code contained}, and {@code family} and {@code members} for documents
     * of equal fingerprints. The list of members of a family must fit in memory.
     *
     * @param documents has a column of ids, each of which occurs once, and a column of texts; read once
     * @param scheme from text to fingerprint; its plug-in, if it has one, must be on the class path of the executors
     * @param pairs threads and memory have no effect; templates, super shingles, {@code expanded} and {@code work} are
     *     refused
     * @throws WhorlSparkException if a column is missing or of another type, an id is repeated, or rows are refused
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws IllegalArgumentException if an option is not supported, or no score can reach the threshold
     */
    public static GroupResult pairs(
            Dataset<Row> documents, Scheme scheme, SimilarityOptions pairs, SparkOptions options) {
        return new GroupJobs(documents, scheme, options).pairs(pairs.checked(Purpose.PAIRS));
    }

    /**
     * Makes clusters of similar documents: stars, each member of which has a verified score with the representative.
     * The rows have the fields that {@code whorl clusters} writes in JSON, one for each member: {@code cluster},
     * {@code size}, {@code id}, {@code representative} and {@code score}.
     *
     * @param documents as for {@link #pairs}
     * @param scheme as for {@link #pairs}
     * @param clusters as for {@link #pairs}; components and a function of dates are refused too
     * @throws WhorlSparkException as {@link #pairs}
     * @throws io.whorl.SchemeException as {@link #pairs}
     * @throws IllegalArgumentException as {@link #pairs}; also if the oldest documents represent, and there are no
     *     dates
     */
    public static GroupResult clusters(
            Dataset<Row> documents, Scheme scheme, SimilarityOptions clusters, SparkOptions options) {
        return new GroupJobs(documents, scheme, options).clusters(clusters.checked(Purpose.CLUSTERS));
    }

    /**
     * Decides which documents are superfluous because a similar document survives, as {@code whorl dedup} does. Ties of
     * the rule go to the first id in the order of UTF-8 bytes.
     *
     * @param documents as for {@link #pairs}; {@link DedupResult#survivors} reads them once more
     * @param scheme as for {@link #pairs}; {@code whorl dedup} takes {@code Preset.NEAR_DUPLICATES} by default
     * @param survivors threads and memory have no effect; a function of dates is refused
     * @throws WhorlSparkException as {@link #pairs}
     * @throws io.whorl.SchemeException as {@link #pairs}
     * @throws IllegalArgumentException as {@link #pairs}; also if the rule needs a column that the options do not name
     */
    public static DedupResult dedup(
            Dataset<Row> documents, Scheme scheme, SimilarityOptions survivors, SparkOptions options) {
        return new GroupJobs(documents, scheme, options).dedup(survivors.checked(Purpose.SURVIVORS));
    }

    /**
     * Decides which documents are superfluous, from DataFrame to DataFrame: the rows of the input with all their
     * columns, {@code cluster} (bigint), {@code survivor} (string), {@code score} (double) and {@code reason} (string).
     * A row that can be dropped has the id of the document that survives in its place, the score with it, and a reason:
     * {@code equal-fingerprint}, or the name of the measure. A row that remains has its own id and no reason. Rows that
     * are in no cluster have no number of it.
     *
     * <p>The decisions are made when this method is called, and Spark removes them when nothing reads the result any
     * more. The result reads the input again.
     *
     * @param documents has no columns of the names of the new ones
     * @param id the column of ids
     * @param text the column of texts
     * @param options names and values as on the command line of {@code io.whorl.spark.Dedup}, with {@code -} or
     *     {@code _}: {@code min-score}, {@code keep}, {@code date}, {@code preset}
     * @throws WhorlSparkException if a column is missing or of another type, or rows are refused
     * @throws io.whorl.SchemeException if the scheme cannot give the measure
     * @throws IllegalArgumentException if an option is unknown or its value cannot be used; if a column has a name of
     *     the result
     * @throws IOException if the file of a scheme cannot be read
     */
    public static Dataset<Row> dedup(Dataset<Row> documents, String id, String text, Map<String, ?> options)
            throws IOException {
        DedupResult.COLUMNS.forEach(column -> DocumentColumns.requireNone(documents, column));
        try (DedupResult found = parsed(new Dedup(), id, text, options).find(documents)) {
            return found.marked();
        }
    }

    /**
     * Finds all pairs of similar documents, with the rows of {@link #pairs(Dataset, Scheme, SimilarityOptions,
     * SparkOptions)}. They are found when this method is called, and Spark removes them when nothing reads the result
     * any more.
     *
     * @param options names and values as on the command line of {@code io.whorl.spark.Pairs}
     * @throws IOException if the file of a scheme cannot be read; other errors are those of {@link #dedup(Dataset,
     *     String, String, Map)}
     */
    public static Dataset<Row> pairs(Dataset<Row> documents, String id, String text, Map<String, ?> options)
            throws IOException {
        return groups(new Pairs(), documents, id, text, options);
    }

    /**
     * Makes clusters, with the rows of {@link #clusters(Dataset, Scheme, SimilarityOptions, SparkOptions)}. They are
     * made when this method is called, and Spark removes them when nothing reads the result any more.
     *
     * @param options names and values as on the command line of {@code io.whorl.spark.Clusters}
     * @throws IOException if the file of a scheme cannot be read; other errors are those of {@link #dedup(Dataset,
     *     String, String, Map)}
     */
    public static Dataset<Row> clusters(Dataset<Row> documents, String id, String text, Map<String, ?> options)
            throws IOException {
        return groups(new Clusters(), documents, id, text, options);
    }

    /**
     * Tells how much of each text other documents hold, as {@code whorl overlap} does: the rows of the input with one
     * more column, {@code overlap}, whose fields are those of the command: {@code overlap.verdict} is {@code clean},
     * {@code partial}, {@code contaminated} or {@code unknown}. It is null if the text is.
     *
     * <p>The other documents are indexed in the driver when this method is called, and each executor receives the
     * index, so they are the smaller side: the tests that a collection must not contain. Of several rows with one id,
     * the first one counts; rows without an id or a text do not count.
     *
     * @param documents has no column {@code overlap}
     * @param id the column of ids of the other documents
     * @param text the column of texts of both
     * @param others the documents that texts are compared with
     * @param options {@code contaminated-run}, {@code contaminated-share}, {@code partial-run}, {@code top},
     *     {@code max-df}, {@code preset} and {@code scheme}, as on the command line
     * @throws WhorlSparkException if a column is missing or of another type
     * @throws IllegalArgumentException if an option is unknown or its value cannot be used; if there is a column
     *     {@code overlap}
     * @throws IOException if the file of a scheme cannot be read, or the index cannot be written
     */
    public static Dataset<Row> overlap(
            Dataset<Row> documents, String id, String text, Dataset<Row> others, Map<String, ?> options)
            throws IOException {
        requireVersion(documents.sparkSession());
        OfOverlap given = new OfOverlap();
        parse(given, arguments(options));
        given.options(1);
        SparkOptions columns = SparkOptions.DEFAULT.idColumn(id).textColumn(text);
        DocumentColumns.requireNone(documents, "overlap");
        LocalIndex index = LocalIndex.build(others, columns, given.scheme(documents.sparkSession()));
        Broadcast<LocalIndex> everywhere =
                new JavaSparkContext(documents.sparkSession().sparkContext()).broadcast(index);
        UDF1<String, Row> overlap = document -> document == null
                ? null
                : row(everywhere
                        .value()
                        .snapshot()
                        .overlap(document, given.options(Runtime.getRuntime().availableProcessors())));
        // Spark would evaluate it once for each field that a query reads.
        return documents.withColumn(
                "overlap",
                functions.udf(overlap, OVERLAP).asNondeterministic().apply(DocumentColumns.text(documents, text)));
    }

    /**
     * Registers the functions of {@link #register(SparkSession, Scheme)} for a scheme of the options {@code preset} or
     * {@code scheme}, a file; without an option, for the one that {@code whorl build} has.
     *
     * @throws IllegalArgumentException if there is another option, or a value cannot be used
     * @throws io.whorl.SchemeException if the scheme cannot be used
     * @throws IOException if the file of the scheme cannot be read
     */
    public static void register(SparkSession session, Map<String, ?> options) throws IOException {
        OfScheme given = new OfScheme();
        parse(given, arguments(options));
        register(session, given.scheme(session));
    }

    /**
     * Registers functions of SQL in a session: {@code fingerprint(text)} gives the minutiae of a text in ascending
     * order of unsigned numbers, as {@code array<bigint>}. {@code resemblance(a, b)} and {@code containment(a, b)}
     * compare two such arrays; a scheme whose fingerprints are not compared as sets has only the first function. Null
     * gives null.
     *
     * @throws io.whorl.SchemeException if the scheme cannot be used
     */
    public static void register(SparkSession session, Scheme scheme) {
        requireVersion(session);
        Scheme complete = Fingerprinter.of(scheme).scheme();
        SqlFunctions functions = new SqlFunctions(complete.toJson());
        UDF1<String, long[]> fingerprint = functions::fingerprint;
        session.udf().register("fingerprint", fingerprint, DataTypes.createArrayType(DataTypes.LongType, false));
        if (Strategies.comparability(complete).kind() == Comparability.Kind.SETS) {
            UDF2<Seq<Long>, Seq<Long>, Double> resemblance = (a, b) -> functions.compare(a, b, Measure.RESEMBLANCE);
            UDF2<Seq<Long>, Seq<Long>, Double> containment = (a, b) -> functions.compare(a, b, Measure.CONTAINMENT);
            session.udf().register("resemblance", resemblance, DataTypes.DoubleType);
            session.udf().register("containment", containment, DataTypes.DoubleType);
        }
    }

    /** The functions of SQL: {@code fingerprint(text)}, {@code resemblance(a, b)} and {@code containment(a, b)}. */
    private static final class SqlFunctions implements Serializable {
        private static final long serialVersionUID = 1;

        private final String scheme;
        /** Each thread of an executor has its own, because a fingerprinter reuses its buffers. */
        private transient ThreadLocal<Fingerprinter> fingerprinters;

        private SqlFunctions(String scheme) {
            this.scheme = scheme;
        }

        private synchronized Fingerprinter fingerprinter() {
            if (fingerprinters == null) {
                fingerprinters = ThreadLocal.withInitial(() -> Fingerprinter.of(Scheme.fromJson(scheme)));
            }
            return fingerprinters.get();
        }

        private long[] fingerprint(String text) {
            return text == null ? null : fingerprinter().fingerprint(text).toArray();
        }

        private Double compare(Seq<Long> a, Seq<Long> b, Measure measure) {
            if (a == null || b == null) {
                return null;
            }
            Scheme of = fingerprinter().scheme();
            return stored(a, of).compare(stored(b, of), measure);
        }

        private static Fingerprint stored(Seq<Long> minutiae, Scheme scheme) {
            long[] numbers = CollectionConverters.asJava(minutiae).stream()
                    .mapToLong(Long::longValue)
                    .toArray();
            return Fingerprint.stored(scheme, numbers, new int[0], 0);
        }
    }

    private static Dataset<Row> groups(
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

    @Command
    private static class OfScheme implements Serializable {
        private static final long serialVersionUID = 1;

        @ArgGroup
        private transient SchemeOptions scheme = new SchemeOptions();

        final Scheme scheme(SparkSession session) throws IOException {
            return scheme.scheme(session, Scheme.builder().build());
        }
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

        @Option(names = "--max-df", converter = SparkCommand.Limit.class)
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
            return Files.createTempDirectory(ShardTask.scratch("", 0), "whorl-overlap");
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

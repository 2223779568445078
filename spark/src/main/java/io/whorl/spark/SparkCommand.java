package io.whorl.spark;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.whorl.SchemeException;
import io.whorl.WhorlException;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.measure.Measure;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import io.whorl.spark.Orphans.SetFiles;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;
import scala.runtime.BoxedUnit;

/** A command of this module: exit code 0 for success, 1 for failure, 2 for wrong usage. */
@Command(sortOptions = false, mixinStandardHelpOptions = true, versionProvider = SparkCommand.Version.class)
abstract class SparkCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    /**
     * Runs a command, and ends the JVM if it fails. After a success it returns, because Spark reports an application
     * that ends its own JVM in cluster mode as failed.
     */
    static void main(SparkCommand command, String[] arguments) {
        int code = run(command, arguments);
        SparkSession.getDefaultSession().foreach(session -> {
            session.stop();
            return BoxedUnit.UNIT;
        });
        if (code != 0) {
            System.exit(code);
        }
    }

    /** Runs a command, and returns its exit code. */
    static int run(SparkCommand command, String[] arguments) {
        CommandLine line = new CommandLine(command);
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setExecutionExceptionHandler((e, failed, parsed) -> report(e, failed));
        return line.execute(arguments);
    }

    private static int report(Exception e, CommandLine failed) throws Exception {
        boolean known =
                e instanceof WhorlException || e instanceof IOException || e instanceof IllegalArgumentException;
        if (!known && !e.getClass().getName().startsWith("org.apache.spark.")) {
            throw e;
        }
        failed.getErr().println(failed.getCommandName() + ": " + e.getMessage());
        failed.getErr().flush();
        return e instanceof SchemeException scheme && scheme.reason() == SchemeException.Reason.INVALID
                        || e instanceof IllegalArgumentException
                ? CommandLine.ExitCode.USAGE
                : CommandLine.ExitCode.SOFTWARE;
    }

    /** A string without characters that control a terminal. */
    static String quoted(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsString(text));
    }

    final void print(String lines) {
        spec.commandLine().getOut().print(lines);
        spec.commandLine().getOut().flush();
    }

    /** The session of a job, named by this command and what it creates. */
    final SparkSession session(String created) {
        String name = getClass().getSimpleName().toLowerCase(Locale.ROOT);
        return SparkSession.builder()
                .config(compilingLater(new SparkConf()))
                .appName("whorl " + name + " " + created)
                .getOrCreate();
    }

    /**
     * Lets executors compile only methods that run ten times as often as usual. They run many short stages, and compile
     * as long as they work. Options of the administrator and of the user come later, so that theirs are valid.
     */
    static SparkConf compilingLater(SparkConf conf) {
        String options = "spark.executor.defaultJavaOptions";
        return conf.set(options, "-XX:CompileThresholdScaling=10 " + conf.get(options, ""));
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = SparkCommand.class.getPackage().getImplementationVersion();
            return new String[] {"whorl-spark " + (version == null ? "(not from a jar)" : version)};
        }
    }

    /** A command whose job reads tables or files of a format, and fingerprints their texts. */
    @Command(abbreviateSynopsis = true)
    abstract static class SourceCommand extends SparkCommand {
        private static final String TABLE = "table";

        @Parameters(
                index = "1..*",
                arity = "1..*",
                paramLabel = "SOURCE",
                description =
                        "Files, directories or patterns of any file system of Hadoop; or tables (--format table).")
        private List<String> sources;

        @Option(
                names = "--format",
                paramLabel = "NAME",
                defaultValue = "parquet",
                description = "A format that Spark reads, such as parquet, orc, json, csv, text or avro, or table:"
                        + " the sources are tables of the catalog (default: ${DEFAULT-VALUE}).")
        private String format;

        @Option(
                names = "--option",
                paramLabel = "KEY=VALUE",
                description = "An option of Spark's reader, such as header=true or wholetext=true. May be repeated.")
        private Map<String, String> readerOptions = new LinkedHashMap<>();

        @Option(
                names = "--id",
                paramLabel = "COLUMN",
                defaultValue = "id",
                description = "The column of ids: strings or whole numbers (default: ${DEFAULT-VALUE}).")
        private String id;

        @Option(
                names = "--text",
                paramLabel = "COLUMN",
                defaultValue = "text",
                description = "The column of texts: strings, or bytes of UTF-8 (default: ${DEFAULT-VALUE}).")
        private String text;

        @Option(
                names = "--date",
                paramLabel = "COLUMN",
                description = "The column of the dates of documents, of type date or timestamp (default: none).")
        private String date = "";

        @Option(
                names = "--min-document",
                paramLabel = "N",
                description = "Leave out documents with fewer words (default: 0).")
        private long minDocument;

        @Option(
                names = "--max-document",
                paramLabel = "SIZE",
                converter = Size.class,
                defaultValue = "64m",
                description = "Leave out documents with more bytes of text, up to 1g (default: ${DEFAULT-VALUE}).")
        private long maxDocument;

        @Option(
                names = "--strict",
                description = "Fail, and write nothing, if a row has no id or no text, repeats an id, or cannot be"
                        + " fingerprinted.")
        private boolean strict;

        @ArgGroup(heading = "%nScheme (the rules from text to fingerprint):%n")
        SchemeOptions scheme = new SchemeOptions();

        final Dataset<Row> read(SparkSession session) {
            WhorlSpark.requireVersion(session);
            if (format.equals(TABLE)) {
                return sources.stream()
                        .map(session::table)
                        .reduce(Dataset::unionByName)
                        .orElseThrow();
            }
            return session.read().format(format).options(readerOptions).load(sources.toArray(new String[0]));
        }

        /** The options that all jobs have. */
        final SparkOptions sourceOptions() {
            return SparkOptions.DEFAULT
                    .idColumn(id)
                    .textColumn(text)
                    .dateColumn(date)
                    .minDocument(minDocument)
                    .maxDocument(maxDocument)
                    .strict(strict);
        }

        /** The options of the scheme: a preset, or a file with a complete scheme. */
        static final class SchemeOptions {
            @Option(
                    names = "--preset",
                    paramLabel = "NAME",
                    converter = PresetConverter.class,
                    description = "A scheme for a purpose: near-duplicates or plagiarism (default: none).")
            private Preset preset;

            @Option(
                    names = "--scheme",
                    paramLabel = "FILE",
                    description = "A file with the JSON of a scheme, as 'whorl stats' shows it (default: the scheme"
                            + " that 'whorl build' has by default).")
            private String file;

            /** @throws SchemeException if the file contains no scheme */
            Scheme scheme(SparkSession session, Scheme usual) throws IOException {
                if (file != null) {
                    Configuration hadoop = session.sessionState().newHadoopConf();
                    return Scheme.fromJson(SetFiles.text(file, hadoop).strip());
                }
                return preset == null ? usual : preset.scheme().build();
            }
        }

        private static final class PresetConverter implements ITypeConverter<Preset> {
            @Override
            public Preset convert(String name) {
                return constant(name, Stream.of(Preset.values()));
            }
        }
    }

    /**
     * A command that compares all documents.
     *
     * @param <R> what it finds
     */
    abstract static class GroupCommand<R extends GroupResult> extends SourceCommand {
        @Parameters(
                index = "0",
                paramLabel = "RESULT",
                description = "The directory to create, on any file system of Hadoop.")
        private String result;

        @Option(
                names = "--result-format",
                paramLabel = "NAME",
                defaultValue = "parquet",
                description = "The format of the result, such as parquet, json or csv (default: ${DEFAULT-VALUE}).")
        private String format;

        @Option(
                names = "--measure",
                paramLabel = "M",
                converter = MeasureConverter.class,
                description = "The score (default: resemblance for pairs, else weighted-resemblance).")
        private Measure measure;

        @Option(
                names = "--min-score",
                paramLabel = "X",
                description =
                        "The least score, from 0 to 1; any number for shared (default: 0.3 for clusters, else 0.5).")
        private Double minScore;

        @Option(
                names = "--max-df",
                paramLabel = "N|none",
                converter = Limit.class,
                description = "Do not compare documents that share only minutiae that more than N documents hold;"
                        + " documents of equal fingerprints count once (default: 1000).")
        private long maxDf = SimilarityOptions.PAIRS.maxDf();

        @Option(
                names = "--common-df",
                paramLabel = "N|none",
                converter = Limit.class,
                description = "Find frames: minutiae that more than N documents hold. Documents that share only frames"
                        + " are not similar (default: none for pairs, 40 for clusters, 10 for dedup).")
        private Long commonDf;

        @Option(
                names = "--task-pairs",
                paramLabel = "N",
                description =
                        "The largest number of undecided pairs that one task decides; rounds over all executors decide"
                                + " the others (default: 4000000).")
        private long taskPairs = SparkOptions.DEFAULT.taskPairs;

        /** Compares the documents of rows by the options that were read. */
        interface Finder<R> {
            R find(Dataset<Row> rows, Scheme scheme);
        }

        /** Reads the options, before the session is made. */
        abstract Finder<R> finder();

        /** Finds by the options, of which those of sources and of results have no effect. */
        final R find(Dataset<Row> rows) throws IOException {
            return finder().find(rows, scheme.scheme(rows.sparkSession(), usualScheme()));
        }

        /** The scheme without an option. */
        Scheme usualScheme() {
            return Scheme.builder().build();
        }

        /** What is written beside the result, by the directory that is created for it. */
        Map<String, Function<R, Dataset<Row>>> others() {
            return Map.of();
        }

        // Not final, so that the public classes have it: javac repeats a public method of a class that is not public.
        @Override
        public Integer call() throws IOException {
            Finder<R> finder = finder();
            SparkSession session = session(result);
            // Fails before the job starts.
            requireNew(session, result);
            for (String path : others().keySet()) {
                requireNew(session, path);
            }
            Dataset<Row> rows = read(session);
            try (R found = finder.find(rows, scheme.scheme(session, usualScheme()))) {
                others().forEach((path, part) -> write(part.apply(found), path));
                write(found.rows(), result);
                print(new ObjectMapper().writeValueAsString(found.figures()) + System.lineSeparator());
            }
            return 0;
        }

        private static void requireNew(SparkSession session, String path) throws IOException {
            Path directory = new Path(path);
            if (directory.getFileSystem(session.sessionState().newHadoopConf()).exists(directory)) {
                throw new FileAlreadyExistsException(path + " exists; name a directory that does not");
            }
        }

        /**
         * Sets the options that all commands have.
         *
         * @throws IllegalArgumentException if there is no least score, and the measure has no highest one
         */
        final SimilarityOptions compared(SimilarityOptions usual) {
            if (minScore == null && measure == Measure.SHARED) {
                throw new IllegalArgumentException("the measure shared has no highest score; give --min-score too");
            }
            return usual.measure(measure == null ? usual.measure() : measure)
                    .minScore(minScore == null ? usual.minScore() : minScore)
                    .maxDf(maxDf)
                    .commonDf(commonDf == null ? usual.commonDf() : commonDf);
        }

        final SparkOptions options() {
            return sourceOptions().taskPairs(taskPairs);
        }

        final void write(Dataset<Row> rows, String path) {
            rows.write().mode(SaveMode.ErrorIfExists).format(format).save(path);
        }

        private static final class MeasureConverter implements ITypeConverter<Measure> {
            @Override
            public Measure convert(String name) {
                return constant(name, Stream.of(Measure.values()).filter(SimilarityOptions::supports));
            }
        }
    }

    private static <E extends Enum<E>> E constant(String text, Stream<E> all) {
        List<E> constants = all.toList();
        List<String> names = constants.stream()
                .map(of -> of.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        int found = names.indexOf(text.toLowerCase(Locale.ROOT));
        if (found < 0) {
            throw new TypeConversionException("'" + text + "' is not one of " + String.join(", ", names));
        }
        return constants.get(found);
    }

    private static long number(String text, Pattern form, String wanted) {
        Matcher m = form.matcher(text.toLowerCase(Locale.ROOT));
        if (!m.matches()) {
            throw new TypeConversionException("'" + text + "' is not " + wanted);
        }
        return Long.parseLong(m.group(1));
    }

    /** A number of bytes, such as {@code 512m} or {@code 4g}. k, m, g and t are powers of 1,024, as in -Xmx of Java. */
    static final class Size implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,15})[kmgt]?");
        private static final String SUFFIXES = "kmgt";

        @Override
        public Long convert(String text) {
            long number = number(text, FORM, "a size, such as 500000, 512m or 4g");
            int shift = 10 * (SUFFIXES.indexOf(Character.toLowerCase(text.charAt(text.length() - 1))) + 1);
            if (number > Long.MAX_VALUE >> shift) {
                throw new TypeConversionException("'" + text + "' is too large");
            }
            return number << shift;
        }
    }

    /** A number of documents, or none. */
    static final class Limit implements ITypeConverter<Long> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,18})");

        @Override
        public Long convert(String text) {
            return text.equalsIgnoreCase("none")
                    ? SimilarityOptions.NO_LIMIT
                    : number(text, FORM, "a number of documents, such as 150, or none");
        }
    }

    /** A duration, such as {@code 90m}, {@code 24h} or {@code 7d}. */
    static final class Age implements ITypeConverter<Duration> {
        private static final Pattern FORM = Pattern.compile("(\\d{1,6})[smhd]");

        @Override
        public Duration convert(String text) {
            number(text, FORM, "a duration, such as 90m, 24h or 7d");
            return Duration.parse((text.toLowerCase(Locale.ROOT).endsWith("d") ? "P" : "PT") + text);
        }
    }
}

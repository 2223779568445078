package io.whorl.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * A command that compares all documents.
 *
 * @param <R> what it finds
 */
abstract class GroupCommand<R> implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            index = "0",
            paramLabel = "RESULT",
            description = "The directory to create, on any file system of Hadoop.")
    private String result;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "SOURCE", description = SourceOptions.SOURCES)
    private List<String> sources;

    @Mixin
    private SourceOptions source;

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
            description = "The least score, from 0 to 1; any number for shared (default: 0.3 for clusters, else 0.5).")
    private Double minScore;

    @Option(
            names = "--max-df",
            paramLabel = "N|none",
            converter = Quantities.Limit.class,
            description =
                    "Do not compare documents that share only minutiae that more than N documents hold; documents of"
                            + " equal fingerprints count once (default: 1000).")
    private long maxDf = PairsOptions.DEFAULT.maxDf();

    @Option(
            names = "--task-pairs",
            paramLabel = "N",
            description =
                    "The largest number of undecided pairs that one task decides; rounds over all executors decide"
                            + " the others (default: 4000000).")
    private long taskPairs = SparkGroupOptions.DEFAULT.taskPairs();

    @ArgGroup(exclusive = false, validate = false, heading = "%nScheme (the rules from text to fingerprint):%n")
    private SchemeOptions schemeOptions = new SchemeOptions();

    /** The job of a command, and what it writes of the result. */
    interface Job {
        void run(Dataset<Row> rows, Scheme scheme) throws IOException;
    }

    /**
     * What a command finds.
     *
     * @param <R> the result
     */
    interface Finder<R> {
        R find(Dataset<Row> rows, Scheme scheme);
    }

    /** Reads the options, before the session is made. */
    abstract Job job();

    /** Reads the options, without those of results. */
    abstract Finder<R> finder();

    /** Writes all rows that are found. */
    final Job job(Finder<GroupResult> finder) {
        return (rows, scheme) -> {
            try (GroupResult found = finder.find(rows, scheme)) {
                finish(found.rows(), found.figures());
            }
        };
    }

    /** Finds by the options, of which those of sources and of results have no effect. */
    final R find(Dataset<Row> rows) throws IOException {
        Configuration hadoop = rows.sparkSession().sessionState().newHadoopConf();
        return finder().find(rows, scheme(hadoop));
    }

    private Scheme scheme(Configuration hadoop) throws IOException {
        return schemeOptions.given() ? schemeOptions.scheme(hadoop) : usualScheme();
    }

    /** The scheme without an option. */
    Scheme usualScheme() {
        return Scheme.builder().build();
    }

    /** The directories that are created beside the result. */
    List<String> otherResults() {
        return List.of();
    }

    // Not final, so that the public classes have it: javac repeats a public method of a class that is not public.
    @Override
    public Integer call() throws IOException {
        Job job = job();
        String name = spec.name().toLowerCase(Locale.ROOT);
        SparkSession session =
                SparkSession.builder().appName("whorl " + name + " " + result).getOrCreate();
        Configuration hadoop = session.sessionState().newHadoopConf();
        // Fails before the job starts.
        for (String path :
                Stream.concat(Stream.of(result), otherResults().stream()).toList()) {
            Path directory = new Path(path);
            if (directory.getFileSystem(hadoop).exists(directory)) {
                throw new FileAlreadyExistsException(path + " exists; name a directory that does not");
            }
        }
        Dataset<Row> rows = source.read(session, sources);
        job.run(rows, scheme(hadoop));
        return 0;
    }

    final Measure measure(Measure usual) {
        return measure == null ? usual : measure;
    }

    /** @throws IllegalArgumentException if there is none, and the measure has no highest score */
    final double minScore(double usual) {
        if (minScore == null && measure == Measure.SHARED) {
            throw new IllegalArgumentException("the measure shared has no highest score; give --min-score too");
        }
        return minScore == null ? usual : minScore;
    }

    final long maxDf() {
        return maxDf;
    }

    final SparkGroupOptions options() {
        return source.applyTo(SparkGroupOptions.DEFAULT).taskPairs(taskPairs);
    }

    /** Writes the result, and prints figures as one JSON object. */
    final void finish(Dataset<Row> rows, Map<String, Long> figures) throws IOException {
        write(rows, result);
        StringWriter json = new StringWriter();
        try (JsonGenerator g = new JsonFactory().createGenerator(json)) {
            g.writeStartObject();
            for (Map.Entry<String, Long> figure : figures.entrySet()) {
                g.writeNumberField(figure.getKey(), figure.getValue());
            }
            g.writeEndObject();
        }
        spec.commandLine().getOut().println(json);
        spec.commandLine().getOut().flush();
    }

    final void write(Dataset<Row> rows, String path) {
        rows.write().mode(SaveMode.ErrorIfExists).format(format).save(path);
    }

    private static final class MeasureConverter implements ITypeConverter<Measure> {
        @Override
        public Measure convert(String name) {
            List<Measure> measures = Arrays.stream(Measure.values())
                    .filter(PairsOptions::supports)
                    .toList();
            return measures.stream()
                    .filter(measure -> measure.label().equals(name.toLowerCase(Locale.ROOT)))
                    .findFirst()
                    .orElseThrow(() -> new TypeConversionException("'" + name + "' is not one of "
                            + measures.stream().map(Measure::label).collect(Collectors.joining(", "))));
        }
    }
}

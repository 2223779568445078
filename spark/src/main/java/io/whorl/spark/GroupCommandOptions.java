package io.whorl.spark;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.whorl.measure.Measure;
import io.whorl.query.PairsOptions;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
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
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** What the commands that compare all documents have in common. */
final class GroupCommandOptions {
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

    Measure measure(Measure usual) {
        return measure == null ? usual : measure;
    }

    /** @throws IllegalArgumentException if there is none, and the measure has no highest score */
    double minScore(double usual) {
        if (minScore == null && measure == Measure.SHARED) {
            throw new IllegalArgumentException("the measure shared has no highest score; give --min-score too");
        }
        return minScore == null ? usual : minScore;
    }

    long maxDf() {
        return maxDf;
    }

    SparkGroupOptions options() {
        return source.applyTo(SparkGroupOptions.DEFAULT).taskPairs(taskPairs);
    }

    SparkSession session(String command) {
        return SparkSession.builder().appName("whorl " + command + " " + result).getOrCreate();
    }

    Dataset<Row> read(SparkSession session) {
        return source.read(session, sources);
    }

    Scheme scheme(SparkSession session) throws IOException {
        return schemeOptions.scheme(hadoop(session));
    }

    boolean hasScheme() {
        return schemeOptions.given();
    }

    private static Configuration hadoop(SparkSession session) {
        return session.sessionState().newHadoopConf();
    }

    /** Fails before the job starts if a directory to create exists. */
    void requireNew(SparkSession session, List<String> others) throws IOException {
        for (String path : Stream.concat(Stream.of(result), others.stream()).toList()) {
            Path directory = new Path(path);
            if (directory.getFileSystem(hadoop(session)).exists(directory)) {
                throw new FileAlreadyExistsException(path + " exists; name a directory that does not");
            }
        }
    }

    void writeResult(Dataset<Row> rows) {
        write(rows, result);
    }

    void write(Dataset<Row> rows, String path) {
        rows.write().mode(SaveMode.ErrorIfExists).format(format).save(path);
    }

    /** Prints figures as one JSON object. */
    static void print(Map<String, Long> figures, PrintWriter out) throws IOException {
        StringWriter json = new StringWriter();
        try (JsonGenerator g = new JsonFactory().createGenerator(json)) {
            g.writeStartObject();
            for (Map.Entry<String, Long> figure : figures.entrySet()) {
                g.writeNumberField(figure.getKey(), figure.getValue());
            }
            g.writeEndObject();
        }
        out.println(json);
        out.flush();
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

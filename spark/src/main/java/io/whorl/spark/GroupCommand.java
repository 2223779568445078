package io.whorl.spark;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.whorl.cluster.PairsOptions;
import io.whorl.measure.Measure;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SaveMode;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/**
 * A command that compares all documents.
 *
 * @param <R> what it finds
 */
abstract class GroupCommand<R extends GroupResult> extends SourceCommand {
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
            names = "--common-df",
            paramLabel = "N|none",
            converter = Quantities.Limit.class,
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

    /** Reads the options, before the session is made. */
    abstract BiFunction<Dataset<Row>, Scheme, R> finder();

    /** Finds by the options, of which those of sources and of results have no effect. */
    final R find(Dataset<Row> rows) throws IOException {
        return finder().apply(rows, scheme(rows.sparkSession(), usualScheme()));
    }

    /** The scheme without an option. */
    Scheme usualScheme() {
        return Scheme.builder().build();
    }

    /** The directories that are created beside the result. */
    List<String> otherResults() {
        return List.of();
    }

    /** Writes what is found beside the rows. */
    void writeOthers(R found) {}

    // Not final, so that the public classes have it: javac repeats a public method of a class that is not public.
    @Override
    public Integer call() throws IOException {
        BiFunction<Dataset<Row>, Scheme, R> finder = finder();
        SparkSession session = session(result);
        // Fails before the job starts.
        requireNew(session, result);
        for (String path : otherResults()) {
            requireNew(session, path);
        }
        Dataset<Row> rows = read(session);
        try (R found = finder.apply(rows, scheme(session, usualScheme()))) {
            writeOthers(found);
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

    final long commonDf(long usual) {
        return commonDf == null ? usual : commonDf;
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

package io.whorl.spark;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Option;

/** The options that say what a job reads: tables, or files of a format. */
final class SourceOptions {
    /** The description of a command's sources. */
    static final String SOURCES =
            "Files, directories or patterns of any file system of Hadoop; or tables (--format table).";

    private static final String TABLE = "table";

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
    private String date;

    @Option(
            names = "--min-document",
            paramLabel = "N",
            description = "Leave out documents with fewer words (default: 0).")
    private long minDocument;

    @Option(
            names = "--max-document",
            paramLabel = "SIZE",
            converter = Quantities.Size.class,
            defaultValue = "64m",
            description = "Leave out documents with more bytes of text, up to 1g (default: ${DEFAULT-VALUE}).")
    private long maxDocument;

    @Option(
            names = "--strict",
            description = "Fail, and write nothing, if a row has no id or no text, repeats an id, or cannot be"
                    + " fingerprinted.")
    private boolean strict;

    Dataset<Row> read(SparkSession session, List<String> sources) {
        WhorlSpark.requireVersion(session);
        if (format.equals(TABLE)) {
            return sources.stream()
                    .map(session::table)
                    .reduce(Dataset::unionByName)
                    .orElseThrow();
        }
        return session.read().format(format).options(readerOptions).load(sources.toArray(new String[0]));
    }

    /** Sets the options of all jobs. */
    <O extends ColumnOptions<O>> O applyTo(O options) {
        O set = options.idColumn(id)
                .textColumn(text)
                .minDocument(minDocument)
                .maxDocument(maxDocument)
                .strict(strict);
        return date == null ? set : set.dateColumn(date);
    }
}

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

    Dataset<Row> read(SparkSession session, List<String> sources) {
        if (format.equals(TABLE)) {
            return sources.stream()
                    .map(session::table)
                    .reduce(Dataset::unionByName)
                    .orElseThrow();
        }
        return session.read().format(format).options(readerOptions).load(sources.toArray(new String[0]));
    }

    String id() {
        return id;
    }

    String text() {
        return text;
    }
}

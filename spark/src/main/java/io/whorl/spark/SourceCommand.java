package io.whorl.spark;

import io.whorl.SchemeException;
import io.whorl.preset.Preset;
import io.whorl.scheme.Scheme;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** A command whose job reads tables or files of a format, and fingerprints their texts. */
@Command(abbreviateSynopsis = true)
abstract class SourceCommand extends SparkCommand {
    private static final String TABLE = "table";

    @Parameters(
            index = "1..*",
            arity = "1..*",
            paramLabel = "SOURCE",
            description = "Files, directories or patterns of any file system of Hadoop; or tables (--format table).")
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
            converter = Quantities.Size.class,
            defaultValue = "64m",
            description = "Leave out documents with more bytes of text, up to 1g (default: ${DEFAULT-VALUE}).")
    private long maxDocument;

    @Option(
            names = "--strict",
            description = "Fail, and write nothing, if a row has no id or no text, repeats an id, or cannot be"
                    + " fingerprinted.")
    private boolean strict;

    @ArgGroup(exclusive = false, validate = false, heading = "%nScheme (the rules from text to fingerprint):%n")
    private SchemeOptions scheme = new SchemeOptions();

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

    /** The scheme that the options name, or else the usual one. */
    final Scheme scheme(SparkSession session, Scheme usual) throws IOException {
        return scheme.scheme(session, usual);
    }

    /** The options of the scheme: a preset, or a file with a complete scheme. */
    static final class SchemeOptions {
        @ArgGroup
        private Choice choice = new Choice();

        /** One of the two. */
        private static final class Choice {
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
        }

        /** @throws SchemeException if the file contains no scheme */
        Scheme scheme(SparkSession session, Scheme usual) throws IOException {
            if (choice.file != null) {
                Configuration hadoop = session.sessionState().newHadoopConf();
                return Scheme.fromJson(SetFiles.text(choice.file, hadoop).strip());
            }
            return choice.preset == null ? usual : choice.preset.scheme().build();
        }
    }

    private static final class PresetConverter implements ITypeConverter<Preset> {
        @Override
        public Preset convert(String name) {
            try {
                return Preset.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(
                        "'" + name + "' is not a preset; the presets are near-duplicates and plagiarism");
            }
        }
    }
}

package io.whorl.spark;

import io.whorl.scheme.Scheme;
import java.io.IOException;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Builds a segment set: {@code spark-submit --class io.whorl.spark.Build whorl-spark.jar SET SOURCE...}. */
@Command(
        name = "Build",
        description = "Fingerprints the documents of tables or files on Spark and writes them as a segment set, which"
                + " 'whorl adopt' makes an index.")
public final class Build extends SparkCommand.SourceCommand {
    @Parameters(index = "0", paramLabel = "SET", description = "The directory to create, on any file system of Hadoop.")
    private String set;

    @Option(
            names = "--partition",
            paramLabel = "HOW",
            defaultValue = "range",
            description = "How documents are divided into shards: by range of ids, by a hash of the id, or as the input"
                    + " is partitioned: range, hash or input (default: ${DEFAULT-VALUE}).")
    private Partitioning partitioning;

    @Option(
            names = "--shards",
            paramLabel = "N",
            description = "The largest number of shards, 1 to 2048 (default: one for each core, or for each GiB).")
    private Integer shards;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = Size.class,
            description = "The heap of one task for data that grow with its documents, at least 16m (default: a quarter"
                    + " of the executor's heap, divided by the tasks that it runs at once).")
    private Long memory;

    @Option(names = "--store-text", description = "Store the texts of the documents, compressed.")
    private boolean storeText;

    @Option(names = "--store-fingerprints", description = "Store the fingerprints of the documents.")
    private boolean storeFingerprints;

    @Option(
            names = "--scratch",
            paramLabel = "DIR",
            description = "The directory for temporary files on each worker (default: Spark's local directories).")
    private String scratch = "";

    @Option(names = "--json", description = "Print the report as one JSON object.")
    private boolean json;

    public static void main(String[] arguments) {
        SparkCommand.main(new Build(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        SparkOptions options = sourceOptions()
                .partitioning(partitioning)
                .storeText(storeText)
                .storeFingerprints(storeFingerprints)
                .scratch(scratch);
        options = shards == null ? options : options.shards(shards);
        options = memory == null ? options : options.memory(memory);
        SparkSession session = session(set);
        Scheme rules = scheme.scheme(session, Scheme.builder().build());
        SetReport report = WhorlSpark.build(read(session), rules, options, set);
        print(json ? report.json() : report.lines());
        return 0;
    }
}

package io.whorl.spark;

import io.whorl.SegmentSetException;
import io.whorl.SegmentSetException.Reason;
import io.whorl.internal.Ranges;
import io.whorl.shard.SegmentSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.hadoop.fs.FileSystem;
import org.apache.spark.deploy.SparkHadoopUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Copies a segment set to the local disk: {@code spark-submit --class io.whorl.spark.Fetch whorl-spark.jar SET
 * DIRECTORY}.
 */
@Command(
        name = "Fetch",
        sortOptions = false,
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        description = "Copies a segment set from HDFS or an object store to the local disk and verifies its checksums."
                + " An interrupted copy is continued by the same command.")
public final class Fetch implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "SET", description = "The segment set, on any file system of Hadoop.")
    private String set;

    @Parameters(index = "1", paramLabel = "DIRECTORY", description = "The local directory to create or to continue.")
    private Path directory;

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "4",
            description = "The number of files that are copied at once, 1 to 64 (default: ${DEFAULT-VALUE}).")
    private int threads;

    /** Runs the command. */
    public static void main(String[] arguments) {
        Commands.main(new Fetch(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        Ranges.check("--threads", threads, 1, 64);
        FileSystem files = SetFiles.of(set, SparkHadoopUtil.get().conf());
        SegmentSet fetched = fetch(files, new org.apache.hadoop.fs.Path(set), directory, threads);
        spec.commandLine().getOut().println(ReportText.quoted(directory + ": " + fetched));
        spec.commandLine().getOut().flush();
        return 0;
    }

    /**
     * Copies a set. Files that are there already with the right checksum are kept.
     *
     * @throws SegmentSetException if there is no committed set, if a file does not have the checksum that the set
     *     states, or if the directory has another set or other files
     */
    static SegmentSet fetch(FileSystem files, org.apache.hadoop.fs.Path from, Path to, int threads) throws IOException {
        SegmentSet set = SetFiles.require(files, from);
        if (SegmentSet.isAt(to)) {
            if (!SegmentSet.read(to).equals(set)) {
                throw new SegmentSetException(to, Reason.EXISTS, "it is another segment set; choose another directory");
            }
            set.verify(to);
            return set;
        }
        requireOwn(to, set);
        Files.createDirectories(to);
        new ShardCopies(files, from, to).copy(set, threads);
        set.commit(to);
        return set;
    }

    private static void requireOwn(Path to, SegmentSet set) throws IOException {
        if (!Files.exists(to)) {
            return;
        }
        List<String> shards = set.shards().stream().map(shard -> shard.name()).toList();
        try (var entries = Files.list(to)) {
            if (!entries.allMatch(entry -> shards.contains(entry.getFileName().toString()))) {
                throw new SegmentSetException(to, Reason.EXISTS, "it has other files; choose another directory");
            }
        }
    }
}

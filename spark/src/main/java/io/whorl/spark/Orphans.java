package io.whorl.spark;

import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.spark.deploy.SparkHadoopUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Removes the shards that no segment set names: {@code spark-submit --class io.whorl.spark.Orphans whorl-spark.jar
 * SET...}. A job whose driver was killed leaves them. Files that Whorl did not write are left alone.
 */
@Command(
        name = "Orphans",
        description = "Removes shards that their segment set does not name, and which are older than a given time.")
public final class Orphans extends SparkCommand {
    @Parameters(arity = "1..*", paramLabel = "SET", description = "Directories of segment sets, committed or not.")
    private List<String> sets;

    @Option(
            names = "--older-than",
            paramLabel = "AGE",
            converter = Quantities.Age.class,
            defaultValue = "24h",
            description = "Keep a shard with a file that is younger, such as 90m, 24h or 7d. It must be longer than the"
                    + " longest job: the shards of a job that runs are not named yet (default: ${DEFAULT-VALUE}).")
    private Duration age;

    @Option(names = "--dry-run", description = "Print the orphans, but do not remove them.")
    private boolean dryRun;

    /** Runs the command. */
    public static void main(String[] arguments) {
        SparkCommand.main(new Orphans(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        Instant before = Instant.now().minus(age);
        int failed = 0;
        for (String set : sets) {
            SetFiles files = SetFiles.of(set, SparkHadoopUtil.get().conf());
            for (Path orphan : find(files, before)) {
                boolean removed = !dryRun && files.files().delete(orphan, true);
                failed += removed || dryRun ? 0 : 1;
                print((removed ? "removed " : dryRun ? "orphan " : "could not be removed: ")
                        + quoted(orphan.toString())
                        + System.lineSeparator());
            }
        }
        return failed == 0 ? 0 : 1;
    }

    /** The orphans of a set whose files were all last changed before a time. */
    static List<Path> find(SetFiles set, Instant before) throws IOException {
        if (!set.files().exists(set.set())) {
            throw new FileNotFoundException("no such directory: " + set.set());
        }
        Set<String> committed = set.read()
                .map(value -> value.shards().stream().map(Shard::name).collect(Collectors.toSet()))
                .orElse(Set.of());
        List<Path> orphans = new ArrayList<>();
        for (FileStatus entry : set.list()) {
            String name = entry.getPath().getName();
            boolean shard = entry.isDirectory() && Shard.isName(name) && !committed.contains(name);
            boolean unfinished =
                    entry.isFile() && name.startsWith(SegmentSet.FILE + ".") && name.endsWith(SetFiles.TEMPORARY);
            if ((shard || unfinished) && lastChange(set.files(), entry).isBefore(before)) {
                orphans.add(entry.getPath());
            }
        }
        return orphans;
    }

    private static Instant lastChange(FileSystem files, FileStatus entry) throws IOException {
        long last = entry.getModificationTime();
        if (entry.isDirectory()) {
            for (RemoteIterator<LocatedFileStatus> inside = files.listFiles(entry.getPath(), true);
                    inside.hasNext(); ) {
                last = Math.max(last, inside.next().getModificationTime());
            }
        }
        return Instant.ofEpochMilli(last);
    }
}

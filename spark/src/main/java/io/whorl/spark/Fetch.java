package io.whorl.spark;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.internal.Ranges;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.Orphans.SetFiles;
import io.whorl.store.Checksum;
import io.whorl.store.ParallelTasks;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.IOUtils;
import org.apache.spark.deploy.SparkHadoopUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Copies a segment set to the local disk: {@code spark-submit --class io.whorl.spark.Fetch whorl-spark.jar SET
 * DIRECTORY}.
 */
@Command(
        name = "Fetch",
        description = "Copies a segment set from HDFS or an object store to the local disk and verifies its checksums."
                + " An interrupted copy is continued by the same command.")
public final class Fetch extends SparkCommand {
    /** A file of this suffix is not complete. */
    private static final String PART = ".part";

    private static final int BUFFER = 1 << 20;

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

    public static void main(String[] arguments) {
        SparkCommand.main(new Fetch(), arguments);
    }

    @Override
    public Integer call() throws IOException {
        Ranges.check("--threads", threads, 1, 64);
        SegmentSet fetched = fetch(SetFiles.of(set, SparkHadoopUtil.get().conf()), directory, threads);
        print(quoted(directory + ": " + fetched) + System.lineSeparator());
        return 0;
    }

    /**
     * Copies a set. Files that are there already with the right checksum are kept.
     *
     * @throws RefusedException if there is no committed set, if a file does not have the checksum that the set states,
     *     or if the directory has another set or other files
     */
    private static SegmentSet fetch(SetFiles from, Path to, int threads) throws IOException {
        SegmentSet set = from.read()
                .orElseThrow(() -> new RefusedException(
                        from.set().toString(),
                        Reason.NOT_A_SET,
                        "it has no " + SegmentSet.FILE + "; wait until the job that writes the set has committed it",
                        null));
        if (SegmentSet.isAt(to)) {
            if (!SegmentSet.read(to).equals(set)) {
                throw new RefusedException(to, Reason.EXISTS, "it is another segment set; choose another directory");
            }
            set.verify(to);
            return set;
        }
        requireOwn(to, set);
        Files.createDirectories(to);
        copy(set, from, to, threads);
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
                throw new RefusedException(to, Reason.EXISTS, "it has other files; choose another directory");
            }
        }
    }

    /** Copies the files of all shards, several at once. */
    private static void copy(SegmentSet set, SetFiles from, Path to, int threads) throws IOException {
        List<ParallelTasks.Task> copies = new ArrayList<>();
        for (Shard shard : set.shards()) {
            Path target = Files.createDirectories(to.resolve(shard.name()));
            org.apache.hadoop.fs.Path source = new org.apache.hadoop.fs.Path(from.set(), shard.name());
            for (Shard.File part : shard.files()) {
                org.apache.hadoop.fs.Path remote = new org.apache.hadoop.fs.Path(source, part.name());
                copies.add(() -> copy(part, from.files(), remote, target.resolve(part.name())));
            }
        }
        ParallelTasks.runAll(copies, threads);
    }

    private static void copy(Shard.File part, FileSystem files, org.apache.hadoop.fs.Path source, Path target)
            throws IOException {
        if (Files.exists(target) && matches(part, Checksum.of(target), Files.size(target))) {
            return;
        }
        Path partial = target.resolveSibling(part.name() + PART);
        CheckedInputStream in = new CheckedInputStream(open(files, source), new CRC32C());
        try (in;
                OutputStream out = Files.newOutputStream(partial)) {
            IOUtils.copyBytes(in, out, BUFFER);
        }
        int found = (int) in.getChecksum().getValue();
        long length = Files.size(partial);
        if (!matches(part, found, length)) {
            Files.delete(partial);
            throw damaged(
                    source,
                    "it has " + length + " bytes with the CRC32C " + Integer.toHexString(found) + "; the set says "
                            + part.length() + " and " + Integer.toHexString(part.crc32c()),
                    null);
        }
        Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING);
    }

    private static InputStream open(FileSystem files, org.apache.hadoop.fs.Path source) throws IOException {
        try {
            return files.open(source);
        } catch (FileNotFoundException e) {
            throw damaged(source, "the file is missing", e);
        }
    }

    private static RefusedException damaged(org.apache.hadoop.fs.Path file, String problem, Throwable cause) {
        return new RefusedException(
                file.toString(), Reason.DAMAGED, problem + "; restore the file, or build the set again", cause);
    }

    private static boolean matches(Shard.File part, int checksum, long length) {
        return checksum == part.crc32c() && length == part.length();
    }
}

package io.whorl.spark;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.SetJob.JobName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StreamCapabilities;
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
            converter = Age.class,
            defaultValue = "24h",
            description = "Keep a shard with a file that is younger, such as 90m, 24h or 7d. It must be longer than the"
                    + " longest job: the shards of a job that runs are not named yet (default: ${DEFAULT-VALUE}).")
    private Duration age;

    @Option(names = "--dry-run", description = "Print the orphans, but do not remove them.")
    private boolean dryRun;

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

    /** The directory of a segment set on any file system of Hadoop, and the driver's part in writing it. */
    record SetFiles(FileSystem files, Path set) {
        /** A file of this suffix and a tag of a job before it becomes {@link SegmentSet#FILE}. */
        static final String TEMPORARY = ".tmp";

        static SetFiles of(String set, Configuration hadoop) throws IOException {
            Path path = new Path(set);
            FileSystem files = path.getFileSystem(hadoop);
            // The set has checksums of its own, so files with Hadoop's checksums next to its files have no use.
            return new SetFiles(files instanceof LocalFileSystem local ? local.getRawFileSystem() : files, path);
        }

        /** The entries of the directory; none if it does not exist. */
        List<FileStatus> list() throws IOException {
            try {
                return List.of(files.listStatus(set));
            } catch (FileNotFoundException e) {
                return List.of();
            }
        }

        /** The committed set; empty if the directory has none. */
        Optional<SegmentSet> read() throws IOException {
            Path file = new Path(set, SegmentSet.FILE);
            try (InputStream in = files.open(file)) {
                return Optional.of(SegmentSet.fromJson(in.readAllBytes(), file.toString()));
            } catch (FileNotFoundException e) {
                return Optional.empty();
            }
        }

        static String text(String file, Configuration hadoop) throws IOException {
            Path path = new Path(file);
            try (InputStream in = path.getFileSystem(hadoop).open(path)) {
                return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
        }

        /**
         * Makes the directory.
         *
         * @return false if it was there, and is empty
         * @throws RefusedException if there is something that is not an empty directory
         */
        boolean begin() throws IOException {
            if (!files.exists(set)) {
                return files.mkdirs(set);
            }
            if (!files.getFileStatus(set).isDirectory()) {
                throw exists("it is a file");
            }
            Set<String> names = list().stream().map(e -> e.getPath().getName()).collect(Collectors.toSet());
            if (names.contains(SegmentSet.FILE)) {
                throw exists("it already is a segment set");
            }
            if (!names.isEmpty()) {
                throw exists(
                        names.stream().allMatch(Shard::isName)
                                ? "it has shards of a job that runs, or that was killed; after a kill, remove them"
                                        + " with " + Orphans.class.getName()
                                : "it has other files");
            }
            return false;
        }

        private RefusedException exists(String found) {
            return new RefusedException(set.toString(), Reason.EXISTS, found + "; write to another directory", null);
        }

        /** Commits the set in one step: nobody sees a part of the file. */
        void commit(SegmentSet value, JobName job) throws IOException {
            Path file = new Path(set, SegmentSet.FILE);
            if (files.exists(file)) {
                throw exists("another job has committed a segment set there");
            }
            if (files.hasPathCapability(set, CommonPathCapabilities.ABORTABLE_STREAM)) {
                // An object store: the object appears when the stream is closed, and a rename would be a copy.
                write(file, value.toJson());
                return;
            }
            Path next = new Path(set, SegmentSet.FILE + "." + job.tag() + TEMPORARY);
            write(next, value.toJson());
            boolean renamed;
            try {
                renamed = files.rename(next, file);
            } catch (FileAlreadyExistsException e) {
                renamed = false;
            }
            if (!renamed) {
                files.delete(next, false);
                throw exists("another job has committed a segment set there, or the file system refused a rename to "
                        + file);
            }
        }

        private void write(Path file, byte[] bytes) throws IOException {
            try (FSDataOutputStream out = files.create(file, false)) {
                out.write(bytes);
                if (out.hasCapability(StreamCapabilities.HSYNC)) {
                    out.hsync();
                }
            }
        }

        /** Removes the directories of a job that a set does not name. */
        Cleanup removeOthers(JobName job, Set<String> committed) throws IOException {
            int removed = 0;
            List<String> orphans = new ArrayList<>();
            for (FileStatus entry : list()) {
                String name = entry.getPath().getName();
                if (entry.isDirectory() && Shard.isName(name) && job.owns(name) && !committed.contains(name)) {
                    if (files.delete(entry.getPath(), true)) {
                        removed++;
                    } else {
                        orphans.add(entry.getPath().toString());
                    }
                }
            }
            return new Cleanup(removed, orphans);
        }

        /**
         * Removes all that a job wrote.
         *
         * @param made whether it made the directory
         */
        void abort(JobName job, boolean made) throws IOException {
            removeOthers(job, Set.of());
            if (made && list().isEmpty()) {
                files.delete(set, false);
            }
        }

        /** How many directories were removed, and which could not be. */
        record Cleanup(int removed, List<String> orphans) {}
    }
}

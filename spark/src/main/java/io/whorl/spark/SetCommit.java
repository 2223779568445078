package io.whorl.spark;

import io.whorl.SegmentSetException;
import io.whorl.SegmentSetException.Reason;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.SetJob.JobName;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.StreamCapabilities;
import org.apache.spark.deploy.SparkHadoopUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The driver's part in a set: it makes the directory, commits the set, and removes what the set does not name. */
final class SetCommit {
    /** A file of this suffix and a tag of a job before it becomes {@link SegmentSet#FILE}. */
    static final String TEMPORARY = ".tmp";

    private final FileSystem files;
    private final Path set;
    private final JobName job;
    private boolean made;

    SetCommit(FileSystem files, Path set, JobName job) {
        this.files = files;
        this.set = set;
        this.job = job;
    }

    /**
     * Makes the directory.
     *
     * @throws SegmentSetException if there is something that is not an empty directory
     */
    void begin() throws IOException {
        if (files.exists(set)) {
            if (!files.getFileStatus(set).isDirectory()) {
                throw exists("it is a file");
            }
            List<FileStatus> entries = SetFiles.list(files, set);
            if (!entries.isEmpty()) {
                throw exists(describe(entries));
            }
        } else {
            made = files.mkdirs(set);
        }
    }

    private static String describe(List<FileStatus> entries) {
        Set<String> names = entries.stream().map(e -> e.getPath().getName()).collect(Collectors.toSet());
        if (names.contains(SegmentSet.FILE)) {
            return "it already is a segment set";
        }
        return names.stream().allMatch(Shard::isName)
                ? "it has shards of a job that runs, or that was killed; after a kill, remove them with "
                        + Orphans.class.getName()
                : "it has other files";
    }

    private SegmentSetException exists(String found) {
        return new SegmentSetException(set.toString(), Reason.EXISTS, found + "; write to another directory", null);
    }

    /** Commits the set in one step: nobody sees a part of the file. */
    void commit(SegmentSet value) throws IOException {
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
            throw exists(
                    "another job has committed a segment set there, or the file system refused a rename to " + file);
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

    /**
     * Removes the directories of this job that a set does not name.
     *
     * @return those that could not be removed
     */
    Cleanup removeOthers(Set<String> committed) throws IOException {
        int removed = 0;
        List<String> orphans = new ArrayList<>();
        for (Path shard : SetFiles.shards(files, set)) {
            if (job.owns(shard.getName()) && !committed.contains(shard.getName())) {
                if (files.delete(shard, true)) {
                    removed++;
                } else {
                    orphans.add(shard.toString());
                }
            }
        }
        return new Cleanup(removed, orphans);
    }

    /** Removes all that this job wrote. */
    void abort() throws IOException {
        removeOthers(Set.of());
        if (made && SetFiles.list(files, set).isEmpty()) {
            files.delete(set, false);
        }
    }

    /**
     * What was removed.
     *
     * @param removed directories removed
     * @param orphans directories that could not be removed
     */
    record Cleanup(int removed, List<String> orphans) {}

    /**
     * Removes the shards that no segment set names: {@code spark-submit --class io.whorl.spark.Orphans whorl-spark.jar
     * SET...}. A job whose driver was killed leaves them. Files that Whorl did not write are left alone.
     */
    @Command(
            name = "Orphans",
            sortOptions = false,
            mixinStandardHelpOptions = true,
            versionProvider = Commands.Version.class,
            description = "Removes shards that their segment set does not name, and which are older than a given time.")
    static final class Orphans implements Callable<Integer> {
        @Spec
        private CommandSpec spec;

        @Parameters(arity = "1..*", paramLabel = "SET", description = "Directories of segment sets, committed or not.")
        private List<String> sets;

        @Option(
                names = "--older-than",
                paramLabel = "AGE",
                converter = Quantities.Age.class,
                defaultValue = "24h",
                description =
                        "Keep a shard with a file that is younger, such as 90m, 24h or 7d. It must be longer than the"
                                + " longest job: the shards of a job that runs are not named yet (default: ${DEFAULT-VALUE}).")
        private Duration age;

        @Option(names = "--dry-run", description = "Print the orphans, but do not remove them.")
        private boolean dryRun;

        /** Runs the command. */
        public static void main(String[] arguments) {
            Commands.main(new Orphans(), arguments);
        }

        @Override
        public Integer call() throws IOException {
            PrintWriter out = spec.commandLine().getOut();
            Instant before = Instant.now().minus(age);
            int failed = 0;
            for (String set : sets) {
                FileSystem files = SetFiles.of(set, SparkHadoopUtil.get().conf());
                for (Path orphan : find(files, new Path(set), before)) {
                    boolean removed = !dryRun && files.delete(orphan, true);
                    failed += removed || dryRun ? 0 : 1;
                    out.println((removed ? "removed " : dryRun ? "orphan " : "could not be removed: ")
                            + ReportText.quoted(orphan.toString()));
                }
            }
            out.flush();
            return failed == 0 ? 0 : 1;
        }

        /** The orphans of a set whose files were all last changed before a time. */
        static List<Path> find(FileSystem files, Path set, Instant before) throws IOException {
            if (!files.exists(set)) {
                throw new FileNotFoundException("no such directory: " + set);
            }
            Set<String> committed = SetFiles.read(files, set)
                    .map(value -> value.shards().stream().map(Shard::name).collect(Collectors.toSet()))
                    .orElse(Set.of());
            List<Path> orphans = new ArrayList<>();
            for (FileStatus entry : SetFiles.list(files, set)) {
                String name = entry.getPath().getName();
                boolean shard = entry.isDirectory() && Shard.isName(name) && !committed.contains(name);
                boolean unfinished =
                        entry.isFile() && name.startsWith(SegmentSet.FILE + ".") && name.endsWith(SetCommit.TEMPORARY);
                if ((shard || unfinished) && lastChange(files, entry).isBefore(before)) {
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
}

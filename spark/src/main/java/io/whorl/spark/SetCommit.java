package io.whorl.spark;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import io.whorl.spark.SetJob.JobName;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.StreamCapabilities;

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
     * @throws RefusedException if there is something that is not an empty directory
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

    private RefusedException exists(String found) {
        return new RefusedException(set.toString(), Reason.EXISTS, found + "; write to another directory", null);
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
}

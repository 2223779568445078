package io.whorl.spark;

import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.shard.SegmentSet;
import io.whorl.shard.Shard;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** The directory of a segment set on any file system of Hadoop. */
final class SetFiles {
    private SetFiles() {}

    static FileSystem of(String set, Configuration hadoop) throws IOException {
        FileSystem files = new Path(set).getFileSystem(hadoop);
        // The set has checksums of its own, so files with Hadoop's checksums next to its files have no use.
        return files instanceof LocalFileSystem local ? local.getRawFileSystem() : files;
    }

    /** The entries of a directory; none if it does not exist. */
    static List<FileStatus> list(FileSystem files, Path directory) throws IOException {
        try {
            return List.of(files.listStatus(directory));
        } catch (FileNotFoundException e) {
            return List.of();
        }
    }

    /** The directories with names of shards. */
    static List<Path> shards(FileSystem files, Path set) throws IOException {
        List<Path> shards = new ArrayList<>();
        for (FileStatus entry : list(files, set)) {
            if (entry.isDirectory() && Shard.isName(entry.getPath().getName())) {
                shards.add(entry.getPath());
            }
        }
        return shards;
    }

    /** The committed set; empty if the directory has none. */
    static Optional<SegmentSet> read(FileSystem files, Path set) throws IOException {
        Path file = new Path(set, SegmentSet.FILE);
        try (InputStream in = files.open(file)) {
            return Optional.of(SegmentSet.fromJson(in.readAllBytes(), file.toString()));
        } catch (FileNotFoundException e) {
            return Optional.empty();
        }
    }

    /** @throws RefusedException if the directory has no committed set */
    static SegmentSet require(FileSystem files, Path set) throws IOException {
        return read(files, set)
                .orElseThrow(() -> new RefusedException(
                        set.toString(),
                        Reason.NOT_A_SET,
                        "it has no " + SegmentSet.FILE + "; wait until the job that writes the set has committed it",
                        null));
    }

    /** The text of a small file. */
    static String text(String file, Configuration hadoop) throws IOException {
        Path path = new Path(file);
        try (InputStream in = path.getFileSystem(hadoop).open(path)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}

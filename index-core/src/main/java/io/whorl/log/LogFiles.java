package io.whorl.log;

import io.whorl.agrona.collections.LongArrayList;
import io.whorl.store.FileNames;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;

/** The log files of an index. */
public final class LogFiles {
    private LogFiles() {}

    /**
     * True if the log may contain a commit. A writer commits to a log only after the previous log has ended durably.
     *
     * @param directory the directory of the logs
     */
    public static boolean hasCommits(Path directory, long number) throws IOException {
        try {
            return Files.size(path(directory, number)) > LogHeader.SIZE;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** The path of the log with this number. The file may not exist. */
    public static Path path(Path directory, long number) {
        return directory.resolve(FileNames.log(number));
    }

    /** The numbers of the logs in a directory, ascending. */
    public static LongArrayList numbers(Path directory) throws IOException {
        LongArrayList numbers = new LongArrayList();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                if (FileNames.isLog(name)) {
                    numbers.addLong(FileNames.number(name));
                }
            }
        }
        long[] sorted = numbers.toLongArray();
        Arrays.sort(sorted);
        return new LongArrayList(sorted, sorted.length, LongArrayList.DEFAULT_NULL_VALUE);
    }
}

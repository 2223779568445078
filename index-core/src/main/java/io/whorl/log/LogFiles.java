package io.whorl.log;

import io.whorl.store.FileNames;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import org.agrona.collections.LongArrayList;

/** The names of logs, and how their files are read, written and made durable. */
public final class LogFiles {
    private LogFiles() {}

    /**
     * Whether anything was ever committed to a log. A writer commits to a log only when the one before has ended,
     * durably.
     *
     * @param directory where logs are kept
     */
    public static boolean hasCommits(Path directory, long number) throws IOException {
        try {
            return Files.size(path(directory, number)) > LogHeader.SIZE;
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    /** Where the log of this number is, if there is one. */
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

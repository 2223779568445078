package io.whorl.log;

import io.whorl.store.FileNames;
import io.whorl.store.IndexFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

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
    public static List<Long> numbers(Path directory) throws IOException {
        return IndexFiles.names(directory).stream()
                .filter(FileNames::isLog)
                .map(FileNames::number)
                .sorted()
                .toList();
    }
}

package io.whorl.log;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The names of logs, and how their files are read, written and made durable. */
public final class LogFiles {
    private static final Pattern LOG = Pattern.compile("log-(\\d{6,18})\\.wal");

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
        return directory.resolve(String.format(Locale.ROOT, "log-%06d.wal", number));
    }

    /** The numbers of the logs in a directory, ascending. */
    public static List<Long> numbers(Path directory) throws IOException {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Matcher m = LOG.matcher(file.getFileName().toString());
                if (m.matches()) {
                    numbers.add(Long.parseLong(m.group(1)));
                }
            }
        }
        numbers.sort(null);
        return numbers;
    }

    /** Reads until the buffer is full or the file ends. */
    static void read(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        long from = at;
        for (int n = 0; n >= 0 && bytes.hasRemaining(); from += n) {
            n = channel.read(bytes, from);
        }
    }

    static void write(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        for (long to = at; bytes.hasRemaining(); ) {
            to += channel.write(bytes, to);
        }
    }

    /** Makes the names in a directory durable; a file's own force does not cover its name. */
    static void force(Path directory) throws IOException {
        try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (AccessDeniedException e) {
            // Windows does not open directories; there names are journaled.
        }
    }
}

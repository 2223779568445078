package io.whorl.cli;

import static io.whorl.store.Channels.orElse;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import java.util.Optional;

/**
 * A list that the user gives, with a value in each line. All lines are checked before the first value is used, and each
 * is read again when it is used. So the list takes no heap, however long it is. One that can be read only once, such as
 * standard input, goes to a scratch file. One thread.
 */
final class ListFile<T> implements Iterable<T>, Closeable {
    final Path source;
    private final FileChannel file;
    private final Line<T> line;
    private long size;

    public interface Line<T> {
        /**
         * Makes a value of a line; nothing if the line is to be ignored.
         *
         * @throws FailedException if it is not a value
         */
        Optional<T> parse(String text, long number) throws IOException;
    }

    private ListFile(Path source, FileChannel file, Line<T> line) {
        this.source = source;
        this.file = file;
        this.line = line;
    }

    /**
     * Checks all lines.
     *
     * @param source UTF-8, or {@code -} for standard input
     * @throws FailedException if a line is not a value, or is too long
     */
    public static <T> ListFile<T> open(Path source, Streams streams, Line<T> line) throws IOException {
        ListFile<T> list = new ListFile<>(source, file(source, streams), line);
        return orElse(list, () -> {
            LineReader lines = list.lines();
            while (list.next(lines).isPresent()) {
                list.size++;
            }
            return list;
        });
    }

    private static FileChannel file(Path source, Streams streams) throws IOException {
        if (SourceCheck.isStandardInput(source)) {
            return copy(streams.in());
        }
        LineReader.refuseDirectory(source);
        if (Files.isRegularFile(source)) {
            return FileChannel.open(source);
        }
        try (InputStream in = Files.newInputStream(source)) {
            return copy(in);
        }
    }

    /** Returns a copy without a name, where the system has such files: nothing remains after a kill. */
    private static FileChannel copy(InputStream in) throws IOException {
        Path file = Files.createTempFile("whorl-", ".list");
        FileChannel copy = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        return orElse(copy, () -> {
            in.transferTo(Channels.newOutputStream(copy));
            return copy;
        });
    }

    public long size() {
        return size;
    }

    /**
     * Reads the list once more, so that an iterator that was made before cannot be used. It throws an
     * {@link UncheckedIOException} if the file cannot be read, or has changed and a line is no value.
     */
    @Override
    public Iterator<T> iterator() {
        try {
            LineReader lines = lines();
            return Lookahead.of(() -> next(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads from the beginning. The reader is not closed, because the file stays open. */
    private LineReader lines() throws IOException {
        return new LineReader(source, Channels.newInputStream(file.position(0)), LineReader.LONGEST);
    }

    private Optional<T> next(LineReader lines) throws IOException {
        for (Optional<String> text = lines.next(); text.isPresent(); text = lines.next()) {
            Optional<T> value = line.parse(text.get(), lines.number());
            if (value.isPresent()) {
                return value;
            }
        }
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

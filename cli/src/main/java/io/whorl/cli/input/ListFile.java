package io.whorl.cli.input;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Streams;
import io.whorl.cli.option.LineReader;
import io.whorl.cli.option.OutputCheck.SourceCheck;
import io.whorl.cli.passages.Lookahead;
import io.whorl.store.ScratchSpace;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Optional;

/**
 * A list that the user gives, with a value in each line. All lines are checked before the first value is used, and each
 * is read again when it is used. So the list takes no heap, however long it is. One that can be read only once, such as
 * standard input, goes to a scratch file. One thread.
 */
public final class ListFile<T> implements Iterable<T>, Closeable {
    private static final int BLOCK = 1 << 16;
    /** The disk space that a scratch file leaves free. */
    private static final long RESERVE = 64L << 20;

    private final Path source;
    private final Optional<TempFile> copy;
    private final Line<T> line;
    private Optional<LineReader> reader = Optional.empty();
    private long size;

    public interface Line<T> {
        /**
         * Makes a value of a line; nothing if the line is to be ignored.
         *
         * @param number the number of the line, from 1
         * @throws FailedException if it is not a value
         */
        Optional<T> parse(String text, long number) throws IOException;
    }

    private ListFile(Path source, Optional<TempFile> copy, Line<T> line) {
        this.source = source;
        this.copy = copy;
        this.line = line;
    }

    /**
     * Checks all lines.
     *
     * @param source UTF-8, or {@code -} for standard input
     * @throws FailedException if a line is not a value, or is too long
     */
    public static <T> ListFile<T> open(Path source, Streams streams, Line<T> line) throws IOException {
        if (SourceCheck.isStandardInput(source)) {
            return check(source, Optional.of(copy(streams.in())), line);
        }
        if (!Files.exists(source)) {
            throw new NoSuchFileException(source.toString());
        }
        if (Files.isRegularFile(source) || Files.isDirectory(source)) {
            return check(source, Optional.empty(), line);
        }
        try (InputStream in = Files.newInputStream(source)) {
            return check(source, Optional.of(copy(in)), line);
        }
    }

    private static TempFile copy(InputStream in) throws IOException {
        TempFile copy = new TempFile(new ScratchSpace(Path.of(System.getProperty("java.io.tmpdir")), RESERVE));
        try {
            byte[] block = new byte[BLOCK];
            for (int n = in.read(block); n >= 0; n = in.read(block)) {
                copy.append(ByteBuffer.wrap(block, 0, n));
            }
            return copy;
        } catch (IOException | RuntimeException e) {
            copy.close();
            throw e;
        }
    }

    private static <T> ListFile<T> check(Path source, Optional<TempFile> copy, Line<T> line) throws IOException {
        ListFile<T> list = new ListFile<>(source, copy, line);
        try {
            LineReader lines = list.start();
            while (list.next(lines).isPresent()) {
                list.size++;
            }
            return list;
        } catch (IOException | RuntimeException e) {
            list.close();
            throw e;
        }
    }

    public Path source() {
        return source;
    }

    public long size() {
        return size;
    }

    /**
     * Reads the list once more. An iterator that was made before ends. It throws an {@link UncheckedIOException} if the
     * file cannot be read, or has changed and a line is no value.
     */
    @Override
    public Iterator<T> iterator() {
        try {
            LineReader lines = start();
            return Lookahead.of(() -> next(lines));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LineReader start() throws IOException {
        closeReader();
        LineReader lines = copy.isPresent()
                ? new LineReader(source, new ScratchInput(copy.get()), LineReader.LONGEST)
                : LineReader.open(source, LineReader.LONGEST);
        reader = Optional.of(lines);
        return lines;
    }

    private Optional<T> next(LineReader lines) throws IOException {
        for (Optional<String> text = lines.next(); text.isPresent(); text = lines.next()) {
            Optional<T> value = line.parse(text.get(), lines.number());
            if (value.isPresent()) {
                return value;
            }
        }
        closeReader();
        return Optional.empty();
    }

    private void closeReader() throws IOException {
        if (reader.isPresent()) {
            reader.get().close();
            reader = Optional.empty();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            closeReader();
        } finally {
            TempFile.close(copy);
        }
    }

    private static final class ScratchInput extends InputStream {
        private final TempFile file;
        private long at;

        ScratchInput(TempFile file) {
            this.file = file;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : Byte.toUnsignedInt(one[0]);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int n = (int) Math.min(length, file.size() - at);
            if (n <= 0) {
                return length == 0 ? 0 : -1;
            }
            file.read(at, ByteBuffer.wrap(bytes, from, n));
            at += n;
            return n;
        }
    }
}

package io.whorl.cli;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.FilterReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Reads lines of UTF-8 of a limited length. A line ends with LF, CR, or both. A byte order mark before the first one is
 * no part of it.
 */
final class LineReader implements Closeable {
    /**
     * The characters of a line of a user's list: more than an id, than an id and a date, or than two names of files.
     */
    public static final int LONGEST = 1 << 18;

    private static final String BYTE_ORDER_MARK = "\ufeff";

    private final Path source;
    private final BufferedReader in;
    private final int longest;
    private long number;

    /**
     * @param source the name of the file, for messages
     * @param longest the largest number of characters of a line
     */
    public LineReader(Path source, InputStream in, int longest) {
        this.source = source;
        // The decoder of a reader that is made with a CharsetDecoder reports malformed bytes.
        this.in = new BufferedReader(new Bounded(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder())));
        this.longest = longest;
    }

    public static LineReader open(Path file, int longest) throws IOException {
        refuseDirectory(file);
        return new LineReader(file, Files.newInputStream(file), longest);
    }

    static void refuseDirectory(Path file) throws FailedException {
        if (Files.isDirectory(file)) {
            throw new FailedException(file + " is a directory; give the name of a file");
        }
    }

    /**
     * Returns the next line without its end, or nothing after the last one.
     *
     * @throws FailedException if the line is too long, or the file is not UTF-8
     */
    public Optional<String> next() throws IOException {
        try {
            String line = in.readLine();
            boolean marked = number == 0 && line != null && line.startsWith(BYTE_ORDER_MARK);
            number += line == null ? 0 : 1;
            return Optional.ofNullable(marked ? line.substring(1) : line);
        } catch (CharacterCodingException e) {
            throw new FailedException(source + " is not UTF-8 after line " + number, e);
        }
    }

    /** Fails within a line that is too long. The lines before it have been read then, because a buffer is shorter. */
    private final class Bounded extends FilterReader {
        private int length;

        Bounded(Reader in) {
            super(in);
        }

        @Override
        public int read(char[] characters, int from, int most) throws IOException {
            int n = in.read(characters, from, most);
            for (int i = from; i < from + n; i++) {
                length = characters[i] == '\n' || characters[i] == '\r' ? 0 : length + 1;
                if (length > longest) {
                    throw new FailedException(
                            source + ", line " + (number + 1) + " has more than " + longest + " characters");
                }
            }
            return n;
        }
    }

    /** Returns the number of the last line, from 1. */
    public long number() {
        return number;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

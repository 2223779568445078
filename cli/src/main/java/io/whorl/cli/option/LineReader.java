package io.whorl.cli.option;

import io.whorl.cli.console.FailedException;
import java.io.Closeable;
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
public final class LineReader implements Closeable {
    /**
     * The characters of a line of a user's list: more than an id, than an id and a date, or than two names of files.
     */
    public static final int LONGEST = 1 << 18;

    private static final int BUFFER = 1 << 13;
    private static final char BYTE_ORDER_MARK = '\ufeff';

    private final Path source;
    private final Reader in;
    private final int longest;
    private final StringBuilder line = new StringBuilder();
    private final char[] buffer = new char[BUFFER];
    private int at;
    private int filled;
    private boolean afterReturn;
    private long number;

    /**
     * @param source the name of the file, for messages
     * @param longest the largest number of characters of a line
     */
    public LineReader(Path source, InputStream in, int longest) {
        this.source = source;
        // The decoder of a reader that is made with a CharsetDecoder reports malformed bytes.
        this.in = new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder());
        this.longest = longest;
    }

    /**
     * Opens a file.
     *
     * @throws FailedException if it is a directory
     */
    public static LineReader open(Path file, int longest) throws IOException {
        if (Files.isDirectory(file)) {
            throw new FailedException(file + " is a directory; give the name of a file");
        }
        return new LineReader(file, Files.newInputStream(file), longest);
    }

    /**
     * Returns the next line without its end, or nothing after the last one.
     *
     * @throws FailedException if the line is too long, or the file is not UTF-8
     */
    public Optional<String> next() throws IOException {
        try {
            return read();
        } catch (CharacterCodingException e) {
            throw new FailedException(source + " is not UTF-8 after line " + number, e);
        }
    }

    private Optional<String> read() throws IOException {
        line.setLength(0);
        int c = character();
        if (afterReturn && c == '\n' || number == 0 && c == BYTE_ORDER_MARK) {
            c = character();
        }
        afterReturn = false;
        if (c < 0) {
            return Optional.empty();
        }
        for (; c >= 0 && c != '\n' && c != '\r'; c = character()) {
            if (line.length() == longest) {
                throw new FailedException(
                        source + ", line " + (number + 1) + " has more than " + longest + " characters");
            }
            line.append((char) c);
        }
        afterReturn = c == '\r';
        number++;
        return Optional.of(line.toString());
    }

    /** Returns the next character, or -1 at the end. */
    private int character() throws IOException {
        if (at == filled) {
            at = 0;
            filled = Math.max(0, in.read(buffer));
            if (filled == 0) {
                return -1;
            }
        }
        return buffer[at++];
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

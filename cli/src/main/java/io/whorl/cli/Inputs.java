package io.whorl.cli;

import io.whorl.corpus.Texts;
import io.whorl.corpus.format.UnreadableTextException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/** Texts named on the command line: files, or {@code -} for standard input. */
final class Inputs {
    static final String STANDARD_INPUT = "-";
    private static final long MOST_BYTES = 2_000_000_000;
    private static final int DECODED_AT_ONCE = 1 << 13;

    private Inputs() {}

    /** A file given by name is known by its file name. */
    static String id(String input) {
        Path name = input.equals(STANDARD_INPUT) ? null : Path.of(input).getFileName();
        return name == null ? input : name.toString();
    }

    /** Looks at all before any is read, so that a slip of the pen costs no half-done work. */
    static void check(List<String> inputs) throws IOException {
        for (String input : inputs) {
            if (input.equals(STANDARD_INPUT)) {
                continue;
            }
            Path file = Path.of(input);
            if (!Files.exists(file)) {
                throw new NoSuchFileException(input);
            }
            if (Files.isDirectory(file)) {
                throw new FailedException(input + " is a directory, and a text file is wanted");
            }
        }
    }

    /** The document's text; tells where it is not UTF-8, for then its words may not be what they seem. */
    static byte[] read(String input, Streams streams, Texts texts) throws IOException {
        byte[] bytes;
        try {
            bytes = texts.of(id(input), bytes(input, streams.in()));
        } catch (UnreadableTextException e) {
            throw new FailedException(input + " has no text that can be read: " + e.getMessage());
        }
        if (!isUtf8(bytes)) {
            streams.tell("warning: " + id(input) + " is not all UTF-8; malformed bytes are read as U+FFFD");
        }
        return bytes;
    }

    private static byte[] bytes(String input, InputStream standardInput) throws IOException {
        if (input.equals(STANDARD_INPUT)) {
            return standardInput.readAllBytes();
        }
        Path file = Path.of(input);
        if (Files.size(file) > MOST_BYTES) {
            throw new FailedException(input + " is larger than " + MOST_BYTES + " bytes, the most a text may have");
        }
        return Files.readAllBytes(file);
    }

    private static boolean isUtf8(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(DECODED_AT_ONCE);
        CoderResult result;
        do {
            out.clear();
            result = decoder.decode(in, out, true);
        } while (result.isOverflow());
        return !result.isError();
    }

    static boolean repeatsStandardInput(List<String> inputs) {
        return inputs.stream().filter(STANDARD_INPUT::equals).count() > 1;
    }
}

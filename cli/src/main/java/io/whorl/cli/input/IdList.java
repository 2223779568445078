package io.whorl.cli.input;

import io.whorl.cli.console.FailedException;
import io.whorl.cli.console.Streams;
import io.whorl.cli.option.SourceCheck;
import io.whorl.store.DocumentId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Document ids in a file, one per line. */
public final class IdList {
    private IdList() {}

    /**
     * Reads the ids of a file. Empty lines are ignored.
     *
     * @param source UTF-8, or {@code -} for standard input
     * @throws FailedException if a line is not an id, with the number of the line
     */
    public static List<String> read(Path source, Streams streams) throws IOException {
        if (SourceCheck.isStandardInput(source)) {
            return read(source, streams.in());
        }
        if (!Files.exists(source)) {
            throw new NoSuchFileException(source.toString());
        }
        try (InputStream in = Files.newInputStream(source)) {
            return read(source, in);
        }
    }

    private static List<String> read(Path source, InputStream in) throws IOException {
        // The decoder of a reader that is made with a CharsetDecoder reports malformed bytes.
        BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8.newDecoder()));
        List<String> ids = new ArrayList<>();
        int number = 0;
        try {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                number++;
                if (!line.isEmpty()) {
                    DocumentId.utf8(line);
                    ids.add(line);
                }
            }
        } catch (CharacterCodingException e) {
            throw new FailedException(source + " is not UTF-8 after line " + number);
        } catch (IllegalArgumentException e) {
            throw new FailedException(source + ", line " + number + ": " + e.getMessage());
        }
        return ids;
    }
}

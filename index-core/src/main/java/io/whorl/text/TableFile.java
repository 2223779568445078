package io.whorl.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Reads a frozen table in the jar: lines of fields that are separated by a space. Comments begin with #. */
final class TableFile {
    private TableFile() {}

    /** The fields of each line, without comments. */
    static List<String[]> lines(String name) {
        try (InputStream in = TableFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is missing in the package of " + TableFile.class.getName()
                        + "; the jar is incomplete, install it again");
            }
            return new BufferedReader(new InputStreamReader(in, StandardCharsets.US_ASCII))
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" "))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The code point in a field, which is hexadecimal. */
    static int codePoint(String field) {
        return Integer.parseInt(field, 16);
    }
}

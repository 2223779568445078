package io.whorl.lab.grid;

import io.whorl.lab.model.LabException;
import io.whorl.scheme.Selection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Parses {@code NAME[:key=value,...]}, as in {@code --selection}. A value {@code @FILE} is replaced by the lines of the
 * file.
 */
public record SelectionText(Path folder) {
    /** @throws LabException if the text has another form */
    public Selection read(String text) throws IOException {
        int colon = text.indexOf(':');
        if (colon < 0) {
            return Selection.of(text);
        }
        Map<String, String> parameters = new TreeMap<>();
        for (String part : text.substring(colon + 1).split(",", -1)) {
            int equals = part.indexOf('=');
            if (equals < 1 || parameters.put(part.substring(0, equals), value(part.substring(equals + 1))) != null) {
                throw new LabException(
                        "selection is '" + text + "'; it must be NAME or NAME:key=value,key=value with distinct keys");
            }
        }
        return new Selection(text.substring(0, colon), parameters);
    }

    private String value(String text) throws IOException {
        if (!text.startsWith("@")) {
            return text;
        }
        Path file = folder.resolve(text.substring(1));
        if (!Files.isRegularFile(file)) {
            throw new LabException("there is no file " + file + " for '" + text + "'");
        }
        return Files.readAllLines(file).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(Collectors.joining("|"));
    }
}

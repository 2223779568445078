package io.whorl.corpus.internal.text;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads tables of names in resources beside this class. Lines that begin with # are comments. */
final class NameTable {
    private NameTable() {}

    /** Reads lines of a name, a space and a value, in their order. Values of the same name are joined by spaces. */
    static Map<String, String> lines(String resource) {
        Map<String, String> table = new LinkedHashMap<>();
        for (String line : read(resource)) {
            int space = line.indexOf(' ');
            table.merge(line.substring(0, space), line.substring(space + 1), (a, b) -> a + " " + b);
        }
        return table;
    }

    /** Reads lines of a name and words. */
    static Map<String, Set<String>> sets(String resource) {
        Map<String, Set<String>> sets = new HashMap<>();
        lines(resource).forEach((name, words) -> sets.put(name, Set.of(words.split(" "))));
        return sets;
    }

    /** Reads lines of a value and words, and returns the value of each word. */
    static Map<String, String> valuesByWord(String resource) {
        Map<String, String> values = new HashMap<>();
        lines(resource).forEach((value, words) -> Set.of(words.split(" ")).forEach(word -> values.put(word, value)));
        return values;
    }

    /** Reads names and values in turn, separated by white space. */
    static Map<String, String> pairs(String resource) {
        String[] words = String.join(" ", read(resource)).split(" ");
        Map<String, String> table = new HashMap<>();
        for (int i = 0; i < words.length; i += 2) {
            table.put(words[i], words[i + 1]);
        }
        return table;
    }

    private static List<String> read(String resource) {
        try (BufferedReader in = new BufferedReader(
                new InputStreamReader(NameTable.class.getResourceAsStream(resource), StandardCharsets.UTF_8))) {
            return in.lines().filter(line -> !line.startsWith("#")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.whorl.corpus.internal.text;

import java.util.HashMap;
import java.util.Map;

/** The strings and number registers of a document. The total size of inserted values is bounded. */
final class TroffVariables {
    private static final int MAX_VARIABLES = 10_000;
    private static final int MAX_LENGTH = 256;
    private static final Map<String, String> PREDEFINED = Map.ofEntries(
            Map.entry("R", "\u00ae"),
            Map.entry("Tm", "\u2122"),
            Map.entry("lq", "\u201c"),
            Map.entry("rq", "\u201d"),
            Map.entry("Lq", "\u201c"),
            Map.entry("Rq", "\u201d"),
            Map.entry("Aq", "'"),
            Map.entry("q", "\""),
            Map.entry("-", "\u2014"),
            Map.entry("Q", "\u201c"),
            Map.entry("U", "\u201d"),
            Map.entry("Ba", "|"),
            Map.entry("Ge", ">="),
            Map.entry("Le", "<="),
            Map.entry("Gt", ">"),
            Map.entry("Lt", "<"),
            Map.entry("Am", "&"));

    private final Map<String, String> strings = new HashMap<>(PREDEFINED);
    private final Map<String, Integer> registers = new HashMap<>(Map.of(".g", 1));
    private long budget;

    TroffVariables(int size) {
        budget = size + 1_000L;
    }

    void string(String name, String value, boolean appended) {
        String whole = appended ? strings.getOrDefault(name, "") + value : value;
        if (strings.size() < MAX_VARIABLES || strings.containsKey(name)) {
            strings.put(name, whole.substring(0, Math.min(whole.length(), MAX_LENGTH)));
        }
    }

    String string(String name) {
        return repeated(strings.getOrDefault(name, ""));
    }

    /** Returns a value that is inserted again; empty once the insertions exceed the size of the document. */
    String repeated(String value) {
        budget -= value.length();
        return budget < 0 ? "" : value;
    }

    boolean isString(String name) {
        return strings.containsKey(name);
    }

    void register(String name, String value) {
        boolean relative = value.startsWith("+") || value.startsWith("-");
        int number = TroffCondition.number(value);
        if (registers.size() < MAX_VARIABLES || registers.containsKey(name)) {
            registers.put(name, relative ? register(name) + number : number);
        }
    }

    int register(String name) {
        return registers.getOrDefault(name, 0);
    }
}

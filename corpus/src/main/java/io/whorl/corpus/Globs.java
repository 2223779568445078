package io.whorl.corpus;

import java.util.List;
import java.util.regex.Pattern;

/**
 * Patterns of ids, as {@link java.nio.file.FileSystem#getPathMatcher} has them for paths, on every system alike:
 * {@code *} stands for any characters but {@code /}, {@code **} for any, {@code ?} for one but {@code /}, {@code [a-c]}
 * and {@code [!a-c]} for one of these or of the others, <code>{a,b}</code> for either; a backslash takes the meaning
 * from what follows. A pattern stands for the whole id: {@code **.txt} are all texts, {@code *.txt} those in no folder.
 * Capitals matter.
 */
public final class Globs {
    private final List<String> patterns;
    private final List<Pattern> compiled;

    private Globs(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
        compiled = this.patterns.stream().map(GlobSyntax::compile).toList();
    }

    /** @throws IllegalArgumentException if one of them has a bracket without its partner or an empty one */
    public static Globs of(List<String> patterns) {
        return new Globs(patterns);
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** Whether any of them stands for this id. */
    public boolean match(String id) {
        for (Pattern pattern : compiled) {
            if (pattern.matcher(id).matches()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Globs globs && patterns.equals(globs.patterns);
    }

    @Override
    public int hashCode() {
        return patterns.hashCode();
    }

    @Override
    public String toString() {
        return patterns.toString();
    }
}

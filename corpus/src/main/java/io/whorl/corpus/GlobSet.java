package io.whorl.corpus;

import java.util.List;

/** Globs of document ids, as {@link ReaderOptions.Builder#include} describes them. Immutable. */
record GlobSet(List<String> patterns, List<Glob> compiled) {
    /** @throws IllegalArgumentException if a glob has an unbalanced or empty bracket */
    static GlobSet of(List<String> patterns) {
        List<String> copy = List.copyOf(patterns);
        return new GlobSet(copy, copy.stream().map(Glob::of).toList());
    }

    boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** True if one of the globs matches this id. */
    boolean matches(String id) {
        for (Glob glob : compiled) {
            if (glob.matches(id)) {
                return true;
            }
        }
        return false;
    }

    /** Compiled globs have no equality of their own. */
    @Override
    public boolean equals(Object other) {
        return other instanceof GlobSet globs && patterns.equals(globs.patterns);
    }

    @Override
    public int hashCode() {
        return patterns.hashCode();
    }
}

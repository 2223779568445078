package io.whorl.corpus;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** Globs of document ids, as {@link ReaderOptions#include} describes them. Immutable. */
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

    /**
     * A compiled glob. A match takes time in proportion to the length of the glob times that of the text at most,
     * whatever their content, because all ways to match are followed at once. Immutable.
     */
    private static final class Glob {
        private static final int[] NOWHERE = {};

        /**
         * A state of the matcher.
         *
         * @param accepts the characters that lead on
         * @param repeats whether they lead to this state again, and not to the next one
         * @param free later states that are reached without a character
         */
        private record State(IntPredicate accepts, boolean repeats, int[] free) {}

        private final List<State> states;

        private Glob(List<State> states) {
            this.states = List.copyOf(states);
        }

        /** @throws IllegalArgumentException if a bracket is unbalanced or empty */
        static Glob of(String glob) {
            return new Glob(new Compiler(glob).compile());
        }

        /** True if the whole text matches. */
        boolean matches(String text) {
            boolean[] now = new boolean[states.size() + 1];
            now[0] = true;
            int at = 0;
            boolean alive = true;
            while (alive && at < text.length()) {
                int c = text.codePointAt(at);
                at += Character.charCount(c);
                boolean[] next = new boolean[now.length];
                alive = advance(now, c, next);
                now = next;
            }
            advance(now, -1, new boolean[now.length]);
            return now[states.size()];
        }

        /** States that are reached without a character are later ones, so one pass finds them all. */
        private boolean advance(boolean[] now, int c, boolean[] next) {
            boolean alive = false;
            for (int i = 0; i < states.size(); i++) {
                if (now[i]) {
                    State state = states.get(i);
                    for (int free : state.free) {
                        now[free] = true;
                    }
                    if (state.accepts.test(c)) {
                        next[state.repeats ? i : i + 1] = true;
                        alive = true;
                    }
                }
            }
            return alive;
        }

        private static final class Compiler {
            private final String glob;
            private final List<State> states = new ArrayList<>();
            /** Where the alternatives in braces begin; empty outside of braces. */
            private final List<Integer> alternatives = new ArrayList<>();

            private int at;

            Compiler(String glob) {
                this.glob = glob;
            }

            List<State> compile() {
                while (at < glob.length()) {
                    next(take());
                }
                if (!alternatives.isEmpty()) {
                    throw invalid("a { without }");
                }
                return states;
            }

            private int take() {
                int c = glob.codePointAt(at);
                at += Character.charCount(c);
                return c;
            }

            private void next(int c) {
                boolean inBraces = !alternatives.isEmpty();
                if (c == '*') {
                    boolean across = at < glob.length() && glob.charAt(at) == '*';
                    at += across ? 1 : 0;
                    states.add(new State(
                            across ? any -> any >= 0 : Compiler::inName, true, new int[] {states.size() + 1}));
                } else if (c == '?') {
                    one(Compiler::inName);
                } else if (c == '[') {
                    one(characters());
                } else if (c == '{') {
                    if (inBraces) {
                        throw invalid("a { within { }");
                    }
                    alternative();
                } else if (c == ',' && inBraces) {
                    alternative();
                } else if (c == '}' && inBraces) {
                    alternative();
                    close();
                } else if (c == '\\') {
                    if (at == glob.length()) {
                        throw invalid("a backslash with nothing behind it");
                    }
                    literal(take());
                } else {
                    literal(c);
                }
            }

            private static boolean inName(int c) {
                return c >= 0 && c != '/';
            }

            private void one(IntPredicate accepts) {
                states.add(new State(accepts, false, NOWHERE));
            }

            private void literal(int c) {
                one(other -> other == c);
            }

            /** Begins an alternative by a state that is replaced when all alternatives are known. */
            private void alternative() {
                alternatives.add(states.size());
                literal(-1);
            }

            /** The first place leads to all alternatives, and the place after each of them to the end. */
            private void close() {
                int end = states.size() - 1;
                int[] begins = new int[alternatives.size() - 1];
                for (int i = 0; i < begins.length; i++) {
                    begins[i] = alternatives.get(i) + 1;
                    states.set(alternatives.get(i + 1), free(end + 1));
                }
                states.set(alternatives.get(0), free(begins));
                alternatives.clear();
            }

            private static State free(int... later) {
                return new State(none -> false, false, later);
            }

            private IntPredicate characters() {
                int end = glob.indexOf(']', at + 1);
                if (end < 0) {
                    throw invalid("a [ without ]");
                }
                boolean others = glob.charAt(at) == '!';
                int[] set =
                        glob.substring(at + (others ? 1 : 0), end).codePoints().toArray();
                if (set.length == 0) {
                    throw invalid("an empty [ ]");
                }
                at = end + 1;
                List<int[]> ranges = new ArrayList<>();
                for (int i = 0; i < set.length; i++) {
                    boolean range = i + 2 < set.length && set[i + 1] == '-';
                    int last = range ? set[i + 2] : set[i];
                    if (set[i] > last) {
                        throw invalid("a range from a later character to an earlier");
                    }
                    ranges.add(new int[] {set[i], last});
                    i += range ? 2 : 0;
                }
                return c -> inName(c) && ranges.stream().anyMatch(r -> r[0] <= c && c <= r[1]) != others;
            }

            private IllegalArgumentException invalid(String what) {
                return new IllegalArgumentException("the pattern " + glob + " has " + what);
            }
        }
    }
}

package io.whorl.corpus;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/** Globs of document ids, as {@link ReaderOptions#include} describes them. Immutable. */
record GlobSet(List<String> patterns, List<List<Piece>> compiled) {
    /**
     * A piece of a glob. A match takes time in proportion to the length of the glob times that of the text, whatever
     * their content, because a piece is matched at all places at once.
     */
    private interface Piece {
        /** The places of the text where a match of the piece ends that begins at one of these places. */
        BitSet after(int[] text, BitSet begins);
    }

    /** One of the characters. */
    private static Piece one(IntPredicate accepts) {
        return (text, begins) -> {
            BitSet ends = new BitSet();
            for (int at = begins.nextSetBit(0); at >= 0 && at < text.length; at = begins.nextSetBit(at + 1)) {
                ends.set(at + 1, accepts.test(text[at]));
            }
            return ends;
        };
    }

    /** Any number of the characters. */
    private static Piece many(IntPredicate accepts) {
        return (text, begins) -> {
            BitSet ends = new BitSet();
            boolean matches = false;
            for (int at = 0; at <= text.length; at++) {
                matches = begins.get(at) || matches && accepts.test(text[at - 1]);
                ends.set(at, matches);
            }
            return ends;
        };
    }

    private static Piece either(List<List<Piece>> alternatives) {
        return (text, begins) -> {
            BitSet ends = new BitSet();
            alternatives.forEach(pieces -> ends.or(after(pieces, text, begins)));
            return ends;
        };
    }

    private static BitSet after(List<Piece> pieces, int[] text, BitSet begins) {
        BitSet at = begins;
        for (int i = 0; i < pieces.size() && !at.isEmpty(); i++) {
            at = pieces.get(i).after(text, at);
        }
        return at;
    }

    /** @throws IllegalArgumentException if a glob has an unbalanced or empty bracket */
    static GlobSet of(List<String> patterns) {
        List<String> copy = List.copyOf(patterns);
        return new GlobSet(
                copy, copy.stream().map(glob -> new Parser(glob).parse()).toList());
    }

    boolean isEmpty() {
        return patterns.isEmpty();
    }

    /** True if one of the globs matches the whole id. */
    boolean matches(String id) {
        int[] text = id.codePoints().toArray();
        BitSet start = new BitSet();
        start.set(0);
        return compiled.stream().anyMatch(pieces -> after(pieces, text, start).get(text.length));
    }

    private static final class Parser {
        private final String glob;
        private final List<Piece> whole = new ArrayList<>();
        /** Where pieces are added: the glob, or the last alternative in braces. */
        private List<Piece> pieces = whole;
        /** The alternatives in the braces that are open; empty outside. */
        private List<List<Piece>> alternatives = List.of();

        private int at;

        Parser(String glob) {
            this.glob = glob;
        }

        List<Piece> parse() {
            while (at < glob.length()) {
                next(take());
            }
            if (inBraces()) {
                throw invalid("a { without }");
            }
            return whole;
        }

        private int take() {
            int c = glob.codePointAt(at);
            at += Character.charCount(c);
            return c;
        }

        private boolean inBraces() {
            return pieces != whole;
        }

        private void next(int c) {
            if (c == '*') {
                boolean across = at < glob.length() && glob.charAt(at) == '*';
                at += across ? 1 : 0;
                pieces.add(many(across ? any -> true : Parser::inName));
            } else if (c == '?') {
                pieces.add(one(Parser::inName));
            } else if (c == '[') {
                pieces.add(one(characters()));
            } else if (c == '{') {
                if (inBraces()) {
                    throw invalid("a { within { }");
                }
                alternatives = new ArrayList<>();
                alternative();
            } else if (c == ',' && inBraces()) {
                alternative();
            } else if (c == '}' && inBraces()) {
                pieces = whole;
                pieces.add(either(alternatives));
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
            return c != '/';
        }

        private void literal(int c) {
            pieces.add(one(other -> other == c));
        }

        private void alternative() {
            pieces = new ArrayList<>();
            alternatives.add(pieces);
        }

        private IntPredicate characters() {
            int end = glob.indexOf(']', at + 1);
            if (end < 0) {
                throw invalid("a [ without ]");
            }
            boolean others = glob.charAt(at) == '!';
            int[] set = glob.substring(at + (others ? 1 : 0), end).codePoints().toArray();
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

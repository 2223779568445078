package io.whorl.corpus;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;

/** Globs of document ids, as {@link ReaderOptions#include} describes them. Immutable. */
record GlobSet(List<String> patterns, List<Piece> compiled) {
    /**
     * A glob or a piece of one. A match takes time in proportion to the length of the glob times that of the text,
     * whatever their content, because a piece is matched at all places at once.
     */
    private interface Piece {
        /** The ends of all matches of the piece in the text that begin at one of these places. */
        BitSet after(int[] text, BitSet begins);
    }

    /** @throws IllegalArgumentException if a glob has an unbalanced or empty bracket */
    static GlobSet of(List<String> patterns) {
        List<String> copy = List.copyOf(patterns);
        return new GlobSet(
                copy,
                copy.stream().map(glob -> new Parser(glob).sequence(false)).toList());
    }

    boolean isEmpty() {
        return patterns.isEmpty();
    }

    boolean matches(String id) {
        int[] text = id.codePoints().toArray();
        BitSet start = new BitSet();
        start.set(0);
        return compiled.stream().anyMatch(glob -> glob.after(text, start).get(text.length));
    }

    private static final class Parser {
        private final String glob;
        private int at;

        Parser(String glob) {
            this.glob = glob;
        }

        /** The pieces up to the end of the glob, or of an alternative in braces. */
        Piece sequence(boolean inBraces) {
            List<Piece> pieces = new ArrayList<>();
            while (at < glob.length() && !(inBraces && ",}".indexOf(glob.charAt(at)) >= 0)) {
                pieces.add(piece(inBraces));
            }
            return (text, begins) -> {
                BitSet ends = begins;
                for (int i = 0; i < pieces.size() && !ends.isEmpty(); i++) {
                    ends = pieces.get(i).after(text, ends);
                }
                return ends;
            };
        }

        private Piece piece(boolean inBraces) {
            int c = take();
            return switch (c) {
                case '*' -> {
                    boolean across = glob.startsWith("*", at);
                    at += across ? 1 : 0;
                    yield many(across ? any -> true : Parser::inName);
                }
                case '?' -> one(Parser::inName);
                case '[' -> one(characters());
                case '{' -> alternatives(inBraces);
                case '\\' -> {
                    if (at == glob.length()) {
                        throw invalid("a backslash with nothing behind it");
                    }
                    int literal = take();
                    yield one(other -> other == literal);
                }
                default -> one(other -> other == c);
            };
        }

        private int take() {
            int c = glob.codePointAt(at);
            at += Character.charCount(c);
            return c;
        }

        private static boolean inName(int c) {
            return c != '/';
        }

        private Piece alternatives(boolean inBraces) {
            if (inBraces) {
                throw invalid("a { within { }");
            }
            List<Piece> all = new ArrayList<>();
            do {
                all.add(sequence(true));
                if (at == glob.length()) {
                    throw invalid("a { without }");
                }
            } while (take() == ',');
            return (text, begins) -> {
                BitSet ends = new BitSet();
                all.forEach(one -> ends.or(one.after(text, begins)));
                return ends;
            };
        }

        private static Piece one(IntPredicate accepts) {
            return (text, begins) -> {
                BitSet ends = new BitSet();
                for (int at = begins.nextSetBit(0); at >= 0 && at < text.length; at = begins.nextSetBit(at + 1)) {
                    ends.set(at + 1, accepts.test(text[at]));
                }
                return ends;
            };
        }

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

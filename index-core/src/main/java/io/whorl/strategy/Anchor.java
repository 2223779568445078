package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.ChunkRules;
import io.whorl.strategy.BuiltInStrategy.Parameters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;

/**
 * Selects the chunks whose first word contains one of the anchors, which are short strings (Manber 1994; the best
 * strategy of HZ 5). Anchors are folded like words; the parameter separates them by '|'.
 */
final class Anchor implements Selector {
    /** Thirty-five pairs of letters, as many as HZ drew at random, without very common ones such as "th" and "it". */
    static final String DEFAULT =
            "ah|bf|cc|ce|cl|cs|cu|da|ds|du|fe|iz|kl|ks|ku|lf|mb|ni|nn|oo|pc|pt|rc|rf|rk|ry|sn|tf|to|ua"
                    + "|un|va|vi|xc|ys";

    static final SelectionProvider PROVIDER =
            new BuiltInProvider("anchor", List.of("anchors"), (parameters, chunking, order) -> {
                ChunkRules.requireWords("anchor", chunking);
                List<byte[]> anchors = anchors(parameters);
                AnchorAutomaton automaton = new AnchorAutomaton(anchors);
                AnchorPairs pairs = new AnchorPairs(anchors);
                return new BuiltInStrategy(
                        parameters.selection(), ChunkNeeds.FIRST_WORD, false, () -> new Anchor(automaton, pairs));
            });

    private static final int MOST_ANCHORS = 1_000;
    private static final int MOST_BYTES = 32;

    private final AnchorAutomaton anchors;
    private final AnchorPairs pairs;
    private int[] candidates = new int[0];

    private Anchor(AnchorAutomaton anchors, AnchorPairs pairs) {
        this.anchors = anchors;
        this.pairs = pairs;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        int bytes = chunks.count == 0 ? 0 : chunks.firstWordEnd[chunks.count - 1];
        if (candidates.length < bytes) {
            candidates = new int[chunks.firstWord.length];
        }
        int found = pairs.find(chunks.firstWord, bytes, candidates);
        int last = -1;
        for (int j = 0; j < found; j++) {
            int k = candidates[j];
            if (k != last && (pairs.areAnchors() || isAnchored(chunks, k))) {
                out.add(chunks.minutia[k], chunks.first + k);
            }
            last = k;
        }
        return true;
    }

    private boolean isAnchored(ChunkBlock chunks, int k) {
        return anchors.occursIn(chunks.firstWord, chunks.firstWordStart(k), chunks.firstWordEnd[k]);
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}

    /** The given anchors, sorted and distinct, so that equal sets give equal schemes. */
    private static List<byte[]> anchors(Parameters parameters) {
        String given = parameters.text("anchors", DEFAULT);
        TreeSet<String> sorted = new TreeSet<>(List.of(given.split("\\|", -1)));
        if (sorted.size() > MOST_ANCHORS) {
            throw parameters.refused("anchors", sorted.size() + " strings", "1 to " + MOST_ANCHORS + " of them");
        }
        List<byte[]> bytes = new ArrayList<>();
        for (String anchor : sorted) {
            byte[] utf8 = anchor.getBytes(StandardCharsets.UTF_8);
            // No folded word contains a space or a capital, so such an anchor would select nothing.
            if (utf8.length < 1 || utf8.length > MOST_BYTES || !anchor.chars().allMatch(Anchor::canBeInWord)) {
                throw parameters.refused(
                        "anchors",
                        given,
                        "strings of 1 to " + MOST_BYTES
                                + " bytes separated by '|', without spaces or capitals, which no folded word has; '"
                                + anchor + "' is not");
            }
            bytes.add(utf8);
        }
        parameters.write("anchors", String.join("|", sorted));
        return bytes;
    }

    private static boolean canBeInWord(int c) {
        return c > ' ' && !(c >= 'A' && c <= 'Z');
    }

    /**
     * Finds words that may contain an anchor: those with a pair of neighbouring bytes that ends one. A table has an
     * entry for each pair; the pairs of a language are few, so the entries that are read fit in the L1 cache. The loop
     * has no branch that depends on a byte. Immutable and thread-safe.
     */
    private static final class AnchorPairs {
        private static final VarHandle PAIRS =
                MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
        private static final int VALUES = 1 << Byte.SIZE;
        /** The pair ends an anchor. */
        private static final byte HIT = 1;
        /** The pair ends with a space, and so ends a word. No anchor contains one. */
        private static final byte SPACE = 2;

        /** The entry of each pair; its second byte is the high one. */
        private final byte[] table = new byte[VALUES * VALUES];

        private final boolean anchors;

        AnchorPairs(List<byte[]> strings) {
            for (byte[] string : strings) {
                int last = (string[string.length - 1] & 0xFF) << Byte.SIZE;
                if (string.length > 1) {
                    table[last | string[string.length - 2] & 0xFF] = HIT;
                } else {
                    for (int before = 0; before < VALUES; before++) {
                        table[last | before] = HIT;
                    }
                }
            }
            for (int before = 0; before < VALUES; before++) {
                table[' ' << Byte.SIZE | before] = SPACE;
            }
            anchors = strings.stream().allMatch(string -> string.length <= 2);
        }

        /** True if a word with such a pair contains an anchor, because no anchor is longer. */
        boolean areAnchors() {
            return anchors;
        }

        /**
         * Finds candidates.
         *
         * @param bytes words, each followed by a space
         * @param to the end of the words
         * @param words receives the indexes of the words, ascending, one for each pair; has room for {@code to}
         * @return the number of pairs
         */
        int find(byte[] bytes, int to, int[] words) {
            if (to == 0) {
                return 0;
            }
            byte[] entries = table;
            int first = entries[(bytes[0] & 0xFF) << Byte.SIZE | ' '];
            words[0] = 0;
            int count = first & HIT;
            int word = first >>> 1;
            for (int i = 0; i < to - 1; i++) {
                int entry = entries[(char) PAIRS.get(bytes, i)];
                words[count] = word;
                count += entry & HIT;
                word += entry >>> 1;
            }
            return count;
        }
    }

    /**
     * Finds whether one of many strings occurs in another, in one step per byte: the automaton of Aho and Corasick
     * (CACM 18(6), 1975) as a complete table of transitions. Immutable and thread-safe.
     */
    static final class AnchorAutomaton {
        private static final int FOUND = -1;

        private final int[] classOf = new int[256];
        private final int classes;
        // next[state * classes + class] is FOUND, or the next state times `classes`, so that the hot loop need not
        // multiply.
        private final int[] next;

        AnchorAutomaton(List<byte[]> strings) {
            // Bytes that occur in no string share class 0, which keeps the table small enough for the L1 cache.
            int known = 1;
            int longest = 1;
            for (byte[] string : strings) {
                longest += string.length;
                for (byte b : string) {
                    if (classOf[b & 0xFF] == 0) {
                        classOf[b & 0xFF] = known++;
                    }
                }
            }
            classes = known;
            int[] trie = new int[longest * classes];
            int states = 1;
            for (byte[] string : strings) {
                int state = 0;
                for (int i = 0; i < string.length && state != FOUND; i++) {
                    int edge = state * classes + classOf[string[i] & 0xFF];
                    boolean last = i == string.length - 1;
                    if (last) {
                        trie[edge] = FOUND;
                    } else if (trie[edge] == 0) {
                        trie[edge] = states++;
                    }
                    state = trie[edge];
                }
            }
            next = complete(Arrays.copyOf(trie, states * classes));
        }

        boolean occursIn(byte[] bytes, int from, int to) {
            int state = 0;
            for (int i = from; i < to; i++) {
                state = next[state + classOf[bytes[i] & 0xFF]];
                if (state == FOUND) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Fills the missing edges, breadth first: a state without an edge takes that of its longest proper suffix in
         * the trie.
         */
        private int[] complete(int[] trie) {
            int[] suffix = new int[trie.length / classes];
            Queue<Integer> queue = new ArrayDeque<>(List.of(0));
            while (!queue.isEmpty()) {
                int state = queue.remove();
                for (int c = 0; c < classes; c++) {
                    int edge = state * classes + c;
                    int beyond = state == 0 ? 0 : trie[suffix[state] * classes + c];
                    if (trie[edge] == 0 || beyond == FOUND) {
                        trie[edge] = beyond;
                    } else if (trie[edge] != FOUND) {
                        suffix[trie[edge]] = beyond;
                        queue.add(trie[edge]);
                    }
                }
            }
            for (int i = 0; i < trie.length; i++) {
                trie[i] = trie[i] == FOUND ? FOUND : trie[i] * classes;
            }
            return trie;
        }
    }
}

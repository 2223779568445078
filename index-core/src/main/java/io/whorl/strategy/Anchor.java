package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.strategy.BuiltInStrategy.BlockSelector;
import io.whorl.strategy.BuiltInStrategy.BuiltInProvider;
import io.whorl.strategy.BuiltInStrategy.Parameters;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * Selects the chunks whose first word contains one of the anchors, which are short strings (Manber 1994; the best
 * strategy of HZ 5). Anchors are folded like words; the parameter separates them by '|'.
 */
final class Anchor implements BlockSelector {
    /** Thirty-five pairs of letters, as many as HZ drew at random, without very common ones such as "th" and "it". */
    static final String DEFAULT =
            "ah|bf|cc|ce|cl|cs|cu|da|ds|du|fe|iz|kl|ks|ku|lf|mb|ni|nn|oo|pc|pt|rc|rf|rk|ry|sn|tf|to|ua"
                    + "|un|va|vi|xc|ys";

    static final SelectionProvider PROVIDER =
            new BuiltInProvider("anchor", List.of("anchors"), (parameters, chunking, order) -> {
                List<byte[]> anchors = anchors(parameters);
                AnchorPairs pairs = new AnchorPairs(anchors);
                return parameters.strategy(() -> new Anchor(pairs)).needing(ChunkNeeds.FIRST_WORD);
            });

    private static final int MOST_ANCHORS = 1_000;
    private static final int MOST_BYTES = 32;

    private final AnchorPairs pairs;
    private int[] candidates = new int[0];

    private Anchor(AnchorPairs pairs) {
        this.pairs = pairs;
    }

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
            if (k != last
                    && (pairs.areAnchors
                            || pairs.isAnchored(chunks.firstWord, chunks.firstWordStart(k), chunks.firstWordEnd[k]))) {
                out.add(chunks.minutia[k], chunks.first + k);
            }
            last = k;
        }
        return true;
    }

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
                                + Parameters.shown(anchor) + "' is not");
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
     * has no branch that depends on a byte, and one addition counts both pairs and words. Immutable and thread-safe.
     */
    private static final class AnchorPairs {
        private static final VarHandle PAIRS =
                MethodHandles.byteArrayViewVarHandle(char[].class, ByteOrder.LITTLE_ENDIAN);
        private static final int VALUES = 1 << Byte.SIZE;
        /** The pair ends an anchor. */
        private static final long HIT = 1;
        /** The pair ends with a space, and so ends a word. No anchor contains one. */
        private static final long SPACE = 1L << Integer.SIZE;

        /** The entry of each pair; its second byte is the high one. */
        private final long[] table = new long[VALUES * VALUES];

        /** The anchors that end with each pair. */
        private final byte[][][] ending = new byte[VALUES * VALUES][][];
        /** True if a word with such a pair contains an anchor, because no anchor is longer. */
        private final boolean areAnchors;

        AnchorPairs(List<byte[]> anchors) {
            for (byte[] anchor : anchors) {
                int last = (anchor[anchor.length - 1] & 0xFF) << Byte.SIZE;
                if (anchor.length > 1) {
                    end(last | (anchor[anchor.length - 2] & 0xFF), anchor);
                } else {
                    for (int before = 0; before < VALUES; before++) {
                        end(last | before, anchor);
                    }
                }
            }
            for (int before = 0; before < VALUES; before++) {
                table[(' ' << Byte.SIZE) | before] = SPACE;
            }
            areAnchors = anchors.stream().allMatch(anchor -> anchor.length <= 2);
        }

        private void end(int pair, byte[] anchor) {
            byte[][] others = table[pair] == HIT ? ending[pair] : new byte[0][];
            ending[pair] = Arrays.copyOf(others, others.length + 1);
            ending[pair][others.length] = anchor;
            table[pair] = HIT;
        }

        /** True if the word {@code bytes[from .. to - 1]} contains an anchor. */
        boolean isAnchored(byte[] bytes, int from, int to) {
            int before = ' ';
            for (int end = from + 1; end <= to; end++) {
                int pair = ((bytes[end - 1] & 0xFF) << Byte.SIZE) | before;
                before = pair >>> Byte.SIZE;
                if (table[pair] == HIT) {
                    for (byte[] anchor : ending[pair]) {
                        int start = end - anchor.length;
                        if (start >= from && Arrays.equals(anchor, 0, anchor.length, bytes, start, end)) {
                            return true;
                        }
                    }
                }
            }
            return false;
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
            long[] entries = table;
            words[0] = 0;
            long seen = entries[((bytes[0] & 0xFF) << Byte.SIZE) | ' '];
            for (int i = 0; i < to - 1; i++) {
                words[(int) seen] = (int) (seen >>> Integer.SIZE);
                seen += entries[(char) PAIRS.get(bytes, i)];
            }
            return (int) seen;
        }
    }
}

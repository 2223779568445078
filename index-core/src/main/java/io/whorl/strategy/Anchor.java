package io.whorl.strategy;

import io.whorl.select.ChunkBlock;
import io.whorl.select.ChunkNeeds;
import io.whorl.select.SelectedChunks;
import io.whorl.select.SelectionProvider;
import io.whorl.select.Selector;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
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
}

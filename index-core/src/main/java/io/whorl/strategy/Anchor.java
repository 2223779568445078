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
 * The chunks whose first word contains one of a list of strings, the anchors, anywhere (Manber 1994; HZ 5: the best of
 * their strategies). Anchors are folded as words are, and are parted by '|' in the parameter.
 */
final class Anchor implements Selector {
    /**
     * Thirty-five of two letters, as many as HZ drew at random, without extremely common ones such as "th" and "it".
     */
    static final String DEFAULT =
            "ah|bf|cc|ce|cl|cs|cu|da|ds|du|fe|iz|kl|ks|ku|lf|mb|ni|nn|oo|pc|pt|rc|rf|rk|ry|sn|tf|to|ua"
                    + "|un|va|vi|xc|ys";

    static final SelectionProvider PROVIDER =
            new BuiltInProvider("anchor", List.of("anchors"), (parameters, chunking, order) -> {
                ChunkRules.requireWords("anchor", chunking);
                AnchorAutomaton automaton = new AnchorAutomaton(anchors(parameters));
                return new BuiltInStrategy(
                        parameters.selection(), ChunkNeeds.FIRST_WORD, false, () -> new Anchor(automaton));
            });

    private static final int MOST_ANCHORS = 1_000;
    private static final int MOST_BYTES = 32;

    private final AnchorAutomaton anchors;

    private Anchor(AnchorAutomaton anchors) {
        this.anchors = anchors;
    }

    @Override
    public void start() {}

    @Override
    public boolean accept(ChunkBlock chunks, SelectedChunks out) {
        int from = 0;
        for (int k = 0; k < chunks.count; k++) {
            int to = chunks.firstWordEnd[k];
            if (anchors.occursIn(chunks.firstWord, from, to)) {
                out.add(chunks.minutia[k], chunks.first + k);
            }
            from = to;
        }
        return true;
    }

    @Override
    public void finish(long words, long chunks, SelectedChunks out) {}

    /** The anchors given, written out sorted and each once, so that equal sets make equal schemes. */
    private static List<byte[]> anchors(Parameters parameters) {
        String given = parameters.text("anchors", DEFAULT);
        TreeSet<String> sorted = new TreeSet<>(List.of(given.split("\\|", -1)));
        if (sorted.size() > MOST_ANCHORS) {
            throw parameters.refused("anchors", sorted.size() + " strings", "1 to " + MOST_ANCHORS + " of them");
        }
        List<byte[]> bytes = new ArrayList<>();
        for (String anchor : sorted) {
            byte[] utf8 = anchor.getBytes(StandardCharsets.UTF_8);
            // A space or capital is never in a folded word: such an anchor would select nothing, and say nothing.
            if (utf8.length < 1 || utf8.length > MOST_BYTES || !anchor.chars().allMatch(Anchor::canBeInWord)) {
                throw parameters.refused(
                        "anchors",
                        given,
                        "strings of 1 to " + MOST_BYTES
                                + " bytes parted by '|', without spaces or capitals, which no folded word has; '"
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

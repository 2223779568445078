package io.whorl.lab.rarity;

import io.whorl.lab.collection.Texts;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Scheme;
import io.whorl.scheme.Selection;
import io.whorl.select.SelectionProvider;
import io.whorl.select.SelectionStrategy;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Selects the r minutiae that the fewest documents of the collection hold; of equally rare ones the earliest (HZ 5, not
 * tested there). The selection depends on all documents, so an index cannot use it; it is only for measurements. A
 * provider has no access to a collection, so the collection being measured is a static field: only one at a time.
 */
public final class RarestInCollection implements SelectionProvider {
    private static final String NAME = "rarest-in-collection";
    private static final String R = "r";
    private static final int USUAL = 15;
    private static final int MOST = 1_000_000;

    private static volatile CollectionFrequencies known = CollectionFrequencies.NONE;

    /** Counts the minutiae of the collection if the scheme uses this strategy. Call this before the scheme is used. */
    public static void learn(Texts texts, Scheme scheme) throws IOException {
        known = scheme.selection().name().equals(NAME)
                ? CollectionFrequencies.of(texts, scheme)
                : CollectionFrequencies.NONE;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<String> parameters() {
        return List.of(R);
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order) {
        int r = r(selection.parameters());
        Selection written = new Selection(NAME, Map.of(R, Integer.toString(r)));
        return new SelectionStrategy() {
            @Override
            public Selection selection() {
                return written;
            }

            @Override
            public RarestSelector selector() {
                return new RarestSelector(r, known);
            }
        };
    }

    private static int r(Map<String, String> parameters) {
        parameters.keySet().stream().filter(key -> !key.equals(R)).findAny().ifPresent(key -> {
            throw new IllegalArgumentException("selection " + NAME + ": unknown parameter " + key + "; it takes " + R);
        });
        String text = parameters.getOrDefault(R, Integer.toString(USUAL));
        if (!text.matches("[0-9]{1,7}") || Integer.parseInt(text) < 1 || Integer.parseInt(text) > MOST) {
            throw new IllegalArgumentException(
                    "selection " + NAME + ": r is '" + text + "'; it must be from 1 to " + MOST);
        }
        return Integer.parseInt(text);
    }
}

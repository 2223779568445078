package io.whorl.select;

import io.whorl.InvalidSchemeException;
import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The strategies known: the built-in ones, and those that {@link java.util.ServiceLoader} finds from the thread's
 * context class loader. Thread-safe.
 */
public final class Selections {
    private Selections() {}

    /**
     * @throws io.whorl.InvalidSchemeException if no strategy has the name, it cannot work on such chunks, or a plug-in
     *     is broken or takes a name already taken
     * @throws IllegalArgumentException if a parameter is unknown or out of its range
     */
    public static SelectionStrategy create(Selection selection, Chunking chunking, ChunkHash hash) {
        List<SelectionProvider> known = providers();
        for (SelectionProvider provider : known) {
            if (provider.name().equals(selection.name())) {
                return create(provider, selection, chunking, hash);
            }
        }
        throw new InvalidSchemeException("selection " + selection.name() + " is unknown; known are "
                + known.stream().map(SelectionProvider::name).collect(Collectors.joining(", "))
                + "; add the jar of a plug-in to the class path for others");
    }

    /**
     * The same with a provider at hand, registered or not.
     *
     * @throws IllegalArgumentException also if the provider's name is not the selection's
     * @throws io.whorl.InvalidSchemeException also if the provider takes a built-in strategy's name
     */
    public static SelectionStrategy create(
            SelectionProvider provider, Selection selection, Chunking chunking, ChunkHash hash) {
        Plugins.checkName(provider);
        if (!provider.name().equals(selection.name())) {
            throw new IllegalArgumentException("provider is of selection " + provider.name()
                    + "; it must be of the scheme's, " + selection.name());
        }
        SelectionStrategy strategy = provider.create(selection, chunking, hash);
        // A scheme is stored as the strategy writes itself out, and must find the same strategy when it is read again.
        if (!strategy.selection().name().equals(provider.name())) {
            throw new InvalidSchemeException("selection " + provider.name() + " writes itself out as "
                    + strategy.selection().name() + "; its plug-in must keep the name");
        }
        chunking(strategy, chunking);
        return strategy;
    }

    /**
     * The chunks that a strategy works on: the scheme's, or with step = granularity for those that select among
     * {@linkplain SelectionStrategy#nonOverlapping() non-overlapping} ones. Chunks between hashed breakpoints are
     * non-overlapping as they are.
     *
     * @throws io.whorl.InvalidSchemeException if the scheme's step is neither 1 nor the granularity, and would be
     *     ignored
     */
    public static Chunking chunking(SelectionStrategy strategy, Chunking scheme) {
        return ChunkRules.effective(strategy, scheme);
    }

    /** Every provider known: the built-in ones in the order of DEFINITIONS, then the users' by name. */
    public static List<SelectionProvider> providers() {
        List<SelectionProvider> all = new ArrayList<>(BuiltIns.ALL);
        all.addAll(Plugins.visible());
        return List.copyOf(all);
    }
}

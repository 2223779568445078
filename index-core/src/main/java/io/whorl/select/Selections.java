package io.whorl.select;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import java.util.List;

/** The strategies known: the built-in ones, and those that {@link java.util.ServiceLoader} finds. Thread-safe. */
public final class Selections {
    private Selections() {}

    /**
     * @throws io.whorl.InvalidSchemeException if no strategy has the name, or it cannot work on such chunks
     * @throws IllegalArgumentException if a parameter is unknown or out of its range
     */
    public static SelectionStrategy create(Selection selection, Chunking chunking, ChunkHash hash) {
        throw new IllegalStateException("written by the select package's author");
    }

    /** Every provider known, by name. */
    public static List<SelectionProvider> providers() {
        throw new IllegalStateException("written by the select package's author");
    }
}

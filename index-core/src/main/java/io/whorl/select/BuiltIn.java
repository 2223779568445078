package io.whorl.select;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import java.util.List;

/** The provider of a built-in strategy. */
record BuiltIn(String name, List<String> parameters, Factory factory) implements SelectionProvider {

    /** Makes the strategy from its parameters. */
    interface Factory {
        SelectionStrategy create(Parameters parameters, Chunking chunking, ChunkHash hash);
    }

    @Override
    public SelectionStrategy create(Selection selection, Chunking chunking, ChunkHash hash) {
        return factory.create(new Parameters(selection, parameters), chunking, hash);
    }
}

package io.whorl.select;

import io.whorl.hash.ChunkHash;
import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import java.util.List;

/**
 * Makes a strategy from its parameters; where users plug in their own. Found by {@link java.util.ServiceLoader} and
 * known by the name it gives, which must not be one of the built-in ones.
 */
public interface SelectionProvider {
    /** The strategy's name, as {@code --selection} takes it. */
    String name();

    /** The parameters it takes, for messages and help. */
    List<String> parameters();

    /**
     * @param selection name and parameters as the user gave them, defaults left out
     * @param chunking how chunks are made
     * @param hash for strategies that order minutiae ({@link ChunkHash#order})
     * @throws IllegalArgumentException if a parameter is unknown or out of its range
     * @throws io.whorl.InvalidSchemeException if it cannot work on such chunks
     */
    SelectionStrategy create(Selection selection, Chunking chunking, ChunkHash hash);
}

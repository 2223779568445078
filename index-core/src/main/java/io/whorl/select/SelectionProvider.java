package io.whorl.select;

import io.whorl.scheme.Chunking;
import io.whorl.scheme.Selection;
import java.util.List;
import java.util.function.LongUnaryOperator;

/**
 * Creates a selection strategy from its parameters. Users plug in their own strategies by implementing this interface.
 * {@link java.util.ServiceLoader} finds the implementation, and schemes refer to it by {@link #name()}. The names of
 * the built-in strategies are taken.
 */
public interface SelectionProvider {
    /** The name of the strategy, as {@code --selection} takes it: lower-case letters, digits and hyphens. */
    String name();

    /** The names of the parameters that the strategy takes, for messages and help. */
    List<String> parameters();

    /**
     * Creates the strategy.
     *
     * @param selection the name and the parameters as the user gave them, without defaults
     * @param chunking how chunks are formed
     * @param order a bijection on minutiae, for strategies that need minutiae in a random but fixed order. It orders
     *     minutiae independently of their values and must not be stored as a minutia. Not called by this method
     * @throws IllegalArgumentException if a parameter is unknown or out of its range
     * @throws io.whorl.SchemeException if the strategy cannot work on such chunks
     */
    SelectionStrategy create(Selection selection, Chunking chunking, LongUnaryOperator order);
}

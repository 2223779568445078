package io.whorl.corpus.format;

import java.util.List;

/**
 * Formats that a program brings along: found with {@link java.util.ServiceLoader} under this interface's name, and
 * asked before the built-in ones, in the order given.
 */
public interface FormatProvider {
    /** Archives, dumps, compressions. */
    default List<ContainerFormat> containers() {
        return List.of();
    }

    /** Documents to be reduced to text. */
    default List<TextFormat> texts() {
        return List.of();
    }
}

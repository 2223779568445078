package io.whorl.corpus.format;

import java.util.List;

/**
 * The formats of an application. {@link java.util.ServiceLoader} finds providers under this interface's name. Their
 * formats are tried before the built-in ones, in the order of the lists.
 */
public interface FormatProvider {
    /** {@return formats of archives, dumps and compressions; none by default} */
    default List<ContainerFormat> containers() {
        return List.of();
    }

    /** {@return formats of documents that are converted to text; none by default} */
    default List<TextFormat> texts() {
        return List.of();
    }
}

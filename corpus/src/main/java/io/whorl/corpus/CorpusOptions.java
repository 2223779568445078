package io.whorl.corpus;

import java.util.Objects;

/**
 * How documents are read.
 *
 * @param maxDocument documents of more bytes are skipped; 1 to 2,000,000,000
 * @param idField the JSON field, of the line's outermost object, that holds the id
 * @param textField the JSON field, of the line's outermost object, that holds the text
 */
public record CorpusOptions(int maxDocument, String idField, String textField) {
    /** 64 MiB, id and text. */
    public static final CorpusOptions DEFAULT = new CorpusOptions(64 << 20, "id", "text");

    public CorpusOptions {
        Objects.requireNonNull(idField, "idField");
        Objects.requireNonNull(textField, "textField");
        if (maxDocument < 1 || maxDocument > 2_000_000_000) {
            throw new IllegalArgumentException(
                    "max-document is " + maxDocument + "; it must be from 1 to 2000000000 bytes");
        }
    }
}

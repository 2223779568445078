package io.whorl.corpus;

/**
 * @param maxDocument documents of more bytes are skipped; 1 to 2,000,000,000
 * @param idField the JSON field that holds the id
 * @param textField the JSON field that holds the text
 */
public record CorpusOptions(int maxDocument, String idField, String textField) {
    /** 64 MiB, id and text. */
    public static final CorpusOptions DEFAULT = new CorpusOptions(64 << 20, "id", "text");

    public CorpusOptions {
        if (maxDocument < 1 || maxDocument > 2_000_000_000) {
            throw new IllegalArgumentException(
                    "max-document is " + maxDocument + "; it must be from 1 to 2000000000 bytes");
        }
    }
}

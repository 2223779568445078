package io.whorl.corpus.format;

import java.util.Objects;
import java.util.Set;

/**
 * How single formats are read.
 *
 * @param maxDocument documents of more bytes are passed over; 1 to 2,000,000,000
 * @param idField the field of JSON objects, or column of CSV and TSV, that holds the id
 * @param textField the field or column that holds the text
 * @param namespaces of MediaWiki pages that are read; all others are left out
 * @param redirects whether MediaWiki redirects are read as pages
 */
public record FormatOptions(
        int maxDocument, String idField, String textField, Set<Integer> namespaces, boolean redirects) {
    /** 64 MiB, id and text, articles alone. */
    public static final FormatOptions DEFAULT = new FormatOptions(64 << 20, "id", "text", Set.of(0), false);

    public FormatOptions {
        Objects.requireNonNull(idField, "idField");
        Objects.requireNonNull(textField, "textField");
        namespaces = Set.copyOf(namespaces);
        if (maxDocument < 1 || maxDocument > 2_000_000_000) {
            throw new IllegalArgumentException(
                    "max-document is " + maxDocument + "; it must be from 1 to 2000000000 bytes");
        }
    }

    /** The words for a document of more bytes than {@link #maxDocument}, so that all formats report it alike. */
    public String tooLarge() {
        return "larger than the limit of " + maxDocument + " bytes";
    }
}

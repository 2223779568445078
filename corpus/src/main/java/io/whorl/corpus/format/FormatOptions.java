package io.whorl.corpus.format;

import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The options that every format sees: {@code FormatOptions.DEFAULT.idField("url")}. Immutable and thread-safe.
 *
 * @param maxDocument the largest document in bytes, 1 to 2,000,000,000; larger ones are skipped
 * @param idField the field of JSON objects, or the column of CSV and TSV, that contains the id
 * @param textField the field or column that contains the text
 * @param dateField the field or column that contains the date, if one does
 * @param fileDates whether the modification times of files and of members of archives are dates of documents
 * @param namespaces the numbers of the MediaWiki namespaces that are read
 * @param redirects whether MediaWiki redirects are read as pages
 */
public record FormatOptions(
        int maxDocument,
        String idField,
        String textField,
        Optional<String> dateField,
        boolean fileDates,
        Set<Integer> namespaces,
        boolean redirects) {
    /** 64 MiB a document, the fields {@code id} and {@code text}, MediaWiki articles without redirects. */
    public static final FormatOptions DEFAULT =
            new FormatOptions(64 << 20, "id", "text", Optional.empty(), false, Set.of(0), false);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException if {@code maxDocument} is out of range
     */
    public FormatOptions {
        if (maxDocument < 1 || maxDocument > 2_000_000_000) {
            throw new IllegalArgumentException(
                    "max-document is " + maxDocument + "; it must be from 1 to 2000000000 bytes");
        }
        Objects.requireNonNull(idField, "idField");
        Objects.requireNonNull(textField, "textField");
        Objects.requireNonNull(dateField, "dateField");
        namespaces = Set.copyOf(namespaces);
    }

    /** Sets the largest document in bytes. */
    public FormatOptions maxDocument(int bytes) {
        return new FormatOptions(bytes, idField, textField, dateField, fileDates, namespaces, redirects);
    }

    /** Sets the field or column that contains the id. */
    public FormatOptions idField(String name) {
        return new FormatOptions(maxDocument, name, textField, dateField, fileDates, namespaces, redirects);
    }

    /** Sets the field or column that contains the text. */
    public FormatOptions textField(String name) {
        return new FormatOptions(maxDocument, idField, name, dateField, fileDates, namespaces, redirects);
    }

    /** Sets the field or column that contains the date. */
    public FormatOptions dateField(String name) {
        return new FormatOptions(maxDocument, idField, textField, Optional.of(name), fileDates, namespaces, redirects);
    }

    /** Sets whether the modification times of files and of members of archives are dates of documents. */
    public FormatOptions fileDates(boolean value) {
        return new FormatOptions(maxDocument, idField, textField, dateField, value, namespaces, redirects);
    }

    /** Sets the numbers of the MediaWiki namespaces that are read. */
    public FormatOptions namespaces(Set<Integer> numbers) {
        return new FormatOptions(maxDocument, idField, textField, dateField, fileDates, numbers, redirects);
    }

    /** Sets whether MediaWiki redirects are read as pages. */
    public FormatOptions redirects(boolean value) {
        return new FormatOptions(maxDocument, idField, textField, dateField, fileDates, namespaces, value);
    }

    /** {@return words for the report of a document above {@link #maxDocument}, the same for all formats} */
    public String tooLarge() {
        return "larger than the limit of " + maxDocument + " bytes";
    }
}

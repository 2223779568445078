package io.whorl.corpus.format;

import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** The options that every format sees: {@code FormatOptions.DEFAULT.idField("url")}. Immutable and thread-safe. */
public final class FormatOptions implements Cloneable {
    /** 64 MiB a document, the fields {@code id} and {@code text}, MediaWiki articles without redirects. */
    public static final FormatOptions DEFAULT = new FormatOptions();

    private int maxDocument = 64 << 20;
    private String idField = "id";
    private String textField = "text";
    private Optional<String> dateField = Optional.empty();
    private boolean fileDates;
    private Set<Integer> namespaces = Set.of(0);
    private boolean redirects;

    private FormatOptions() {}

    /** Returns a copy with a change. Nothing else changes a field. */
    private FormatOptions with(Consumer<FormatOptions> change) {
        FormatOptions copy;
        try {
            copy = (FormatOptions) clone();
        } catch (CloneNotSupportedException e) {
            throw new AssertionError("options are Cloneable", e);
        }
        change.accept(copy);
        VarHandle.storeStoreFence();
        return copy;
    }

    /** {@return the largest document in bytes; larger ones are skipped} */
    public int maxDocument() {
        return maxDocument;
    }

    /**
     * Sets the largest document.
     *
     * @param bytes 1 to 2,000,000,000
     * @throws IllegalArgumentException if the value is out of range
     */
    public FormatOptions maxDocument(int bytes) {
        if (bytes < 1 || bytes > 2_000_000_000) {
            throw new IllegalArgumentException("max-document is " + bytes + "; it must be from 1 to 2000000000 bytes");
        }
        return with(o -> o.maxDocument = bytes);
    }

    /** {@return the field of JSON objects, or the column of CSV and TSV, that contains the id} */
    public String idField() {
        return idField;
    }

    /** Sets the field or column that contains the id. */
    public FormatOptions idField(String name) {
        return with(o -> o.idField = Objects.requireNonNull(name, "idField"));
    }

    /** {@return the field of JSON objects, or the column of CSV and TSV, that contains the text} */
    public String textField() {
        return textField;
    }

    /** Sets the field or column that contains the text. */
    public FormatOptions textField(String name) {
        return with(o -> o.textField = Objects.requireNonNull(name, "textField"));
    }

    /** {@return the field of JSON objects, or the column of CSV and TSV, that contains the date, if one does} */
    public Optional<String> dateField() {
        return dateField;
    }

    /** Sets the field or column that contains the date. */
    public FormatOptions dateField(String name) {
        return with(o -> o.dateField = Optional.of(name));
    }

    /** {@return true if the modification times of files and of members of archives are dates of documents} */
    public boolean fileDates() {
        return fileDates;
    }

    /** Sets whether the modification times of files and of members of archives are dates of documents. */
    public FormatOptions fileDates(boolean value) {
        return with(o -> o.fileDates = value);
    }

    /** {@return the numbers of the MediaWiki namespaces that are read} */
    public Set<Integer> namespaces() {
        return namespaces;
    }

    /** Sets the numbers of the MediaWiki namespaces that are read. */
    public FormatOptions namespaces(Set<Integer> numbers) {
        return with(o -> o.namespaces = Set.copyOf(numbers));
    }

    /** {@return true if MediaWiki redirects are read as pages} */
    public boolean redirects() {
        return redirects;
    }

    /** Sets whether MediaWiki redirects are read as pages. */
    public FormatOptions redirects(boolean value) {
        return with(o -> o.redirects = value);
    }

    /**
     * Words for the report of a document with more bytes than {@link #maxDocument}, so that all formats report it
     * alike.
     *
     * @return a phrase without a subject
     */
    public String tooLarge() {
        return "larger than the limit of " + maxDocument + " bytes";
    }
}

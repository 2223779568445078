package io.whorl.corpus.format;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** The options that every format sees. Immutable; made by a {@link Builder}. */
public final class FormatOptions {
    /** 64 MiB a document, the fields {@code id} and {@code text}, MediaWiki articles without redirects. */
    public static final FormatOptions DEFAULT = new Builder().build();

    private final int maxDocument;
    private final String idField;
    private final String textField;
    private final Optional<String> dateField;
    private final boolean fileDates;
    private final Set<Integer> namespaces;
    private final boolean redirects;

    private FormatOptions(Builder builder) {
        maxDocument = builder.maxDocument;
        idField = builder.idField;
        textField = builder.textField;
        dateField = builder.dateField;
        fileDates = builder.fileDates;
        namespaces = builder.namespaces;
        redirects = builder.redirects;
    }

    /**
     * Starts from {@link #DEFAULT}.
     *
     * @return a new builder
     */
    public static Builder builder() {
        return new Builder();
    }

    /**
     * Starts from these options.
     *
     * @return a new builder
     */
    public Builder toBuilder() {
        Builder builder = new Builder();
        builder.maxDocument = maxDocument;
        builder.idField = idField;
        builder.textField = textField;
        builder.dateField = dateField;
        builder.fileDates = fileDates;
        builder.namespaces = namespaces;
        builder.redirects = redirects;
        return builder;
    }

    /** {@return the largest document in bytes, 1 to 2,000,000,000; larger ones are skipped} */
    public int maxDocument() {
        return maxDocument;
    }

    /** {@return the field of JSON objects, or the column of CSV and TSV, that contains the id} */
    public String idField() {
        return idField;
    }

    /** {@return the field of JSON objects, or the column of CSV and TSV, that contains the text} */
    public String textField() {
        return textField;
    }

    /** {@return the field of JSON objects, or the column of CSV and TSV, that contains the date, if one does} */
    public Optional<String> dateField() {
        return dateField;
    }

    /** {@return true if the modification times of files and of members of archives are dates of documents} */
    public boolean fileDates() {
        return fileDates;
    }

    /** {@return the numbers of the MediaWiki namespaces that are read} */
    public Set<Integer> namespaces() {
        return namespaces;
    }

    /** {@return true if MediaWiki redirects are read as pages} */
    public boolean redirects() {
        return redirects;
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

    private List<Object> values() {
        return List.of(maxDocument, idField, textField, dateField, fileDates, namespaces, redirects);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FormatOptions options && values().equals(options.values());
    }

    @Override
    public int hashCode() {
        return values().hashCode();
    }

    /** Collects options; each method sets the option of its name. Not thread-safe. */
    public static final class Builder {
        private int maxDocument = 64 << 20;
        private String idField = "id";
        private String textField = "text";
        private Optional<String> dateField = Optional.empty();
        private boolean fileDates;
        private Set<Integer> namespaces = Set.of(0);
        private boolean redirects;

        private Builder() {}

        /**
         * Sets the largest document.
         *
         * @param bytes 1 to 2,000,000,000
         * @return this builder
         * @throws IllegalArgumentException if the value is out of range
         */
        public Builder maxDocument(int bytes) {
            if (bytes < 1 || bytes > 2_000_000_000) {
                throw new IllegalArgumentException(
                        "max-document is " + bytes + "; it must be from 1 to 2000000000 bytes");
            }
            maxDocument = bytes;
            return this;
        }

        public Builder idField(String name) {
            idField = Objects.requireNonNull(name, "idField");
            return this;
        }

        public Builder textField(String name) {
            textField = Objects.requireNonNull(name, "textField");
            return this;
        }

        public Builder dateField(String name) {
            dateField = Optional.of(name);
            return this;
        }

        public Builder fileDates(boolean value) {
            fileDates = value;
            return this;
        }

        public Builder namespaces(Set<Integer> numbers) {
            namespaces = Set.copyOf(numbers);
            return this;
        }

        public Builder redirects(boolean value) {
            redirects = value;
            return this;
        }

        public FormatOptions build() {
            return new FormatOptions(this);
        }
    }
}

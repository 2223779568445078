package io.whorl.lucene.index;

import io.whorl.lucene.field.FingerprintField;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions;
import java.util.Objects;
import java.util.Optional;

/** The options of a {@link WhorlIndexer}. Immutable. */
public final class IndexerOptions {
    /**
     * Field {@code id}, no fingerprint field, the scheme with all defaults, {@link WriterOptions#DEFAULT}, no adoption.
     */
    public static final IndexerOptions DEFAULT = builder().build();

    private record Values(
            String idField,
            Optional<FingerprintField> fingerprint,
            Optional<Scheme> scheme,
            WriterOptions writer,
            boolean adopt) {}

    private final Values values;

    private IndexerOptions(Values values) {
        if (values.idField.isEmpty()) {
            throw new IllegalArgumentException("idField is empty; it must have at least one character");
        }
        this.values = values;
    }

    /** Returns a builder with the values of {@link #DEFAULT}. */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns a builder with the values of these options. */
    public Builder toBuilder() {
        Builder builder =
                builder().idField(values.idField).writer(values.writer).adopt(values.adopt);
        values.fingerprint.ifPresent(builder::fingerprint);
        values.scheme.ifPresent(builder::scheme);
        return builder;
    }

    /** The Lucene field with the id, which the indexer adds to each document. */
    public String idField() {
        return values.idField;
    }

    /** The sketch that the indexer adds to each document. */
    public Optional<FingerprintField> fingerprint() {
        return values.fingerprint;
    }

    /** The scheme of a Whorl index that is created. */
    public Scheme scheme() {
        return values.scheme
                .or(() -> values.fingerprint.flatMap(FingerprintField::fullScheme))
                .orElseGet(() -> Scheme.builder().build());
    }

    /** The options of Whorl's writer. */
    public WriterOptions writer() {
        return values.writer;
    }

    /** Whether two indexes that are not known to belong together are taken as they are. */
    public boolean adopt() {
        return values.adopt;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof IndexerOptions o && values.equals(o.values);
    }

    @Override
    public int hashCode() {
        return values.hashCode();
    }

    @Override
    public String toString() {
        return "IndexerOptions" + values;
    }

    /** Builds {@link IndexerOptions}. One thread at a time. */
    public static final class Builder {
        private String idField = "id";
        private Optional<FingerprintField> fingerprint = Optional.empty();
        private Optional<Scheme> scheme = Optional.empty();
        private WriterOptions writer = WriterOptions.DEFAULT;
        private boolean adopt;

        private Builder() {}

        /** Sets the Lucene field with the id; the default is {@code id}. */
        public Builder idField(String value) {
            idField = Objects.requireNonNull(value, "idField");
            return this;
        }

        /** Adds a sketch to each document. */
        public Builder fingerprint(FingerprintField value) {
            fingerprint = Optional.of(value);
            return this;
        }

        /**
         * Sets the scheme of a Whorl index that is created; an existing index keeps its own. The default is
         * {@link FingerprintField#fullScheme} of the fingerprint field, so that each text is fingerprinted once for
         * both. Without such a field, it is the scheme with all defaults.
         */
        public Builder scheme(Scheme value) {
            scheme = Optional.of(value);
            return this;
        }

        /** Sets the options of Whorl's writer. */
        public Builder writer(WriterOptions value) {
            writer = Objects.requireNonNull(value, "writer");
            return this;
        }

        /**
         * Takes two indexes as they are, although Lucene's commit does not name Whorl's, for indexes that were made
         * separately from the same documents. The next commit joins them. The default is false.
         */
        public Builder adopt(boolean value) {
            adopt = value;
            return this;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if the name of the field is empty
         */
        public IndexerOptions build() {
            return new IndexerOptions(new Values(idField, fingerprint, scheme, writer, adopt));
        }
    }
}

package io.whorl.lucene.index;

import io.whorl.Options;
import io.whorl.lucene.collapse.FingerprintField;
import io.whorl.scheme.Scheme;
import io.whorl.write.WriterOptions;
import java.util.Objects;
import java.util.Optional;

/** The options of a {@link WhorlIndexer}: {@code IndexerOptions.DEFAULT.idField("url")}. Immutable. */
public final class IndexerOptions extends Options<IndexerOptions> {
    /**
     * Field {@code id}, no fingerprint field, the scheme with all defaults, {@link WriterOptions#DEFAULT}, no adoption.
     */
    public static final IndexerOptions DEFAULT = new IndexerOptions();

    String idField = "id";
    Optional<FingerprintField> fingerprint = Optional.empty();
    Optional<Scheme> scheme = Optional.empty();
    WriterOptions writer = WriterOptions.DEFAULT;
    boolean adopt;

    private IndexerOptions() {}

    /** Sets the Lucene field with the id, not empty; the default is {@code id}. */
    public IndexerOptions idField(String value) {
        if (value.isEmpty()) {
            throw new IllegalArgumentException("idField is empty; it must have at least one character");
        }
        return with(o -> o.idField = value);
    }

    /** Adds a sketch to each document. */
    public IndexerOptions fingerprint(FingerprintField value) {
        return with(o -> o.fingerprint = Optional.of(value));
    }

    /** The scheme of a Whorl index that is created. */
    public Scheme scheme() {
        return scheme.or(() -> fingerprint.flatMap(FingerprintField::fullScheme))
                .orElseGet(() -> Scheme.builder().build());
    }

    /**
     * Sets the scheme of a Whorl index that is created; an existing index keeps its own. The default is
     * {@link FingerprintField#fullScheme} of the fingerprint field, so that each text is fingerprinted once for both.
     * Without such a field, it is the scheme with all defaults.
     */
    public IndexerOptions scheme(Scheme value) {
        return with(o -> o.scheme = Optional.of(value));
    }

    /** Sets the options of Whorl's writer. */
    public IndexerOptions writer(WriterOptions value) {
        return with(o -> o.writer = Objects.requireNonNull(value, "writer"));
    }

    /**
     * Takes two indexes as they are, although Lucene's commit does not name Whorl's, for indexes that were made
     * separately from the same documents. The next commit joins them. The default is false.
     */
    public IndexerOptions adopt(boolean value) {
        return with(o -> o.adopt = value);
    }
}

package io.whorl.spark;

import io.whorl.Options;
import io.whorl.internal.Ranges;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What every job reads of its rows, and which rows it leaves out. Immutable. The classes that extend this one are the
 * module's own.
 *
 * @param <O> the class of the options
 */
public abstract class ColumnOptions<O extends ColumnOptions<O>> extends Options<O> {
    /** The largest text of a document in bytes: 1 GiB. */
    public static final long MOST_DOCUMENT = 1L << 30;

    private String idColumn = "id";
    private String textColumn = "text";
    private Optional<String> dateColumn = Optional.empty();
    private long minDocument;
    private long maxDocument = 64L << 20;
    private boolean strict;

    ColumnOptions() {}

    /** Changes a value of this class in a copy. */
    private O set(Change change) {
        return with(o -> change.of(o));
    }

    private interface Change {
        void of(ColumnOptions<?> options);
    }

    @Override
    protected Map<String, Object> values() {
        return named(
                "idColumn textColumn dateColumn minDocument maxDocument strict",
                idColumn,
                textColumn,
                dateColumn,
                minDocument,
                maxDocument,
                strict);
    }

    /** The column of ids: strings, or whole numbers. */
    public final String idColumn() {
        return idColumn;
    }

    /**
     * Sets the column of ids, as in {@code Dataset.col}: {@code url}, {@code page.id}, {@code _metadata.file_path}. Of
     * several rows with one id, the one with the least text is taken; the others are counted.
     */
    public final O idColumn(String name) {
        return set(o -> o.idColumn = Objects.requireNonNull(name, "idColumn"));
    }

    /** The column of texts: strings, or bytes of UTF-8. */
    public final String textColumn() {
        return textColumn;
    }

    /** Sets the column of texts. */
    public final O textColumn(String name) {
        return set(o -> o.textColumn = Objects.requireNonNull(name, "textColumn"));
    }

    /** The column of dates or timestamps; empty if documents have no dates. */
    public final Optional<String> dateColumn() {
        return dateColumn;
    }

    /** Sets the column of the dates of documents, of type date or timestamp. Null is a document without a date. */
    public final O dateColumn(String name) {
        return set(o -> o.dateColumn = Optional.of(name));
    }

    /** The least number of surviving words of a document. */
    public final long minDocument() {
        return minDocument;
    }

    /** Leaves out and counts documents with fewer surviving words; 0 keeps all. */
    public final O minDocument(long words) {
        return set(o -> o.minDocument = Ranges.check("min-document", words, 0, Long.MAX_VALUE));
    }

    /** The most bytes of text of a document. */
    public final long maxDocument() {
        return maxDocument;
    }

    /** Leaves out and counts documents with more bytes of text, 1 to {@link #MOST_DOCUMENT}. */
    public final O maxDocument(long bytes) {
        return set(o -> o.maxDocument = Ranges.check("max-document", bytes, 1, MOST_DOCUMENT));
    }

    /** Whether the job fails because of a row that is no document. */
    public final boolean strict() {
        return strict;
    }

    /** Sets whether the job fails, and commits nothing, because of a row that is no document. */
    public final O strict(boolean value) {
        return set(o -> o.strict = value);
    }
}

package io.whorl.store;

/** The dates of a segment, by ordinal; docs/FORMAT.md, "Dates". Immutable and thread-safe. */
public final class DateTable {
    private final long documents;
    private final MappedBytes bytes;
    private final FixedNumbers numbers;
    private final int width;
    private final DateScale scale;

    /** @param width bytes of a date; 0 if no document has one */
    DateTable(long documents, MappedBytes bytes, int width, DateScale scale) {
        this.documents = documents;
        this.bytes = bytes;
        this.width = width;
        this.scale = scale;
        numbers = new FixedNumbers(bytes, width);
    }

    /** Whether no document of the segment has a date. */
    public boolean isEmpty() {
        return width == 0;
    }

    /** The bytes of the section. */
    public long length() {
        return bytes.length();
    }

    /**
     * The date of a document, as in {@link DocumentDate}.
     *
     * @return {@link DocumentDate#NONE} if it has none
     */
    public long date(long ordinal) {
        if (ordinal < 0 || ordinal >= documents) {
            throw new IndexOutOfBoundsException("document " + ordinal + " of " + documents);
        }
        if (width == 0) {
            return DocumentDate.NONE;
        }
        long number = numbers.get(ordinal);
        if (number < 0 || number > scale.largest()) {
            throw bytes.damaged(
                    ordinal * width,
                    "document " + ordinal + " has the date number " + number + "; the largest is " + scale.largest());
        }
        return scale.decode(number);
    }

    DateScale scale() {
        return scale;
    }

    int width() {
        return width;
    }
}

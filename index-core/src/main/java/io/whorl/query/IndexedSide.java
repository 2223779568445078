package io.whorl.query;

import io.whorl.measure.Side;
import io.whorl.store.DocumentTable;

/** One document of a segment after another, as it is compared. One thread at a time. */
final class IndexedSide implements Side {
    private final DocumentTable documents;
    private long ordinal;

    IndexedSide(DocumentTable documents) {
        this.documents = documents;
    }

    IndexedSide at(long document) {
        ordinal = document;
        return this;
    }

    @Override
    public long minutiae() {
        return documents.minutiae(ordinal);
    }

    @Override
    public long words() {
        return documents.words(ordinal);
    }

    @Override
    public byte[] extra() {
        return documents.extra(ordinal);
    }

    @Override
    public double norm() {
        return Double.longBitsToDouble(documents.extraLong(ordinal));
    }
}

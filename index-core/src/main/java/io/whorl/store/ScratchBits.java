package io.whorl.store;

import java.io.IOException;
import java.util.Objects;
import java.util.Optional;

/** A growing set of document ordinals, in heap or in a mapped scratch file. One thread at a time. */
public final class ScratchBits extends ScratchArray {
    private final long documents;
    private long count;

    /**
     * An empty set.
     *
     * @param documents the set can contain the ordinals 0 to {@code documents} − 1
     * @param file holds the set; without a file it is in heap
     */
    public ScratchBits(long documents, Optional<TempFile> file) throws IOException {
        super((documents + 63) / 64 * Long.BYTES, file);
        this.documents = documents;
    }

    public boolean contains(long ordinal) {
        return (getLong(address(ordinal)) >>> ordinal & 1) != 0;
    }

    /** Adds a document; returns false if the set contained it already. */
    public boolean add(long ordinal) {
        long address = address(ordinal);
        long word = getLong(address);
        if ((word >>> ordinal & 1) != 0) {
            return false;
        }
        putLong(address, word | 1L << ordinal);
        count++;
        return true;
    }

    public long count() {
        return count;
    }

    private long address(long ordinal) {
        return Objects.checkIndex(ordinal, documents) >>> 6 << 3;
    }

    /** This set as dead documents. Do not add to it afterwards: the result shares its memory. */
    public DeadDocuments asDead() {
        return count == 0 ? DeadDocuments.none(documents) : DeadDocuments.sealed(documents, bytes(), count);
    }
}

package io.whorl.store;

import io.whorl.internal.Ranges;
import io.whorl.store.MappedBytes.FixedNumbers;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/**
 * The documents of a segment. Ordinals follow the order of the ids as UTF-8 bytes. Ids are stored in blocks; within a
 * block, each id is stored as its difference from the previous one. Immutable and thread-safe.
 */
public final class DocumentTable {
    /** Number of ids in a block; the first is stored completely. */
    static final int BLOCK = 16;
    /** Bytes of a mean logarithm. */
    static final int MEAN_LOG = 2;

    public static final int LONGEST_ID = 65_535;

    private final long documents;
    private final MappedBytes ids;
    private final FixedNumbers blocks;
    private final FixedNumbers words;
    private final FixedNumbers minutiae;
    private final FormTable extras;
    private final FixedNumbers meanLogs;

    DocumentTable(
            long documents,
            MappedBytes ids,
            FixedNumbers blocks,
            FixedNumbers words,
            FixedNumbers minutiae,
            FormTable extras,
            FixedNumbers meanLogs) {
        this.documents = documents;
        this.ids = ids;
        this.blocks = blocks;
        this.words = words;
        this.minutiae = minutiae;
        this.extras = extras;
        this.meanLogs = meanLogs;
    }

    public long size() {
        return documents;
    }

    public String id(long ordinal) {
        return new String(idBytes(ordinal), StandardCharsets.UTF_8);
    }

    public byte[] idBytes(long ordinal) {
        Objects.checkIndex(ordinal, documents);
        IdCursor in = new IdCursor(ordinal / BLOCK);
        while (in.ordinal < ordinal) {
            in.next();
        }
        return in.id();
    }

    /** The number of words after filtering. */
    public long words(long ordinal) {
        return words.get(ordinal);
    }

    public long minutiae(long ordinal) {
        return minutiae.get(ordinal);
    }

    /** The mean of ln f_t over the minutiae, in nats, as of when the segment was written. */
    public double meanLog(long ordinal) {
        return LogFrequency.value(meanLogs.get(ordinal));
    }

    /**
     * The data that the selection strategy stores with the minutiae (docs/FORMAT.md, "Extras"); empty for most
     * strategies.
     */
    public byte[] extra(long ordinal) {
        return extras.isStored() ? extras.stored(ordinal) : new byte[0];
    }

    /** An extra of eight bytes, as a number. */
    public long extraLong(long ordinal) {
        Objects.checkIndex(ordinal, documents);
        return extras.number(ordinal);
    }

    /** The ordinal of an id, or −1. */
    public long find(String id) {
        return find(DocumentId.sought(id));
    }

    /** The ordinal of an id in UTF-8, or −1. */
    public long find(byte[] wanted) {
        long block = blockBefore(wanted);
        if (block < 0) {
            return -1;
        }
        IdCursor in = new IdCursor(block);
        int order = -1;
        for (int i = 0; i < BLOCK && order < 0 && in.next(); i++) {
            order = in.compareTo(wanted);
        }
        return order == 0 ? in.ordinal : -1;
    }

    /** The last block whose first id is not greater than {@code wanted}, or −1. */
    private long blockBefore(byte[] wanted) {
        long after = Ranges.first(0, (documents + BLOCK - 1) / BLOCK, block -> {
            IdCursor in = new IdCursor(block);
            in.next();
            return in.compareTo(wanted) > 0;
        });
        return after - 1;
    }

    /** The exception for a document with an invalid id or extra. */
    public RuntimeException damaged(String reason) {
        return ids.damaged(0, reason);
    }

    /** A cursor before the first id. */
    public IdCursor ids() {
        return new IdCursor(0);
    }

    /** A cursor at most {@value #BLOCK} documents before the first id that is not less than {@code from}, in UTF-8. */
    public IdCursor ids(byte[] from) {
        return new IdCursor(Math.max(0, blockBefore(from)));
    }

    /** Iterates over ids in ascending order, and decodes each only once. One thread at a time. */
    public final class IdCursor {
        private final Varint.Reader in;
        private long ordinal;
        private byte[] id = new byte[64];
        private int length;

        private IdCursor(long block) {
            in = new Varint.Reader(ids, documents == 0 ? 0 : blocks.get(block));
            ordinal = block * BLOCK - 1;
        }

        /** Moves to the next document; returns false at the end. */
        public boolean next() {
            if (ordinal + 1 >= documents) {
                return false;
            }
            ordinal++;
            long shared = in.next();
            long rest = in.next();
            if (shared > length || rest > LONGEST_ID || shared + rest > LONGEST_ID) {
                throw ids.damaged(
                        in.at(),
                        "an id before byte " + in.at() + " shares " + shared + " bytes of " + length + " and adds "
                                + rest);
            }
            length = (int) (shared + rest);
            if (length > id.length) {
                id = Arrays.copyOf(id, Math.max(length, id.length * 2));
            }
            ids.copy(in.at(), id, (int) shared, (int) rest);
            in.skip(rest);
            return true;
        }

        public long ordinal() {
            return ordinal;
        }

        /** Compares the current ids of two cursors as UTF-8 bytes. */
        public int compareTo(IdCursor other) {
            return Arrays.compareUnsigned(id, 0, length, other.id, 0, other.length);
        }

        private int compareTo(byte[] other) {
            return Arrays.compareUnsigned(id, 0, length, other, 0, other.length);
        }

        public byte[] id() {
            return Arrays.copyOf(id, length);
        }
    }
}

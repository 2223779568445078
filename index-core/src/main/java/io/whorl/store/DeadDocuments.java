package io.whorl.store;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The ordinals of a part's documents that are deleted or replaced: a set that only grows, each state of it an immutable
 * value that shares what it has in common with the one before. A bit for each document, in pages; a page of which no
 * document is dead is not there. Thread-safe.
 *
 * <p>What was dead when the index was last sealed is read in place from a mapped file; only later deaths are in heap.
 */
public final class DeadDocuments {
    private static final int PAGE_BITS = 12;
    private static final int WORDS_OF_PAGE = 1 << (PAGE_BITS - 6);
    private static final long[] NONE = new long[WORDS_OF_PAGE];

    private final long documents;
    private final FileMapping mapping;
    private final MappedBytes sealed;
    private final long[][] pages;
    private final long count;

    private DeadDocuments(long documents, FileMapping mapping, MappedBytes sealed, long[][] pages, long count) {
        this.documents = documents;
        this.mapping = mapping;
        this.sealed = sealed;
        this.pages = pages;
        this.count = count;
    }

    /** All of so many documents live. */
    public static DeadDocuments none(long documents) {
        return sealed(documents, MappedBytes.of(new byte[0]), 0);
    }

    /**
     * @param bits a bit for each document, in little-endian words of 64; or nothing, if none is dead
     * @param count how many bits are set
     */
    static DeadDocuments sealed(long documents, MappedBytes bits, long count) {
        return sealed(documents, FileMapping.NONE, bits, count);
    }

    /** The same, of the bits of a file. */
    static DeadDocuments sealed(long documents, FileMapping mapping, MappedBytes bits, long count) {
        return new DeadDocuments(documents, mapping, bits, new long[0][], count);
    }

    /**
     * Takes hold of the mapping that this set and those made of it by {@link #with} share, like {@link Segment#take}.
     */
    public void take() {
        mapping.take();
    }

    /** Lets go of it, once for each time it was held or taken. */
    public void release() {
        mapping.release();
    }

    /** Whether the file at a path is the one that this set was opened from, or equals it. */
    boolean isOf(Path file) throws IOException {
        return mapping.isOf(file);
    }

    /** Documents of the part, dead or alive. */
    public long documents() {
        return documents;
    }

    /** How many are dead. */
    public long count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /**
     * Whether a document is dead.
     *
     * @param ordinal 0 to documents − 1
     */
    public boolean contains(long ordinal) {
        return (word(ordinal >>> 6) >>> ordinal & 1) != 0;
    }

    /** The first dead document from this ordinal on, or −1. */
    public long next(long from) {
        long words = (documents + 63) / 64;
        for (long i = from >>> 6; i < words; i++) {
            long left = word(i) & (i == from >>> 6 ? -1L << from : -1L);
            if (left != 0) {
                return i * 64 + Long.numberOfTrailingZeros(left);
            }
        }
        return -1;
    }

    /** Those dead here, and the first {@code n} of these. */
    public DeadDocuments with(long[] ordinals, int n) {
        if (n == 0) {
            return this;
        }
        int wanted = (int) ((documents + (1L << PAGE_BITS) - 1) >>> PAGE_BITS);
        long[][] next = Arrays.copyOf(pages, wanted);
        boolean[] copied = new boolean[wanted];
        long now = count;
        for (int i = 0; i < n; i++) {
            long ordinal = ordinals[i];
            if (ordinal < 0 || ordinal >= documents) {
                throw new IndexOutOfBoundsException("document " + ordinal + " of " + documents);
            }
            if (isSealed(ordinal)) {
                continue;
            }
            int page = (int) (ordinal >>> PAGE_BITS);
            if (!copied[page]) {
                next[page] = (next[page] == null ? NONE : next[page]).clone();
                copied[page] = true;
            }
            int word = (int) (ordinal >>> 6) & WORDS_OF_PAGE - 1;
            long bit = 1L << ordinal;
            now += (next[page][word] & bit) == 0 ? 1 : 0;
            next[page][word] |= bit;
        }
        return now == count ? this : new DeadDocuments(documents, mapping, sealed, next, now);
    }

    /**
     * Counts the dead: opening a file of deaths believes the number in its header.
     *
     * @throws io.whorl.CorruptIndexException if there are not as many as the file says
     */
    public void requireCount() {
        long found = 0;
        long words = (documents + 63) / 64;
        for (long i = 0; i < words; i++) {
            found += Long.bitCount(word(i));
        }
        if (found != count || documents % 64 != 0 && word(words - 1) >>> documents % 64 != 0) {
            throw sealed.damaged(0, found + " documents are dead where it says " + count);
        }
    }

    private boolean isSealed(long ordinal) {
        return sealed.length() > 0 && (sealed.getLong(ordinal >>> 6 << 3) >>> ordinal & 1) != 0;
    }

    /** The 64 bits of documents 64 × i and on. */
    long word(long i) {
        int page = (int) (i >>> (PAGE_BITS - 6));
        long later = page < pages.length && pages[page] != null ? pages[page][(int) i & WORDS_OF_PAGE - 1] : 0;
        return sealed.length() > 0 ? later | sealed.getLong(i << 3) : later;
    }
}

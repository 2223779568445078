package io.whorl.store;

import static io.whorl.store.CheckedFile.check;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Objects;
import java.util.Optional;

/**
 * The ordinals of the deleted and replaced documents of a segment or live tier: a persistent set that only grows. Each
 * state is an immutable value that shares pages with the previous one. A page is a bitmap of some documents, and is
 * absent if none of them is dead. Thread-safe.
 *
 * <p>The documents that were dead when MANIFEST was written are read in place from a mapped file; only later ones are
 * in heap.
 */
public final class DeadDocuments {
    private static final int HEADER = 64;
    private static final String MARK = "WHORLDEL";
    private static final int VERSION = 1;
    private static final int BUFFER = 1 << 16;

    private static final int PAGE_BITS = 12;
    private static final int WORDS_OF_PAGE = 1 << (PAGE_BITS - 6);
    private static final long[] NONE = new long[WORDS_OF_PAGE];

    private final long documents;
    private final Optional<CheckedFile> file;
    private final MappedBytes sealed;
    private final long[][] pages;
    private final long count;

    private DeadDocuments(long documents, Optional<CheckedFile> file, MappedBytes sealed, long[][] pages, long count) {
        this.documents = documents;
        this.file = file;
        this.sealed = sealed;
        this.pages = pages;
        this.count = count;
    }

    /** An empty set: all documents are live. */
    public static DeadDocuments none(long documents) {
        return sealed(documents, MappedBytes.of(new byte[0]), 0);
    }

    /**
     * @param bits one bit per document, in little-endian words of 64 bits; empty if no document is dead
     * @param count number of bits that are set
     */
    static DeadDocuments sealed(long documents, MappedBytes bits, long count) {
        return new DeadDocuments(documents, Optional.empty(), bits, new long[0][], count);
    }

    /**
     * Retains the mapping that this set shares with the sets made from it by {@link #with}; see {@link Segment#retain}.
     */
    public void retain() {
        file.ifPresent(f -> f.mapping().retain());
    }

    /** Releases the mapping. Call it once for the opening and once for each {@link #retain}. */
    public void release() {
        file.ifPresent(f -> f.mapping().release());
    }

    /** True if the file at a path is the one this set was opened from, or has equal contents. */
    boolean isOf(Path path) throws IOException {
        return file.isPresent() && file.get().mapping().isOf(path);
    }

    /** The file of the set, for {@link MappingFault#typed}; empty if all of it is in heap. */
    public Optional<CheckedFile> checkedFile() {
        return file;
    }

    /** Whether another set is of as many documents, and the same ones are dead. Reads both. */
    public boolean isSame(DeadDocuments other) {
        boolean same = documents == other.documents && count == other.count;
        for (long i = 0; same && i < words(documents); i++) {
            same = word(i) == other.word(i);
        }
        return same;
    }

    /** The number of documents, dead or live. */
    public long documents() {
        return documents;
    }

    public long count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /**
     * True if a document is dead.
     *
     * @param ordinal 0 to documents − 1
     */
    public boolean contains(long ordinal) {
        return ((word(ordinal >>> 6) >>> ordinal) & 1) != 0;
    }

    /** The first dead document at or after an ordinal, or −1. */
    public long next(long from) {
        long words = words(documents);
        for (long i = from >>> 6; i < words; i++) {
            long left = word(i) & (i == from >>> 6 ? -1L << from : -1L);
            if (left != 0) {
                return i * 64 + Long.numberOfTrailingZeros(left);
            }
        }
        return -1;
    }

    /** This set and the first {@code n} of some ordinals. */
    public DeadDocuments with(long[] ordinals, int n) {
        if (n == 0) {
            return this;
        }
        int wanted = (int) ((documents + (1L << PAGE_BITS) - 1) >>> PAGE_BITS);
        long[][] next = Arrays.copyOf(pages, wanted);
        boolean[] copied = new boolean[wanted];
        long now = count;
        for (int i = 0; i < n; i++) {
            long ordinal = Objects.checkIndex(ordinals[i], documents);
            if (isSealed(ordinal)) {
                continue;
            }
            int page = (int) (ordinal >>> PAGE_BITS);
            if (!copied[page]) {
                next[page] = (next[page] == null ? NONE : next[page]).clone();
                copied[page] = true;
            }
            int word = (int) (ordinal >>> 6) & (WORDS_OF_PAGE - 1);
            long bit = 1L << ordinal;
            now += (next[page][word] & bit) == 0 ? 1 : 0;
            next[page][word] |= bit;
        }
        return now == count ? this : new DeadDocuments(documents, file, sealed, next, now);
    }

    /**
     * Verifies the bits and their count, which opening a file trusts.
     *
     * @throws io.whorl.CorruptIndexException if the file is damaged, or has another number of dead documents
     */
    public void requireIntact() {
        MappingFault.typed(file.stream().toList(), () -> {
            file.ifPresent(CheckedFile::requireChecksums);
            long found = 0;
            long words = words(documents);
            for (long i = 0; i < words; i++) {
                found += Long.bitCount(word(i));
            }
            if (found != count || documents % 64 != 0 && word(words - 1) >>> (documents % 64) != 0) {
                throw sealed.damaged(0, found + " documents are dead, and its header says " + count);
            }
            return null;
        });
    }

    private boolean isSealed(long ordinal) {
        return sealed.length() > 0 && ((sealed.getLong(ordinal >>> 6 << 3) >>> ordinal) & 1) != 0;
    }

    /** The bits of the documents 64 × i to 64 × i + 63. */
    long word(long i) {
        int page = (int) (i >>> (PAGE_BITS - 6));
        long later = page < pages.length && pages[page] != null ? pages[page][(int) i & (WORDS_OF_PAGE - 1)] : 0;
        return sealed.length() > 0 ? later | sealed.getLong(i << 3) : later;
    }

    /** Writes the set to a file, and forces it: a header, then one bit per document; docs/FORMAT.md, "Deaths". */
    void writeTo(Path file) throws IOException {
        MappingFault.typed(checkedFile().stream().toList(), () -> {
            try (FileChannel channel = Channels.createNew(file)) {
                long words = words(documents);
                ByteBuffer out = ByteBuffer.allocate(BUFFER).order(ByteOrder.LITTLE_ENDIAN);
                long at = HEADER;
                for (long i = 0; i < words; i++) {
                    out.putLong(word(i));
                    if (!out.hasRemaining() || i == words - 1) {
                        Channels.writeFully(channel, out.flip(), at);
                        at += out.limit();
                        out.clear();
                    }
                }
                ByteBuffer header = CheckedFile.beginHeader(MARK, VERSION, HEADER)
                        .putLong(documents)
                        .putLong(count)
                        .putInt(CheckedFile.append(file, channel, HEADER, at, ParallelTasks::runInTurn));
                Channels.writeFully(channel, CheckedFile.endHeader(header), 0);
                channel.force(true);
                return null;
            }
        });
    }

    /**
     * Opens the file and checks its header. The bits stay in the mapping.
     *
     * @param documents documents of the segment
     * @param count dead documents, according to MANIFEST; −1 for as many as the file says
     * @param counted whether references are counted; the caller has the first one
     */
    static DeadDocuments open(Path file, long documents, long count, boolean counted) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer head = CheckedFile.readHeader(channel, HEADER);
            ByteBuffer header = CheckedFile.checkHeader(file, head, MARK, VERSION, HEADER);
            long ofDocuments = header.getLong();
            long dead = header.getLong();
            check(
                    file,
                    ofDocuments == documents && (count < 0 || dead == count),
                    16,
                    "it is of " + ofDocuments + " documents, " + dead + " of them dead, where its segment has "
                            + documents + " and MANIFEST says " + count);
            long length = words(documents) * 8;
            CheckedFile checked = CheckedFile.open(
                    file, channel, head, HEADER, HEADER + length, header.getInt(), MappedBytes.PART_BITS, counted);
            MappedBytes bits = checked.section(HEADER, length, ReadAhead.NONE);
            return new DeadDocuments(documents, Optional.of(checked), bits, new long[0][], dead);
        }
    }

    private static long words(long documents) {
        return (documents + 63) / 64;
    }
}

package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.store.CheckedFile.DamageException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
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
    static final int HEADER = 64;
    static final int VERSION = 1;
    /** "WHORLDEL" read as a little-endian number. */
    private static final long MAGIC = 0x4C45444C_524F4857L;

    private static final int CHECKSUM_AT = HEADER - 4;
    private static final int BLOCKS_CHECKSUM_AT = 32;
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
        return sealed(documents, Optional.empty(), bits, count);
    }

    /** A set whose bits are in a file. */
    static DeadDocuments sealed(long documents, Optional<CheckedFile> file, MappedBytes bits, long count) {
        return new DeadDocuments(documents, file, bits, new long[0][], count);
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

    /**
     * Reads from this set and its segment; see {@link Segment#reading}. A set whose file was cut is not taken for a
     * smaller one.
     */
    public <T> T reading(Segment segment, MappingFault.Reader<T, RuntimeException> reader) {
        return file.isEmpty()
                ? segment.reading(reader)
                : MappingFault.typed(List.of(file.get()), () -> segment.reading(reader));
    }

    /** The ordinal of the live document of an id, or −1. */
    public long living(Segment segment, byte[] id) {
        return reading(segment, () -> {
            long ordinal = segment.documents().find(id);
            return ordinal >= 0 && !contains(ordinal) ? ordinal : -1L;
        });
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
        return (word(ordinal >>> 6) >>> ordinal & 1) != 0;
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
        return now == count ? this : new DeadDocuments(documents, file, sealed, next, now);
    }

    /**
     * Checks the count. Opening a file trusts the count in its header.
     *
     * @throws io.whorl.CorruptIndexException if the file contains another number of dead documents
     */
    public void requireCount() {
        String miscount = miscount();
        if (!miscount.isEmpty()) {
            throw sealed.damaged(0, miscount);
        }
    }

    /** What is wrong with the count; empty if it is right. */
    private String miscount() {
        long found = 0;
        long words = words(documents);
        for (long i = 0; i < words; i++) {
            found += Long.bitCount(word(i));
        }
        return found != count || documents % 64 != 0 && word(words - 1) >>> documents % 64 != 0
                ? found + " documents are dead, and its header says " + count
                : "";
    }

    private boolean isSealed(long ordinal) {
        return sealed.length() > 0 && (sealed.getLong(ordinal >>> 6 << 3) >>> ordinal & 1) != 0;
    }

    /** The bits of the documents 64 × i to 64 × i + 63. */
    long word(long i) {
        int page = (int) (i >>> (PAGE_BITS - 6));
        long later = page < pages.length && pages[page] != null ? pages[page][(int) i & WORDS_OF_PAGE - 1] : 0;
        return sealed.length() > 0 ? later | sealed.getLong(i << 3) : later;
    }

    /** Writes the set to a file, and forces it: a header, then one bit per document; docs/FORMAT.md, "Deaths". */
    void writeTo(Path file) throws IOException {
        MappingFault.typed(checkedFile().stream().toList(), () -> {
            writeBits(file);
            return null;
        });
    }

    private void writeBits(Path file) throws IOException {
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
            ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
            header.putLong(MAGIC)
                    .putInt(VERSION)
                    .putInt(HEADER)
                    .putLong(documents)
                    .putLong(count);
            header.putInt(CheckedFile.append(channel, HEADER, at, ParallelTasks::runInTurn));
            header.putInt(CHECKSUM_AT, checksum(header));
            Channels.writeFully(channel, header.clear(), 0);
            channel.force(true);
        }
    }

    /**
     * Opens the file and checks its header. The bits stay in the mapping. If it is counted, the caller has the first
     * reference.
     *
     * @param documents documents of the segment
     * @param count dead documents, according to MANIFEST
     */
    static DeadDocuments open(Path file, long documents, long count, FileMapping.Mapper mapper) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = header(channel, documents, count);
            long length = words(documents) * 8;
            FileMapping mapping = mapper.map(channel, header.array(), channel.size());
            CheckedFile checked = CheckedFile.of(file, mapping, HEADER, HEADER + length, MappedBytes.PART_BITS);
            return sealed(documents, Optional.of(checked), checked.section(HEADER, length, ReadAhead.NONE), count);
        } catch (DamageException.Newer e) {
            throw RefusedException.version(file, e.found, e.known);
        } catch (DamageException e) {
            throw new CorruptIndexException(file, e.offset, e.getMessage(), e.getCause());
        }
    }

    private static ByteBuffer header(FileChannel channel, long documents, long count) throws IOException {
        long wanted = CheckedFile.length(HEADER + words(documents) * 8);
        DamageException.check(
                channel.size() == wanted,
                Math.min(channel.size(), wanted),
                "the file has " + channel.size() + " bytes; its documents need " + wanted);
        ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
        Channels.readFully(channel, header, 0);
        DamageException.check(header.getLong(0) == MAGIC, 0, "it does not start with WHORLDEL");
        int version = header.getInt(8);
        if (version > VERSION) {
            throw new DamageException.Newer(version, VERSION);
        }
        DamageException.check(
                header.getInt(CHECKSUM_AT) == checksum(header), CHECKSUM_AT, "the header's checksum does not match");
        DamageException.check(version == VERSION, 8, "format version " + version + " does not exist");
        DamageException.check(
                header.getLong(16) == documents && header.getLong(24) == count,
                16,
                "it is of "
                        + header.getLong(16) + " documents, " + header.getLong(24)
                        + " of them dead, where its segment has "
                        + documents + " and MANIFEST says " + count);
        return header;
    }

    /** The number of dead documents in the header of a file, unverified. */
    static long count(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER).order(ByteOrder.LITTLE_ENDIAN);
            Channels.readFully(channel, header, 0);
            return header.getLong(24);
        }
    }

    /**
     * Verifies the whole file.
     *
     * @return a description of the problem, or an empty string
     */
    static String problem(Path file, long documents, long count) throws IOException {
        DeadDocuments dead = open(file, documents, count, FileMapping::collected);
        CheckedFile checked = dead.checkedFile().orElseThrow();
        int checksum;
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            checksum = header(channel, documents, count).getInt(BLOCKS_CHECKSUM_AT);
        }
        return MappingFault.typed(List.of(checked), () -> {
            List<CheckedFile.Bytes> damaged =
                    checked.damaged(HEADER, HEADER + words(documents) * 8, ParallelTasks::runInTurn);
            if (!damaged.isEmpty() || checked.damagedChecksums(checksum).isPresent()) {
                return file.getFileName() + ": the checksum of its bits does not match";
            }
            String miscount = dead.miscount();
            return miscount.isEmpty() ? "" : file.getFileName() + ": " + miscount;
        });
    }

    private static long words(long documents) {
        return (documents + 63) / 64;
    }

    private static int checksum(ByteBuffer header) {
        return Checksum.of(header.array(), 0, CHECKSUM_AT);
    }
}

package io.whorl.store;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.concurrent.QueryPriority;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;

/**
 * A mapped file that ends with the checksums of its blocks and an end mark; docs/FORMAT.md, "Checksums of blocks". A
 * block is verified when it is first read, so opening costs the same for a file of any size, and no reader uses a byte
 * of a block that was never intact. The end mark shows whether the file was cut while it is mapped: the rest of the
 * page of the cut then reads as zeros, without an error. Thread-safe.
 *
 * <pre>
 * header, with the checksum of the checksums │ block │ block │ … │ checksum of each block │ end mark
 * </pre>
 */
public final class CheckedFile {
    /** "WHORLEOF" read as a little-endian number. No byte is 0, so a file that was cut does not have it. */
    private static final long END_MARK = 0x464F454C_524F4857L;

    private static final int END_MARK_BYTES = 8;
    private static final int CHECKSUM_BYTES = 4;
    /** The least block is a page, so that verifying it reads nothing that the reader of the block does not. */
    private static final int LEAST_BITS = 12;
    /** Larger files have larger blocks, so that a bit for each takes at most 2 MiB. */
    private static final int MOST_BLOCKS_BITS = 24;
    /** The checksums are at a multiple of this. */
    private static final int ALIGNMENT = 8;

    private static final int BUFFER = 1 << 18;
    /** The bytes that a task reads to append checksums, or to verify them; a multiple of a block. */
    private static final long PIECE = 1 << 24;

    record Bytes(long from, long to) {}

    private final Path file;
    private final FileMapping mapping;
    private final MappedBytes whole;
    private final int partBits;
    /** Where the blocks begin. What is before them, the header, has a checksum of its own. */
    private final long start;
    /** The end of the blocks, where their checksums begin. */
    private final long end;

    /** The checksum of the checksums, from the header. */
    private final int checksum;

    private final int blockBits;
    /**
     * A bit for each block. Threads change it without synchronization: a bit that is lost causes a second verification.
     */
    private final long[] verified;
    /** The buffer for verifying a block, if no thread uses it. */
    private final AtomicReference<byte[]> spare = new AtomicReference<>();

    private CheckedFile(Path file, FileMapping mapping, long start, long contents, int checksum, int partBits)
            throws IOException {
        this.file = file;
        this.mapping = mapping;
        this.partBits = partBits;
        this.start = start;
        this.checksum = checksum;
        whole = mapping.bytes(0, length(contents), partBits);
        end = end(contents);
        blockBits = blockBits(end);
        verified = new long[(int) ((blocks(end) + 63) >>> 6)];
    }

    /** Reads the header of a file; less if the file ends inside it. */
    static ByteBuffer readHeader(FileChannel channel, int size) throws IOException {
        ByteBuffer header = ByteBuffer.allocate((int) Math.min(size, channel.size()));
        Channels.readUpTo(channel, header, 0);
        return header;
    }

    /**
     * Maps a file, and checks its length and its end mark.
     *
     * @param channel still open when sections are taken
     * @param header all bytes of the header, which was checked
     * @param start the first byte that blocks contain
     * @param contents the end of the contents
     * @param checksum the checksum of the checksums, from the header
     * @param counted whether references to the mapping are counted; the caller has the first one
     * @throws CorruptIndexException if the file has another length, or no end mark
     */
    static CheckedFile open(
            Path file,
            FileChannel channel,
            ByteBuffer header,
            long start,
            long contents,
            int checksum,
            int partBits,
            boolean counted)
            throws IOException {
        long size = channel.size();
        long wanted = length(contents);
        String otherwise = "the file has " + size + " bytes; its header requires " + wanted;
        check(file, size == wanted, Math.min(size, wanted), otherwise);
        FileMapping mapping = FileMapping.of(channel, header.array(), size, counted);
        return Channels.orElse(mapping::release, () -> {
            CheckedFile checked = new CheckedFile(file, mapping, start, contents, checksum, partBits);
            check(file, checked.hasEndMark(), size - END_MARK_BYTES, "its end mark is missing");
            return checked;
        });
    }

    /** @throws CorruptIndexException unless a condition holds */
    public static void check(Path file, boolean holds, long offset, String otherwise) {
        if (!holds) {
            throw new CorruptIndexException(file, offset, otherwise);
        }
    }

    /** A new header: its mark, format version and size. {@link #endHeader} writes its checksum. */
    public static ByteBuffer beginHeader(String mark, int version, int size) {
        return ByteBuffer.allocate(size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(mark.getBytes(StandardCharsets.ISO_8859_1))
                .putInt(version)
                .putInt(size);
    }

    public static ByteBuffer endHeader(ByteBuffer header) {
        return header.putInt(header.capacity() - CHECKSUM_BYTES, headerChecksum(header))
                .clear();
    }

    private static int headerChecksum(ByteBuffer header) {
        return Checksum.of(header.array(), 0, header.capacity() - CHECKSUM_BYTES);
    }

    /**
     * Verifies a header that was read into a whole buffer, and returns it at the first byte after its size.
     *
     * @throws CorruptIndexException if it is none
     * @throws RefusedException if it is intact, or of another size, and has a newer format version
     */
    public static ByteBuffer checkHeader(Path file, ByteBuffer header, String mark, int version, int size) {
        ByteBuffer b = header.order(ByteOrder.LITTLE_ENDIAN);
        check(file, b.capacity() == size && !b.hasRemaining(), 0, "the file ends inside its header");
        check(file, beginHeader(mark, 0, size).getLong(0) == b.getLong(0), 0, "it does not start with " + mark);
        int found = b.getInt(8);
        int place = size - CHECKSUM_BYTES;
        boolean intact = b.getInt(place) == headerChecksum(b);
        if (found > version && (intact || b.getInt(12) != size)) {
            throw RefusedException.version(file, found, version);
        }
        check(file, intact, place, "the header's checksum does not match");
        check(file, found == version && b.getInt(12) == size, 8, "format version " + found + " does not exist");
        return b.position(16);
    }

    /** The length of a file whose contents end at an offset. */
    static long length(long contents) {
        long end = end(contents);
        return end + blocks(end) * CHECKSUM_BYTES + END_MARK_BYTES;
    }

    private static long end(long contents) {
        return (contents + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    }

    private static long blocks(long end) {
        return ((end - 1) >>> blockBits(end)) + 1;
    }

    private static int blockBits(long end) {
        return Math.max(LEAST_BITS, 64 - Long.numberOfLeadingZeros(end - 1) - MOST_BLOCKS_BITS);
    }

    /**
     * Reads the contents of a file, and appends the checksums and the end mark.
     *
     * @param channel of a new file, which has no bytes after the contents
     * @param start the first byte that blocks contain
     * @param contents the end of the contents
     * @return the checksum of the checksums, for the header
     */
    static int append(Path file, FileChannel channel, long start, long contents, ParallelTasks.Runner threads)
            throws IOException {
        long end = end(contents);
        long sumsEnd = length(contents) - END_MARK_BYTES;
        Channels.writeFully(channel, ByteBuffer.allocate((int) (end - contents)), contents);
        ByteBuffer mark = ByteBuffer.allocate(END_MARK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        Channels.writeFully(channel, mark.putLong(0, END_MARK), sumsEnd);
        FileMapping mapping = FileMapping.of(channel, new byte[0], sumsEnd + END_MARK_BYTES, true);
        try {
            CheckedFile written = new CheckedFile(file, mapping, start, contents, 0, MappedBytes.PART_BITS);
            written.forEachPiece(0, end, threads, (first, last) -> {
                ByteBuffer sums = ByteBuffer.allocate((int) (last - first + 1) * CHECKSUM_BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
                for (long block = first; block <= last; block++) {
                    QueryPriority.step();
                    sums.putInt(written.checksum(written.bytes(block)));
                }
                Channels.writeFully(channel, sums.flip(), end + first * CHECKSUM_BYTES);
            });
        } finally {
            mapping.release();
        }
        return Checksum.of(channel, end, sumsEnd);
    }

    private interface Piece {
        void take(long firstBlock, long lastBlock) throws IOException;
    }

    /** Passes on the blocks that have bytes of a range, some at a time. */
    private void forEachPiece(long from, long to, ParallelTasks.Runner threads, Piece piece) throws IOException {
        List<ParallelTasks.Task> tasks = new ArrayList<>();
        long last = (to - 1) >>> blockBits;
        long step = Math.max(1, PIECE >>> blockBits);
        for (long block = from >>> blockBits; block <= last && from < to; block += step) {
            long first = block;
            tasks.add(() -> piece.take(first, Math.min(last, first + step - 1)));
        }
        threads.runAll(tasks);
    }

    /** A section of the contents. The channel of the mapping must still be open. */
    MappedBytes section(long offset, long length, ReadAhead ahead) throws IOException {
        return new MappedBytes(
                mapping.parts(offset, length, partBits), partBits, length, Optional.of(this), offset, ahead);
    }

    /** Bytes that no block contains, and that have a checksum of their own. */
    MappedBytes unchecked(long offset, long length) throws IOException {
        return mapping.bytes(offset, length, partBits);
    }

    /** Copies the file to one that does not exist yet, and forces the copy. The file may be unlinked by now. */
    void copyTo(Path to) throws IOException {
        try (FileChannel out = FileChannel.open(to, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            byte[] buffer = new byte[BUFFER];
            for (long at = 0; at < whole.length(); at += buffer.length) {
                int n = (int) Math.min(buffer.length, whole.length() - at);
                whole.copy(at, buffer, 0, n);
                Channels.writeFully(out, ByteBuffer.wrap(buffer, 0, n), at);
            }
            out.force(true);
        }
    }

    Path file() {
        return file;
    }

    FileMapping mapping() {
        return mapping;
    }

    int blockBits() {
        return blockBits;
    }

    /** A bit for each block that was verified; see {@link #verify}. Read it at any time, and do not change it. */
    long[] verified() {
        return verified;
    }

    /**
     * Verifies a block, and sets its bit.
     *
     * @throws CorruptIndexException if its checksum does not match
     */
    void verify(long block) {
        if (!isIntact(block)) {
            requireWhole();
            Bytes of = bytes(block);
            throw new CorruptIndexException(
                    file,
                    of.from,
                    "the checksum of bytes " + of.from + " to " + of.to
                            + " does not match (IndexCheck.check verifies the"
                            + " whole file, and IndexCheck.repair keeps what is intact)");
        }
        setVerified(block);
    }

    private void setVerified(long block) {
        verified[(int) (block >>> 6)] |= 1L << block;
    }

    /** The number of blocks with bytes of a range that were not verified. */
    long unverified(long from, long to) {
        long n = 0;
        for (long block = from >>> blockBits; block <= (to - 1) >>> blockBits; block++) {
            n += ~(verified[(int) (block >>> 6)] >>> block) & 1;
        }
        return n;
    }

    private Bytes bytes(long block) {
        long from = Math.max(start, block << blockBits);
        return new Bytes(from, Math.max(from, Math.min(end, (block + 1) << blockBits)));
    }

    private boolean isIntact(long block) {
        return checksum(bytes(block)) == (int) whole.getBytes(end + block * CHECKSUM_BYTES, CHECKSUM_BYTES);
    }

    /** Computed from a copy: a checksum computed in place crashes the JVM if the file has been truncated. */
    private int checksum(Bytes of) {
        byte[] kept = spare.getAndSet(null);
        byte[] buffer = kept == null ? new byte[1 << LEAST_BITS] : kept;
        CRC32C crc = new CRC32C();
        for (long at = of.from; at < of.to; ) {
            int n = (int) Math.min(buffer.length, of.to - at);
            whole.copy(at, buffer, 0, n);
            crc.update(buffer, 0, n);
            at += n;
        }
        spare.set(buffer);
        return (int) crc.getValue();
    }

    /**
     * Verifies again all blocks that have bytes of a range, whether or not they were verified.
     *
     * @return the damaged blocks, in order; adjacent ones as one range
     */
    List<Bytes> damaged(long from, long to, ParallelTasks.Runner threads) throws IOException {
        Set<Long> found = new ConcurrentSkipListSet<>();
        forEachPiece(from, to, threads, (first, last) -> {
            for (long block = first; block <= last; block++) {
                QueryPriority.step();
                if (isIntact(block)) {
                    setVerified(block);
                } else {
                    found.add(block);
                }
            }
        });
        List<Bytes> all = new ArrayList<>();
        for (long block : found) {
            Bytes next = bytes(block);
            int before = all.size() - 1;
            if (before >= 0 && all.get(before).to == next.from) {
                next = new Bytes(all.remove(before).from, next.to);
            }
            all.add(next);
        }
        return all;
    }

    /** The checksums of the blocks, if they do not have the checksum of the header. */
    Optional<Bytes> damagedChecksums() {
        Bytes sums = new Bytes(end, whole.length() - END_MARK_BYTES);
        return checksum(sums) == checksum ? Optional.empty() : Optional.of(sums);
    }

    /** @throws CorruptIndexException if the checksums of the blocks do not have the checksum of the header */
    void requireChecksums() {
        check(file, damagedChecksums().isEmpty(), end, "the checksums of its blocks are damaged");
    }

    /**
     * Checks that the file was not cut since it was mapped. Call it after the reads that must be right.
     *
     * @throws CorruptIndexException if it was cut
     */
    void requireWhole() {
        if (!hasEndMark()) {
            throw MappingFault.cut(file, Optional.empty());
        }
    }

    /** Reads the end mark; may cause the error that {@link MappingFault} handles. */
    boolean hasEndMark() {
        return whole.getBytes(whole.length() - END_MARK_BYTES, END_MARK_BYTES) == END_MARK;
    }
}

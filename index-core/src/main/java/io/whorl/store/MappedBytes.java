package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.Optional;

/**
 * Read-only, little-endian bytes with long addresses: one section of a mapped file, of any size. Thread-safe.
 * {@link FileMapping} determines how long the mapping lasts; a read after that throws and does not crash. A read of a
 * block of a {@link CheckedFile} that nobody has read yet verifies it.
 *
 * <p>No address reaches bytes outside the section. A caller checks addresses that come from the file, and throws
 * {@link #damaged}. Any other address outside the section is a bug, and causes an {@link IndexOutOfBoundsException}.
 */
final class MappedBytes {
    /** A part has at most 1 GiB: a multiple of the 64-byte line, within the limit of a buffer. */
    static final int PART_BITS = 30;

    private static final long[] NONE = {};

    private final ByteBuffer[] parts;
    private final int partBits;
    private final int partMask;
    private final long length;
    /** Empty for bytes in memory and in scratch files, which this process has written itself. */
    private final Optional<CheckedFile> file;
    /** The offset of the section in the file. */
    private final long start;
    /** For each block of the file, whether it was verified. */
    private final long[] verified;

    private final int blockBits;
    /** Turns a place in the file into an index of {@link #verified}. */
    private final int wordBits;
    /**
     * True if all blocks are verified, so that the hot paths need not ask for each. Threads set it and the next field
     * without synchronization: a value that is lost only costs time.
     */
    private boolean complete;

    private int untilSearch;
    private final ReadAhead ahead;

    MappedBytes(ByteBuffer[] parts, int partBits, long length) {
        this(parts, partBits, length, Optional.empty(), 0, ReadAhead.NONE);
    }

    /**
     * A section of a file.
     *
     * @param ahead reads pages of the file before they are used
     */
    MappedBytes(
            ByteBuffer[] parts, int partBits, long length, Optional<CheckedFile> file, long start, ReadAhead ahead) {
        this.parts = parts;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].order(ByteOrder.LITTLE_ENDIAN);
        }
        this.partBits = partBits;
        this.partMask = (1 << partBits) - 1;
        this.length = length;
        this.file = file;
        this.start = start;
        verified = file.map(CheckedFile::verified).orElse(NONE);
        blockBits = file.map(CheckedFile::blockBits).orElse(0);
        wordBits = blockBits + 6;
        complete = file.isEmpty() || length == 0;
        untilSearch = (int) (length >>> blockBits) / 2;
        this.ahead = ahead;
    }

    ReadAhead ahead() {
        return ahead;
    }

    /** The offset in the file of an address. */
    long place(long at) {
        return start + at;
    }

    /**
     * Brings the page of a byte of the file into memory, and no other page: {@code load} asks the system for exactly
     * this one, whereas a first use of a mapped page also reads the pages around it. Does nothing outside the section.
     */
    void load(long place) {
        long at = Math.max(0, place - start);
        if (at < length && part(at).slice(within(at), 1) instanceof MappedByteBuffer page) {
            page.load();
        }
    }

    /**
     * The exception for inconsistent bytes. For a file it is the typed error that names the file. For bytes that this
     * process has written itself, inconsistency is a bug.
     *
     * @param at address in the section where the damage was detected
     */
    RuntimeException damaged(long at, String reason) {
        long place = Math.max(0, Math.min(at, length));
        return file.<RuntimeException>map(
                        f -> new CorruptIndexException(f.file(), start + place, contradiction(reason)))
                .orElseGet(() -> new IndexOutOfBoundsException(reason));
    }

    private static String contradiction(String reason) {
        return "it contradicts itself: " + reason + " (IndexCheck.check verifies the whole file)";
    }

    /** A view of an array, for tables that are built and read in memory. */
    static MappedBytes of(byte[] bytes) {
        return new MappedBytes(new ByteBuffer[] {ByteBuffer.wrap(bytes)}, PART_BITS, bytes.length);
    }

    long length() {
        return length;
    }

    /** Verifies the block of an address, if nobody has read it yet. */
    void verify(long at) {
        if (!complete) {
            long place = start + at;
            if (((verified[(int) (place >>> wordBits)] >>> (place >>> blockBits)) & 1) == 0) {
                verifyBlock(place >>> blockBits);
            }
        }
    }

    /**
     * Verifies the block of an address, and returns the number of bytes from it to the end of what is verified in its
     * {@link #part}.
     */
    int verified(long at) {
        verify(at);
        long left = Math.min(length - at, (1L << partBits) - within(at));
        return (int) (complete ? left : Math.min(left, (1L << blockBits) - ((start + at) & ((1L << blockBits) - 1))));
    }

    /** Verifies the blocks of the addresses {@code at[from .. to - 1]}. Almost always all of them are verified. */
    void verifyAll(long[] at, int from, int to) {
        if (complete) {
            return;
        }
        long all = 1;
        for (int i = from; i < to; i++) {
            long place = start + at[i];
            all &= verified[(int) (place >>> wordBits)] >>> (place >>> blockBits);
        }
        if (all == 0) {
            for (int i = from; i < to; i++) {
                verify(at[i]);
            }
        }
    }

    private void verifyRange(long at, int count) {
        if (!complete) {
            long last = (start + at + count - 1) >>> blockBits;
            for (long block = (start + at) >>> blockBits; block <= last; block++) {
                verify(Math.max(at, (block << blockBits) - start));
            }
        }
    }

    /** Looks for blocks that are left only after half of those that were left before have been verified. */
    private void verifyBlock(long block) {
        CheckedFile checked = file.orElseThrow();
        checked.verify(block);
        if (--untilSearch < 0) {
            long left = checked.unverified(start, start + length);
            untilSearch = (int) (left / 2);
            complete = left == 0;
        }
    }

    byte get(long at) {
        verify(at);
        return part(at).get((int) at & partMask);
    }

    /**
     * Reads eight bytes, which must be in one part and in one block. Lines are aligned, so a line is always in one part
     * and in one block.
     */
    long getLong(long at) {
        verify(at);
        return part(at).getLong((int) at & partMask);
    }

    /** True if {@link #part} returns the same buffer for each address. */
    boolean isOnePart() {
        return parts.length == 1;
    }

    /** True if {@link #part} returns the same buffer for two addresses. */
    boolean inSamePart(long a, long b) {
        return (a ^ b) >>> partBits == 0;
    }

    /** The buffer that contains an address, for callers that read near it several times, and {@link #verify} first. */
    ByteBuffer part(long at) {
        return parts[(int) (at >>> partBits)];
    }

    /** The index of an address in its {@link #part}. */
    int within(long at) {
        return (int) at & partMask;
    }

    /** Reads up to eight bytes at any address as an unsigned little-endian number. */
    long getBytes(long at, int count) {
        verifyRange(at, count);
        int place = within(at);
        ByteBuffer part = part(at);
        if (count <= 8 && place + 8 <= part.limit()) {
            return part.getLong(place) & (count == 8 ? -1L : (1L << (count * 8)) - 1);
        }
        long value = 0;
        for (int i = 0; i < count; i++) {
            value |= (get(at + i) & 0xFFL) << (8 * i);
        }
        return value;
    }

    /** Copies bytes from an address that may come from the file. */
    void copy(long at, byte[] to, int offset, int count) {
        if (at < 0 || count < 0 || count > length - at) {
            throw damaged(at, "bytes " + at + " to " + (at + count) + " of " + length);
        }
        verifyRange(at, count);
        for (int done = 0; done < count; ) {
            ByteBuffer part = part(at + done);
            int place = within(at + done);
            int n = Math.min(count - done, part.limit() - place);
            part.get(place, to, offset + done, n);
            done += n;
        }
    }

    /** An array of unsigned little-endian numbers of 1 to 8 bytes each. Immutable and thread-safe. */
    static final class FixedNumbers {
        private final MappedBytes bytes;
        private final int width;

        FixedNumbers(MappedBytes bytes, int width) {
            this.bytes = bytes;
            this.width = width;
        }

        /** The bytes that the largest of some numbers needs. */
        static int width(long largest) {
            return Math.max(1, (64 - Long.numberOfLeadingZeros(largest) + 7) / 8);
        }

        MappedBytes bytes() {
            return bytes;
        }

        int width() {
            return width;
        }

        long length() {
            return bytes.length();
        }

        RuntimeException damaged(long i, String reason) {
            return bytes.damaged(i * width, reason);
        }

        long get(long i) {
            return bytes.getBytes(i * width, width);
        }
    }
}

package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Read-only, little-endian bytes with long addresses: one section of a mapped file, of any size. Immutable and
 * thread-safe. {@link FileMapping} determines how long the mapping lasts; a read after that throws and does not crash.
 *
 * <p>No address reaches bytes outside the section. A caller checks addresses that come from the file, and throws
 * {@link #damaged}. Any other address outside the section is a bug, and causes an {@link IndexOutOfBoundsException}.
 */
final class MappedBytes {
    /** A part has at most 1 GiB: a multiple of the 64-byte line, within the limit of a buffer. */
    static final int PART_BITS = 30;

    private final ByteBuffer[] parts;
    private final int partBits;
    private final int partMask;
    private final long length;
    /** Empty for bytes in memory and in scratch files, which this process has written itself. */
    private final Optional<Path> file;
    /** The offset of the section in the file. */
    private final long start;

    private final ReadAhead ahead;

    MappedBytes(ByteBuffer[] parts, int partBits, long length) {
        this(parts, partBits, length, Optional.empty(), 0, ReadAhead.NONE);
    }

    private MappedBytes(
            ByteBuffer[] parts, int partBits, long length, Optional<Path> file, long start, ReadAhead ahead) {
        this.parts = parts;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].order(ByteOrder.LITTLE_ENDIAN);
        }
        this.partBits = partBits;
        this.partMask = (1 << partBits) - 1;
        this.length = length;
        this.file = file;
        this.start = start;
        this.ahead = ahead;
    }

    /**
     * The same bytes with a file name and offset, so that an error can name the location.
     *
     * @param reader reads pages of the file before they are used
     */
    MappedBytes of(Path mapped, long from, ReadAhead reader) {
        return new MappedBytes(parts, partBits, length, Optional.of(mapped), from, reader);
    }

    /** Reads pages of the file before they are used. */
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
        return file.<RuntimeException>map(f -> new CorruptIndexException(f, start + place, contradiction(reason)))
                .orElseGet(() -> new IndexOutOfBoundsException(reason));
    }

    static String contradiction(String reason) {
        return "it contradicts itself: " + reason + " (`check` verifies the whole file)";
    }

    /** A view of an array, for tables that are built and read in memory. */
    static MappedBytes of(byte[] bytes) {
        return new MappedBytes(new ByteBuffer[] {ByteBuffer.wrap(bytes)}, PART_BITS, bytes.length);
    }

    long length() {
        return length;
    }

    byte get(long at) {
        return part(at).get((int) at & partMask);
    }

    /** Reads four bytes, which must be in one part. */
    int getInt(long at) {
        return part(at).getInt((int) at & partMask);
    }

    /** Reads eight bytes, which must be in one part. Lines are aligned, so a line is always in one part. */
    long getLong(long at) {
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

    /** The buffer that contains an address, for callers that read near it several times. */
    ByteBuffer part(long at) {
        return parts[(int) (at >>> partBits)];
    }

    /** The index of an address in its {@link #part}. */
    int within(long at) {
        return (int) at & partMask;
    }

    /** Reads up to eight bytes at any address as an unsigned little-endian number. */
    long getBytes(long at, int count) {
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
        for (int done = 0; done < count; ) {
            ByteBuffer part = part(at + done);
            int place = within(at + done);
            int n = Math.min(count - done, part.limit() - place);
            part.get(place, to, offset + done, n);
            done += n;
        }
    }

    /** Duplicates of all parts, for a pass over all bytes. */
    ByteBuffer[] parts() {
        ByteBuffer[] copies = new ByteBuffer[parts.length];
        for (int i = 0; i < parts.length; i++) {
            copies[i] = parts[i].duplicate().order(ByteOrder.LITTLE_ENDIAN);
        }
        return copies;
    }
}

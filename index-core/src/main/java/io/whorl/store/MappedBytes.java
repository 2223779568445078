package io.whorl.store;

import io.whorl.CorruptIndexException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Read-only bytes addressed by a long, little-endian: one section of a mapped file, of any size. Immutable and
 * thread-safe. No reader can touch memory that is gone: {@link FileMapping} says how long the mapping lasts, and a read
 * after that throws.
 *
 * <p>No address reaches bytes outside the section. A caller that takes an address from the file checks it and throws
 * {@link #damaged}; any other address outside is a mistake of the caller, an {@link IndexOutOfBoundsException}.
 */
final class MappedBytes {
    /** A part is at most 1 GiB: a whole number of 64-byte lines, and within what one buffer can address. */
    static final int PART_BITS = 30;

    private final ByteBuffer[] parts;
    private final int partBits;
    private final int partMask;
    private final long length;
    /** Absent for bytes in memory or in a scratch file, which this process wrote itself. */
    private final Optional<Path> file;
    /** The section's first byte in the file. */
    private final long start;

    MappedBytes(ByteBuffer[] parts, int partBits, long length) {
        this(parts, partBits, length, Optional.empty(), 0);
    }

    private MappedBytes(ByteBuffer[] parts, int partBits, long length, Optional<Path> file, long start) {
        this.parts = parts;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = parts[i].order(ByteOrder.LITTLE_ENDIAN);
        }
        this.partBits = partBits;
        this.partMask = (1 << partBits) - 1;
        this.length = length;
        this.file = file;
        this.start = start;
    }

    /** The same bytes, known to be a file's from {@code from} on, so that an error can name the place. */
    MappedBytes of(Path mapped, long from) {
        return new MappedBytes(parts, partBits, length, Optional.of(mapped), from);
    }

    /**
     * The error to throw where bytes contradict themselves. For a file it is the typed error that names the file; bytes
     * that this process wrote itself can only be wrong by a mistake in the program.
     *
     * @param at the address where it was noticed, in the section
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

    /** Four bytes that lie within one part. */
    int getInt(long at) {
        return part(at).getInt((int) at & partMask);
    }

    /** Eight bytes that lie within one part; so do those of a line, a line being aligned. */
    long getLong(long at) {
        return part(at).getLong((int) at & partMask);
    }

    /** Whether {@link #part} is the same for every address, and {@link #within} the address itself. */
    boolean isOnePart() {
        return parts.length == 1;
    }

    /** The buffer that holds this address, for a caller that reads several times near it. */
    ByteBuffer part(long at) {
        return parts[(int) (at >>> partBits)];
    }

    /** The place of an address in its {@link #part}. */
    int within(long at) {
        return (int) at & partMask;
    }

    /** Up to eight bytes from any address as an unsigned little-endian number. */
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

    /** Copies bytes from an address that the file may have given. */
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

    /** The parts, for a pass over everything. */
    ByteBuffer[] parts() {
        ByteBuffer[] copies = new ByteBuffer[parts.length];
        for (int i = 0; i < parts.length; i++) {
            copies[i] = parts[i].duplicate().order(ByteOrder.LITTLE_ENDIAN);
        }
        return copies;
    }
}

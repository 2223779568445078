package io.whorl.build;

import io.whorl.CorruptIndexException;
import io.whorl.bulk.Duplicates;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.store.Channels;
import io.whorl.store.Checksum;
import io.whorl.store.MappingFault;
import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/**
 * The data that the merge of runs needs beside their segments, in a file next to each segment: the documents that are
 * too short, the counts of those left out, and sorted digests of the others. Merging the digests of all runs finds
 * equal documents. Mapped, immutable and thread-safe. See docs/FORMAT.md, "Runs".
 */
final class RunNotes {
    static final int HEADER = 128;
    /** Zeros at the end of the header. */
    private static final int RESERVED = 40;

    /** Two longs of a digest, the arrival number within the run, and the ordinal. */
    static final int RECORD = 24;

    /** "WHORLRUN". */
    private static final long MAGIC = 0x57484F524C52554EL;

    private static final int VERSION = 1;

    private final Path file;
    private final long size;
    private final ByteBuffer header;
    private final ByteBuffer[] digests;
    private final ByteBuffer shorts;

    private RunNotes(Path file, long size, ByteBuffer header, ByteBuffer shorts, ByteBuffer[] digests) {
        this.file = file;
        this.size = size;
        this.header = header;
        this.shorts = shorts;
        this.digests = digests;
    }

    /** @param sought whether the run has digests */
    record Counts(boolean sought, long arrived, long documents, long repeatedIds, long malformed, long textBytes) {}

    Counts counts() {
        return new Counts(
                header.getInt(12) != 0,
                header.getLong(16),
                header.getLong(24),
                header.getLong(32),
                header.getLong(40),
                header.getLong(48));
    }

    /** The number of documents of the segment that are too short. */
    int shortOnes() {
        return shorts.limit() / Integer.BYTES;
    }

    /** The ordinal of the i-th document that is too short. */
    int shortOne(int i) {
        return shorts.getInt(i * Integer.BYTES);
    }

    /** The number of documents with a digest of this kind. */
    int digests(Duplicates.Kind kind) {
        return digests[kind.ordinal()].limit() / RECORD;
    }

    /** The first half of the i-th digest of this kind. */
    long high(Duplicates.Kind kind, int i) {
        return digests[kind.ordinal()].getLong(i * RECORD);
    }

    long low(Duplicates.Kind kind, int i) {
        return digests[kind.ordinal()].getLong(i * RECORD + 8);
    }

    /** The ordinal of the document with the i-th digest. Equal digests are in the order of arrival. */
    int ordinal(Duplicates.Kind kind, int i) {
        return digests[kind.ordinal()].getInt(i * RECORD + 20);
    }

    /** Writes the notes of a run and forces them to disk. */
    static void write(Path file, DocumentOrder documents, Counts counts) throws IOException {
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            CheckedOutputStream sum = new CheckedOutputStream(
                    new BufferedOutputStream(java.nio.channels.Channels.newOutputStream(channel), 1 << 16),
                    new CRC32C());
            DataOutputStream out = new DataOutputStream(sum);
            int n = Math.toIntExact(documents.count());
            int shortOnes = 0;
            for (int i = 0; i < n; i++) {
                shortOnes += documents.isShort(i) ? 1 : 0;
            }
            SortedDigests order = new SortedDigests(documents, counts.sought());
            out.writeLong(MAGIC);
            out.writeInt(VERSION);
            out.writeInt(counts.sought() ? 1 : 0);
            out.writeLong(counts.arrived());
            out.writeLong(counts.documents());
            out.writeLong(counts.repeatedIds());
            out.writeLong(counts.malformed());
            out.writeLong(counts.textBytes());
            out.writeLong(shortOnes);
            for (Duplicates.Kind kind : Duplicates.Kind.values()) {
                out.writeLong(order.sorted[kind.ordinal()].length);
            }
            out.write(new byte[RESERVED]);
            for (int i = 0; i < n; i++) {
                if (documents.isShort(i)) {
                    out.writeInt(i);
                }
            }
            for (Duplicates.Kind kind : Duplicates.Kind.values()) {
                order.write(kind, out);
            }
            out.writeInt((int) sum.getChecksum().getValue());
            out.flush();
            channel.force(true);
        }
    }

    /** Reads notes of several runs, one of which may be truncated meanwhile. */
    static <T> T reading(List<RunNotes> runs, MappingFault.Reader<T, IOException> reader) throws IOException {
        return MappingFault.typed(() -> shortened(runs), reader);
    }

    private static Path shortened(List<RunNotes> runs) {
        for (RunNotes run : runs) {
            try {
                if (Files.size(run.file) < run.size) {
                    return run.file;
                }
            } catch (IOException e) {
                return run.file;
            }
        }
        return runs.get(0).file;
    }

    /** @throws CorruptIndexException if the file is damaged */
    static RunNotes open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            require(size >= HEADER + Integer.BYTES, file, 0, "it is too short");
            ByteBuffer header = ByteBuffer.allocate(HEADER);
            Channels.readFully(channel, header.duplicate(), 0);
            require(
                    header.getLong(0) == MAGIC && header.getInt(8) == VERSION,
                    file,
                    0,
                    "these are not the notes of a run");
            long[] length = new long[1 + Duplicates.Kind.values().length];
            long at = HEADER;
            length[0] = header.getLong(56) * Integer.BYTES;
            for (int i = 1; i < length.length; i++) {
                length[i] = header.getLong(56 + i * 8) * RECORD;
            }
            for (long l : length) {
                require(l >= 0 && l <= size, file, 56, "a count exceeds the length of the file");
                at += l;
            }
            require(at + Integer.BYTES == size, file, size, "its length differs from its header");
            ByteBuffer sum = ByteBuffer.allocate(Integer.BYTES);
            Channels.readFully(channel, sum, at);
            require(sum.getInt(0) == Checksum.of(channel, 0, at), file, at, "its checksum does not match");
            ByteBuffer[] parts = new ByteBuffer[length.length];
            at = HEADER;
            for (int i = 0; i < parts.length; i++) {
                parts[i] = map(channel, at, length[i]);
                at += length[i];
            }
            return new RunNotes(file, size, header, parts[0], new ByteBuffer[] {parts[1], parts[2], parts[3]});
        } catch (EOFException e) {
            throw new CorruptIndexException(file, Files.size(file), "it was truncated while it was read", e);
        }
    }

    /**
     * @throws EOFException if the file was truncated since its length was read; the JDK only says that it cannot extend
     *     it
     */
    private static ByteBuffer map(FileChannel channel, long at, long length) throws IOException {
        try {
            return channel.map(FileChannel.MapMode.READ_ONLY, at, length);
        } catch (IOException e) {
            if (channel.size() < at + length || String.valueOf(e.getMessage()).contains("cannot extend")) {
                throw (EOFException) new EOFException("a mapping ends beyond the file").initCause(e);
            }
            throw e;
        }
    }

    private static void require(boolean holds, Path file, long at, String otherwise) {
        if (!holds) {
            throw new CorruptIndexException(file, at, otherwise);
        }
    }

    /**
     * The documents of a run that may be duplicates, sorted by their digests of each kind; documents with equal digests
     * in the order of arrival.
     */
    private static final class SortedDigests {
        /** The bits of an ordinal in a key; the others are leading bits of a digest. */
        private static final long ORDINAL = Integer.MAX_VALUE;

        private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

        private final DocumentOrder documents;
        private final int[][] sorted = new int[Duplicates.Kind.values().length][];

        /** @param sought whether the run has digests */
        SortedDigests(DocumentOrder documents, boolean sought) {
            this.documents = documents;
            int[] all = new int[sought ? Math.toIntExact(documents.count()) : 0];
            int[] with = new int[all.length];
            int n = 0;
            int withMinutiae = 0;
            for (int i = 0; i < all.length; i++) {
                if (documents.isShort(i)) {
                    continue;
                }
                all[n++] = i;
                int a = documents.arrival(i);
                DocumentBatch batch = documents.batch(a);
                if (batch.withMinutiae[a - batch.first]) {
                    with[withMinutiae++] = i;
                }
            }
            sorted[0] = sort(all, n, Duplicates.Kind.EXACT);
            sorted[1] = sort(all, n, Duplicates.Kind.LEXICAL);
            sorted[2] = sort(with, withMinutiae, Duplicates.Kind.FINGERPRINT);
        }

        /** Sorts by the leading bits of the digests first, because few digests that differ have equal ones. */
        private int[] sort(int[] ordinals, int n, Duplicates.Kind kind) {
            long[] keys = new long[n];
            for (int i = 0; i < n; i++) {
                long unsigned = half(ordinals[i], kind, 0) ^ Long.MIN_VALUE;
                keys[i] = unsigned & ~ORDINAL | ordinals[i];
            }
            Arrays.sort(keys);
            int[] order =
                    Arrays.stream(keys).mapToInt(key -> (int) (key & ORDINAL)).toArray();
            for (int from = 0, to; from < n; from = to) {
                to = from + 1;
                while (to < n && ((keys[to] ^ keys[from]) & ~ORDINAL) == 0) {
                    to++;
                }
                if (to > from + 1) {
                    int[] equal = Arrays.stream(order, from, to)
                            .boxed()
                            .sorted((a, b) -> compare(a, b, kind))
                            .mapToInt(Integer::intValue)
                            .toArray();
                    System.arraycopy(equal, 0, order, from, equal.length);
                }
            }
            return order;
        }

        private int compare(int a, int b, Duplicates.Kind kind) {
            int order = Long.compareUnsigned(half(a, kind, 0), half(b, kind, 0));
            order = order == 0 ? Long.compareUnsigned(half(a, kind, 1), half(b, kind, 1)) : order;
            return order == 0 ? Integer.compare(documents.arrival(a), documents.arrival(b)) : order;
        }

        private long half(int ordinal, Duplicates.Kind kind, int half) {
            int a = documents.arrival(ordinal);
            DocumentBatch batch = documents.batch(a);
            return (long) LONG.get(
                    batch.digests, (a - batch.first) * DocumentDigests.BYTES + kind.ordinal() * 16 + half * Long.BYTES);
        }

        /** Writes the records of one kind that {@link RunNotes} reads. */
        void write(Duplicates.Kind kind, DataOutputStream out) throws IOException {
            for (int ordinal : sorted[kind.ordinal()]) {
                out.writeLong(half(ordinal, kind, 0));
                out.writeLong(half(ordinal, kind, 1));
                out.writeInt(documents.arrival(ordinal));
                out.writeInt(ordinal);
            }
        }
    }
}

package io.whorl.cli.dedup;

import java.io.DataInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;

/**
 * The documents whose id an earlier document has. Ids are compared by 64 bits of a digest, so a count may be wrong by
 * one with a chance of n² / 2^65 for n documents.
 *
 * @param count the number of these documents
 * @param example one of their ids; empty if there are none
 */
record RepeatedIds(long count, Optional<String> example) {
    private static final String DIGESTS = "ids";
    private static final int LEAST_ROOM = 1 << 16;
    private static final long HEAP_FRACTION = 32;

    /** Counts in a part of the heap: several times, if the digests of all ids do not fit. */
    static RepeatedIds count(WorkDirectory work, DocumentLog log) throws IOException {
        long room = Runtime.getRuntime().maxMemory() / HEAP_FRACTION / Long.BYTES;
        return count(work, log, (int) Math.max(LEAST_ROOM, Math.min(room, Integer.MAX_VALUE - 8)));
    }

    /** @param room the number of digests in memory */
    static RepeatedIds count(WorkDirectory work, DocumentLog log, int room) throws IOException {
        long documents = write(work, log);
        long passes = documents / room + 1;
        long count = 0;
        long example = 0;
        for (long pass = 0; pass < passes; pass++) {
            long[] sorted = read(work, documents, pass, passes, room);
            Arrays.sort(sorted);
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i] == sorted[i - 1]) {
                    count++;
                    example = sorted[i];
                }
            }
        }
        Files.delete(work.file(DIGESTS));
        return new RepeatedIds(count, count == 0 ? Optional.empty() : find(log, example));
    }

    private static long write(WorkDirectory work, DocumentLog log) throws IOException {
        MessageDigest digest = digest();
        try (WorkDirectory.Output out = work.create(DIGESTS);
                DocumentLog.Cursor all = log.cursor()) {
            for (var next = all.next(); next.isPresent(); next = all.next()) {
                out.writeLong(of(digest, next.get().id()));
            }
            out.flush();
        }
        return log.documents();
    }

    /** Reads the digests of one of several equal ranges. A range of digests is somewhat larger than the average. */
    private static long[] read(WorkDirectory work, long documents, long pass, long passes, int room)
            throws IOException {
        long[] kept = new long[(int) Math.min(documents, room)];
        int size = 0;
        try (DataInputStream in = work.input(DIGESTS)) {
            for (long i = 0; i < documents; i++) {
                long digest = in.readLong();
                if (Long.remainderUnsigned(digest, passes) == pass) {
                    if (size == kept.length) {
                        kept = Arrays.copyOf(kept, size + size / 2 + 1);
                    }
                    kept[size++] = digest;
                }
            }
        }
        return Arrays.copyOf(kept, size);
    }

    private static Optional<String> find(DocumentLog log, long wanted) throws IOException {
        MessageDigest digest = digest();
        try (DocumentLog.Cursor all = log.cursor()) {
            for (var next = all.next(); next.isPresent(); next = all.next()) {
                if (of(digest, next.get().id()) == wanted) {
                    return Optional.of(next.get().id());
                }
            }
        }
        return Optional.empty();
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static long of(MessageDigest digest, String id) {
        return ByteBuffer.wrap(digest.digest(id.getBytes(StandardCharsets.UTF_8)))
                .getLong();
    }
}

package io.whorl.cli.dedup;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.function.LongPredicate;

/**
 * The documents whose id an earlier document has. Ids are compared by 64 bits of a digest, so a count may be wrong by
 * one with a chance of n² / 2^65 for n documents.
 *
 * @param count the number of these documents
 * @param example one of their ids; empty if there are none
 */
record RepeatedIds(long count, String example) {
    static final RepeatedIds NONE = new RepeatedIds(0, "");

    private static final int LEAST_ROOM = 1 << 16;
    private static final long HEAP_FRACTION = 32;

    /** Counts in a part of the heap. If the digests of all ids do not fit, the log is read several times. */
    static RepeatedIds count(DocumentLog log) throws IOException {
        long room = Math.max(LEAST_ROOM, Runtime.getRuntime().maxMemory() / HEAP_FRACTION / Long.BYTES);
        long passes = log.documents() / Math.min(room, Integer.MAX_VALUE - 8) + 1;
        long count = 0;
        long example = 0;
        for (long pass = 0; pass < passes; pass++) {
            Digests digests = new Digests(pass, passes);
            scan(log, digests::add);
            long[] sorted = Arrays.copyOf(digests.kept, digests.size);
            Arrays.sort(sorted);
            for (int i = 1; i < sorted.length; i++) {
                if (sorted[i] == sorted[i - 1]) {
                    count++;
                    example = sorted[i];
                }
            }
        }
        long wanted = example;
        return count == 0 ? NONE : new RepeatedIds(count, scan(log, digest -> digest == wanted));
    }

    /** Reads digests until one is wanted, and returns its id. */
    private static String scan(DocumentLog log, LongPredicate wanted) throws IOException {
        MessageDigest sha;
        try {
            sha = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
        try (DocumentLog.Cursor all = log.cursor()) {
            for (var next = all.next(); next.isPresent(); next = all.next()) {
                byte[] digest = sha.digest(next.get().id().getBytes(StandardCharsets.UTF_8));
                if (wanted.test(ByteBuffer.wrap(digest).getLong())) {
                    return next.get().id();
                }
            }
        }
        return "";
    }

    /** The digests of one of several equal ranges. */
    private static final class Digests {
        private final long pass;
        private final long passes;
        private long[] kept = new long[1 << 10];
        private int size;

        Digests(long pass, long passes) {
            this.pass = pass;
            this.passes = passes;
        }

        /** Always returns false: all digests are read. */
        boolean add(long digest) {
            if (Long.remainderUnsigned(digest, passes) == pass) {
                if (size == kept.length) {
                    kept = Arrays.copyOf(kept, size + size / 2);
                }
                kept[size++] = digest;
            }
            return false;
        }
    }
}

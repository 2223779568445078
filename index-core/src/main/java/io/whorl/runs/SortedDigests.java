package io.whorl.runs;

import io.whorl.assembly.DocumentBatch;
import io.whorl.assembly.DocumentOrder;
import io.whorl.assembly.IndexSort;
import io.whorl.bulk.Duplicates;
import io.whorl.minutiae.DocumentDigests;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The documents of a run that may be duplicates, sorted by their digests of each kind; documents with equal digests in
 * the order of arrival.
 */
final class SortedDigests {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final DocumentOrder documents;
    /** Ordinals, by kind. */
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

    private int[] sort(int[] ordinals, int n, Duplicates.Kind kind) {
        int[] order = IndexSort.sorted(n, (i, j) -> compare(ordinals[i], ordinals[j], kind));
        for (int i = 0; i < n; i++) {
            order[i] = ordinals[order[i]];
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

    int size(Duplicates.Kind kind) {
        return sorted[kind.ordinal()].length;
    }

    /** Writes the records of one kind that {@link RunNotes} reads. */
    void write(Duplicates.Kind kind, ChecksummedWriter out) throws IOException {
        for (int ordinal : sorted[kind.ordinal()]) {
            out.putLong(half(ordinal, kind, 0));
            out.putLong(half(ordinal, kind, 1));
            out.putInt(documents.arrival(ordinal));
            out.putInt(ordinal);
        }
    }
}

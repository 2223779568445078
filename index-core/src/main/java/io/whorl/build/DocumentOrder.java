package io.whorl.build;

import io.whorl.RefusedException;
import io.whorl.bulk.RepeatedIds;
import io.whorl.store.DocumentSource;
import io.whorl.store.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.stream.IntStream;

/**
 * Maps documents from the order of arrival to the order of the index, which is the order of their ids. So the index
 * does not depend on the order of arrival. Of documents with one id that were not removed, one is kept.
 */
final class DocumentOrder implements DocumentSource {
    /** Replaces the ordinal of a document that is not in the index. */
    public static final int LEFT_OUT = -1;

    private static final int PIECE = 1 << 16;

    private final TempFile forms;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE);
    private final int count;
    private final DocumentBatch[] batchOf;
    private final int[] ordinal;
    private final int[] arrival;
    private final int repeatedIds;
    private final int tooShort;
    private final AtomicIntegerArray minutiae;

    /** Of documents with one id, the first is kept. */
    public DocumentOrder(List<DocumentBatch> batches, int documents, TempFile forms) {
        this(batches, documents, forms, false, RepeatedIds.FIRST);
    }

    /**
     * @param forms where {@link DocumentBatch#stored} says that the stored texts and fingerprints are
     * @param keepShort whether to keep documents that are too short, because their ids are taken
     * @param rule which of several documents with one id is kept
     */
    public DocumentOrder(
            List<DocumentBatch> batches, int documents, TempFile forms, boolean keepShort, RepeatedIds rule) {
        this.forms = forms;
        batchOf = new DocumentBatch[documents];
        for (DocumentBatch b : batches) {
            for (int i = 0; i < b.size(); i++) {
                batchOf[b.first + i] = b;
            }
        }
        int[] sorted = IntStream.range(0, documents)
                .boxed()
                .sorted(this::compareIds)
                .mapToInt(Integer::intValue)
                .toArray();
        ordinal = new int[documents];
        arrival = new int[documents];
        int kept = 0;
        int repeated = 0;
        int shortOnes = 0;
        for (int from = 0, to; from < documents; from = to) {
            int chosen = LEFT_OUT;
            for (to = from; to < documents && (to == from || compareIds(sorted[from], sorted[to]) == 0); to++) {
                int a = sorted[to];
                ordinal[a] = LEFT_OUT;
                if (left(a) == DocumentBatch.REMOVED) {
                    // Its id is free again, so the next document with this id is not a repetition.
                    continue;
                }
                if (chosen != LEFT_OUT) {
                    repeated++;
                    if (rule == RepeatedIds.REFUSE) {
                        throw RefusedException.repeatedId(
                                new String(batchOf[a].id(a - batchOf[a].first), StandardCharsets.UTF_8));
                    }
                }
                chosen = chosen == LEFT_OUT || rule == RepeatedIds.LAST ? a : chosen;
            }
            byte left = chosen == LEFT_OUT ? DocumentBatch.REMOVED : left(chosen);
            shortOnes += left == DocumentBatch.TOO_SHORT ? 1 : 0;
            if (left == 0 || keepShort && left == DocumentBatch.TOO_SHORT) {
                ordinal[chosen] = kept;
                arrival[kept++] = chosen;
            }
        }
        count = kept;
        repeatedIds = repeated;
        tooShort = shortOnes;
        minutiae = new AtomicIntegerArray(kept);
    }

    private int compareIds(int a, int b) {
        return DocumentBatch.compareIds(batchOf[a], a - batchOf[a].first, batchOf[b], b - batchOf[b].first);
    }

    private byte left(int a) {
        return batchOf[a].left[a - batchOf[a].first];
    }

    /** The ordinal of each document by arrival, or {@link #LEFT_OUT}. */
    public int[] ordinals() {
        return ordinal;
    }

    /** Whether the document with this ordinal is too short. */
    public boolean isShort(int i) {
        return left(arrival[i]) == DocumentBatch.TOO_SHORT;
    }

    /** Leaves the document with this ordinal out of the next order, for this reason. */
    public void leaveOut(int i, byte why) {
        int a = arrival[i];
        batchOf[a].left[a - batchOf[a].first] = why;
    }

    /** The arrival number of the document with this ordinal, from 0. */
    public int arrival(int i) {
        return arrival[i];
    }

    public DocumentBatch batch(int arrived) {
        return batchOf[arrived];
    }

    public int repeatedIds() {
        return repeatedIds;
    }

    public int tooShort() {
        return tooShort;
    }

    /**
     * Adds to the number of minutiae of each document.
     *
     * @param counts by arrival
     */
    public void addMinutiae(int[] counts) {
        for (int i = 0; i < count; i++) {
            minutiae.addAndGet(i, counts[arrival[i]]);
        }
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public byte[] id(long i) {
        int a = arrival[(int) i];
        return batchOf[a].id(a - batchOf[a].first);
    }

    @Override
    public long words(long i) {
        int a = arrival[(int) i];
        return batchOf[a].words[a - batchOf[a].first];
    }

    @Override
    public long minutiae(long i) {
        return minutiae.get((int) i);
    }

    @Override
    public long date(long i) {
        int a = arrival[(int) i];
        return batchOf[a].date(a - batchOf[a].first);
    }

    @Override
    public int bytes(Form form, long i) {
        int a = arrival[(int) i];
        return form == Form.EXTRA ? extra(i).length : batchOf[a].places(form).bytes(a - batchOf[a].first);
    }

    @Override
    public void write(Form form, long i, Sink out) throws IOException {
        if (form == Form.EXTRA) {
            DocumentSource.super.write(form, i, out);
            return;
        }
        int a = arrival[(int) i];
        long place = batchOf[a].places(form).place(a - batchOf[a].first);
        int bytes = bytes(form, i);
        for (int done = 0; done < bytes; done += piece.limit()) {
            piece.clear().limit(Math.min(PIECE, bytes - done));
            forms.read(place + done, piece);
            out.put(piece.array(), 0, piece.limit());
        }
    }

    @Override
    public byte[] extra(long i) {
        int a = arrival[(int) i];
        return batchOf[a].extras[a - batchOf[a].first];
    }
}

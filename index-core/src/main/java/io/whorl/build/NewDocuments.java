package io.whorl.build;

import io.whorl.RefusedException;
import io.whorl.bulk.RepeatedIds;
import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentSource;
import io.whorl.store.ScratchSpace.TempFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * The documents of a new segment in the order of the index, which is the order of their ids. So the segment does not
 * depend on the order of arrival. Of documents with one id that were not removed, one is kept.
 */
final class NewDocuments implements DocumentSource {
    /** Replaces the ordinal of a document that is not in the segment. */
    static final int LEFT_OUT = -1;
    /** The largest number of documents of a segment: ordinals are ints. */
    static final int MOST = Integer.MAX_VALUE - 8;

    private static final int PIECE = 1 << 16;

    private final TempFile forms;
    private final boolean ofRun;
    private final ByteBuffer piece = ByteBuffer.allocate(PIECE);
    /** The documents that are kept, in the order of their ids. */
    private final ArrivedDocument[] kept;

    private final int[] ordinals;
    /** The next document of each one's family; empty if each has its own postings. */
    private int[] next = {};

    private int count;
    private int repeatedIds;
    private int tooShort;

    /**
     * @param arrived in the order of their numbers, which begin with 0
     * @param forms where the stored texts and fingerprints are
     * @param ofRun whether to keep documents that are too short, because their ids are taken, and digests
     * @param rule which of several documents with one id is kept
     */
    NewDocuments(List<ArrivedDocument> arrived, TempFile forms, boolean ofRun, RepeatedIds rule) {
        this.forms = forms;
        this.ofRun = ofRun;
        kept = arrived.toArray(ArrivedDocument[]::new);
        ordinals = new int[kept.length];
        // Stable, so documents with one id stay in the order of arrival.
        Arrays.sort(kept, (a, b) -> Arrays.compareUnsigned(a.id, b.id));
        for (int from = 0, to; from < kept.length; from = to) {
            byte[] id = kept[from].id;
            int chosen = LEFT_OUT;
            for (to = from; to < kept.length && Arrays.equals(kept[to].id, id); to++) {
                ordinals[kept[to].number] = LEFT_OUT;
                if (kept[to].state == ArrivedDocument.State.REMOVED) {
                    // Its id is free again, so the next document with this id is not a repetition.
                    continue;
                }
                if (chosen != LEFT_OUT) {
                    repeatedIds++;
                    if (rule == RepeatedIds.REFUSE) {
                        throw RefusedException.repeatedId(new String(id, StandardCharsets.UTF_8));
                    }
                }
                chosen = chosen == LEFT_OUT || rule == RepeatedIds.LAST ? to : chosen;
            }
            if (chosen != LEFT_OUT) {
                keep(kept[chosen]);
            }
        }
    }

    private void keep(ArrivedDocument d) {
        boolean isShort = d.state == ArrivedDocument.State.TOO_SHORT;
        tooShort += isShort ? 1 : 0;
        if (d.state == ArrivedDocument.State.KEPT || isShort && ofRun) {
            ordinals[d.number] = count;
            kept[count++] = d;
        }
    }

    /**
     * Lets the documents of a family share the postings of the first of them.
     *
     * @param representative gives for the number of a document that of one of its family, the same one for all
     */
    void share(IntUnaryOperator representative) {
        next = new int[count];
        int[] last = new int[ordinals.length];
        for (int d = 0; d < count; d++) {
            int family = representative.applyAsInt(kept[d].number);
            int before = last[family] - 1;
            next[d] = before < 0 ? d : next[before];
            if (before >= 0) {
                next[before] = d;
                ordinals[kept[d].number] = LEFT_OUT;
            }
            last[family] = d + 1;
        }
    }

    /** The next document of a document's family, as in {@link io.whorl.store.DocumentTable.Families}. */
    long next(long i) {
        return next.length == 0 ? i : next[(int) i];
    }

    /** The ordinal under which each document has postings, by its number, or {@link #LEFT_OUT}. */
    int[] ordinals() {
        return ordinals;
    }

    int repeatedIds() {
        return repeatedIds;
    }

    int tooShort() {
        return tooShort;
    }

    /**
     * Adds to the number of minutiae of each document.
     *
     * @param counts by ordinals; changed
     */
    void addMinutiae(int[] counts) {
        for (int i = 0; i < count; i++) {
            kept[i].minutiae += counts[i];
            if (next(i) > i) {
                counts[(int) next(i)] = counts[i];
            }
        }
    }

    @Override
    public long count() {
        return count;
    }

    @Override
    public byte[] id(long i) {
        return kept[(int) i].id;
    }

    @Override
    public long words(long i) {
        return kept[(int) i].words;
    }

    @Override
    public long minutiae(long i) {
        return kept[(int) i].minutiae;
    }

    @Override
    public long date(long i) {
        return kept[(int) i].date;
    }

    @Override
    public byte[] extra(long i) {
        ArrivedDocument d = kept[(int) i];
        if (!ofRun || d.digests.length == 0) {
            return d.extra;
        }
        return ByteBuffer.allocate(RunMerge.DIGESTS + d.extra.length)
                .put(d.digests)
                .putInt(d.number)
                .put(d.extra)
                .array();
    }

    @Override
    public int bytes(Form form, long i) {
        return form == Form.EXTRA ? extra(i).length : kept[(int) i].extent(form).length();
    }

    @Override
    public void write(Form form, long i, Sink out) throws IOException {
        if (form == Form.EXTRA) {
            DocumentSource.super.write(form, i, out);
            return;
        }
        ArrivedDocument.Extent extent = kept[(int) i].extent(form);
        for (int done = 0; done < extent.length(); done += piece.limit()) {
            piece.clear().limit(Math.min(PIECE, extent.length() - done));
            forms.read(extent.offset() + done, piece);
            out.put(piece.array(), 0, piece.limit());
        }
    }

    /** A document in the order of arrival. It belongs to one thread at a time. */
    static final class ArrivedDocument {
        static final byte[] NOTHING = {};

        /** Whether a document is in the segment, or why not. */
        enum State {
            KEPT,
            /** It has fewer words than required. */
            TOO_SHORT,
            /** It was replaced or deleted later, or cannot be fingerprinted in the given memory. */
            REMOVED,
            /** It equals an earlier document. */
            DUPLICATE
        }

        /** Where the stored form of a text or fingerprint is in the scratch file. */
        record Extent(long offset, int length) {
            static final Extent NONE = new Extent(0, 0);
        }

        /** In the order of arrival, from 0. */
        final int number;

        final byte[] id;
        /** As in {@link DocumentDate}. */
        final long date;
        /** Its text until it is fingerprinted. */
        byte[] text;

        long words;
        byte[] extra = NOTHING;
        /** Its {@link io.whorl.minutiae.DocumentDigests}, if the build looks for duplicates. */
        byte[] digests = NOTHING;

        Extent storedText = Extent.NONE;
        Extent storedFingerprint = Extent.NONE;
        State state = State.KEPT;
        private int minutiae;

        ArrivedDocument(int number, byte[] id, byte[] text, long date) {
            this.number = number;
            this.id = id;
            this.text = text;
            this.date = date;
        }

        private Extent extent(Form form) {
            return form == Form.TEXT ? storedText : storedFingerprint;
        }
    }
}

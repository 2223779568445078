package io.whorl.build;

import io.whorl.store.DocumentDate;
import io.whorl.store.DocumentSource.Form;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A batch of documents that one thread fingerprints together. Afterwards it holds their ids and counts. The adding
 * thread fills it, then one fingerprinting thread, and from then on it is only read.
 */
final class DocumentBatch {
    /** Left out because it has fewer words than required. */
    public static final byte TOO_SHORT = 1;
    /** Left out because it was replaced or deleted later, or cannot be fingerprinted in the given memory. */
    public static final byte REMOVED = 2;
    /** Left out because it equals an earlier document. */
    public static final byte DUPLICATE = 3;

    public static final byte[] NOTHING = {};

    /** Arrival number of the first document. */
    public final int first;

    private final List<byte[]> texts = new ArrayList<>();
    private byte[] ids = new byte[256];
    private int[] idEnds = new int[16];
    private int size;
    private long textBytes;

    public long[] words;
    public byte[] left;
    public byte[][] extras;
    /** The {@link io.whorl.minutiae.DocumentDigests} of each document, if the build looks for duplicates. */
    public byte[] digests;
    /** Whether each document has minutiae, if the build looks for duplicates. */
    public boolean[] withMinutiae;

    private final FormPlaces storedTexts = new FormPlaces();
    private final FormPlaces storedFingerprints = new FormPlaces();
    /** The dates of the documents, if any of them has one. */
    private long[] dates = {};

    public DocumentBatch(int first) {
        this.first = first;
    }

    public void add(byte[] id, byte[] utf8) {
        addId(id);
        texts.add(utf8);
        textBytes += utf8.length;
    }

    /** Adds a fingerprinted document. All documents of a batch are fingerprinted, or none. */
    public void add(byte[] id, long wordCount, byte[] extra) {
        addId(id);
        if (words == null) {
            words = new long[idEnds.length];
            left = new byte[idEnds.length];
            extras = new byte[idEnds.length][];
        } else if (size > words.length) {
            words = Arrays.copyOf(words, idEnds.length);
            left = Arrays.copyOf(left, idEnds.length);
            extras = Arrays.copyOf(extras, idEnds.length);
        }
        words[size - 1] = wordCount;
        extras[size - 1] = extra.length == 0 ? NOTHING : extra.clone();
    }

    private void addId(byte[] id) {
        int from = size == 0 ? 0 : idEnds[size - 1];
        if (from + id.length > ids.length) {
            ids = Arrays.copyOf(ids, Math.max(from + id.length, ids.length * 2));
        }
        if (size == idEnds.length) {
            idEnds = Arrays.copyOf(idEnds, size * 2);
        }
        System.arraycopy(id, 0, ids, from, id.length);
        idEnds[size++] = from + id.length;
    }

    public int size() {
        return size;
    }

    public long textBytes() {
        return textBytes;
    }

    public byte[] text(int i) {
        return texts.get(i);
    }

    /** Sets the date of a document, as in {@link DocumentDate}. */
    public void date(int i, long date) {
        if (date != DocumentDate.NONE && i >= dates.length) {
            int held = dates.length;
            dates = Arrays.copyOf(dates, idEnds.length);
            Arrays.fill(dates, held, dates.length, DocumentDate.NONE);
        }
        if (i < dates.length) {
            dates[i] = date;
        }
    }

    long date(int i) {
        return i < dates.length ? dates[i] : DocumentDate.NONE;
    }

    /** Sets where the stored form of the text or fingerprint of a document is, in the scratch file. */
    public void stored(Form form, int i, long place, int bytes) {
        places(form).set(i, idEnds.length, place, bytes);
    }

    FormPlaces places(Form form) {
        return form == Form.TEXT ? storedTexts : storedFingerprints;
    }

    /** Drops the texts and trims the arrays. */
    public void fingerprinted() {
        texts.clear();
        ids = Arrays.copyOf(ids, idEnds[size - 1]);
        idEnds = Arrays.copyOf(idEnds, size);
    }

    public byte[] id(int i) {
        return Arrays.copyOfRange(ids, i == 0 ? 0 : idEnds[i - 1], idEnds[i]);
    }

    /** Compares two ids by their UTF-8 bytes, unsigned. */
    public static int compareIds(DocumentBatch a, int i, DocumentBatch b, int j) {
        return Arrays.compareUnsigned(
                a.ids, i == 0 ? 0 : a.idEnds[i - 1], a.idEnds[i], b.ids, j == 0 ? 0 : b.idEnds[j - 1], b.idEnds[j]);
    }

    /** The places in the scratch file and the bytes of the stored forms of a batch. One thread at a time. */
    static final class FormPlaces {
        private long[] places = {};
        private int[] sizes = {};

        /** @param capacity room for the documents of the batch */
        void set(int i, int capacity, long place, int bytes) {
            if (i >= places.length) {
                places = Arrays.copyOf(places, capacity);
                sizes = Arrays.copyOf(sizes, capacity);
            }
            places[i] = place;
            sizes[i] = bytes;
        }

        long place(int i) {
            return places[i];
        }

        /** The bytes of the stored form of a document; 0 if there is none. */
        int bytes(int i) {
            return i < sizes.length ? sizes[i] : 0;
        }
    }
}

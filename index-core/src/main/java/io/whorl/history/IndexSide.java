package io.whorl.history;

import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentLists;
import io.whorl.store.Families;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Arrays;

/**
 * One of two indexes that are compared. Documents that share postings are represented by the first of their family, the
 * only one that lists name. One thread at a time.
 */
final class IndexSide {
    private final Segment segment;
    private final Families families;
    private final long documents;
    /** For each document 1 plus the document of the same id in the other index; 0 if there is none. */
    private final ScratchInts partners;
    /** For the first document of each family 1 if a document of the family has no partner. */
    private final ScratchInts wanted;
    /** For the first document of each family the weight of its minutiae. */
    private final ScratchLongs weights;

    private DocumentLists.Cursor list;
    private int[] holders = new int[64];

    IndexSide(Segment segment, PairScratch kept) throws IOException {
        this.segment = segment;
        families = segment.families();
        documents = segment.counts().documents();
        partners = kept.cells(documents);
        wanted = kept.cells(documents);
        weights = kept.longs(documents);
    }

    Segment segment() {
        return segment;
    }

    int documents() {
        return (int) documents;
    }

    String id(int document) {
        return segment.documents().id(document);
    }

    /** The first document of the family of a document. */
    int first(int document) {
        long member = document;
        for (long next = families.next(member); next > member; next = families.next(member)) {
            member = next;
        }
        return (int) families.next(member);
    }

    /** The next document of a family after a member of it, or −1. */
    int after(int first, int member) {
        return families.isEmpty() ? -1 : (int) families.after(first, member);
    }

    /** The document of the same id in the other index, or −1. */
    int partner(int document) {
        return partners.get(document) - 1;
    }

    void partner(int document, int other) {
        partners.set(document, other + 1);
    }

    /** Marks the families of which a document has no partner. */
    void mark() {
        for (int d = 0; d < documents; d++) {
            if (partner(d) < 0) {
                wanted.set(first(d), 1);
            }
        }
    }

    /** Whether a document of this family has no partner. */
    boolean isWanted(int first) {
        return wanted.get(first) != 0;
    }

    long weight(int first) {
        return weights.get(first);
    }

    /** Adds the weight of a minutia to those of its holders. */
    void weigh(int[] of, int n, long weight) {
        for (int i = 0; i < n; i++) {
            weights.set(of[i], weights.get(of[i]) + weight);
        }
    }

    /** The number of documents that hold the minutia of a payload; documents that share postings count as one. */
    long count(long payload) {
        return payload < documents ? 1 : open(payload).left();
    }

    /** Reads the documents that hold the minutia of a payload into {@link #holders}, and returns their number. */
    int read(long payload) {
        if (payload < documents) {
            holders[0] = (int) payload;
            return 1;
        }
        DocumentLists.Cursor cursor = open(payload);
        int n = (int) cursor.left();
        if (n > holders.length) {
            holders = new int[Math.max(n, holders.length * 2)];
        }
        for (int i = 0; i < n && cursor.next(); i++) {
            holders[i] = (int) cursor.document();
        }
        return n;
    }

    int[] holders() {
        return holders;
    }

    /** A cursor before the first document of a list. */
    DocumentLists.Cursor open(long payload) {
        long place = payload - documents;
        if (place >= segment.lists().length()) {
            throw segment.lists().damaged(place, "a minutia leads to place " + place);
        }
        if (list == null) {
            list = segment.lists().cursor(place);
        } else {
            list.open(place);
        }
        return list;
    }

    /** Whether the first n holders, which are ascending, include a document. */
    boolean isHolder(int document, int n) {
        return n == 1 ? holders[0] == document : Arrays.binarySearch(holders, 0, n, document) >= 0;
    }
}

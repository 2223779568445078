package io.whorl.query;

import io.whorl.measure.TermWeights;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.Segment;
import java.util.ArrayList;
import java.util.List;

/**
 * What all minutiae of each document weigh together by rarity ({@link TermWeights#rarity}). It depends on N and on f_t of
 * every minutia, so that any commit changes it: it cannot be stored, and takes a pass over the index.
 */
final class DocumentWeights {
    private static final long UNKNOWN = -1;

    private DocumentWeights() {}

    /** Of a segment whose documents all live, by ordinal. */
    static long[] of(Segment segment) {
        long documents = segment.counts().documents();
        long[] weights = new long[Math.toIntExact(documents)];
        long alone = TermWeights.rarity(documents, 1);
        ListTally tally = new ListTally();
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            if (cursor.payload() < documents) {
                weights[(int) cursor.payload()] += alone;
            } else {
                tally.add(cursor.payload() - documents);
            }
        }
        for (int i = 0; i < tally.size(); i++) {
            DocumentLists.Cursor list = segment.lists().cursor(tally.place(i));
            long weight = tally.count(i) * TermWeights.rarity(documents, list.left());
            while (list.next()) {
                weights[(int) list.document()] += weight;
            }
        }
        for (int d = 0; d < weights.length && !segment.families().isEmpty(); d++) {
            int next = (int) segment.families().next(d);
            weights[next] = next > d ? weights[d] : weights[next];
        }
        return weights;
    }

    /**
     * For each part with live documents, sealed first, by its own numbers; what is said of the dead means nothing.
     *
     * @param merged the live documents of all parts
     * @param weights of merged
     */
    static List<long[]> byPart(SnapshotParts parts, Segment merged, long[] weights) {
        List<long[]> each = new ArrayList<>();
        for (SealedPart part : parts.sealed()) {
            if (!part.isEmpty()) {
                each.add(part.segment().reading(() -> ofSealed(part, merged, weights)));
            }
        }
        for (LivePart part : parts.live()) {
            if (!part.isEmpty()) {
                long[] here = new long[part.view().documents()];
                for (int d = 0; d < here.length; d++) {
                    here[d] = part.dead().contains(d) ? 0 : weight(part.view().id(d), merged, weights);
                }
                each.add(here);
            }
        }
        return each;
    }

    private static long[] ofSealed(SealedPart part, Segment merged, long[] weights) {
        long[] here = new long[Math.toIntExact(part.dead().documents())];
        for (int d = 0; d < here.length; d++) {
            here[d] = part.dead().contains(d) ? 0 : weight(part.segment().documents().idBytes(d), merged, weights);
            if (here[d] == UNKNOWN) {
                throw part.segment().documents().damaged("document " + d + " is not found by its id");
            }
        }
        return here;
    }

    private static long weight(byte[] id, Segment merged, long[] weights) {
        long ordinal = merged.documents().find(id);
        return ordinal < 0 ? UNKNOWN : weights[(int) ordinal];
    }
}

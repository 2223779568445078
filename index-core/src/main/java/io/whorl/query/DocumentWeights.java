package io.whorl.query;

import io.whorl.measure.TermWeights;
import io.whorl.store.DocumentLists;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.Segment;

/**
 * What all minutiae of each document weigh together by rarity ({@link TermWeights#rarity}). It depends on N and on f_t of
 * every minutia, so that any commit changes it: it cannot be stored, and takes a pass over the index.
 */
final class DocumentWeights {
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
}

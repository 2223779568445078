package io.whorl.history;

import io.whorl.measure.Measure;
import io.whorl.pairs.LongTriples;
import io.whorl.pairs.PairScratch;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import java.io.IOException;
import java.util.Arrays;

/**
 * For each document without a partner the document of the other index with which it scores highest. Among equal scores,
 * the one that resembles it most, then one without a partner, then the first. One thread at a time.
 */
final class Targets {
    private final IndexSide from;
    private final IndexSide to;
    private final Scores scores;
    private final double minScore;
    private final int window;
    /** For the first document of each family 1 plus the best document of the other index; 0 if none scores enough. */
    private final ScratchInts best;

    private final ScratchInts shared;
    private final ScratchLongs sums;

    private int[] counts = new int[0];
    private long[] weights = new long[0];
    private int[] touched = new int[0];
    private long[] payloads = new long[64];
    private int[] minutiae = new int[64];
    private long[] perPayload = new long[64];
    private int n;
    private double bestScore;
    private double bestResemblance;
    private boolean bestWanted;

    /** @param window the number of documents of the other index that are counted at a time, at least 1 */
    Targets(IndexSide from, IndexSide to, Measure measure, double minScore, int window, PairScratch kept)
            throws IOException {
        this.from = from;
        this.to = to;
        this.minScore = minScore;
        this.window = Math.max(1, Math.min(window, to.documents()));
        scores = new Scores(from, to, measure);
        best = kept.cells(from.documents());
        shared = kept.cells(from.documents());
        sums = kept.longs(from.documents());
    }

    /** @param led for each document the payloads of the other index that its minutiae lead to, sorted */
    void find(LongTriples led) throws IOException {
        counts = new int[window];
        weights = new long[window];
        touched = new int[window];
        boolean more = led.next();
        while (more) {
            int document = (int) led.first();
            n = 0;
            while (more && led.first() == document) {
                lead(led.second(), led.third());
                more = led.next();
            }
            find(document);
        }
        counts = new int[0];
        weights = new long[0];
        touched = new int[0];
    }

    private void lead(long payload, long weight) {
        if (n > 0 && payloads[n - 1] == payload) {
            minutiae[n - 1]++;
            perPayload[n - 1] += weight;
            return;
        }
        if (n == payloads.length) {
            payloads = Arrays.copyOf(payloads, n * 2);
            minutiae = Arrays.copyOf(minutiae, n * 2);
            perPayload = Arrays.copyOf(perPayload, n * 2);
        }
        payloads[n] = payload;
        minutiae[n] = 1;
        perPayload[n++] = weight;
    }

    private void find(int document) {
        bestScore = 0;
        for (int start = 0; start < to.documents(); start += window) {
            int end = (int) Math.min((long) start + window, to.documents());
            int noted = 0;
            for (int i = 0; i < n; i++) {
                noted = payloads[i] < to.documents()
                        ? count((int) payloads[i], start, end, i, noted)
                        : countList(start, end, i, noted);
            }
            for (int i = 0; i < noted; i++) {
                int at = touched[i];
                offer(document, start + at, counts[at], weights[at]);
                counts[at] = 0;
                weights[at] = 0;
            }
        }
    }

    private int countList(int start, int end, int i, int noted) {
        DocumentLists.Cursor list = to.open(payloads[i]);
        int more = noted;
        while (list.next() && list.document() < end) {
            more = count((int) list.document(), start, end, i, more);
        }
        return more;
    }

    private int count(int other, int start, int end, int i, int noted) {
        if (other < start || other >= end) {
            return noted;
        }
        int at = other - start;
        int more = noted;
        if (counts[at] == 0) {
            touched[more++] = at;
        }
        counts[at] += minutiae[i];
        weights[at] += perPayload[i];
        return more;
    }

    private void offer(int document, int other, int count, long sum) {
        double score = scores.score(document, other, count, sum);
        if (score < minScore || score < bestScore) {
            return;
        }
        double resemblance = scores.resemblance();
        boolean wanted = to.isWanted(other);
        // Documents come in no order, so the last rule is decided here too.
        boolean better = score > bestScore
                || resemblance > bestResemblance
                || resemblance == bestResemblance
                        && (wanted && !bestWanted || wanted == bestWanted && other < best.get(document) - 1);
        if (better) {
            bestScore = score;
            bestResemblance = resemblance;
            bestWanted = wanted;
            best.set(document, other + 1);
            shared.set(document, count);
            sums.set(document, sum);
        }
    }

    /** The first document of the best family for a family, or −1. */
    int best(int first) {
        return best.get(first) - 1;
    }

    /** The minutiae that a family shares with the best one. */
    int shared(int first) {
        return shared.get(first);
    }

    /** The weight of these. */
    long sum(int first) {
        return sums.get(first);
    }
}

package io.whorl.pairs;

import io.whorl.series.Series;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;

/**
 * The series of each document. Series are first numbered in the order of their first documents. {@link #activate} then
 * keeps only those that are large enough to have a template. Names are compared by 96 bits of a digest, so that they
 * need no heap. Thread-safe after {@link #activate}.
 */
final class DocumentSeries {
    private final Segment segment;
    private final Series series;
    /** For each document the number of its series, from 1; 0 if it has none. */
    private final ScratchInts numbers;

    private int count;
    /** By series, from 1. */
    private int[] families = {0};

    private long[] documents = {0};
    private int[] firsts = {0};

    DocumentSeries(Segment segment, Series series, PairFigures figures, PairScratch kept) throws IOException {
        this.segment = segment;
        this.series = series;
        long n = segment.counts().documents();
        numbers = kept.cells(n);
        try (LongTriples byName = kept.triples(2);
                LongTriples byFirst = kept.triples(2)) {
            MessageDigest sha = sha256();
            for (int d = 0; d < n; d++) {
                Optional<String> name = series.of(segment.documents().id(d));
                if (name.isPresent()) {
                    figures.inSeries++;
                    ByteBuffer digest = ByteBuffer.wrap(sha.digest(name.get().getBytes(StandardCharsets.UTF_8)));
                    // Both longs are sorted: equal names are adjacent whatever other names share the first long.
                    byName.add(digest.getLong(), digest.getLong() & -1L << 32 | d, 0);
                }
            }
            number(byName.sort(), byFirst);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Numbers equal names in the order of their first documents. */
    private void number(LongTriples.Sorted byName, LongTriples byFirst) throws IOException {
        long high = 0;
        long low = 0;
        int first = -1;
        while (byName.next()) {
            int document = (int) byName.second();
            if (first < 0 || byName.first() != high || byName.second() >>> 32 != low) {
                high = byName.first();
                low = byName.second() >>> 32;
                first = document;
            }
            byFirst.add(first, document, 0);
        }
        long previous = -1;
        for (LongTriples.Sorted sorted = byFirst.sort(); sorted.next(); ) {
            if (sorted.first() != previous) {
                previous = sorted.first();
                count++;
            }
            numbers.set(sorted.second(), count);
        }
    }

    int count() {
        return count;
    }

    /** The series of a document, from 1; 0 if it has none, or only a small one after {@link #activate}. */
    int of(long document) {
        return numbers.get(document);
    }

    /** Drops series of fewer families than {@code least}, and numbers the others anew. */
    void activate(PairFamilies of, int least, PairScratch passing) throws IOException {
        long n = segment.counts().documents();
        ScratchInts sizes = passing.cells(count + 1L);
        for (int d = 0; d < n; d++) {
            if (of.isFirst(d) && numbers.get(d) > 0) {
                sizes.add(numbers.get(d), 1);
            }
        }
        int active = 0;
        for (int s = 1; s <= count; s++) {
            active += sizes.get(s) >= least ? 1 : 0;
        }
        families = new int[active + 1];
        documents = new long[active + 1];
        firsts = new int[active + 1];
        int next = 0;
        for (int s = 1; s <= count; s++) {
            int size = sizes.get(s);
            if (size >= least) {
                families[++next] = size;
            }
            sizes.set(s, size >= least ? next : 0);
        }
        count = active;
        for (int d = 0; d < n; d++) {
            int s = sizes.get(numbers.get(d));
            numbers.set(d, s);
            if (s > 0 && documents[s]++ == 0) {
                firsts[s] = d;
            }
        }
    }

    int families(int number) {
        return families[number];
    }

    long documents(int number) {
        return documents[number];
    }

    String name(int number) {
        return series.of(segment.documents().id(firsts[number])).orElseThrow();
    }
}

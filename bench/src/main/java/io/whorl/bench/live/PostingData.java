package io.whorl.bench.live;

import io.whorl.bench.data.SingletonSet;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Postings by rule, document after document, always as many minutiae a document. */
public enum PostingData {
    /**
     * Families of ten versions, each with nine tenths of its predecessor's minutiae: five documents a minutia on
     * average.
     */
    VERSIONS {
        @Override
        long minutia(int document, int place) {
            // A version is a window over its family's minutiae that moves on by a tenth.
            long family = document / VERSIONS_OF_ONE;
            int version = document % VERSIONS_OF_ONE;
            return SET.minutia(family * 2 * MINUTIAE + version * (MINUTIAE / VERSIONS_OF_ONE) + place);
        }
    },
    /** Nearly all minutiae are held by one document; one in a hundred by a hundred. */
    SINGLETONS {
        @Override
        long minutia(int document, int place) {
            return place < MINUTIAE / 100
                    ? SET.minutia(document / 100 * (long) MINUTIAE + place)
                    : SET.minutia(FAR + (long) document * MINUTIAE + place);
        }
    };

    /** Of a document. */
    public static final int MINUTIAE = 500;

    private static final int VERSIONS_OF_ONE = 10;
    private static final long FAR = 1L << 38;
    private static final SingletonSet SET = new SingletonSet(1, 1);

    abstract long minutia(int document, int place);

    /** Documents 0 to {@code documents} − 1: of each its minutiae, ascending. */
    public long[][] documents(int documents) {
        long[][] made = new long[documents][MINUTIAE];
        for (int d = 0; d < documents; d++) {
            for (int place = 0; place < MINUTIAE; place++) {
                made[d][place] = minutia(d, place);
            }
            Arrays.sort(made[d]);
        }
        return made;
    }

    /** How often each minutia occurs in a document: twice for one in fifty. */
    public static int[] frequencies() {
        int[] frequencies = new int[MINUTIAE];
        Arrays.setAll(frequencies, place -> place % 50 == 49 ? 2 : 1);
        return frequencies;
    }

    /**
     * Minutiae of the postings of so many documents, drawn at random: one that more documents hold comes more often.
     */
    public long[] draws(int documents, int draws, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        long[] drawn = new long[draws];
        Arrays.setAll(drawn, i -> minutia(random.nextInt(documents), random.nextInt(MINUTIAE)));
        return drawn;
    }
}

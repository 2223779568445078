package io.whorl.lab.security;

import io.whorl.scheme.Chunking.Unit;
import io.whorl.scheme.Scheme;
import java.util.List;
import java.util.Map;

/**
 * A strategy that the laboratory attacks: a family of tests that differ in their seed only.
 *
 * @param name for tables
 * @param seeded whether the seed decides which chunks are tested
 */
record Strategy(String name, boolean seeded, Scheme scheme, int sample) {
    private static final int SAMPLE = 20;

    /** The strategies of COPS 4.2 and 6, and the selections that Whorl's schemes use most. */
    static List<Strategy> all() {
        return List.of(
                of("single words (COPS A)", false, Scheme.builder().granularity(1)),
                of("sentences (COPS A)", false, sentences(1)),
                of("pairs of sentences (COPS C)", false, sentences(2)),
                of("4 words, disjoint (COPS B)", false, words("all-substrings", Map.of())),
                of("4 words, full (COPS C)", false, words("full", Map.of())),
                of("breakpoints, k = 4 (COPS D)", true, Scheme.builder().breakpoints(4)),
                of("breakpoints, k = 10 (COPS D)", true, Scheme.builder().breakpoints(10)),
                of("4 words, winnowing w = 8", true, words("winnowing", Map.of("w", "8"))),
                of("4 words, winnowing w = 24", true, words("winnowing", Map.of("w", "24"))),
                of("4 words, mod m = 25", true, words("mod", Map.of("m", "25"))),
                of("4 words, anchors", false, words("anchor", Map.of())),
                of("4 words, first 15", false, words("first-r-sliding", Map.of())),
                of("4 words, rarest 15 in document", false, words("rarest-in-document", Map.of())),
                new Strategy(
                        "4 words, full, " + SAMPLE + " tested (COPS 6)",
                        true,
                        words("full", Map.of()).build(),
                        SAMPLE));
    }

    private static Scheme.Builder words(String selection, Map<String, String> parameters) {
        return Scheme.builder().granularity(4).selection(selection, parameters);
    }

    private static Scheme.Builder sentences(int granularity) {
        return Scheme.builder().unit(Unit.SENTENCE).granularity(granularity);
    }

    private static Strategy of(String name, boolean seeded, Scheme.Builder scheme) {
        return new Strategy(name, seeded, scheme.build(), 0);
    }

    /** The test of the family that has this seed. */
    OperationalTest test(long seed, byte[] registered) {
        Scheme own = scheme.toBuilder().seed(seed).build();
        return new OperationalTest(own, sample, seed, registered);
    }
}

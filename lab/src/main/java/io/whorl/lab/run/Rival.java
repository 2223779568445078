package io.whorl.lab.run;

import io.whorl.lab.files.LabException;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Another system that the laboratory can measure, with the settings that its own documentation advises. A grid can
 * change them.
 */
public enum Rival {
    LUCENE_SHINGLES(List.of("bm25", "shared"), Map.of("granularity", 4), """
            Lucene's StandardTokenizer, LowerCaseFilter, StopFilter and ShingleFilter without single words; \
            ShingleFilter's filler replaces stop words. A query is a disjunction of all its shingles, scored by BM25 \
            (Lucene's default; frequencies and norms indexed) or by 1 each (shared; documents only), without \
            skipping, which is slower for so many terms. No positions; only the id is stored. After the timed build \
            the index is merged into one segment, as its Javadoc advises for an index that no longer changes."""),
    LUCENE_MINHASH(List.of("shared", "bm25"), Map.of("granularity", 5, "components", 512), """
            The same with shingles of five words, which its Javadoc calls typical, and MinHashFilter with one hash, \
            512 buckets, one value per bucket and rotation (the defaults of its factory). A query is a disjunction \
            of the MinHash terms of the text, scored by 1 each, so the score estimates resemblance."""),
    LUCENE_MORE_LIKE_THIS(List.of("bm25"), Map.of("terms", 25, "min-frequency", 2, "min-documents", 5), """
            Lucene's MoreLikeThis on single words with its documented defaults: the 25 words with the highest tf-idf \
            among those that occur twice in the text and in five documents. Its Javadoc intends it for a button on a \
            page of results, not for high precision."""),
    HASH4J_SUPERMINHASH(List.of("resemblance"), Map.of("granularity", 4, "components", 1024, "component-bits", 1), """
            hash4j's SuperMinHash with 1024 components of one bit and the estimate of resemblance, both as in its \
            README. Every signature is compared. The chunks are all chunks of Whorl, hashed by komihash as in the \
            README."""),
    HASH4J_SIMHASH(List.of("bits"), Map.of("granularity", 4, "components", 1024), """
            hash4j's FastSimHash with 1024 bits, the size of the similarity hashing example in its README. The score \
            is the share of equal bits beyond the half that is equal by chance. Every signature is compared. Chunks \
            as for SuperMinHash."""),
    JAVA_LSH_MINHASH(List.of("resemblance"), Map.of("granularity", 4, "components", 100), """
            java-LSH's MinHash with 100 hashes (an error of 0.1 by its README) on sets of numbers, with a fixed \
            seed. Every signature is compared. A chunk is represented by 31 bits of its hash, because the boolean \
            arrays of the library would need a dictionary of all shingles in advance."""),
    JAVA_LSH_BINS(List.of("resemblance"), Map.of("granularity", 4, "stages", 10), """
            java-LSH's binning of the same signatures, with the size that its LSHMinHash uses for ten stages, the \
            most that its README plots, and with 100 documents in a bin, the minimum it advises. Documents that \
            share a bin in at least one stage are compared by signature.""");

    private final List<String> measures;
    private final Map<String, Integer> parameters;
    private final String advice;

    Rival(List<String> measures, Map<String, Integer> parameters, String advice) {
        this.measures = measures;
        this.parameters = new TreeMap<>(parameters);
        this.advice = advice;
    }

    public static Rival named(String name) {
        return Arrays.stream(values())
                .filter(rival -> rival.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("system is '" + name + "'; it must be whorl or one of "
                        + Arrays.stream(values()).map(Rival::label).collect(Collectors.joining(", "))));
    }

    /** Returns the name in lower case with hyphens, as in the setting {@code system}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns its measures, the recommended one first. */
    public List<String> measures() {
        return measures;
    }

    /** Returns its parameters with the recommended values. */
    public Map<String, Integer> parameters() {
        return Map.copyOf(parameters);
    }

    /** Describes its settings and whose advice they follow. */
    public String advice() {
        return advice;
    }

    /**
     * A rival and its settings.
     *
     * @param parameters a value from 1 to 1,000,000 for each of its parameters
     */
    public record RivalScheme(Rival system, SortedMap<String, Integer> parameters, SortedSet<String> stop) {
        private static final int MOST = 1_000_000;

        public RivalScheme {
            parameters = Collections.unmodifiableSortedMap(new TreeMap<>(parameters));
            stop = Collections.unmodifiableSortedSet(new TreeSet<>(stop));
            if (!parameters.keySet().equals(system.parameters().keySet())) {
                throw new IllegalArgumentException("parameters are " + parameters.keySet() + "; they must be "
                        + system.parameters().keySet());
            }
            parameters.forEach((name, value) -> {
                if (value < 1 || value > MOST) {
                    throw new IllegalArgumentException(name + " is " + value + "; it must be from 1 to " + MOST);
                }
            });
        }

        /** @param own parameters that differ from the recommended values */
        public static RivalScheme of(Rival system, Map<String, Integer> own, Collection<String> stop) {
            SortedMap<String, Integer> parameters = new TreeMap<>(system.parameters());
            parameters.putAll(own);
            return new RivalScheme(system, parameters, new TreeSet<>(stop));
        }

        public int parameter(String name) {
            Integer value = parameters.get(name);
            if (value == null) {
                throw new IllegalArgumentException("name is " + name + "; it must be one of " + parameters.keySet());
            }
            return value;
        }
    }
}

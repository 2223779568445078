package io.whorl.lab.model;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Another system that the laboratory can try, and how: as its own documentation advises, unless a grid says otherwise.
 */
public enum Rival {
    LUCENE_SHINGLES(
            List.of("bm25", "shared"),
            Map.of("granularity", 4),
            "Lucene's StandardTokenizer, LowerCaseFilter, StopFilter and ShingleFilter without single words, its filler where a"
                    + " stop word was; a query is a disjunction of all its shingles, scored by BM25 (Lucene's default;"
                    + " frequencies and norms indexed) or by 1 each (shared; documents only), without skipping, which is slower"
                    + " for so many. No positions, nothing stored but the id; merged into one segment, as its Javadoc has it for"
                    + " an index that is written no more, once the clock of the build has stopped."),
    LUCENE_MINHASH(
            List.of("shared", "bm25"),
            Map.of("granularity", 5, "components", 512),
            "The same with shingles of five words, which its Javadoc calls typical, and MinHashFilter with one hash, 512 buckets,"
                    + " one value a bucket and rotation (the defaults of its factory); a query is a disjunction of the"
                    + " text's own MinHash terms, scored by 1 each, so that the score estimates resemblance."),
    LUCENE_MORE_LIKE_THIS(
            List.of("bm25"),
            Map.of("terms", 25, "min-frequency", 2, "min-documents", 5),
            "Lucene's MoreLikeThis on single words, by its documented defaults: the 25 words of the highest tf-idf that the text"
                    + " has twice and five documents have. Its Javadoc has it for a button on a page of results, not for"
                    + " the last percent of precision."),
    HASH4J_SUPERMINHASH(
            List.of("resemblance"),
            Map.of("granularity", 4, "components", 1024, "component-bits", 1),
            "hash4j's SuperMinHash of 1024 components of one bit, as its README shows, and its README's estimate of resemblance;"
                    + " every signature is compared. Chunks are Whorl's, all of them, hashed by komihash as in the README."),
    HASH4J_SIMHASH(
            List.of("bits"),
            Map.of("granularity", 4, "components", 1024),
            "hash4j's FastSimHash of 1024 bits, the size of its README's example of similarity hashing; the score is the"
                    + " share of equal bits above the half that chance gives; every signature is compared. Chunks as for"
                    + " SuperMinHash."),
    JAVA_LSH_MINHASH(
            List.of("resemblance"),
            Map.of("granularity", 4, "components", 100),
            "java-LSH's MinHash of 100 hashes, which is its README's error of 0.1, on sets of numbers, with a fixed seed; every"
                    + " signature is compared. No dictionary of shingles can be known beforehand, so a chunk's number is 31 bits"
                    + " of its hash; its arrays of booleans would need the dictionary."),
    JAVA_LSH_BINS(
            List.of("resemblance"),
            Map.of("granularity", 4, "stages", 10),
            "java-LSH's binning of the same signatures, of the size that its LSHMinHash takes for the stages, in ten stages, the"
                    + " most that its README plots, and as many bins as leave 100 documents in each, the least it"
                    + " advises; documents that share a bin in any stage are compared by signature.");

    private final List<String> measures;
    private final Map<String, Integer> parameters;
    private final String advice;

    Rival(List<String> measures, Map<String, Integer> parameters, String advice) {
        this.measures = measures;
        this.parameters = new TreeMap<>(parameters);
        this.advice = advice;
    }

    /** @throws LabException if there is none of this name */
    public static Rival named(String name) {
        return Arrays.stream(values())
                .filter(rival -> rival.label().equals(name))
                .findFirst()
                .orElseThrow(() -> new LabException("system is '" + name + "'; it must be whorl or one of "
                        + Arrays.stream(values()).map(Rival::label).collect(Collectors.joining(", "))));
    }

    /** In small letters with hyphens, as the setting {@code system} takes it. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How it may score, first what it is advised to. */
    public List<String> measures() {
        return measures;
    }

    /** Its parameters and their advised values. */
    public Map<String, Integer> parameters() {
        return Map.copyOf(parameters);
    }

    /** How it is set, and by whose advice, in a sentence or two. */
    public String advice() {
        return advice;
    }
}

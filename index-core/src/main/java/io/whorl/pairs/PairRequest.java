package io.whorl.pairs;

import io.whorl.SchemeException;
import io.whorl.measure.Measure;
import io.whorl.pairs.PairCount.SharedLists;
import io.whorl.scheme.Scheme;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.series.Templates;
import io.whorl.strategy.Strategies;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The pairs to find.
 *
 * @param measure the measure of the score
 * @param minScore pairs with a lower score are left out
 * @param top the largest number of pairs
 * @param threads the number of threads that count
 * @param expanded whether all pairs of a family are given instead of one
 * @param omissions the minutiae that are left out
 * @param superShingles the number of super shingles of a document, one of which a pair must share; 0 if none are used
 * @param work keeps finished parts for a search that is resumed; without it, nothing remains of a killed search
 */
public record PairRequest(
        Measure measure,
        double minScore,
        long top,
        int threads,
        boolean expanded,
        Omissions omissions,
        int superShingles,
        Optional<WorkPlace> work) {
    /** The largest number of super shingles. */
    public static final int MOST_SUPER_SHINGLES = 64;

    /**
     * Which minutiae make no pairs, and which are left out. Documents of equal fingerprints count as one.
     *
     * @param maxDf minutiae that more documents hold make no pairs
     * @param commonDf minutiae that more documents hold are of a frame, unless these documents mostly consist of them
     * @param templates the templates to leave out
     */
    public record Omissions(long maxDf, long commonDf, Optional<Templates> templates) {
        /** A document is a copy with changes if so many percent of its minutiae are common. */
        private static final long COPY = 92;

        private static final double WHOLE = 1.5;

        /**
         * The minutiae of a list as {@link #vote} needs their sum over a document: those that several documents hold,
         * and in the high half those that are common, as more than {@link #commonDf} documents hold them.
         *
         * @param held the number of documents that hold the minutiae
         * @param minutiae their number
         */
        public long shared(long held, long minutiae) {
            return held > commonDf ? minutiae << Integer.SIZE | minutiae : isAbove(held, 5) ? minutiae : 0;
        }

        /**
         * What {@link #isFrame} needs of a document that holds a minutia. It is summed over these documents.
         *
         * @param shared the sum of {@link #shared} of its minutiae
         * @param minutiae their number
         */
        public static long vote(long shared, long minutiae) {
            long common = shared >>> Integer.SIZE;
            boolean hasOwn = 10 * (minutiae - (int) shared) >= minutiae - common;
            return (100 * common > COPY * minutiae ? 1L << Integer.SIZE : 0)
                    + (hasOwn || 2 * common >= minutiae ? 1 : 0);
        }

        /**
         * Whether a minutia is of a frame: more than {@link #commonDf} documents hold it; or half as many, and nine of
         * ten of them mostly consist of common minutiae, or have a tenth of the others of their own. The original of
         * five versions of half its content has 4 % of its own. The minutiae of a text with many copies are of no
         * frame: more than half of their documents are copies with changes.
         *
         * @param votes the sum of {@link #vote} of the documents that hold it
         * @param held their number
         */
        public boolean isFrame(long votes, long held) {
            return 2 * (votes >>> Integer.SIZE) <= held
                    && (held > commonDf || mayBeFrame(held) && 10L * (int) votes >= 9 * held);
        }

        /** Whether a minutia of so many documents may be of a frame. */
        public boolean mayBeFrame(long held) {
            return isAbove(held, 2);
        }

        private boolean isAbove(long held, int part) {
            return held > Math.max(1, commonDf / part);
        }

        /** The least score of the contents with which {@link #score} can reach a score. */
        public static double leastContent(double score) {
            return score / WHOLE;
        }

        /**
         * The score of two documents: that of their contents without frames, or that of the wholes, but then at most
         * one and a half times that of the contents. So documents that share only a frame have the score 0.
         */
        public static double score(double content, double whole) {
            return Math.max(content, Math.min(whole, WHOLE * content));
        }
    }

    /**
     * Where a search keeps what it has finished.
     *
     * @param directory the work directory; it is created if it does not exist
     * @param resume whether unfinished work in the directory is continued; otherwise it is refused
     * @param purpose what the pairs are for, with the options that the request does not have
     */
    public record WorkPlace(Path directory, boolean resume, String purpose) {}

    /** Whether pairs can be scored by a measure: percent has no meaning for pairs, and frequencies are not counted. */
    public static boolean supports(Measure measure) {
        return measure != Measure.PERCENT && !measure.usesFrequencies();
    }

    /** @throws IllegalArgumentException if pairs cannot be scored by the measure */
    public static void check(Measure measure) {
        if (!supports(measure)) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; pairs supports "
                    + Arrays.stream(Measure.values())
                            .filter(PairRequest::supports)
                            .map(Measure::label)
                            .collect(Collectors.joining(", "))
                    + "; for the others, query with each document");
        }
    }

    /** @throws SchemeException if an index of this scheme cannot give what is requested */
    void check(Scheme scheme) {
        Comparability.Kind kind = Strategies.comparability(scheme).kind();
        String strategy = scheme.selection().name();
        if (superShingles > 0 && (!measure.symmetric() || measure == Measure.SHARED)) {
            throw SchemeException.measure("super shingles cannot detect " + measure.label()
                    + ", because what a longer document has in addition breaks the sequences that they consist of"
                    + " (BGMZ 5.3); use resemblance or weighted-resemblance, or search without super shingles");
        }
        if (superShingles > 0 && kind == Comparability.Kind.LEVELS) {
            throw SchemeException.measure("an index made with " + strategy + " keeps other minutiae of short"
                    + " documents than of long ones, so they share no super shingles; search without super shingles");
        }
        if (omissions.templates().isPresent() && kind != Comparability.Kind.SETS) {
            throw SchemeException.measure("an index made with " + strategy + " stores figures of whole"
                    + " documents, so templates cannot be left out of them; build with another selection");
        }
    }

    /** All pairs by the same measure with the same omissions, one for each two families. */
    PairRequest all() {
        return new PairRequest(measure, 0, Long.MAX_VALUE, threads, false, omissions, 0, work);
    }

    /** Everything that determines the result, by name, except the segment. */
    Map<String, String> fields() {
        Map<String, String> fields = new TreeMap<>();
        fields.put("measure", measure.label());
        fields.put("min-score", Double.toString(minScore));
        fields.put("top", Long.toString(top));
        fields.put("max-df", Long.toString(omissions.maxDf()));
        fields.put("frames-above", Long.toString(omissions.commonDf()));
        fields.put("templates", omissions.templates().map(Object::toString).orElse("none"));
        fields.put("super-shingles", Integer.toString(superShingles));
        fields.put("expand", Boolean.toString(expanded));
        fields.put("for", work.map(WorkPlace::purpose).orElse(""));
        return fields;
    }

    /**
     * The shares of the memory of a search for pairs. A full share causes another window, scratch file or spilled run,
     * and never another result.
     *
     * @param arrays bytes of heap for arrays that grow with the index; beyond that they are in a scratch file
     * @param places places of lists that {@link SharedLists} holds at a time
     * @param counters documents that each thread counts at a time
     * @param pairs pairs that each thread holds
     * @param blocks bytes for the buffers that merge spilled pairs
     */
    public record PairMemory(long arrays, int places, int counters, int pairs, long blocks) {
        /** A place, the start of a document's places, and the position of the next. */
        private static final int PLACE = 16;
        /** A count, and the number of a counted document. */
        private static final int COUNTER = 8;

        private static final int SUM = 8;
        private static final int MOST = 1 << 26;

        /** Gives a quarter each to the arrays, the places, the counters, and the pairs with their buffers. */
        public static PairMemory of(long bytes, int threads, boolean weighted) {
            long quarter = bytes / 4;
            long each = quarter / threads;
            return new PairMemory(
                    quarter,
                    number(quarter / PLACE),
                    number(each / (COUNTER + (weighted ? SUM : 0))),
                    number(each * 3 / 4 / LongTriples.ROOM),
                    quarter / 4);
        }

        private static int number(long value) {
            return (int) Math.max(1, Math.min(MOST, value));
        }
    }
}

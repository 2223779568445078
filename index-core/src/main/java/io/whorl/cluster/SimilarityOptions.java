package io.whorl.cluster;

import io.whorl.Options;
import io.whorl.cluster.Clusters.Progress;
import io.whorl.cluster.Survivors.DocumentKeys;
import io.whorl.internal.Ranges;
import io.whorl.measure.Measure;
import io.whorl.series.Templates;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the documents of an index are compared with each other, and what becomes of those that are similar:
 * {@code SimilarityOptions.CLUSTERS.minScore(0.4)}. Options begin with the constant of their {@link Purpose}. The
 * setter of an option that has no meaning for the purpose throws {@link IllegalArgumentException}. Immutable.
 */
public final class SimilarityOptions extends Options<SimilarityOptions> {
    /** The value of {@link #maxDf} and {@link #commonDf} for no limit. */
    public static final long NO_LIMIT = Long.MAX_VALUE;

    /** The value of {@link #top} for all pairs. */
    public static final long ALL = Long.MAX_VALUE;

    /** The smallest value of {@link #memory}, 4 MiB, except for groups. */
    public static final long MIN_MEMORY = 4L << 20;

    private static final long MAX_MEMORY = 1L << 50;
    private static final long MOST_VERSIONS = 100_000;

    /** Resemblance of 0.5 or more (BGMZ 4), all pairs, one pair for each family. */
    public static final SimilarityOptions PAIRS =
            new SimilarityOptions(Purpose.PAIRS, Measure.RESEMBLANCE, 0.5, NO_LIMIT);

    /**
     * Stars with central representatives, weighted resemblance of 0.3 or more, and frames of more than 40 documents. By
     * an asymmetric measure, a star has the documents whose score with the representative reaches the threshold: by
     * containment, those of which it holds enough.
     */
    public static final SimilarityOptions CLUSTERS =
            new SimilarityOptions(Purpose.CLUSTERS, Measure.WEIGHTED_RESEMBLANCE, 0.3, 40);

    /**
     * The first document by id survives, weighted resemblance of 0.5 or more, and frames of more than 10 documents. A
     * document is dropped if its score with a survivor that comes before it by the rule reaches the threshold. By an
     * asymmetric measure the score is that of the dropped document with the survivor: by containment, a document is
     * dropped if enough of it is in a survivor. Use that with {@link Keep#LONGEST}.
     */
    public static final SimilarityOptions SURVIVORS =
            new SimilarityOptions(Purpose.SURVIVORS, Measure.WEIGHTED_RESEMBLANCE, 0.5, 10);

    /**
     * Changes between two indexes: weighted containment of 0.7 or more. The first document of a score is that of the
     * change.
     */
    public static final SimilarityOptions CHANGES =
            new SimilarityOptions(Purpose.CHANGES, Measure.WEIGHTED_CONTAINMENT, 0.7, NO_LIMIT);

    /** Versions that a chain of pairs connects, each pair with a resemblance of 0.4 or more, at most 1,000 of them. */
    public static final SimilarityOptions HISTORY =
            new SimilarityOptions(Purpose.HISTORY, Measure.RESEMBLANCE, 0.4, NO_LIMIT);

    /** Groups of a list of documents: stars by a resemblance of 0.5 or more (BGMZ 4), an eighth of the heap. */
    public static final SimilarityOptions GROUPS =
            new SimilarityOptions(Purpose.GROUPS, Measure.RESEMBLANCE, 0.5, NO_LIMIT);

    /** What documents are compared for. */
    public enum Purpose {
        PAIRS,
        CLUSTERS,
        SURVIVORS,
        CHANGES,
        HISTORY,
        GROUPS;

        private static final Set<Purpose> SEARCHES = EnumSet.of(PAIRS, CLUSTERS, SURVIVORS);

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** How documents are joined to a cluster or group. */
    public enum Link {
        /** Each member has a score with the representative that reaches the threshold. */
        STAR,
        /** Each member is connected with each other by a chain of pairs that reach the threshold (BGMZ 4). */
        COMPONENTS
    }

    /** Which documents become representatives. */
    public enum Representative {
        /** The document with which most others score enough, then the one with the highest sum of scores. */
        CENTRAL,
        /** The document with the most minutiae, then the one with which most others score enough. */
        LONGEST,
        /**
         * The document with the earliest date, then the one with which most others score enough. Documents without a
         * date come last.
         */
        OLDEST
    }

    /** Which of several similar documents survives. Ties go to the smaller id. */
    public enum Keep {
        /** The document whose id comes first, in the order of UTF-8 bytes. */
        FIRST,
        /** The document with the most words. */
        LONGEST,
        /** The document with the earliest date. Documents without a date come last. */
        OLDEST,
        /** The document with the least of the {@link SimilarityOptions#keys}. */
        LEAST_KEY
    }

    private Purpose purpose;
    private Measure measure;
    private double minScore;
    private long maxDf = 1_000;
    private long memory;
    private int threads = Runtime.getRuntime().availableProcessors();
    private long commonDf;
    private Optional<Templates> templates = Optional.empty();
    private Optional<Path> work = Optional.empty();
    private boolean resume;
    private int superShingles;
    private Optional<Function<String, Optional<Instant>>> dates = Optional.empty();
    private long top;
    private boolean expanded;
    private Link link;
    private Representative representative = Representative.CENTRAL;
    private Keep keep = Keep.FIRST;
    private Optional<DocumentKeys> keys = Optional.empty();
    private boolean unchanged;
    private Progress progress = Progress.NONE;

    private SimilarityOptions(Purpose purpose, Measure measure, double minScore, long commonDf) {
        this.purpose = purpose;
        this.measure = measure;
        this.minScore = minScore;
        this.commonDf = commonDf;
        long heap = Runtime.getRuntime().maxMemory();
        memory = purpose == Purpose.GROUPS ? heap / 8 : Math.max(MIN_MEMORY, heap / 4);
        top = purpose == Purpose.HISTORY ? 1_000 : ALL;
        link = purpose == Purpose.HISTORY ? Link.COMPONENTS : Link.STAR;
    }

    /** Returns a copy with a change of an option that only some purposes have. */
    private SimilarityOptions with(String option, Set<Purpose> having, Consumer<SimilarityOptions> change) {
        if (!having.contains(purpose)) {
            throw new IllegalArgumentException(option + " has no meaning for " + purpose + "; it is an option of "
                    + having.stream().map(Purpose::toString).collect(Collectors.joining(", ")));
        }
        return with(change);
    }

    @Override
    protected void check() {
        if (!isSupported(measure)) {
            throw new IllegalArgumentException("measure is " + measure.label() + "; " + purpose + " supports "
                    + Arrays.stream(Measure.values())
                            .filter(this::isSupported)
                            .map(Measure::label)
                            .collect(Collectors.joining(", "))
                    + "; for the others, query with each document");
        }
        measure.checkMinScore(minScore, purpose != Purpose.PAIRS);
        if (keys.isPresent() && keep != Keep.LEAST_KEY) {
            throw new IllegalArgumentException("keep is " + keep + ", but there are keys; they are for LEAST_KEY");
        }
    }

    private boolean isSupported(Measure wanted) {
        return supports(wanted) && !(purpose == Purpose.HISTORY && wanted.weighted());
    }

    /** Whether pairs can be scored by a measure: percent has no meaning for pairs, and frequencies are not counted. */
    public static boolean supports(Measure measure) {
        return measure != Measure.PERCENT && !measure.usesFrequencies();
    }

    /**
     * Returns these options.
     *
     * @throws IllegalArgumentException if they are for another purpose, or their values contradict one another
     */
    public SimilarityOptions checked(Purpose wanted) {
        if (purpose != wanted) {
            throw new IllegalArgumentException("purpose is " + purpose + ", but the options must be those for " + wanted
                    + "; begin with SimilarityOptions." + wanted.name());
        }
        return checked();
    }

    public Purpose purpose() {
        return purpose;
    }

    public Measure measure() {
        return measure;
    }

    /**
     * Sets the measure of the scores, one of those that {@link #supports} names; for histories, resemblance,
     * containment, contained or shared.
     */
    public SimilarityOptions measure(Measure value) {
        return with(o -> o.measure = Objects.requireNonNull(value, "measure"));
    }

    public double minScore() {
        return minScore;
    }

    /**
     * Sets the threshold: pairs with a lower score do not count. More than 0, or from 0 for pairs, up to
     * {@link Measure#highest}.
     */
    public SimilarityOptions minScore(double value) {
        return with(o -> o.minScore = value);
    }

    public long maxDf() {
        return maxDf;
    }

    /**
     * Does not compare documents that share only minutiae that more documents hold; from 1 to {@link #NO_LIMIT}, the
     * default is 1,000 (BGMZ 5.1). Documents of equal fingerprints count as one; for changes and histories, those that
     * share postings do, and the scores of moved and copied documents can only become lower. Other scores count these
     * minutiae. Groups have no such limit.
     */
    public SimilarityOptions maxDf(long value) {
        return with(
                "max-df",
                EnumSet.complementOf(EnumSet.of(Purpose.GROUPS)),
                o -> o.maxDf = Ranges.check("max-df", value, 1, NO_LIMIT));
    }

    public long memory() {
        return memory;
    }

    /**
     * Sets the heap for all data that grow with the index and with the pairs, 4 MiB to 1 PiB; the default is a quarter
     * of the heap. Data beyond that go to scratch files in the directory of {@code java.io.tmpdir}. For groups, sets
     * the heap for the minutiae of all documents of the list, 64 bytes each, 0 to 1 PiB; a list of up to 4,096 minutiae
     * is never refused.
     */
    public SimilarityOptions memory(long bytes) {
        long least = purpose == Purpose.GROUPS ? 0 : MIN_MEMORY;
        return with(o -> o.memory = Ranges.check("memory", bytes, least, MAX_MEMORY));
    }

    public int threads() {
        return threads;
    }

    /**
     * Sets the number of threads that count, 1 to 1,024; the default is one for each core. Changes use two at most.
     * Histories and groups have one.
     */
    public SimilarityOptions threads(int value) {
        return with(
                "threads",
                EnumSet.range(Purpose.PAIRS, Purpose.CHANGES),
                o -> o.threads = Ranges.check("threads", value, 1, 1_024));
    }

    /** The largest number of documents of a minutia that is not common. */
    public long commonDf() {
        return commonDf;
    }

    /**
     * Finds frames: minutiae that more documents hold, or more than half as many if nine of ten of these documents
     * mostly consist of such minutiae, or have a tenth of the others of their own. What most of its documents almost
     * consist of is no frame, as in large groups of near copies. The score of two documents is that of their contents
     * without frames, or that of the wholes, but then at most one and a half times that of the contents. So documents
     * that share only frames are not similar. From 1 to {@link #NO_LIMIT}; for pairs, clusters and survivors.
     */
    public SimilarityOptions commonDf(long value) {
        return with("common-df", Purpose.SEARCHES, o -> o.commonDf = Ranges.check("common-df", value, 1, NO_LIMIT));
    }

    public Optional<Templates> templates() {
        return templates;
    }

    /**
     * Leaves the templates of series out of their documents, for pairs, clusters and survivors.
     * {@link io.whorl.SchemeException} is thrown for an index whose documents are not compared as sets. The default is
     * no templates.
     */
    public SimilarityOptions templates(Templates value) {
        Objects.requireNonNull(value, "templates");
        return with("templates", Purpose.SEARCHES, o -> o.templates = Optional.of(value));
    }

    public Optional<Path> work() {
        return work;
    }

    /**
     * Keeps finished parts of pairs, clusters and survivors in a directory, which is created, so that the work can be
     * resumed after a kill. Scratch files are there too. By default, nothing is kept.
     */
    public SimilarityOptions work(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return with("work", Purpose.SEARCHES, o -> o.work = Optional.of(directory));
    }

    public boolean resume() {
        return resume;
    }

    /**
     * Chooses whether unfinished work in the directory is continued, with any number of threads and any memory.
     * {@code false}, the default: unfinished work is refused.
     */
    public SimilarityOptions resume(boolean value) {
        return with("resume", Purpose.SEARCHES, o -> o.resume = value);
    }

    public int superShingles() {
        return superShingles;
    }

    /**
     * Counts only pairs of documents that share a super shingle (BGMZ 5.3), which is faster and misses pairs, most of
     * all of low scores and of short documents; docs/clusters.md has figures. For resemblance and weighted resemblance
     * of pairs, clusters and survivors. The number of super shingles of a document, up to 64; 0, the default, for all
     * pairs.
     */
    public SimilarityOptions superShingles(int value) {
        return with(
                "super-shingles",
                Purpose.SEARCHES,
                o -> o.superShingles = Ranges.check("super-shingles", value, 0, 64));
    }

    public Optional<Function<String, Optional<Instant>>> dates() {
        return dates;
    }

    /**
     * Sets the dates by id, for {@link Representative#OLDEST}, {@link Keep#OLDEST} and histories; by default they are
     * those that the index stores.
     *
     * @param value gives the date of a document, if it has one, in the years 1 to 9999
     */
    public SimilarityOptions dates(Function<String, Optional<Instant>> value) {
        Objects.requireNonNull(value, "dates");
        return with(
                "dates",
                EnumSet.of(Purpose.CLUSTERS, Purpose.SURVIVORS, Purpose.HISTORY),
                o -> o.dates = Optional.of(value));
    }

    public long top() {
        return top;
    }

    /**
     * Sets the largest number of pairs, from 1, of which the best are kept, {@link #ALL} by default; or of versions of
     * a history, 1 to 100,000, 1,000 by default.
     */
    public SimilarityOptions top(long value) {
        long most = purpose == Purpose.HISTORY ? MOST_VERSIONS : ALL;
        return with(
                "top", EnumSet.of(Purpose.PAIRS, Purpose.HISTORY), o -> o.top = Ranges.check("top", value, 1, most));
    }

    public boolean expanded() {
        return expanded;
    }

    /**
     * Chooses whether every pair is reported. {@code false}, the default: a family of documents of equal fingerprints
     * is reported once, and a pair with its first document represents the pairs with all of them. For pairs.
     */
    public SimilarityOptions expanded(boolean value) {
        return with("expanded", EnumSet.of(Purpose.PAIRS), o -> o.expanded = value);
    }

    public Link link() {
        return link;
    }

    /**
     * Sets how documents are joined to a cluster, a group or a history; of the last, the document itself is the
     * representative. The default is a star, and for histories a chain of pairs.
     */
    public SimilarityOptions link(Link value) {
        Objects.requireNonNull(value, "link");
        return with("link", EnumSet.of(Purpose.CLUSTERS, Purpose.HISTORY, Purpose.GROUPS), o -> o.link = value);
    }

    public Representative representative() {
        return representative;
    }

    /** Sets which documents of clusters become representatives; the default is {@link Representative#CENTRAL}. */
    public SimilarityOptions representative(Representative value) {
        Objects.requireNonNull(value, "representative");
        return with("representative", EnumSet.of(Purpose.CLUSTERS), o -> o.representative = value);
    }

    public Keep keep() {
        return keep;
    }

    /** Sets which of several similar documents survives; the default is {@link Keep#FIRST}. */
    public SimilarityOptions keep(Keep value) {
        Objects.requireNonNull(value, "keep");
        return with("keep", EnumSet.of(Purpose.SURVIVORS), o -> o.keep = value);
    }

    public Optional<DocumentKeys> keys() {
        return keys;
    }

    /** Sets the keys of documents and {@link Keep#LEAST_KEY}. */
    public SimilarityOptions keys(DocumentKeys value) {
        Objects.requireNonNull(value, "keys");
        return keep(Keep.LEAST_KEY).with(o -> o.keys = Optional.of(value));
    }

    public boolean unchanged() {
        return unchanged;
    }

    /** Sets whether changes list documents that did not change too; by default they are only counted. */
    public SimilarityOptions unchanged(boolean value) {
        return with("unchanged", EnumSet.of(Purpose.CHANGES), o -> o.unchanged = value);
    }

    public Progress progress() {
        return progress;
    }

    /** Sets what receives the progress; {@link Progress#NONE} by default. Histories and groups report none. */
    public SimilarityOptions progress(Progress value) {
        return with(o -> o.progress = Objects.requireNonNull(value, "progress"));
    }
}

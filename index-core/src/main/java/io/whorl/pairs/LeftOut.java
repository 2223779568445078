package io.whorl.pairs;

import io.whorl.pairs.ListCounts.ListWalk;
import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.pairs.PairScore.OtherLists;
import io.whorl.score.TermWeights;
import io.whorl.series.SeriesTemplate;
import io.whorl.series.Templates;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchInts;
import io.whorl.store.Segment;
import java.io.IOException;
import java.util.Iterator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which lists make no pairs, and which are left out of documents. All minutiae of a list are held by the same
 * documents, so they are treated together. Documents of one family count as one, and only its first is asked for.
 * Thread-safe after construction.
 *
 * <ol>
 *   <li>A list above {@link Omissions#maxDf} makes no pairs. Scores count its minutiae ({@link OtherLists}).
 *   <li>The minutiae above {@link Omissions#commonDf} are left out of both documents of a pair, unless both mostly
 *       consist of them.
 *   <li>A minutia that is template of the series of one document of a pair is left out of both.
 * </ol>
 */
final class LeftOut {
    private final Segment segment;
    private final Omissions omissions;
    private final ListCounts counts;
    private final PairFamilies families;
    private final Optional<DocumentSeries> series;
    /** The lists above {@link Omissions#commonDf}. */
    private final Optional<ScratchBits> common;
    /** The lists that are the template of a series. */
    private final Optional<ScratchBits> templates;
    /** The documents of which common lists are not left out. */
    private final Optional<ScratchBits> keepCommon;
    /** For each document the number of minutiae that are the template of its series. */
    private final Optional<ScratchInts> templateOf;

    /** For each document the number of lists that name it and are not left out. */
    private final ScratchInts sizes;
    /** For each document the number of common minutiae. */
    private final Optional<ScratchInts> commonOf;
    /** For each document the number of minutiae that make no pairs and are not left out of it. */
    private final ScratchInts uncounted;

    private final OtherLists others;

    private final long[] templateMinutiae;
    private final long[] onlyTemplate;
    private long ignoredMinutiae;
    private long ignoredLists;
    private long ignoredPostings;
    private long mostlyIgnored;
    private long commonMinutiae;
    private long commonKept;

    /**
     * What one pass over the lists counts for each document.
     *
     * @param ignored the minutiae that make no pairs, and are not template
     * @param ignoredCommon those of them that are common
     * @param commonLists the common lists that make pairs
     * @param others the lists of {@link OtherLists} without those of {@code otherCommon}
     * @param otherCommon the lists of {@link OtherLists} that are left out of documents that keep nothing common
     */
    private record Passing(
            ScratchInts ignored,
            ScratchInts ignoredCommon,
            ScratchInts commonLists,
            ScratchInts others,
            ScratchInts otherCommon) {}

    /** Receives the weight of minutiae of a document that may not count. */
    interface Weights {
        void template(long document, long weight);

        void common(long document, long weight);
    }

    /**
     * Reads the lists once, or twice if scores need lists that make no pairs.
     *
     * @param series the series of the documents, if templates are left out
     * @param whole whether common minutiae cannot be left out of documents, because figures of whole documents are
     *     stored
     */
    LeftOut(
            Segment segment,
            Omissions omissions,
            ListCounts counts,
            PairFamilies families,
            Optional<DocumentSeries> series,
            boolean whole,
            Weights weights,
            PairScratch kept,
            PairScratch passing)
            throws IOException {
        this.segment = segment;
        this.omissions = omissions;
        this.counts = counts;
        this.families = families;
        this.series = series;
        long documents = segment.counts().documents();
        boolean leaves = !whole && omissions.commonDf() < documents;
        common = leaves ? Optional.of(kept.bits(counts.numbers())) : Optional.empty();
        commonOf = leaves ? Optional.of(kept.cells(documents)) : Optional.empty();
        keepCommon = leaves ? Optional.of(kept.bits(documents)) : Optional.empty();
        templates = series.isPresent() ? Optional.of(kept.bits(counts.numbers())) : Optional.empty();
        templateOf = series.isPresent() ? Optional.of(kept.cells(documents)) : Optional.empty();
        sizes = kept.cells(documents);
        uncounted = kept.cells(documents);
        int most = series.map(DocumentSeries::count).orElse(0) + 1;
        templateMinutiae = new long[most];
        onlyTemplate = new long[most];
        Passing of = new Passing(
                passing.cells(documents),
                passing.cells(documents),
                passing.cells(documents),
                passing.cells(documents),
                passing.cells(documents));
        Optional<TemplateTally> tally = tally();
        others = new OtherLists(segment, counts, families, kept);
        ListWalk.forEach(segment.lists(), (place, list) -> read(place, list, of, tally, weights));
        finish(of);
        others.fill(of.others, this, kept);
    }

    private Optional<TemplateTally> tally() {
        Optional<Templates> rule = omissions.templates();
        return series.map(s -> new TemplateTally(s, rule.orElseThrow()));
    }

    private void read(
            long place, DocumentLists.Cursor list, Passing of, Optional<TemplateTally> tally, Weights weights) {
        long holders = list.left();
        if (tally.isEmpty() && holders <= omissions.maxDf() && (common.isEmpty() || holders <= omissions.commonDf())) {
            while (list.next()) {
                add(sizes, list.document(), 1);
            }
            return;
        }
        tally.ifPresent(TemplateTally::start);
        long held = 0;
        while (list.next()) {
            if (families.isFirst((int) list.document())) {
                held++;
                if (tally.isPresent()) {
                    tally.get().add(list.document());
                }
            }
        }
        int minutiae = counts.minutiae(place);
        boolean isTemplate = tally.isPresent() && tally.get().any();
        if (isTemplate) {
            templates.orElseThrow().add(counts.number(place));
            tally.get().addTo(templateMinutiae, minutiae);
        }
        boolean ignored = held > omissions.maxDf();
        boolean isCommon = common.isPresent() && held > omissions.commonDf();
        if (ignored) {
            counts.ignore(place);
            ignoredMinutiae += minutiae;
            ignoredLists++;
            ignoredPostings += minutiae * holders;
        }
        if (isCommon) {
            common.get().add(counts.number(place));
            commonMinutiae += minutiae;
        }
        boolean other = isTemplate ? isMixed(place, tally.get()) : ignored;
        if (other) {
            others.add(place);
        }
        long weight = minutiae * TermWeights.rarity(segment.counts().documents(), holders);
        DocumentLists.Cursor again = segment.lists().cursor(place);
        while (again.next()) {
            long d = again.document();
            boolean ofSeries = isTemplate && tally.get().isTemplateOf(d);
            if (ofSeries) {
                add(templateOf.orElseThrow(), d, minutiae);
                weights.template(d, weight);
            } else if (isCommon) {
                add(commonOf.orElseThrow(), d, minutiae);
                weights.common(d, weight);
            }
            if (ignored && !ofSeries) {
                add(of.ignored, d, minutiae);
                add(of.ignoredCommon, d, isCommon ? minutiae : 0);
            } else if (!ignored && !ofSeries) {
                add(isCommon ? of.commonLists : sizes, d, 1);
            }
            if (other) {
                add(isCommon && !ofSeries ? of.otherCommon : of.others, d, 1);
            }
        }
    }

    /** True if the list is template of some of its documents only. */
    private boolean isMixed(long place, TemplateTally tally) {
        DocumentLists.Cursor list = segment.lists().cursor(place);
        while (list.next()) {
            if (families.isFirst((int) list.document()) && !tally.isTemplateOf(list.document())) {
                return true;
            }
        }
        return false;
    }

    private static void add(ScratchInts to, long document, int n) {
        to.set(document, to.get(document) + n);
    }

    private void finish(Passing of) {
        int documents = (int) segment.counts().documents();
        for (int d = 0; d < documents; d++) {
            if (!families.isFirst(d)) {
                continue;
            }
            long all = segment.documents().minutiae(d);
            long rest = all - template(d);
            int ignored = of.ignored.get(d);
            boolean keeps = common(d) > 0 && 3L * common(d) >= 2 * rest;
            if (keeps) {
                keepCommon.orElseThrow().add(d);
                add(sizes, d, of.commonLists.get(d));
                add(of.others, d, of.otherCommon.get(d));
                commonKept += families.size(d);
            }
            uncounted.set(d, keeps ? ignored : ignored - of.ignoredCommon.get(d));
            mostlyIgnored += 2L * ignored > rest ? families.size(d) : 0;
            if (series.isPresent() && all > 0 && rest == 0) {
                onlyTemplate[series.get().of(d)] += families.size(d);
            }
        }
    }

    /** True if the list at a place is left out of some documents, as {@link Filter} tells. */
    boolean isPartial(long place) {
        return common.isPresent() && common.get().contains(counts.number(place))
                || templates.isPresent() && templates.get().contains(counts.number(place));
    }

    /** For each document the number of lists that name it and are not left out. */
    ScratchInts sizes() {
        return sizes;
    }

    /** The number of minutiae of a document that are the template of its series. */
    long template(int document) {
        return templateOf.isPresent() ? templateOf.get().get(families.first(document)) : 0;
    }

    /** The number of minutiae of a document that are common. */
    long common(int document) {
        return commonOf.isPresent() ? commonOf.get().get(families.first(document)) : 0;
    }

    /** True if common minutiae are left out of a pair with the first document of a family. */
    boolean leavesCommonOut(int document) {
        return common.isPresent() && !keepCommon.orElseThrow().contains(document);
    }

    /** The number of minutiae of the first document of a family that make no pairs and are not left out of it. */
    int uncounted(int document) {
        return uncounted.get(document);
    }

    /** True if different minutiae may be left out of the first documents of two families. */
    boolean differ(int a, int b) {
        return series.isPresent() && series.get().of(a) != series.get().of(b) && template(a) + template(b) > 0;
    }

    /** True if the templates of series are left out. */
    boolean hasTemplates() {
        return series.isPresent();
    }

    /** The lists that make no pairs, or are left out of some documents only. */
    OtherLists others() {
        return others;
    }

    /** Creates a filter for one thread. */
    Filter filter() {
        return new Filter();
    }

    /** Tells of which documents a list is left out. One thread at a time. */
    final class Filter {
        private final Optional<TemplateTally> tally = tally();
        private DocumentLists.Cursor cursor;
        private boolean isCommon;
        private boolean isTemplate;

        /** Turns to a list that is left out of some documents. */
        void open(long place) {
            long number = counts.number(place);
            isCommon = common.isPresent() && common.get().contains(number);
            isTemplate = templates.isPresent() && templates.get().contains(number);
            if (!isTemplate) {
                return;
            }
            if (cursor == null) {
                cursor = segment.lists().cursor(place);
            } else {
                cursor.open(place);
            }
            tally.orElseThrow().start();
            while (cursor.next()) {
                if (families.isFirst((int) cursor.document())) {
                    tally.get().add(cursor.document());
                }
            }
        }

        /** True if the minutiae of the list are common. */
        boolean isCommon() {
            return isCommon;
        }

        /** True if the list is left out of the first document of a family. */
        boolean leavesOut(long document) {
            return isCommon && leavesCommonOut((int) document) || isTemplateOf(document);
        }

        /** True if the list is template of the series of the first document of a family. */
        boolean isTemplateOf(long document) {
            return isTemplate && tally.orElseThrow().isTemplateOf(document);
        }
    }

    /** The documents that have a series. */
    long inSeries() {
        return series.map(DocumentSeries::assigned).orElse(0L);
    }

    /** The templates that were left out, by series. */
    Iterator<SeriesTemplate> templates() {
        return IntStream.range(1, templateMinutiae.length)
                .filter(s -> templateMinutiae[s] > 0)
                .mapToObj(s -> new SeriesTemplate(
                        series.orElseThrow().name(s), series.get().documents(s), templateMinutiae[s], onlyTemplate[s]))
                .iterator();
    }

    long ignoredMinutiae() {
        return ignoredMinutiae;
    }

    long ignoredLists() {
        return ignoredLists;
    }

    long ignoredPostings() {
        return ignoredPostings;
    }

    /** The documents of which more than half of the minutiae are ignored. */
    long mostlyIgnored() {
        return mostlyIgnored;
    }

    /** The minutiae that were left out as common. */
    long commonMinutiae() {
        return commonMinutiae;
    }

    /** The documents of which common minutiae were not left out. */
    long commonKept() {
        return commonKept;
    }

    /**
     * Counts the documents of a list by series, and so tells of which series the minutiae of the list are the template.
     * One thread at a time.
     */
    private static final class TemplateTally {
        private final DocumentSeries series;
        /** By series the number of documents that makes a template. */
        private final int[] needed;

        private final int[] counts;
        private final int[] touched;
        private int n;

        TemplateTally(DocumentSeries series, Templates templates) {
            this.series = series;
            needed = new int[series.count() + 1];
            needed[0] = Integer.MAX_VALUE;
            for (int s = 1; s < needed.length; s++) {
                needed[s] = (int) Math.max(templates.least(), Math.ceil(templates.share() * series.families(s)));
            }
            counts = new int[needed.length];
            touched = new int[needed.length];
        }

        /** Starts another list. */
        void start() {
            for (int i = 0; i < n; i++) {
                counts[touched[i]] = 0;
            }
            n = 0;
        }

        /** Counts the first document of a family. */
        void add(long document) {
            int s = series.of(document);
            if (counts[s]++ == 0) {
                touched[n++] = s;
            }
        }

        /** True if the minutiae of the list are the template of any series. */
        boolean any() {
            for (int i = 0; i < n; i++) {
                if (counts[touched[i]] >= needed[touched[i]]) {
                    return true;
                }
            }
            return false;
        }

        /** True if the minutiae of the list are the template of the series of a document. */
        boolean isTemplateOf(long document) {
            int s = series.of(document);
            return counts[s] >= needed[s];
        }

        /** Adds a number of minutiae to each series of which the list is the template. */
        void addTo(long[] bySeries, long minutiae) {
            for (int i = 0; i < n; i++) {
                if (counts[touched[i]] >= needed[touched[i]]) {
                    bySeries[touched[i]] += minutiae;
                }
            }
        }
    }
}

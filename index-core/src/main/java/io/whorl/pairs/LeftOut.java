package io.whorl.pairs;

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
 * Which lists are left out, of all documents or of some. All minutiae of a list are held by the same documents, so they
 * are left out together. Documents of one family count as one, and only its first is asked for. Thread-safe after
 * construction.
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

    private final long[] templateMinutiae;
    private final long[] onlyTemplate;
    private long ignoredMinutiae;
    private long ignoredLists;
    private long ignoredPostings;
    private long mostlyIgnored;
    private long commonMinutiae;
    private long commonKept;

    /** What one pass over the lists counts for each document. */
    private record Passing(ScratchInts ignored, ScratchInts common, ScratchInts commonLists) {}

    /**
     * Reads the lists once.
     *
     * @param series the series of the documents, if templates are left out
     * @param weigh subtracts the weight of templates from that of their documents
     */
    LeftOut(
            Segment segment,
            Omissions omissions,
            ListCounts counts,
            PairFamilies families,
            Optional<DocumentSeries> series,
            TemplateWeight weigh,
            PairScratch kept,
            PairScratch passing)
            throws IOException {
        this.segment = segment;
        this.omissions = omissions;
        this.counts = counts;
        this.families = families;
        this.series = series;
        long documents = segment.counts().documents();
        boolean two = omissions.commonDf() < omissions.maxDf();
        common = two ? Optional.of(kept.bits(counts.numbers())) : Optional.empty();
        keepCommon = two ? Optional.of(kept.bits(documents)) : Optional.empty();
        templates = series.isPresent() ? Optional.of(kept.bits(counts.numbers())) : Optional.empty();
        templateOf = series.isPresent() ? Optional.of(kept.cells(documents)) : Optional.empty();
        sizes = kept.cells(documents);
        int most = series.map(DocumentSeries::count).orElse(0) + 1;
        templateMinutiae = new long[most];
        onlyTemplate = new long[most];
        Passing of = new Passing(passing.cells(documents), passing.cells(documents), passing.cells(documents));
        Optional<TemplateTally> tally = tally();
        ListWalk.forEach(segment.lists(), (place, list) -> read(place, list, of, tally, weigh));
        finish(of);
    }

    /** Subtracts the weight of minutiae from the weight of a document. */
    interface TemplateWeight {
        void subtract(long document, long minutiae, long holders);
    }

    private Optional<TemplateTally> tally() {
        Optional<Templates> rule = omissions.templates();
        return series.map(s -> new TemplateTally(s, rule.orElseThrow()));
    }

    private void read(
            long place, DocumentLists.Cursor list, Passing of, Optional<TemplateTally> tally, TemplateWeight weigh) {
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
        boolean isCommon = !ignored && common.isPresent() && held > omissions.commonDf();
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
        DocumentLists.Cursor again = segment.lists().cursor(place);
        while (again.next()) {
            long d = again.document();
            if (isTemplate && tally.get().isTemplateOf(d)) {
                add(templateOf.orElseThrow(), d, minutiae);
                weigh.subtract(d, minutiae, holders);
            } else if (ignored) {
                add(of.ignored, d, minutiae);
            } else if (isCommon) {
                add(of.common, d, minutiae);
                add(of.commonLists, d, 1);
            } else {
                add(sizes, d, 1);
            }
        }
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
            if (of.common.get(d) > 0 && 3L * (of.common.get(d) + of.ignored.get(d)) >= 2 * rest) {
                keepCommon.orElseThrow().add(d);
                add(sizes, d, of.commonLists.get(d));
                commonKept += families.size(d);
            }
            mostlyIgnored += 2L * of.ignored.get(d) > rest ? families.size(d) : 0;
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

        /** True if the list is left out of the first document of a family. */
        boolean leavesOut(long document) {
            return isCommon && !keepCommon.orElseThrow().contains(document)
                    || isTemplate && tally.orElseThrow().isTemplateOf(document);
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
}

package io.whorl.pairs;

import io.whorl.pairs.PairRequest.Omissions;
import io.whorl.pairs.PairResult.PairFigures;
import io.whorl.pairs.PairScore.OtherLists;
import io.whorl.series.Series;
import io.whorl.series.Templates;
import io.whorl.series.Templates.SeriesTemplate;
import io.whorl.store.DocumentLists;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchInts;
import io.whorl.store.ScratchLongs;
import io.whorl.store.Segment;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which lists make no pairs, and which are left out of documents. All minutiae of a list are held by the same
 * documents, so they are treated together. Documents of one family count as one, and only its first is asked for.
 * Thread-safe after construction.
 *
 * <ol>
 *   <li>A list above {@link Omissions#maxDf} makes no pairs. Scores count its minutiae ({@link OtherLists}).
 *   <li>A list of a frame ({@link Omissions#isFrame}) makes no pairs, and scores count it in part.
 *   <li>A minutia that is template of the series of one document of a pair is left out of both.
 * </ol>
 */
final class LeftOut {
    private final PairTables tables;
    private final Segment segment;
    private final Omissions omissions;
    private final ListCounts counts;
    private final PairFamilies families;
    private final PairFigures figures;
    private final Optional<DocumentSeries> series;
    /** Whether frames are found. */
    private final boolean findsFrames;
    /** The lists of frames. */
    private final ScratchBits frames;
    /** The lists that are the template of a series. */
    private final ScratchBits templates;
    /** For each document the number of minutiae that are the template of its series. */
    private final ScratchInts templateOf;
    /** For each document the number of minutiae of frames. */
    private final ScratchInts frameOf;

    /** For each document the number of lists that name it and are not left out. */
    final ScratchInts sizes;
    /** For each document the number of minutiae that make no pairs and are not left out of it. */
    private final ScratchInts uncounted;
    /** The lists that make no pairs, or are left out of some documents only. */
    final OtherLists others;

    private final long[] templateMinutiae;
    private final long[] onlyTemplate;

    /**
     * What one pass over the lists counts for each document.
     *
     * @param shared the sums of {@link Omissions#shared}
     * @param others the lists of {@link OtherLists}
     */
    private record Passing(ScratchLongs shared, ScratchInts others) {}

    /**
     * Reads the lists once, or twice if scores need lists that make no pairs.
     *
     * @param tables has all but this
     * @param series the series of the documents, if templates are left out
     * @param whole whether common minutiae cannot be left out of documents, because figures of whole documents are
     *     stored
     */
    LeftOut(
            PairTables tables,
            Omissions omissions,
            Optional<DocumentSeries> series,
            boolean whole,
            PairScratch kept,
            PairScratch passing)
            throws IOException {
        this.tables = tables;
        this.omissions = omissions;
        this.series = series;
        segment = tables.segment;
        counts = tables.counts;
        families = tables.families;
        figures = tables.figures;
        long documents = tables.documents;
        findsFrames = !whole && omissions.commonDf() < documents;
        frames = kept.bits(findsFrames ? segment.lists().count() : 0);
        frameOf = kept.cells(findsFrames ? documents : 0);
        templates = kept.bits(series.isPresent() ? segment.lists().count() : 0);
        templateOf = kept.cells(series.isPresent() ? documents : 0);
        sizes = kept.cells(documents);
        uncounted = kept.cells(documents);
        int most = series.map(DocumentSeries::count).orElse(0) + 1;
        templateMinutiae = new long[most];
        onlyTemplate = new long[most];
        Passing of = new Passing(passing.longs(findsFrames ? documents : 0), passing.cells(documents));
        Optional<TemplateTally> tally = tally();
        others = new OtherLists(tables, kept);
        if (findsFrames) {
            ListCounts.forEachList(segment.lists(), (place, list) -> countShared(place, list, of.shared));
        }
        ListCounts.forEachList(segment.lists(), (place, list) -> read(place, list, of, tally));
        finish();
        others.fill(of.others, new Filter(), kept);
    }

    private Optional<TemplateTally> tally() {
        return series.map(s -> new TemplateTally(s, omissions.templates().orElseThrow()));
    }

    private void countShared(long place, DocumentLists.Cursor list, ScratchLongs shared) {
        if (omissions.shared(list.left(), 1) > 0) {
            long minutiae = omissions.shared(families.count(list), counts.minutiae(place));
            for (DocumentLists.Cursor again = segment.lists().cursor(place); minutiae > 0 && again.next(); ) {
                shared.add(again.document(), minutiae);
            }
        }
    }

    private boolean isFrame(long place, long held, ScratchLongs shared) {
        if (!findsFrames || !omissions.mayBeFrame(held)) {
            return false;
        }
        long votes = 0;
        for (DocumentLists.Cursor list = segment.lists().cursor(place); list.next(); ) {
            int d = (int) list.document();
            if (families.isFirst(d)) {
                votes += Omissions.vote(shared.get(d), segment.documents().minutiae(d));
            }
        }
        return omissions.isFrame(votes, held);
    }

    private void read(long place, DocumentLists.Cursor list, Passing of, Optional<TemplateTally> tally) {
        long holders = list.left();
        if (tally.isEmpty() && holders <= omissions.maxDf() && !(findsFrames && omissions.mayBeFrame(holders))) {
            while (list.next()) {
                sizes.add(list.document(), 1);
            }
            return;
        }
        long held = tally.isPresent() ? tally.get().count(list, families) : families.count(list);
        int minutiae = counts.minutiae(place);
        long ofTemplate = tally.isPresent() ? tally.get().templates() : 0;
        boolean isTemplate = ofTemplate > 0;
        if (isTemplate) {
            templates.add(place);
            tally.get().addTo(templateMinutiae, minutiae);
        }
        boolean frame = isFrame(place, held, of.shared);
        boolean ignored = frame || held > omissions.maxDf();
        if (ignored) {
            counts.ignore(place);
        }
        if (frame) {
            frames.add(place);
            figures.commonMinutiae += minutiae;
        } else if (ignored) {
            figures.ignoredMinutiae += minutiae;
            figures.ignoredLists++;
            figures.ignoredPostings += minutiae * holders;
        }
        // A list that is template of some of its documents only counts for the others.
        boolean other = isTemplate ? ofTemplate < held : ignored;
        if (other) {
            others.add(place);
        }
        long weight = minutiae * tables.rarity(holders);
        DocumentLists.Cursor again = segment.lists().cursor(place);
        while (again.next()) {
            long d = again.document();
            boolean ofSeries = isTemplate && tally.get().isTemplateOf(d);
            if (ofSeries) {
                templateOf.add(d, minutiae);
                tables.leaveOut(d, weight);
            } else if (frame) {
                frameOf.add(d, minutiae);
                tables.addFrame(d, weight);
            } else if (ignored) {
                uncounted.add(d, minutiae);
            } else {
                sizes.add(d, 1);
            }
            if (other) {
                of.others.add(d, 1);
            }
        }
    }

    private void finish() {
        for (int d = 0; d < tables.documents; d++) {
            if (!families.isFirst(d)) {
                continue;
            }
            long all = segment.documents().minutiae(d);
            long rest = all - template(d);
            figures.mostlyCommon += 2L * frame(d) > rest ? families.size(d) : 0;
            figures.mostlyIgnored += 2L * uncounted(d) > rest - frame(d) ? families.size(d) : 0;
            if (series.isPresent() && all > 0 && rest == 0) {
                onlyTemplate[series.get().of(d)] += families.size(d);
            }
        }
    }

    /** The number of minutiae of a document that are the template of its series. */
    long template(int document) {
        return series.isPresent() ? templateOf.get(families.first(document)) : 0;
    }

    /** The number of minutiae of a document that are of a frame. */
    long frame(int document) {
        return findsFrames ? frameOf.get(families.first(document)) : 0;
    }

    /** The number of minutiae of the first document of a family that make no pairs and are not left out of it. */
    int uncounted(int document) {
        return uncounted.get(document);
    }

    /** True if different minutiae may be left out of the first documents of two families. */
    boolean differ(int a, int b) {
        return series.isPresent() && series.get().of(a) != series.get().of(b) && template(a) + template(b) > 0;
    }

    boolean hasTemplates() {
        return series.isPresent();
    }

    /** The series whose templates were left out. */
    IntStream templates() {
        return IntStream.range(1, templateMinutiae.length).filter(s -> templateMinutiae[s] > 0);
    }

    SeriesTemplate templateOf(int s) {
        DocumentSeries of = series.orElseThrow();
        return new SeriesTemplate(of.name(s), of.documents(s), templateMinutiae[s], onlyTemplate[s]);
    }

    /** Tells of which documents a list is left out. One thread at a time. */
    final class Filter {
        private final Optional<TemplateTally> tally = tally();
        private DocumentLists.Cursor cursor;
        private boolean isFrame;
        private boolean isTemplate;

        /** Turns to a list; returns false if it is left out of no document. */
        boolean open(long place) {
            isFrame = findsFrames && frames.contains(place);
            isTemplate = series.isPresent() && templates.contains(place);
            if (isTemplate) {
                cursor = segment.lists().cursor(cursor, place);
                tally.orElseThrow().count(cursor, families);
            }
            return isFrame || isTemplate;
        }

        /** True if the minutiae of the list are of a frame. */
        boolean isFrame() {
            return isFrame;
        }

        /** True if the list is left out of the first document of a family. */
        boolean leavesOut(long document) {
            return isFrame || isTemplateOf(document);
        }

        /** True if the list is template of the series of the first document of a family. */
        boolean isTemplateOf(long document) {
            return isTemplate && tally.orElseThrow().isTemplateOf(document);
        }
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

        TemplateTally(DocumentSeries series, Templates rule) {
            this.series = series;
            needed = new int[series.count() + 1];
            needed[0] = Integer.MAX_VALUE;
            for (int s = 1; s < needed.length; s++) {
                needed[s] = (int) Math.max(rule.least(), Math.ceil(rule.share() * series.families(s)));
            }
            counts = new int[needed.length];
            touched = new int[needed.length];
        }

        /** Counts the families of another list; returns their number. */
        long count(DocumentLists.Cursor list, PairFamilies families) {
            for (int i = 0; i < n; i++) {
                counts[touched[i]] = 0;
            }
            n = 0;
            long held = 0;
            while (list.next()) {
                if (families.isFirst((int) list.document())) {
                    held++;
                    int s = series.of(list.document());
                    if (counts[s]++ == 0) {
                        touched[n++] = s;
                    }
                }
            }
            return held;
        }

        /** The number of families that the list is template of. */
        long templates() {
            long of = 0;
            for (int i = 0; i < n; i++) {
                of += counts[touched[i]] >= needed[touched[i]] ? counts[touched[i]] : 0;
            }
            return of;
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

    /**
     * The series of each document. A series first has the number of its first document. {@link #activate} then numbers
     * those that are large enough to have a template, in the same order. Names are compared by 96 bits of a digest, so
     * that they need no heap. Thread-safe after {@link #activate}.
     */
    static final class DocumentSeries {
        private final Segment segment;
        private final Series series;
        /** For each document the number of its series, from 1; 0 if it has none. */
        private final ScratchInts numbers;

        /** The number of series that are large enough. */
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
            try (LongTriples byName = kept.triples()) {
                MessageDigest sha = sha256();
                for (int d = 0; d < n; d++) {
                    Optional<String> name = series.of(segment.documents().id(d));
                    if (name.isPresent()) {
                        figures.inSeries++;
                        ByteBuffer digest =
                                ByteBuffer.wrap(sha.digest(name.get().getBytes(StandardCharsets.UTF_8)));
                        // Both longs are sorted: equal names are adjacent whatever other names share the first long.
                        byName.add(digest.getLong(), digest.getLong() & -1L << 32 | d, 0);
                    }
                }
                number(byName.sort());
            }
        }

        private static MessageDigest sha256() {
            try {
                return MessageDigest.getInstance("SHA-256");
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }

        /** Gives all documents of one name the number of the first of them, from 1. */
        private void number(LongTriples.Sorted byName) throws IOException {
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
                numbers.set(document, first + 1);
            }
        }

        int count() {
            return count;
        }

        /** The series of a document, from 1; 0 if it has none, or only a small one. After {@link #activate}. */
        int of(long document) {
            return numbers.get(document);
        }

        /** Drops series of fewer families than {@code least}, and numbers the others anew. */
        void activate(PairFamilies of, int least, PairScratch passing) throws IOException {
            long n = segment.counts().documents();
            ScratchInts sizes = passing.cells(n + 1);
            for (int d = 0; d < n; d++) {
                if (of.isFirst(d) && numbers.get(d) > 0) {
                    sizes.add(numbers.get(d), 1);
                }
            }
            for (int s = 1; s <= n; s++) {
                count += sizes.get(s) >= least ? 1 : 0;
            }
            families = new int[count + 1];
            documents = new long[count + 1];
            firsts = new int[count + 1];
            int next = 0;
            for (int s = 1; s <= n; s++) {
                int size = sizes.get(s);
                if (size >= least) {
                    families[++next] = size;
                }
                sizes.set(s, size >= least ? next : 0);
            }
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
}

package io.whorl.cluster;

import io.whorl.cluster.Clusters.Ignored;
import io.whorl.cluster.PairScore.OtherLists;
import io.whorl.hash.SplitMix64;
import io.whorl.measure.Measure;
import io.whorl.score.Frames;
import io.whorl.score.TermWeights;
import io.whorl.select.SelectionStrategy.Comparability;
import io.whorl.series.Templates;
import io.whorl.series.Templates.SeriesTemplate;
import io.whorl.store.DocumentLists;
import io.whorl.store.DocumentTable.Families;
import io.whorl.store.LongTriples;
import io.whorl.store.MinutiaTable.MinutiaCursor;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchBits;
import io.whorl.store.ScratchArrays.ScratchInts;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.Segment;
import io.whorl.strategy.Strategies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The tables from which pairs are counted: the number of minutiae that lead to each distinct list of a segment, the
 * families of equal documents, and what is left out. All minutiae of a list are held by the same documents, so they are
 * treated together. Documents of one family count as one, and only its first is asked for. Thread-safe after
 * construction.
 *
 * <ol>
 *   <li>A list above {@link SimilarityOptions#maxDf} makes no pairs. Scores count its minutiae ({@link OtherLists}).
 *   <li>A list of a frame ({@link Frames#isFrame}) makes no pairs, and scores count it in part.
 *   <li>A minutia that is template of the series of one document of a pair is left out of both.
 * </ol>
 */
final class PairTables {
    final Segment segment;
    final DocumentLists lists;
    final int documents;
    final Measure measure;
    final boolean weighted;
    /**
     * True if documents of equal fingerprints have equal scores. This is false for strategies whose scores depend on
     * the number of words, in which these documents may differ.
     */
    final boolean alike;

    final PairFamilies families;
    /** For each document the number of lists that name it and are not left out. */
    final ScratchInts sizes;
    /** The lists that make no pairs, or are left out of some documents only. */
    final OtherLists others;

    private final long maxDf;
    private final Frames frameRule;
    private final boolean findsFrames;
    final Optional<DocumentSeries> series;
    /** For each list the number of minutiae that lead to it, negative if it makes no pairs. */
    private final ScratchInts counts;
    /** For each document the weight of its minutiae, without templates; empty if the measure is not weighted. */
    private final ScratchLongs weights;
    /** For each document the weight of its minutiae of frames; empty if it is not needed. */
    private final ScratchLongs frameWeights;

    private final ScratchBits frames;
    /** The lists that are the template of a series. */
    private final ScratchBits templates;
    /** For each document the number of minutiae that are the template of its series. */
    private final ScratchInts templateOf;
    /** For each document the number of minutiae of frames. */
    private final ScratchInts frameOf;
    /** For each document the number of minutiae that make no pairs and are not left out of it. */
    private final ScratchInts uncounted;

    // What is left out, in the figures of SimilarityResult; one thread writes them while it prepares the search.

    private long ignoredMinutiae;
    private long ignoredLists;
    private long ignoredPostings;
    private long mostlyIgnored;
    long ignoredSuperShingles;
    long candidates;
    long tooShort;
    long commonMinutiae;
    long mostlyCommon;
    long inSeries;

    /**
     * Reads the table once and the lists twice, or up to four times if scores need lists that make no pairs.
     *
     * @param kept allocates the tables that are used later
     * @param passing allocates the tables that are used only here
     */
    PairTables(Segment segment, SimilarityOptions options, ScratchArrays kept, ScratchArrays passing)
            throws IOException {
        this.segment = segment;
        lists = segment.lists();
        documents = (int) segment.counts().documents();
        measure = options.measure();
        weighted = measure.weighted();
        maxDf = options.maxDf();
        frameRule = new Frames(options.commonDf());
        Comparability.Kind kind = Strategies.comparability(segment.scheme()).kind();
        alike = kind != Comparability.Kind.LEVELS;
        // Nothing can be left out of documents of which figures of the whole are stored.
        findsFrames = kind == Comparability.Kind.SETS && frameRule.exist();
        counts = kept.cells(lists.count());
        weights = kept.longs(weighted ? documents : 0);
        frameWeights = kept.longs(weighted && findsFrames ? documents : 0);
        ScratchInts alone = countMinutiae(passing);
        for (int d = 0; weighted && d < documents; d++) {
            weights.set(d, alone.get(d) * rarity(1));
        }
        series = options.templates().isPresent()
                ? Optional.of(new DocumentSeries(options.templates().get(), kept))
                : Optional.empty();
        ScratchLongs high = passing.longs(alike ? documents : 0);
        ScratchLongs low = passing.longs(alike ? documents : 0);
        lists.forEach((place, list) -> weigh(place, list, high, low));
        families = new PairFamilies(segment, equal(alone, high, low, passing), kept);
        if (series.isPresent()) {
            series.get().activate(passing);
        }
        frames = kept.bits(findsFrames ? lists.count() : 0);
        frameOf = kept.cells(findsFrames ? documents : 0);
        templates = kept.bits(series.isPresent() ? lists.count() : 0);
        templateOf = kept.cells(series.isPresent() ? documents : 0);
        sizes = kept.cells(documents);
        uncounted = kept.cells(documents);
        FrameVotes frameVotes = new FrameVotes(passing);
        ScratchInts inOthers = passing.cells(documents);
        Filter filter = new Filter();
        others = new OtherLists(this, kept);
        if (findsFrames) {
            lists.forEach(frameVotes::count);
            frameVotes.settle();
        }
        lists.forEach((place, list) -> leaveOut(place, list, filter, frameVotes, inOthers));
        countDocuments();
        others.fill(inOthers, filter, kept);
    }

    /** Returns for each document the number of minutiae that it holds alone. */
    private ScratchInts countMinutiae(ScratchArrays passing) throws IOException {
        ScratchInts alone = passing.cells(documents);
        MinutiaCursor cursor = segment.table().cursor();
        while (cursor.next()) {
            long list = cursor.payload() - documents;
            if (list < 0) {
                alone.add(cursor.payload(), 1);
            } else if (list < lists.count()) {
                counts.add(list, 1);
            } else {
                throw lists.damaged(list, "a minutia leads to list " + list + " of " + lists.count());
            }
        }
        return alone;
    }

    /**
     * Adds the weight of a list to its documents, and a digest of it to theirs.
     *
     * @param high receives the first half of the digest of each document, if equal documents are alike
     */
    private void weigh(long place, DocumentLists.Cursor list, ScratchLongs high, ScratchLongs low) {
        int minutiae = minutiae(place);
        if (minutiae == 0) {
            throw lists.damaged(place, "no minutia leads to the list");
        }
        long weight = weighted ? minutiae * rarity(list.remaining()) : 0;
        long first = SplitMix64.mix(place + 1);
        long second = SplitMix64.mix(~place);
        while (list.next()) {
            if (weighted) {
                weights.add(list.document(), weight);
            }
            if (alike) {
                high.add(list.document(), first);
                low.add(list.document(), second);
            }
        }
    }

    /**
     * Finds the documents that are in exactly the same lists and hold no minutia alone: their fingerprints are equal.
     * Returns for each of them 1 plus the first one that equals it, and 0 for others.
     */
    private ScratchInts equal(ScratchInts alone, ScratchLongs high, ScratchLongs low, ScratchArrays passing)
            throws IOException {
        ScratchInts firsts = passing.cells(documents);
        try (LongTriples byDigest = passing.triples()) {
            for (int d = 0; alike && d < documents; d++) {
                // No list names a document that shares the postings of another one.
                if (alone.get(d) == 0 && high.get(d) != 0) {
                    byDigest.add(high.get(d), (low.get(d) & (-1L << Integer.SIZE)) | d, 0);
                }
            }
            number(byDigest.sort(), firsts);
        }
        return firsts;
    }

    /**
     * Gives all documents of one digest the number of the first of them, from 1. The digest has 96 bits: the first long
     * and the high half of the second. Both longs are sorted, so equal digests are adjacent. Of a thousand million
     * different documents, two have one digest with a probability of less than 10^-11.
     */
    private static void number(LongTriples.Sorted byDigest, ScratchInts numbers) throws IOException {
        long high = 0;
        long low = 0;
        int first = -1;
        while (byDigest.next()) {
            int document = (int) byDigest.second();
            if (first < 0 || byDigest.first() != high || byDigest.second() >>> Integer.SIZE != low) {
                high = byDigest.first();
                low = byDigest.second() >>> Integer.SIZE;
                first = document;
            }
            numbers.set(document, first + 1);
        }
    }

    /** Decides which lists are of frames. One thread at a time. */
    private final class FrameVotes {
        /**
         * For each document the number of its minutiae of each level of {@link Frames#level}; then its vote on each
         * level, the high half before the bit of the low one.
         */
        private final ScratchInts sums;

        private DocumentLists.Cursor holders;

        FrameVotes(ScratchArrays passing) throws IOException {
            sums = passing.cells(findsFrames ? (long) documents * Frames.LEVELS : 0);
        }

        void count(long place, DocumentLists.Cursor list) {
            long held = families.count(list);
            if (held < 2) {
                return;
            }
            int level = frameRule.level(held);
            int minutiae = minutiae(place);
            holders = lists.cursor(holders, place);
            while (holders.next()) {
                sums.add(holders.document() * Frames.LEVELS + level, minutiae);
            }
        }

        /** Turns sums into votes, once for all lists. */
        void settle() {
            long[] levels = new long[Frames.LEVELS];
            for (int d = 0; d < documents; d++) {
                long at = (long) d * Frames.LEVELS;
                for (int level = 0; level < Frames.LEVELS; level++) {
                    levels[level] = sums.get(at + level);
                }
                for (int level = 0; level < Frames.LEVELS; level++) {
                    long vote = frameRule.vote(levels, segment.documents().minutiae(d), level);
                    sums.set(at + level, (int) ((vote >>> (Integer.SIZE - 1)) | vote));
                }
            }
        }

        boolean areFrame(long place, long held) {
            if (!findsFrames || !frameRule.mayBeFrame(held)) {
                return false;
            }
            int level = frameRule.level(held);
            long votes = 0;
            holders = lists.cursor(holders, place);
            while (holders.next()) {
                if (families.isFirst((int) holders.document())) {
                    int vote = sums.get(holders.document() * Frames.LEVELS + level);
                    votes += ((long) (vote >>> 1) << Integer.SIZE) | (vote & 1);
                }
            }
            return frameRule.isFrame(votes, held);
        }
    }

    /**
     * Decides what a list is left out of.
     *
     * @param inOthers counts by document the lists of {@link OtherLists}
     */
    private void leaveOut(
            long place, DocumentLists.Cursor list, Filter filter, FrameVotes frameVotes, ScratchInts inOthers) {
        long holders = list.remaining();
        if (series.isEmpty() && holders <= maxDf && !(findsFrames && frameRule.mayBeFrame(holders))) {
            while (list.next()) {
                sizes.add(list.document(), 1);
            }
            return;
        }
        long held = filter.count(list);
        int minutiae = minutiae(place);
        long ofTemplate = filter.templates(minutiae);
        boolean isTemplate = ofTemplate > 0;
        if (isTemplate) {
            templates.add(place);
        }
        boolean frame = frameVotes.areFrame(place, held);
        boolean ignored = frame || held > maxDf;
        if (ignored) {
            counts.set(place, -minutiae);
        }
        if (frame) {
            frames.add(place);
            commonMinutiae += minutiae;
        } else if (ignored) {
            ignoredMinutiae += minutiae;
            ignoredLists++;
            ignoredPostings += minutiae * holders;
        }
        // A list that is template of some of its documents only counts for the others.
        boolean other = isTemplate ? ofTemplate < held : ignored;
        if (other) {
            others.add(place);
        }
        long weight = minutiae * rarity(holders);
        DocumentLists.Cursor again = lists.cursor(place);
        while (again.next()) {
            long d = again.document();
            if (isTemplate && filter.isTemplateOf(d)) {
                templateOf.add(d, minutiae);
                addWeight(weights, d, -weight);
            } else if (frame) {
                frameOf.add(d, minutiae);
                addWeight(frameWeights, d, weight);
            } else if (ignored) {
                uncounted.add(d, minutiae);
            } else {
                sizes.add(d, 1);
            }
            if (other) {
                inOthers.add(d, 1);
            }
        }
    }

    private static void addWeight(ScratchLongs to, long document, long weight) {
        if (to.size() > 0) {
            to.add(document, weight);
        }
    }

    private void countDocuments() {
        for (int d = 0; d < documents; d++) {
            if (!families.isFirst(d)) {
                continue;
            }
            int size = families.size(d);
            long all = segment.documents().minutiae(d);
            long rest = all - template(d);
            mostlyCommon += 2L * frame(d) > rest ? size : 0;
            mostlyIgnored += 2L * uncounted(d) > rest - frame(d) ? size : 0;
            if (series.isPresent() && all > 0 && rest == 0) {
                series.get().onlyTemplate[series.get().of(d)] += size;
            }
        }
    }

    Ignored ignored() {
        return new Ignored(ignoredMinutiae, ignoredLists, ignoredPostings, mostlyIgnored, ignoredSuperShingles);
    }

    /** The number of minutiae that lead to a list, negative if it makes no pairs. */
    int count(long list) {
        return counts.get(list);
    }

    int minutiae(long list) {
        return Math.abs(count(list));
    }

    boolean isFrame(long list) {
        return findsFrames && frames.contains(list);
    }

    /** The weight of a minutia, by the number of documents that hold it. */
    long rarity(long holders) {
        return TermWeights.rarity(documents, holders);
    }

    /**
     * The weight of the minutiae of the first document of a family that are not left out of a pair.
     *
     * @param withoutFrame whether those of frames are left out
     */
    long weight(int document, boolean withoutFrame) {
        return weights.get(document) - (withoutFrame && frameWeights.size() > 0 ? frameWeights.get(document) : 0);
    }

    long template(int document) {
        return series.isPresent() ? templateOf.get(families.first(document)) : 0;
    }

    long frame(int document) {
        return findsFrames ? frameOf.get(families.first(document)) : 0;
    }

    int uncounted(int document) {
        return uncounted.get(document);
    }

    /** True if different minutiae may be left out of the first documents of two families. */
    boolean differ(int a, int b) {
        return series.isPresent() && series.get().of(a) != series.get().of(b) && template(a) + template(b) > 0;
    }

    IntStream templates() {
        return series.stream()
                .flatMapToInt(s -> IntStream.range(1, s.minutiae.length).filter(number -> s.minutiae[number] > 0));
    }

    SeriesTemplate templateOfSeries(int number) {
        DocumentSeries of = series.orElseThrow();
        String name =
                of.rule.series().of(segment.documents().id(of.firsts[number])).orElseThrow();
        return new SeriesTemplate(name, of.members[number], of.minutiae[number], of.onlyTemplate[number]);
    }

    /**
     * The families of documents of equal fingerprints: documents that share postings in the segment, and documents that
     * are in the same lists. The first document of a family represents it. Immutable and thread-safe.
     */
    static final class PairFamilies {
        /** For each document 1 plus the first of its family; 0 if it is the first. */
        private final ScratchInts first;
        /** For each document the next of its family, which is never document 0; 0 after the last. */
        private final ScratchInts next;
        /** For the first document of a family the number of the others. */
        private final ScratchInts more;

        /** @param equal as {@link PairTables#equal} returns it */
        private PairFamilies(Segment segment, ScratchInts equal, ScratchArrays scratch) throws IOException {
            int documents = (int) segment.counts().documents();
            first = scratch.cells(documents);
            next = scratch.cells(documents);
            more = scratch.cells(documents);
            Families stored = segment.documents().families();
            for (int d = 0; d < documents; d++) {
                if (isFirst(d) && segment.documents().minutiae(d) > 0) {
                    int family = equal.get(d) == 0 ? d : equal.get(d) - 1;
                    for (int other = d; other >= 0; other = (int) stored.after(d, other)) {
                        first.set(other, other == family ? 0 : family + 1);
                    }
                }
            }
            // In descending order, so that the documents of a family are linked in ascending order.
            for (int d = documents - 1; d >= 0; d--) {
                int head = first(d);
                if (head != d) {
                    next.set(d, next.get(head));
                    next.set(head, d);
                    more.add(head, 1);
                }
            }
        }

        /** True if the document is the first of its family, or has none. */
        boolean isFirst(int document) {
            return first.get(document) == 0;
        }

        int first(int document) {
            int stored = first.get(document);
            return stored == 0 ? document : stored - 1;
        }

        /** The number of documents of the family whose first document this is. */
        int size(int document) {
            return more.get(document) + 1;
        }

        /** The number of families of the documents that a cursor has left. */
        long count(DocumentLists.Cursor list) {
            long n = 0;
            while (list.next()) {
                n += isFirst((int) list.document()) ? 1 : 0;
            }
            return n;
        }

        /** The next document of the family, or −1 after the last. */
        int after(int document) {
            int after = next.get(document);
            return after == 0 ? -1 : after;
        }
    }

    /** Tells of which documents a list is left out as the template of their series. One thread at a time. */
    final class Filter {
        /** By series the number of families that a list names. */
        private final int[] held = new int[series.isPresent() ? series.get().needed.length : 0];

        private final int[] touched = new int[held.length];
        private int n;
        private DocumentLists.Cursor cursor;
        private boolean isTemplate;

        /** Turns to a list; returns false if it is left out of no document. */
        boolean open(long place) {
            isTemplate = series.isPresent() && templates.contains(place);
            if (isTemplate) {
                cursor = lists.cursor(cursor, place);
                count(cursor);
            }
            return isTemplate;
        }

        /** True if the list is left out of the first document of a family. */
        boolean leavesOut(long document) {
            return isTemplate && isTemplateOf(document);
        }

        /** Counts the families of a list; returns their number. */
        private long count(DocumentLists.Cursor list) {
            if (series.isEmpty()) {
                return families.count(list);
            }
            for (int i = 0; i < n; i++) {
                held[touched[i]] = 0;
            }
            n = 0;
            long all = 0;
            while (list.next()) {
                if (families.isFirst((int) list.document())) {
                    all++;
                    int s = series.get().of(list.document());
                    if (held[s]++ == 0) {
                        touched[n++] = s;
                    }
                }
            }
            return all;
        }

        private boolean isTemplateOf(long document) {
            int s = series.orElseThrow().of(document);
            return held[s] >= series.get().needed[s];
        }

        /** Counts minutiae of the list for each series whose template it is; returns the number of their families. */
        private long templates(int minutiae) {
            long of = 0;
            for (int i = 0; i < n; i++) {
                int s = touched[i];
                if (held[s] >= series.get().needed[s]) {
                    of += held[s];
                    series.get().minutiae[s] += minutiae;
                }
            }
            return of;
        }
    }

    /**
     * The series of each document. A series first has the number of its first document. {@link #activate} then numbers
     * those that are large enough to have a template, in the same order. Names are compared by 96 bits of a digest, so
     * that they need no heap. Thread-safe after construction of the tables.
     */
    private final class DocumentSeries {
        private final Templates rule;
        /** For each document the number of its series, from 1; 0 if it has none. */
        private final ScratchInts numbers;

        // By series, from 1, after activate.

        /** The number of families that makes a template. */
        private int[] needed;

        private int[] firsts;
        private long[] members;
        private long[] minutiae;
        private long[] onlyTemplate;

        DocumentSeries(Templates rule, ScratchArrays kept) throws IOException {
            this.rule = rule;
            numbers = kept.cells(documents);
            try (LongTriples byName = kept.triples()) {
                MessageDigest sha = MessageDigest.getInstance("SHA-256");
                for (int d = 0; d < documents; d++) {
                    Optional<String> name = rule.series().of(segment.documents().id(d));
                    if (name.isPresent()) {
                        inSeries++;
                        ByteBuffer digest =
                                ByteBuffer.wrap(sha.digest(name.get().getBytes(StandardCharsets.UTF_8)));
                        byName.add(digest.getLong(), (digest.getLong() & (-1L << Integer.SIZE)) | d, 0);
                    }
                }
                number(byName.sort(), numbers);
            } catch (NoSuchAlgorithmException e) {
                throw new IllegalStateException("every Java platform has SHA-256", e);
            }
        }

        /** The series of a document, from 1; 0 if it has none, or only a small one. */
        int of(long document) {
            return numbers.get(document);
        }

        /** Drops series of too few families, and numbers the others anew. */
        void activate(ScratchArrays passing) throws IOException {
            int n = documents;
            ScratchInts sizes = passing.cells(n + 1L);
            for (int d = 0; d < n; d++) {
                sizes.add(of(d), of(d) > 0 && families.isFirst(d) ? 1 : 0);
            }
            long active = IntStream.rangeClosed(1, n)
                    .filter(s -> sizes.get(s) >= rule.least())
                    .count();
            needed = new int[(int) active + 1];
            firsts = new int[needed.length];
            members = new long[needed.length];
            minutiae = new long[needed.length];
            onlyTemplate = new long[needed.length];
            Arrays.fill(needed, Integer.MAX_VALUE);
            int next = 0;
            for (int s = 1; s <= n; s++) {
                int size = sizes.get(s);
                sizes.set(s, 0);
                if (size >= rule.least()) {
                    sizes.set(s, ++next);
                    firsts[next] = s - 1;
                    needed[next] = (int) Math.max(rule.least(), Math.ceil(rule.share() * size));
                }
            }
            for (int d = 0; d < n; d++) {
                numbers.set(d, sizes.get(of(d)));
                members[of(d)]++;
            }
        }
    }
}

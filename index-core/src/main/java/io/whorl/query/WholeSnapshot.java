package io.whorl.query;

import io.whorl.build.MergedSums;
import io.whorl.build.SegmentAssembler;
import io.whorl.build.SegmentMerge;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.history.ChangeOptions;
import io.whorl.history.Changes;
import io.whorl.live.LiveView;
import io.whorl.live.LiveView.LiveDocument;
import io.whorl.log.LoggedDocument;
import io.whorl.parts.PartSearch;
import io.whorl.parts.SnapshotParts;
import io.whorl.scheme.Scheme;
import io.whorl.score.TermWeights;
import io.whorl.score.TermWeights.DocumentWeight;
import io.whorl.store.CollectionFrequencies;
import io.whorl.store.LogFrequency;
import io.whorl.store.MinutiaCursor;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import io.whorl.store.StoredKinds;
import io.whorl.store.TempFile;
import io.whorl.store.WeightSums;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

/**
 * The operations that read all documents of a snapshot: statistics, exact weights, pairs and clusters. They work on one
 * segment, so several parts are merged first. Thread-safe.
 */
final class WholeSnapshot {
    /** The number of bytes of the disk that stay free. */
    static final long RESERVE = 64 << 20;

    private static final long MEMORY = Runtime.getRuntime().maxMemory() / 8;
    private static final long MOST_MEMORY = 256 << 20;
    /** The sums of so many documents stay in heap. */
    private static final int SUMS_IN_HEAP = 1 << 15;

    private final SnapshotParts parts;
    private IndexStats stats;
    private DocumentWeights exactWeights;
    private DocumentWeights mergedWeights;

    WholeSnapshot(SnapshotParts parts) {
        this.parts = parts;
    }

    synchronized IndexStats stats() {
        if (stats == null) {
            stats = merged(1, MEMORY, merged -> {
                SegmentCounts c = merged.counts();
                List<Segment> sealed =
                        parts.sealed().stream().map(SealedPart::segment).toList();
                return new IndexStats(
                        c.documents(),
                        c.words(),
                        c.minutiae(),
                        c.singletons(),
                        c.postings(),
                        parts.bytes(),
                        sealed.stream().mapToLong(s -> s.texts().length()).sum(),
                        sealed.stream()
                                .mapToLong(s -> s.fingerprints().length())
                                .sum(),
                        parts.segments(),
                        parts.scheme());
            });
        }
        return stats;
    }

    /**
     * Σ ln(1 + N ÷ f_t) over all minutiae of each document. Every commit changes N and f_t, so each snapshot needs a
     * pass over the index: the first call reads all parts.
     */
    synchronized DocumentWeights exactWeights() {
        if (exactWeights == null) {
            long documents = parts.documents();
            exactWeights =
                    documents == 0 ? DocumentWeights.NONE : sums(holders -> TermWeights.rarity(documents, holders));
        }
        return exactWeights;
    }

    /**
     * The weights that the records of the documents store; of several indexes, those that one index with all of their
     * documents would store. Then the first call reads all parts.
     */
    DocumentWeights storedWeights() {
        if (parts.isSharded() && parts.documents() > 0) {
            return mergedWeights();
        }
        parts.weigh();
        return DocumentWeights.stored(parts.documents());
    }

    private synchronized DocumentWeights mergedWeights() {
        if (mergedWeights == null) {
            long most = LogFrequency.most(parts.documents());
            DocumentWeight weight = new DocumentWeight(parts.documents());
            DocumentWeights sums = sums(holders -> Math.min(most, LogFrequency.of(holders)));
            mergedWeights = (part, document) -> {
                long minutiae = part.side(document).minutiae();
                long mean = LogFrequency.mean(sums.of(part, document), minutiae);
                return weight.of(minutiae, LogFrequency.value(mean));
            };
        }
        return mergedWeights;
    }

    /**
     * Sums over the minutiae of each document.
     *
     * @param summand of a minutia, by the number of documents that hold it
     */
    private DocumentWeights sums(LongUnaryOperator summand) {
        Map<Object, LongUnaryOperator> sums = merged(1, MEMORY, merged -> merged.sums(summand));
        return (part, document) -> sums.get(part.source()).applyAsLong(document);
    }

    /** Works on one segment, in the space of the work directory if there is one. */
    <T> T similar(SimilarityOptions<?> options, SegmentWork<T> work) {
        return merged(options.threads(), options.memory(), merged -> {
            Segment segment = merged.segment();
            return segment.reading(() -> work.on(segment, scratchSpace(options.work())));
        });
    }

    interface SegmentWork<T> {
        T on(Segment segment, ScratchSpace space) throws IOException;
    }

    Changes changes(WholeSnapshot newer, ChangeOptions options, Clusters.Progress progress) {
        long memory = options.memory() / 4;
        return merged(
                1,
                memory,
                old -> newer.merged(
                        1,
                        memory,
                        young -> Changes.between(
                                old.segment(), young.segment(), options, scratchSpace(Optional.empty()), progress)));
    }

    private static ScratchSpace scratchSpace(Optional<Path> work) {
        return new ScratchSpace(work.orElseGet(WholeSnapshot::temporary), RESERVE);
    }

    private static Path temporary() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    /** Works on all parts together. */
    private interface Work<T> {
        T on(Merged merged) throws IOException;
    }

    private <T> T merged(int threads, long memory, Work<T> work) {
        try (Merged merged = new Merged(parts, threads, temporary(), memory)) {
            return work.on(merged);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A new assembler with the live documents of a view.
     *
     * @param memory as for {@link SegmentAssembler}, like {@code threads} and {@code scratch}
     */
    static SegmentAssembler assembler(
            LiveView view, Scheme scheme, StoredKinds stored, long memory, int threads, Path scratch)
            throws IOException {
        SegmentAssembler assembler = new SegmentAssembler(scheme, stored, memory, threads, scratch);
        try {
            int[] numbers = new int[view.total()];
            for (int d = 0; d < numbers.length; d++) {
                LiveDocument each = view.document(d);
                LoggedDocument document = new LoggedDocument(
                        each.id(), each.words(), each.extra(), new long[0], new int[0], 0, each.text(), each.date());
                numbers[d] = view.dead().contains(d) ? -1 : assembler.append(document, each.fingerprint(), true);
            }
            view.forEach((minutia, document, frequency) -> {
                if (numbers[document] >= 0) {
                    try {
                        assembler.add(minutia, numbers[document], frequency);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
            return assembler;
        } catch (UncheckedIOException e) {
            assembler.close();
            throw e.getCause();
        } catch (IOException | RuntimeException e) {
            assembler.close();
            throw e;
        }
    }

    /** The weights of whole documents, in the unit of {@link io.whorl.score.TermWeights#rarity}. Thread-safe. */
    @FunctionalInterface
    interface DocumentWeights {
        /** For measures that need no weights of documents. */
        DocumentWeights NONE = (part, document) -> 0;

        /** @param part the part that holds the document */
        long of(PartSearch part, long document);

        /**
         * The weights that the records of the documents store.
         *
         * @param documents live documents of the snapshot
         */
        static DocumentWeights stored(long documents) {
            DocumentWeight weight = new DocumentWeight(documents);
            return (part, document) -> weight.of(part.side(document).minutiae(), part.meanLog(document));
        }
    }

    /**
     * The live documents of a snapshot as one segment: its only one, or one without texts and fingerprints in a scratch
     * file that is unlinked at once. Used for one operation and then closed, which releases what was made.
     */
    static final class Merged implements AutoCloseable {
        private final SnapshotParts parts;
        private final int threads;
        private final long memory;
        private final Path scratch;
        /** The parts with live documents. */
        private final List<Part> filled;

        private final List<SealedPart> inputs = new ArrayList<>();
        private final List<Segment> made = new ArrayList<>();

        /**
         * @param threads the number of threads that sort the documents of live tiers
         * @param scratch the directory of scratch files
         * @param memory the heap for the data that grow with the parts, in bytes
         */
        Merged(SnapshotParts parts, int threads, Path scratch, long memory) throws IOException {
            this.parts = parts;
            this.threads = threads;
            this.scratch = scratch;
            this.memory = Math.min(MOST_MEMORY, memory);
            filled = parts.parts().stream().filter(part -> !part.isEmpty()).toList();
            try {
                for (Part part : filled) {
                    inputs.add(part instanceof LiveView live ? SealedPart.of(assembled(live)) : (SealedPart) part);
                }
            } catch (IOException | RuntimeException e) {
                close();
                throw e;
            }
        }

        private Segment assembled(LiveView part) throws IOException {
            try (SegmentAssembler assembler =
                    assembler(part, parts.scheme(), StoredKinds.NONE, memory, threads, scratch)) {
                return written(assembler);
            }
        }

        private Segment written(SegmentAssembler assembler) throws IOException {
            return made(file -> assembler.write(file, CollectionFrequencies.none(), false));
        }

        private interface Writer {
            void write(Path file) throws IOException;
        }

        private Segment made(Writer writer) throws IOException {
            Path file = Files.createTempFile(scratch, "whorl-", ".whs");
            try {
                writer.write(file);
                Segment segment = Segment.openPrivateCounted(file);
                made.add(segment);
                return segment;
            } catch (IOException | RuntimeException e) {
                Files.deleteIfExists(file);
                throw e;
            }
        }

        private boolean isOne() {
            return inputs.size() == 1 && inputs.get(0).dead().isEmpty();
        }

        /** The segment, until {@link #close}. */
        Segment segment() throws IOException {
            if (isOne()) {
                return inputs.get(0).segment();
            }
            if (inputs.isEmpty()) {
                try (SegmentAssembler none = new SegmentAssembler(parts.scheme(), StoredKinds.NONE, 0, 1, scratch)) {
                    return written(none);
                }
            }
            ScratchSpace space = new ScratchSpace(scratch, RESERVE);
            space.require(
                    inputs.stream().mapToLong(input -> input.segment().length()).sum());
            return made(new SegmentMerge(inputs, memory, space).postingsOnly()::writeTo);
        }

        /** The counts of the segment, without writing it. */
        SegmentCounts counts() throws IOException {
            if (isOne()) {
                return inputs.get(0).segment().counts();
            }
            return inputs.isEmpty()
                    ? new SegmentCounts(0, 0, 0, 0, 0)
                    : new SegmentMerge(inputs, memory, new ScratchSpace(scratch)).count();
        }

        /**
         * Sums over the minutiae of each document, without writing the segment. They last when this is closed.
         *
         * @param summand of a minutia, by the number of documents that hold it
         * @return for each {@link PartSearch#source} the sums of its live documents
         */
        Map<Object, LongUnaryOperator> sums(LongUnaryOperator summand) throws IOException {
            LongBinaryOperator sums;
            if (isOne()) {
                sums = sumsOfOne(summand);
            } else {
                MergedSums several = MergedSums.of(inputs, summand, memory, new ScratchSpace(scratch, RESERVE));
                sums = (input, document) -> several.get((int) input, document);
            }
            Map<Object, LongUnaryOperator> sumsOf = new IdentityHashMap<>();
            for (Part part : filled) {
                int input = sumsOf.size();
                if (part instanceof LiveView live) {
                    int[] ordinals = ordinals(live, inputs.get(input).segment());
                    sumsOf.put(live.tier(), document -> sums.applyAsLong(input, ordinals[(int) document]));
                } else {
                    sumsOf.put(((SealedPart) part).segment(), document -> sums.applyAsLong(input, document));
                }
            }
            return sumsOf;
        }

        /** The lists of one segment need not be united, which takes half of the time of {@link MergedSums}. */
        private LongBinaryOperator sumsOfOne(LongUnaryOperator summand) throws IOException {
            Segment segment = inputs.get(0).segment();
            long documents = segment.counts().documents();
            // The mapping remains valid after the file is closed.
            try (TempFile file = documents <= SUMS_IN_HEAP ? null : new TempFile(scratch)) {
                ScratchLongs sums = new ScratchLongs(documents, Optional.ofNullable(file));
                long alone = summand.applyAsLong(1);
                segment.reading(() -> {
                    WeightSums lists = new WeightSums(segment.lists(), summand, sums, memory);
                    MinutiaCursor cursor = segment.table().cursor();
                    while (cursor.next()) {
                        if (cursor.payload() < documents) {
                            sums.set(cursor.payload(), sums.get(cursor.payload()) + alone);
                        } else {
                            lists.add(cursor.payload() - documents);
                        }
                    }
                    lists.flush();
                    for (long d = 0; d < documents && !segment.families().isEmpty(); d++) {
                        long next = segment.families().next(d);
                        if (next > d) {
                            sums.set(next, sums.get(d));
                        }
                    }
                    return sums;
                });
                return (input, document) -> sums.get(document);
            }
        }

        /** For each live document of a view its ordinal in the segment that was made of it. */
        private static int[] ordinals(LiveView view, Segment segment) {
            int[] ordinals = new int[view.total()];
            for (int d = 0; d < ordinals.length; d++) {
                if (!view.dead().contains(d)) {
                    ordinals[d] = (int) segment.documents().find(view.id(d));
                }
            }
            return ordinals;
        }

        @Override
        public void close() {
            inputs.clear();
            made.forEach(Segment::release);
            made.clear();
        }
    }
}

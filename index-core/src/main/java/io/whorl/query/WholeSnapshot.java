package io.whorl.query;

import io.whorl.CorruptIndexException;
import io.whorl.IndexStats;
import io.whorl.RefusedException;
import io.whorl.RefusedException.Reason;
import io.whorl.build.MergedSums;
import io.whorl.build.SegmentAssembler;
import io.whorl.build.SegmentMerge;
import io.whorl.cluster.Clusters;
import io.whorl.cluster.SimilarityOptions;
import io.whorl.cluster.SimilarityResult;
import io.whorl.history.Changes;
import io.whorl.live.LiveView;
import io.whorl.live.LiveView.LiveDocument;
import io.whorl.live.LoggedDocument;
import io.whorl.parts.SnapshotParts;
import io.whorl.scheme.Scheme;
import io.whorl.score.TermWeights;
import io.whorl.store.Channels;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.IndexDirectory;
import io.whorl.store.IndexFiles;
import io.whorl.store.LogFrequency;
import io.whorl.store.Manifest;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.SegmentFile;
import io.whorl.store.StoredKinds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongUnaryOperator;

/**
 * The operations that read all documents of a snapshot. Thread-safe.
 *
 * <pre>
 * live views ─► scratch segments ┬► one segment of postings ─► pairs, clusters, survivors, changes
 * segments ──────────────────────┴► counts, or a sum for each document, and no segment ─► statistics, exact weights
 * </pre>
 *
 * <ol>
 *   <li>A segment that is the only part and has no dead documents is read in place, and none is written.
 *   <li>A scratch segment is unlinked once it is open, and released at the end of its operation.
 *   <li>Statistics and weights are computed by the first call, and kept.
 * </ol>
 */
final class WholeSnapshot {
    /** The number of bytes of the disk that stay free. */
    static final long RESERVE = 64 << 20;

    private static final long MEMORY = Runtime.getRuntime().maxMemory() / 8;
    private static final long MOST_MEMORY = 256 << 20;

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
                        sealed.stream()
                                .mapToLong(s -> s.documents().forms(Form.TEXT).length())
                                .sum(),
                        sealed.stream()
                                .mapToLong(s ->
                                        s.documents().forms(Form.FINGERPRINT).length())
                                .sum(),
                        parts.segments());
            });
        }
        return stats;
    }

    /**
     * The weights of documents that the segments do not store, as far as a query needs them. The first call reads all
     * parts, and each snapshot needs a pass of its own, because every commit changes N and f_t.
     *
     * @param exact for Σ ln(1 + N ÷ f_t) over all minutiae of each document. Otherwise, for parts of several indexes,
     *     the weights that one index with the documents of all would store
     */
    synchronized Optional<DocumentWeights> weights(boolean exact) {
        long documents = parts.documents();
        if (documents == 0 || !exact && !parts.isSharded()) {
            return Optional.empty();
        }
        if (exact && exactWeights == null) {
            exactWeights = merged(1, MEMORY, all -> all.sums(holders -> TermWeights.rarity(documents, holders)));
        } else if (!exact && mergedWeights == null) {
            long most = LogFrequency.most(documents);
            double logDocuments = Math.log(documents);
            DocumentWeights sums =
                    merged(1, MEMORY, all -> all.sums(holders -> Math.min(most, LogFrequency.of(holders))));
            mergedWeights = (part, document, minutiae) -> {
                long mean = LogFrequency.mean(sums.of(part, document, minutiae), minutiae);
                return TermWeights.ofDocument(logDocuments, minutiae, LogFrequency.value(mean));
            };
        }
        return Optional.of(exact ? exactWeights : mergedWeights);
    }

    /** Works on one segment, in the space of the work directory if there is one. */
    SimilarityResult<?> similar(SimilarityOptions options) {
        return merged(options.threads(), options.memory(), merged -> {
            Segment segment = merged.segment();
            return segment.reading(() -> SimilarityResult.of(segment, options, scratchSpace(options.work())));
        });
    }

    Changes changes(WholeSnapshot newer, SimilarityOptions options) {
        long memory = options.memory() / 4;
        return merged(
                1,
                memory,
                old -> newer.merged(
                        1,
                        memory,
                        young -> Changes.between(
                                old.segment(), young.segment(), options, scratchSpace(Optional.empty()))));
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
        return Channels.orElse(assembler, () -> {
            int[] numbers = new int[view.total()];
            for (int d = 0; d < numbers.length; d++) {
                LiveDocument each = view.document(d);
                LoggedDocument document = new LoggedDocument(
                        each.id(), each.words(), each.extra(), new long[0], new int[0], 0, each.text(), each.date());
                numbers[d] = view.dead().contains(d) ? -1 : assembler.append(document, each.fingerprint(), true);
            }
            view.forEach((minutia, document, frequency) -> {
                if (numbers[document] >= 0) {
                    assembler.add(minutia, numbers[document], frequency);
                }
            });
            return assembler;
        });
    }

    /** The weights of whole documents, in the unit of {@link io.whorl.score.TermWeights#rarity}. Thread-safe. */
    @FunctionalInterface
    interface DocumentWeights {
        /**
         * @param part the number of the part that has the document, among those with live documents
         * @param minutiae the number of its minutiae
         */
        long of(int part, long document, long minutiae);
    }

    /** The live documents of a snapshot as one segment, for one operation. */
    static final class Merged implements AutoCloseable {
        private final SnapshotParts parts;
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
            this.scratch = scratch;
            this.memory = Math.min(MOST_MEMORY, memory);
            filled = parts.parts().stream().filter(part -> !part.isEmpty()).toList();
            Channels.orElse(this::close, () -> {
                for (Part part : filled) {
                    inputs.add(
                            part instanceof LiveView live
                                    ? SealedPart.of(written(assembler(
                                            live, parts.scheme(), StoredKinds.NONE, memory, threads, scratch)))
                                    : (SealedPart) part);
                }
                return inputs;
            });
        }

        private Segment written(SegmentAssembler assembler) throws IOException {
            try (assembler) {
                return made(file -> assembler.write(file, false));
            }
        }

        private interface Writer {
            void write(Path file) throws IOException;
        }

        private Segment made(Writer writer) throws IOException {
            Path file = Files.createTempFile(scratch, "whorl-", ".whs");
            Segment segment = Channels.create(file, () -> {
                writer.write(file);
                return Segment.openPrivate(file);
            });
            made.add(segment);
            return segment;
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
                return written(new SegmentAssembler(parts.scheme(), StoredKinds.NONE, 0, 1, scratch));
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
                    : MergedSums.of(inputs, holders -> 0, memory, new ScratchSpace(scratch))
                            .counts();
        }

        /**
         * Sums over the minutiae of each document, without writing the segment. They last when this is closed.
         *
         * @param summand of a minutia, by the number of documents that hold it
         */
        DocumentWeights sums(LongUnaryOperator summand) throws IOException {
            MergedSums sums = MergedSums.of(inputs, summand, memory, new ScratchSpace(scratch, RESERVE));
            // By part; a segment has the documents of a live tier in another order.
            int[][] ordinals = new int[filled.size()][];
            for (int i = 0; i < ordinals.length; i++) {
                ordinals[i] = filled.get(i) instanceof LiveView live
                        ? ordinals(live, inputs.get(i).segment())
                        : new int[0];
            }
            return (part, document, minutiae) ->
                    sums.get(part, ordinals[part].length == 0 ? document : ordinals[part][(int) document]);
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

    /**
     * Makes a backup of a snapshot, which holds the parts meanwhile. The backup has no log, because a log that is
     * replaced and the MANIFEST that names it cannot change in one step; the documents of live tiers become segments.
     * Files get names of their own, so that the earlier backup stays whole until MANIFEST is replaced, even if an index
     * uses a name of a removed segment again. Used once.
     */
    static final class SnapshotBackup {
        private final SnapshotParts parts;
        private final IndexDirectory directory;
        /** The state of the earlier backup, and those of its segments that this one does not have yet. */
        private final Optional<Manifest> before;

        private final List<SegmentFile> earlier = new ArrayList<>();
        private int linked;
        private int copied;
        private int kept;
        private long written;
        private final Clusters.Progress progress;
        private final long total;
        private long verified;

        private SnapshotBackup(SnapshotParts parts, IndexDirectory directory, Clusters.Progress progress) {
            this.parts = parts;
            this.directory = directory;
            this.progress = progress;
            total = parts.sealed().stream()
                    .mapToLong(part -> part.segment().length())
                    .sum();
            before = directory.manifest();
            before.ifPresent(manifest -> earlier.addAll(manifest.segments()));
        }

        static Snapshot.Backup make(SnapshotParts parts, Path target, Clusters.Progress progress) throws IOException {
            if (parts.isSharded()) {
                throw new RefusedException(
                        target,
                        Reason.NOT_AN_INDEX,
                        "the snapshot is of several indexes; make a backup of each in a directory of its own");
            }
            Path index = real(parts.indexes().get(0));
            if (real(target).startsWith(index)) {
                throw new RefusedException(
                        target,
                        Reason.EXISTS,
                        "it is in the index " + index + " itself; choose a directory outside, best on another disk");
            }
            try (IndexDirectory directory = IndexDirectory.backup(target, index.toString())) {
                directory.announce("which makes a backup");
                return Channels.orElse(directory::abandon, () -> new SnapshotBackup(parts, directory, progress)
                        .run(index.toString(), parts.commit().getAsLong()));
            }
        }

        /** The real path of a directory that may not exist. */
        private static Path real(Path path) throws IOException {
            Path absolute = path.toAbsolutePath();
            Path parent = absolute.getParent();
            return parent == null || Files.exists(absolute)
                    ? absolute.toRealPath()
                    : real(parent).resolve(absolute.getFileName()).normalize();
        }

        private Snapshot.Backup run(String index, long sequence) throws IOException {
            List<SegmentFile> files = new ArrayList<>();
            for (Part part : parts.parts()) {
                if (!part.isEmpty()) {
                    files.add(part instanceof LiveView live ? sealed(live) : placed((SealedPart) part));
                }
            }
            Manifest now = directory.replace(parts.scheme(), parts.stored(), files, sequence, Optional.of(index));
            Set<String> removed = new HashSet<>(before.map(Manifest::files).orElse(Set.of()));
            removed.removeAll(now.files());
            return new Snapshot.Backup(
                    sequence, linked, copied, kept, removed.size(), IndexFiles.bytes(directory.path()), written);
        }

        private Path path(String name) {
            return directory.path().resolve(name);
        }

        private SegmentFile sealed(LiveView live) throws IOException {
            String name = directory.newSegmentName();
            try (SegmentAssembler assembler =
                    assembler(live, parts.scheme(), parts.stored(), SegmentAssembler.MEMORY, 1, directory.path())) {
                assembler.write(path(name), true);
            }
            Segment segment = checked(path(name));
            try {
                Optional<SegmentFile> same = earlier(segment);
                if (same.isPresent()) {
                    Files.delete(path(name));
                    kept++;
                } else {
                    copied++;
                    written += segment.length();
                }
                return SegmentFile.whole(same.map(SegmentFile::name).orElse(name), segment.length());
            } finally {
                segment.release();
            }
        }

        private SegmentFile placed(SealedPart part) throws IOException {
            Optional<SegmentFile> same = earlier(part.segment());
            kept += same.isPresent() ? 1 : 0;
            return withDeaths(same.isPresent() ? same.get() : added(part.segment()), part);
        }

        /** The equal segment of the earlier backup. One that is damaged is none. */
        private Optional<SegmentFile> earlier(Segment segment) throws IOException {
            for (SegmentFile file : earlier) {
                try {
                    if (file.length() == segment.length() && segment.isOf(path(file.name()))) {
                        checked(path(file.name())).release();
                        earlier.remove(file);
                        return Optional.of(file);
                    }
                } catch (CorruptIndexException | NoSuchFileException e) {
                    // Another file takes its place.
                }
            }
            return Optional.empty();
        }

        /** Opens a segment of the backup, and verifies all of its checksums. */
        private Segment checked(Path file) throws IOException {
            Segment segment = Segment.openCounted(file);
            return Channels.orElse(segment::release, () -> {
                ParallelTasks.Runner inTurn = ParallelTasks::runInTurn;
                SegmentCheck.requireChecksums(segment, true, inTurn.counting(segment.length(), bytes -> {
                    verified += bytes;
                    progress.at(Math.min(verified, total), total);
                }));
                return segment;
            });
        }

        /** Links or copies a segment. */
        private SegmentFile added(Segment segment) throws IOException {
            SegmentFile file = SegmentFile.whole(directory.newSegmentName(), segment.length());
            Path path = path(file.name());
            boolean isLink = Channels.link(segment.file(), path);
            if (isLink && !segment.isOf(path)) {
                // The segment was removed since the snapshot, and its name used again.
                Files.delete(path);
                isLink = false;
            }
            if (isLink) {
                linked++;
            } else {
                new ScratchSpace(directory.path(), RESERVE).require(segment.length());
                segment.copyTo(path);
                copied++;
                written += segment.length();
            }
            try {
                checked(path).release();
            } catch (CorruptIndexException e) {
                // If the damage is in the index, this names its file.
                SegmentCheck.requireChecksums(segment, true, ParallelTasks::runInTurn);
                throw e;
            }
            return file;
        }

        /** @param placed the file of the segment, with the deleted documents of the earlier backup if it is kept */
        private SegmentFile withDeaths(SegmentFile placed, SealedPart part) throws IOException {
            boolean same = placed.deaths().isPresent() && hasDeaths(placed, part);
            SegmentFile named = directory.writeDeadDocuments(
                    same ? placed : SegmentFile.whole(placed.name(), placed.length()), part.dead());
            if (same) {
                kept++;
            } else if (named.deaths().isPresent()) {
                Path file = path(named.deaths().get().name());
                IndexFiles.openDeaths(directory.path(), named, part.segment()).requireIntact();
                copied++;
                written += Files.size(file);
            }
            return named;
        }

        private boolean hasDeaths(SegmentFile placed, SealedPart part) throws IOException {
            try {
                SealedPart before = part.dead(IndexFiles.openDeaths(directory.path(), placed, part.segment()));
                return before.reading(() -> before.dead().isSame(part.dead()));
            } catch (CorruptIndexException e) {
                // Written again; damage of the index is reported then.
                return false;
            }
        }
    }
}

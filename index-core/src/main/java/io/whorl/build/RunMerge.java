package io.whorl.build;

import io.whorl.IndexStats;
import io.whorl.RefusedException;
import io.whorl.build.NewDocuments.ArrivedDocument;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.minutiae.DocumentDigests;
import io.whorl.store.DocumentSource.Form;
import io.whorl.store.DocumentTable;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchArrays;
import io.whorl.store.ScratchArrays.ScratchBits;
import io.whorl.store.ScratchArrays.ScratchLongs;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCounts;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Merges the runs of a build into one segment.
 *
 * <pre>
 * runs ─► one document of each id ─► those that are long enough ─► the first of equal ones ─► SegmentMerge
 * </pre>
 *
 * <ol>
 *   <li>The segment is byte for byte that of a build in one run.
 *   <li>All documents are selected before the first list is merged.
 *   <li>The id of a document that is too short stays taken.
 *   <li>Documents are equal if their digests are. Which one is the first is decided by the order of arrival.
 * </ol>
 */
public final class RunMerge {
    /**
     * The largest number of runs. Each run needs mappings, which are limited per process; a build with more memory has
     * fewer runs.
     */
    public static final int MOST_RUNS = 1 << 11;

    /** If a build looks for duplicates, the extra of a document of a run begins with its digests and its number. */
    static final int DIGESTS = DocumentDigests.BYTES + Integer.BYTES;

    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** Bytes of a minutia while the table is written. */
    private static final long ENTRY = 16;

    private final List<Run> runs;
    private final BuildOptions options;
    /** The runs with all their documents. */
    private final List<SealedPart> whole;

    private final ScratchArrays arrays;
    /** For each run its documents that are left out. */
    private final List<ScratchBits> out = new ArrayList<>();

    private long repeatedIds;
    private long tooShort;
    private Duplicates.Counts duplicates = Duplicates.Counts.NONE;
    private SegmentMerge.FamilySource families = SegmentMerge.FamilySource.NONE;

    private RunMerge(List<Run> runs, BuildOptions options, ScratchArrays arrays) {
        this.runs = runs;
        this.options = options;
        this.arrays = arrays;
        whole = runs.stream().map(run -> SealedPart.of(run.segment())).toList();
    }

    /**
     * A finished run.
     *
     * @param segment its documents, of each id the one that is kept
     * @param repeatedIds documents that the run left out because another one has their id
     * @param malformed malformed UTF-8 sequences of all its documents
     * @param textBytes bytes of text of all its documents
     */
    public record Run(Segment segment, long repeatedIds, long malformed, long textBytes) {}

    /**
     * Writes the merged segment and forces the file to disk, not its directory. The runs are not deleted. If this fails
     * or is cancelled, the file is deleted.
     *
     * @param runs in the order of their numbers, 1 to {@value #MOST_RUNS}
     * @param segment is created or replaced
     * @param options of the runs
     * @param space for scratch files; already accounts for the runs
     * @param common receives the most common minutiae
     * @param cancelled is called every few thousand minutiae and documents, on any thread
     * @return {@link IndexStats#bytes} is the size of the segment
     * @throws java.util.concurrent.CancellationException once {@code cancelled} returns true
     * @throws io.whorl.CorruptIndexException if a run is damaged
     * @throws io.whorl.DiskSpaceException if the disk would be full
     */
    public static BuildReport merge(
            List<Run> runs,
            Path segment,
            BuildOptions options,
            ScratchSpace space,
            CommonMinutiae common,
            BooleanSupplier cancelled)
            throws IOException {
        try (ScratchArrays arrays = new ScratchArrays(options.memory() / 8, space)) {
            return new RunMerge(runs, options, arrays).write(segment, space, common, cancelled);
        }
    }

    private BuildReport write(Path file, ScratchSpace space, CommonMinutiae common, BooleanSupplier cancelled)
            throws IOException {
        for (Run run : runs) {
            out.add(arrays.bits(run.segment().counts().documents()));
            repeatedIds += run.repeatedIds();
        }
        oneOfEachId(cancelled);
        longEnough();
        if (options.duplicates().sought()) {
            firstOfEqual();
        }
        List<SealedPart> inputs = new ArrayList<>();
        long bytes = 0;
        for (SealedPart run : whole) {
            bytes += run.segment().length();
            inputs.add(run.dead(out.get(inputs.size()).asDead()));
        }
        space.require(bytes + Math.max(0, MinutiaMerge.minutiae(inputs) * ENTRY - options.memory() / 4));
        new SegmentMerge(inputs, options.memory(), space)
                .families(families)
                .common(common)
                .withoutExtraBytes(options.duplicates().sought() ? DIGESTS : 0)
                .threads(options.threads())
                .cancelled(cancelled)
                .writeTo(file);
        return report(
                file,
                repeatedIds,
                tooShort,
                runs.stream().mapToLong(Run::malformed).sum(),
                runs.stream().mapToLong(Run::textBytes).sum(),
                duplicates,
                runs.size(),
                space.peak());
    }

    /**
     * Writes the segment of a build whose documents fit one run directly, without a merge, and forces the file to disk,
     * not its directory. The run can then only be closed.
     *
     * @param common receives the most common minutiae
     */
    public static BuildReport single(RunBuilder intake, Path file, CommonMinutiae common) throws IOException {
        Duplicates duplicates = intake.options.duplicates();
        List<ArrivedDocument> arrived = intake.fingerprinted();
        NewDocuments kept = intake.documents(false);
        Duplicates.Counts found = Duplicates.Counts.NONE;
        if (duplicates.sought()) {
            DuplicateSearch search = new DuplicateSearch(
                    duplicates,
                    arrived.size(),
                    new ScratchArrays(Long.MAX_VALUE, intake.space),
                    (run, number) -> arrived.get(number).digests,
                    (run, number) -> new String(arrived.get(number).id, StandardCharsets.UTF_8));
            int[] ordinals = kept.ordinals();
            for (ArrivedDocument d : arrived) {
                if (ordinals[d.number] != NewDocuments.LEFT_OUT && search.leavesOut(0, d.number)) {
                    d.state = ArrivedDocument.State.DUPLICATE;
                }
            }
            found = search.counts();
            if (duplicates == Duplicates.ALIAS) {
                kept.share(number -> (int) search.firstEqual(0, number));
            } else {
                kept = intake.documents(false);
            }
        }
        intake.write(file, kept, common);
        return report(
                file,
                kept.repeatedIds(),
                kept.tooShort(),
                intake.malformed(),
                intake.textBytes(),
                found,
                1,
                intake.space.peak());
    }

    /** The report of a build that wrote a segment. Its other arguments are those of {@link BuildReport}. */
    public static BuildReport report(
            Path segment,
            long repeatedIds,
            long tooShort,
            long malformed,
            long textBytes,
            Duplicates.Counts duplicates,
            long runs,
            long temporaryBytes)
            throws IOException {
        Segment written = Segment.open(segment);
        SegmentCounts counts = written.counts();
        DocumentTable documents = written.documents();
        long without = 0;
        List<String> firstWithout = new ArrayList<>();
        for (long i = 0; i < documents.size(); i++) {
            if (documents.minutiae(i) == 0 && without++ < BuildReport.MOST_NAMED) {
                firstWithout.add(documents.id(i));
            }
        }
        IndexStats index = new IndexStats(
                counts.documents(),
                counts.words(),
                counts.minutiae(),
                counts.singletons(),
                counts.postings(),
                written.length(),
                written.documents().forms(Form.TEXT).length(),
                written.documents().forms(Form.FINGERPRINT).length(),
                1);
        return new BuildReport(
                index,
                duplicates,
                repeatedIds,
                tooShort,
                0,
                without,
                firstWithout,
                textBytes,
                malformed,
                runs,
                temporaryBytes);
    }

    private void oneOfEachId(BooleanSupplier cancelled) {
        IdMerge.Rule decides = (earlier, later, id) -> {
            if (options.repeatedIds() == RepeatedIds.REFUSE) {
                throw RefusedException.repeatedId(new String(id, StandardCharsets.UTF_8));
            }
            return options.repeatedIds() == RepeatedIds.LAST;
        };
        IdMerge.leaveOut(whole, decides, cancelled, (run, ordinal) -> {
            out.get(run).add(ordinal);
            repeatedIds++;
        });
    }

    private void longEnough() {
        for (int r = 0; r < runs.size() && options.minDocument() > 0; r++) {
            Segment segment = runs.get(r).segment();
            ScratchBits leftOut = out.get(r);
            segment.reading(() -> {
                for (long i = 0; i < segment.counts().documents(); i++) {
                    if (segment.documents().words(i) < options.minDocument() && leftOut.add(i)) {
                        tooShort++;
                    }
                }
                return null;
            });
        }
    }

    private byte[] digests(int run, int ordinal) {
        DocumentTable documents = runs.get(run).segment().documents();
        byte[] extra = documents.extra(ordinal);
        if (extra.length < DIGESTS) {
            throw documents.damaged("document " + ordinal + " of the run has no digests");
        }
        return extra;
    }

    private void firstOfEqual() throws IOException {
        DuplicateSearch search = new DuplicateSearch(
                options.duplicates(),
                whole.stream().mapToLong(SealedPart::documents).sum(),
                arrays,
                this::digests,
                (run, ordinal) -> runs.get(run).segment().documents().id(ordinal));
        forEachInOrder((run, ordinal) -> {
            if (search.leavesOut(run, ordinal)) {
                out.get(run).add(ordinal);
            }
        });
        duplicates = search.counts();
        if (options.duplicates() == Duplicates.ALIAS) {
            families = to -> forEachInOrder((run, ordinal) -> search.forEqual(run, ordinal, to));
        }
    }

    private interface OfRun {
        void take(int run, int ordinal) throws IOException;
    }

    /** Passes the documents that are not left out in the order of arrival. */
    private void forEachInOrder(OfRun to) throws IOException {
        SegmentMerge.reading(whole, () -> {
            for (int r = 0; r < runs.size(); r++) {
                long[] ordinals = new long[(int) runs.get(r).segment().counts().documents()];
                for (int i = 0; i < ordinals.length; i++) {
                    ordinals[i] = ((long) (int) INT.get(digests(r, i), DocumentDigests.BYTES) << Integer.SIZE) | i;
                }
                Arrays.sort(ordinals);
                for (long ordinal : ordinals) {
                    if (!out.get(r).contains((int) ordinal)) {
                        to.take(r, (int) ordinal);
                    }
                }
            }
            return null;
        });
    }

    /**
     * Finds documents that equal one that arrived earlier: a hash table for each kind of digest, of the first document
     * with each. Each document counts under its strongest kind. One thread at a time.
     */
    private static final class DuplicateSearch {
        interface OfDocument<T> {
            T get(int run, int ordinal);
        }

        private static final Duplicates.Kind[] KINDS = Duplicates.Kind.values();
        private static final int EACH = DocumentDigests.BYTES / KINDS.length;
        /** A cell is 0, or a document plus 1 in the low bits and bits of its digest in the others. */
        private static final int DOCUMENT_BITS = 38;

        private static final long DOCUMENT_MASK = (1L << DOCUMENT_BITS) - 1;
        private static final int ORDINAL_BITS = DOCUMENT_BITS - 1 - Integer.numberOfTrailingZeros(MOST_RUNS);

        private final Duplicates duplicates;
        private final OfDocument<byte[]> digestsOf;
        private final OfDocument<String> idOf;
        private final ScratchLongs cells;
        private final long mask;
        private final long[] counts = new long[KINDS.length];
        private final List<Duplicates.Example> examples = new ArrayList<>();

        /**
         * @param arrays holds the tables
         * @param digestsOf the digests of a document, perhaps with more bytes behind them
         */
        DuplicateSearch(
                Duplicates duplicates,
                long documents,
                ScratchArrays arrays,
                OfDocument<byte[]> digestsOf,
                OfDocument<String> idOf)
                throws IOException {
            this.duplicates = duplicates;
            this.digestsOf = digestsOf;
            this.idOf = idOf;
            // Of the cells for each kind, a quarter to a half are used.
            mask = Long.highestOneBit(Math.max(1, documents)) * 4 - 1;
            cells = arrays.longs(KINDS.length * (mask + 1));
        }

        /** Counts the next document if it equals an earlier one; returns whether it is left out then. */
        final boolean leavesOut(int run, int ordinal) throws IOException {
            byte[] digests = digestsOf.get(run, ordinal);
            long document = document(run, ordinal);
            Optional<Duplicates.Kind> strongest = Optional.empty();
            for (Duplicates.Kind kind : KINDS) {
                long first = first(kind, digests, document);
                if (first != document && strongest.isEmpty()) {
                    strongest = Optional.of(kind);
                    if (counts[kind.ordinal()]++ < Duplicates.Counts.MOST_EXAMPLES) {
                        examples.add(new Duplicates.Example(
                                kind, idOf.get(run, ordinal), idOf.get(run(first), ordinal(first))));
                    }
                }
            }
            return strongest.isPresent() && duplicates.leavesOut(strongest.get());
        }

        /** The first document with the fingerprint of this one. Of the first run, its number. */
        final long firstEqual(int run, int ordinal) {
            return first(Duplicates.Kind.FINGERPRINT, digestsOf.get(run, ordinal), document(run, ordinal));
        }

        /** Declares a document an alias if an earlier one has its fingerprint. */
        final void forEqual(int run, int ordinal, SegmentMerge.FamilySource.Sink to) {
            long first = firstEqual(run, ordinal);
            if (first != document(run, ordinal)) {
                to.alias(run(first), ordinal(first), run, ordinal);
            }
        }

        /** The first document with a digest of this document, which is the document itself if there was no other. */
        private long first(Duplicates.Kind kind, byte[] digests, long document) {
            int at = kind.ordinal() * EACH;
            long high = (long) LONG.get(digests, at);
            long low = (long) LONG.get(digests, at + Long.BYTES);
            if (high == 0 && low == 0) {
                // Without minutiae.
                return document;
            }
            long table = kind.ordinal() * (mask + 1);
            for (long slot = high & mask; ; slot = (slot + 1) & mask) {
                long cell = cells.get(table + slot);
                if (cell == 0) {
                    cells.set(table + slot, (low & ~DOCUMENT_MASK) | (document + 1));
                    return document;
                }
                long other = (cell & DOCUMENT_MASK) - 1;
                if (((cell ^ low) & ~DOCUMENT_MASK) == 0
                        && Arrays.equals(
                                digestsOf.get(run(other), ordinal(other)), at, at + EACH, digests, at, at + EACH)) {
                    return other;
                }
            }
        }

        private static long document(int run, int ordinal) {
            return ((long) run << ORDINAL_BITS) | ordinal;
        }

        private static int run(long document) {
            return (int) (document >>> ORDINAL_BITS);
        }

        private static int ordinal(long document) {
            return (int) (document & ((1L << ORDINAL_BITS) - 1));
        }

        final Duplicates.Counts counts() {
            examples.sort((a, b) -> a.kind().compareTo(b.kind()));
            return new Duplicates.Counts(counts[0], counts[1], counts[2], examples);
        }
    }
}

package io.whorl.build;

import io.whorl.CorruptIndexException;
import io.whorl.RefusedException;
import io.whorl.bulk.BuildOptions;
import io.whorl.bulk.BuildReport;
import io.whorl.bulk.Duplicates;
import io.whorl.bulk.RepeatedIds;
import io.whorl.concurrent.DaemonThreads;
import io.whorl.fingerprint.Fingerprinter;
import io.whorl.scheme.Scheme;
import io.whorl.store.Channels;
import io.whorl.store.DeadDocuments;
import io.whorl.store.DocumentTable;
import io.whorl.store.MergeHeap;
import io.whorl.store.ParallelTasks;
import io.whorl.store.Part.SealedPart;
import io.whorl.store.ScratchBits;
import io.whorl.store.ScratchSpace;
import io.whorl.store.Segment;
import io.whorl.store.SegmentCheck;
import io.whorl.store.SegmentCounts;
import io.whorl.store.TempFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Merges the runs of a build into one segment. The result is byte for byte that of a build in one run. */
public final class RunMerge {
    /**
     * The largest number of runs. Each run needs mappings, which are limited per process; a build with more memory has
     * fewer runs.
     */
    public static final int MOST_RUNS = 2_048;

    /** Bytes of a minutia while the table is written. */
    private static final long ENTRY = 16;

    private RunMerge() {}

    /**
     * Writes the merged segment and forces the file to disk, not its directory. The runs are not deleted. A single run
     * of which nothing is left out is the merged segment: it only gets a second name. If this fails or is cancelled,
     * the file is deleted.
     *
     * @param scheme as given to {@link RunBuilder}
     * @param runs segments ({@link RunBuilder#file}) in the order of their numbers, 1 to {@value #MOST_RUNS}
     * @param duplicates may only look for duplicates if the runs were built to
     * @param segment is created or replaced
     * @param options memory, threads, disk space to keep free, and which of several documents with one id is kept,
     *     which must be the one of the runs
     * @param scratch directory for scratch files; each is unlinked as soon as it is open
     * @param cancelled is called every few thousand minutiae and documents, on any thread
     * @return {@link BuildReport#bytes} is the size of the segment
     * @throws java.util.concurrent.CancellationException once {@code cancelled} returns true
     * @throws io.whorl.CorruptIndexException if a run is damaged
     * @throws io.whorl.DiskSpaceException if the disk would be full
     */
    public static BuildReport merge(
            Scheme scheme,
            List<Path> runs,
            Duplicates duplicates,
            Path segment,
            BuildOptions options,
            Path scratch,
            BooleanSupplier cancelled)
            throws IOException {
        checkCount(runs.size());
        List<Run> opened = new ArrayList<>();
        for (Path run : runs) {
            opened.add(Run.open(run));
        }
        Scheme inFull = Fingerprinter.of(scheme).scheme();
        for (Run run : opened) {
            if (!run.segment().scheme().equals(inFull)) {
                throw new IllegalArgumentException(run.segment().file() + " was built with another scheme");
            }
        }
        ScratchSpace space = new ScratchSpace(scratch, options.reserve());
        opened.forEach(run -> space.take(run.bytes()));
        return merge(opened, true, duplicates, segment, options, space, cancelled);
    }

    /** @throws IllegalArgumentException if the number of runs is out of range */
    static void checkCount(int runs) {
        if (runs < 1 || runs > MOST_RUNS) {
            throw new IllegalArgumentException("runs are " + runs + "; there must be from 1 to " + MOST_RUNS
                    + "; with more memory, or more text to each run, a build has fewer");
        }
    }

    /**
     * Merges runs.
     *
     * @param kept whether the files of the runs exist
     * @param space already accounts for the runs
     */
    public static BuildReport merge(
            List<Run> runs,
            boolean kept,
            Duplicates duplicates,
            Path segment,
            BuildOptions options,
            ScratchSpace space,
            BooleanSupplier cancelled)
            throws IOException {
        for (Run run : runs) {
            if (duplicates.sought() && !run.notes().counts().sought()) {
                throw new IllegalArgumentException(
                        "the merge looks for duplicates, but " + run.segment().file() + " was built without digests");
            }
        }
        // An existing file may be a second name of a run, which must not change.
        Files.deleteIfExists(segment);
        try (RunSelection join = new RunSelection(runs, options.repeatedIds(), duplicates, space, cancelled)) {
            if (!kept || !join.isOneWholeRun() || !linked(runs.get(0).segment(), segment)) {
                long bytes = runs.stream().mapToLong(Run::bytes).sum();
                long minutiae = runs.stream()
                        .mapToLong(run -> run.segment().counts().minutiae())
                        .sum();
                space.require(bytes + Math.max(0, minutiae * ENTRY - options.memory() / 4));
                SegmentMerge merge = new SegmentMerge(join.inputs(), options.memory(), space)
                        .families(join.families)
                        .cancelled(cancelled);
                if (options.threads() == 1) {
                    merge.writeTo(segment);
                } else {
                    DaemonThreads.with(options.threads(), threads -> merge.threads(
                                    ParallelTasks.Runner.on(threads), options.threads())
                            .writeTo(segment));
                }
            }
            long malformed = 0;
            long text = 0;
            for (Run run : runs) {
                malformed += run.notes().counts().malformed();
                text += run.notes().counts().textBytes();
            }
            return report(
                    segment,
                    join.repeatedIds,
                    join.tooShort,
                    malformed,
                    text,
                    join.duplicates,
                    runs.size(),
                    space.peak());
        }
    }

    /**
     * Gives a run that is the merged segment already a second name, after verifying its checksums. Returns false if the
     * file system has no hard links.
     */
    private static boolean linked(Segment run, Path segment) throws IOException {
        SegmentCheck.requireChecksums(run, true);
        try {
            Files.createLink(segment, run.file());
            return true;
        } catch (UnsupportedOperationException | FileSystemException e) {
            return false;
        }
    }

    /** Writes the segment of a build whose documents fit one run directly, without a merge. */
    public static BuildReport single(RunBuilder intake, Duplicates duplicates, Path file, ScratchSpace space)
            throws IOException {
        intake.drain();
        DocumentOrder kept = intake.order(false);
        Duplicates.Counts found = Duplicates.Counts.NONE;
        if (duplicates.sought()) {
            DocumentOrder all = kept;
            RunSelection.DuplicateSearch search = search(all, duplicates, space);
            found = search.run();
            ScratchBits dropped = search.dropped.get(0);
            for (int i = 0; i < all.count() && dropped.count() > 0; i++) {
                if (dropped.contains(i)) {
                    all.leaveOut(i, DocumentBatch.DUPLICATE);
                }
            }
            kept = dropped.count() > 0 ? intake.order(false) : all;
        }
        intake.write(file, kept);
        return report(
                file,
                kept.repeatedIds(),
                kept.tooShort(),
                intake.malformed(),
                intake.textBytes(),
                found,
                1,
                space.peak());
    }

    private static RunSelection.DuplicateSearch search(
            DocumentOrder documents, Duplicates duplicates, ScratchSpace space) throws IOException {
        Path file = Run.temporary(space.directory());
        try {
            RunNotes.write(file, documents, new RunNotes.Counts(true, 0, documents.count(), 0, 0, 0));
            return new RunSelection.DuplicateSearch(
                    List.of(RunNotes.open(file)),
                    List.of(new ScratchBits(documents.count(), Optional.empty())),
                    duplicates,
                    (run, ordinal) -> new String(documents.id(ordinal), StandardCharsets.UTF_8),
                    Optional.empty());
        } finally {
            Files.deleteIfExists(file);
        }
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
        return new BuildReport(
                counts.documents(),
                counts.words(),
                counts.minutiae(),
                counts.singletons(),
                counts.postings(),
                written.length(),
                repeatedIds,
                tooShort,
                without,
                malformed,
                textBytes,
                written.texts().length(),
                written.fingerprints().length(),
                duplicates,
                runs,
                0,
                temporaryBytes,
                firstWithout);
    }

    /**
     * Selects the documents of several runs that are merged. Of documents with one id, the first or the last is kept.
     * Then documents that are too short are left out; their ids stay taken. Then, if requested, duplicates are left
     * out. Used once.
     */
    private static final class RunSelection implements Closeable {
        /** The number of documents up to which sets of them are in heap. */
        private static final int IN_HEAP = 1 << 20;

        private final List<Run> runs;
        private final Optional<TempFile> file;
        private final List<ScratchBits> out = new ArrayList<>();
        private long repeatedIds;
        private long tooShort;
        private Duplicates.Counts duplicates = Duplicates.Counts.NONE;
        private SegmentMerge.FamilySource families = SegmentMerge.FamilySource.NONE;

        RunSelection(
                List<Run> runs, RepeatedIds rule, Duplicates duplicates, ScratchSpace space, BooleanSupplier cancelled)
                throws IOException {
            this.runs = runs;
            long documents = runs.stream()
                    .mapToLong(r -> r.segment().counts().documents())
                    .sum();
            file = documents > IN_HEAP ? Optional.of(new TempFile(space)) : Optional.empty();
            try {
                for (Run run : runs) {
                    out.add(new ScratchBits(run.segment().counts().documents(), file));
                }
                oneOfEachId(rule, cancelled);
                RunNotes.reading(runs.stream().map(Run::notes).toList(), () -> {
                    longEnough();
                    if (duplicates.sought()) {
                        firstOfEqual(duplicates);
                    }
                    return null;
                });
            } catch (IOException | RuntimeException e) {
                close();
                throw e;
            }
        }

        private void oneOfEachId(RepeatedIds rule, BooleanSupplier cancelled) {
            IdMerge.Rule decides = (earlier, later, id) -> {
                if (rule == RepeatedIds.REFUSE) {
                    throw RefusedException.repeatedId(new String(id, StandardCharsets.UTF_8));
                }
                return rule == RepeatedIds.LAST;
            };
            IdMerge.leaveOut(runs.stream().map(RunSelection::whole).toList(), decides, cancelled, (run, ordinal) -> {
                out.get(run).add(ordinal);
                repeatedIds++;
            });
        }

        private static SealedPart whole(Run run) {
            return new SealedPart(
                    run.segment(), DeadDocuments.none(run.segment().counts().documents()));
        }

        private void longEnough() {
            for (int r = 0; r < runs.size(); r++) {
                RunNotes notes = runs.get(r).notes();
                repeatedIds += notes.counts().repeatedIds();
                for (int i = 0; i < notes.shortOnes(); i++) {
                    tooShort += out.get(r).add(notes.shortOne(i)) ? 1 : 0;
                }
            }
        }

        private void firstOfEqual(Duplicates wanted) throws IOException {
            DuplicateSearch search =
                    new DuplicateSearch(runs.stream().map(Run::notes).toList(), out, wanted, this::id, file);
            duplicates = search.run();
            if (wanted == Duplicates.ALIAS) {
                families = search::declareFamilies;
            }
            for (int r = 0; r < runs.size(); r++) {
                out.get(r).addAll(search.dropped.get(r));
            }
        }

        private String id(int run, int ordinal) {
            Segment segment = runs.get(run).segment();
            return segment.reading(() -> segment.documents().id(ordinal));
        }

        /** The runs, each with its documents that are left out. */
        List<SealedPart> inputs() {
            List<SealedPart> inputs = new ArrayList<>();
            for (int r = 0; r < runs.size(); r++) {
                inputs.add(new SealedPart(runs.get(r).segment(), out.get(r).asDead()));
            }
            return inputs;
        }

        /** Whether there is one run, all of whose documents are selected and have their own postings. */
        boolean isOneWholeRun() {
            return runs.size() == 1
                    && families == SegmentMerge.FamilySource.NONE
                    && inputs().get(0).dead().isEmpty();
        }

        @Override
        public void close() throws IOException {
            TempFile.close(file);
        }

        /**
         * Finds the documents of several runs that equal one that arrived earlier, by their sorted digests. One pass
         * for each kind, the strongest first, so each document counts under its strongest kind. Used once.
         */
        static final class DuplicateSearch {
            /** Returns the id of a document of a run. */
            interface Ids {
                String id(int run, int ordinal);
            }

            private final List<RunNotes> runs;
            private final List<ScratchBits> out;
            private final Duplicates duplicates;
            private final Ids ids;
            private final List<ScratchBits> counted = new ArrayList<>();
            /** By run, the documents left out because they equal an earlier one. */
            private final List<ScratchBits> dropped = new ArrayList<>();

            private final long[] counts = new long[Duplicates.Kind.values().length];
            private final List<Duplicates.Example> examples = new ArrayList<>();

            /**
             * @param out by run, the documents that are left out for other reasons
             * @param file holds sets of documents; they are in heap if it is empty
             */
            DuplicateSearch(
                    List<RunNotes> runs, List<ScratchBits> out, Duplicates duplicates, Ids ids, Optional<TempFile> file)
                    throws IOException {
                this.runs = runs;
                this.out = out;
                this.duplicates = duplicates;
                this.ids = ids;
                for (RunNotes run : runs) {
                    counted.add(new ScratchBits(run.counts().documents(), file));
                    dropped.add(new ScratchBits(run.counts().documents(), file));
                }
            }

            /** Counts the duplicates. Those to be left out are in {@link #dropped} afterwards. */
            Duplicates.Counts run() {
                for (Duplicates.Kind kind : Duplicates.Kind.values()) {
                    pass(kind);
                }
                return new Duplicates.Counts(counts[0], counts[1], counts[2], examples);
            }

            private void pass(Duplicates.Kind kind) {
                int[] shown = new int[1];
                forEachRepeat(kind, (run, ordinal, firstRun, first, isSecond) -> {
                    if (counted.get(run).add(ordinal)) {
                        counts[kind.ordinal()]++;
                        if (duplicates.leavesOut(kind)) {
                            dropped.get(run).add(ordinal);
                        }
                        if (shown[0]++ < Duplicates.Counts.MOST_EXAMPLES) {
                            examples.add(new Duplicates.Example(kind, ids.id(run, ordinal), ids.id(firstRun, first)));
                        }
                    }
                });
            }

            /** Declares the families of documents with equal fingerprints, among those that are not left out. */
            void declareFamilies(SegmentMerge.FamilySource.Sink to) {
                forEachRepeat(Duplicates.Kind.FINGERPRINT, (run, ordinal, firstRun, first, isSecond) -> {
                    if (isSecond) {
                        to.begin();
                        to.member(firstRun, first);
                    }
                    to.member(run, ordinal);
                });
            }

            /** Receives a document that equals an earlier one. */
            private interface Repeats {
                /** @param isSecond whether it is the second of the documents that are equal */
                void take(int run, int ordinal, int firstRun, int first, boolean isSecond);
            }

            private void forEachRepeat(Duplicates.Kind kind, Repeats to) {
                int[] at = new int[runs.size()];
                MergeHeap left = new MergeHeap(at.length, (a, b) -> {
                    int order = compare(kind, a, at[a], b, at[b]);
                    return order < 0 || order == 0 && a < b;
                });
                for (int run = 0; run < at.length; run++) {
                    if (runs.get(run).digests(kind) > 0) {
                        left.add(run);
                    }
                }
                int firstRun = -1;
                int first = -1;
                boolean isSecond = false;
                for (int before = -1, place = 0; !left.isEmpty(); ) {
                    int run = left.top();
                    int ordinal = runs.get(run).ordinal(kind, at[run]);
                    if (before < 0 || compare(kind, before, place, run, at[run]) != 0) {
                        firstRun = -1;
                    }
                    before = run;
                    place = at[run]++;
                    left.advanced(at[run] < runs.get(run).digests(kind));
                    if (out.get(run).contains(ordinal)) {
                        continue;
                    }
                    if (firstRun < 0) {
                        firstRun = run;
                        first = ordinal;
                        isSecond = true;
                    } else {
                        to.take(run, ordinal, firstRun, first, isSecond);
                        isSecond = false;
                    }
                }
            }

            /** Compares digest i of run a with digest j of run b. */
            private int compare(Duplicates.Kind kind, int a, int i, int b, int j) {
                int order = Long.compareUnsigned(
                        runs.get(a).high(kind, i), runs.get(b).high(kind, j));
                return order != 0
                        ? order
                        : Long.compareUnsigned(
                                runs.get(a).low(kind, i), runs.get(b).low(kind, j));
            }
        }
    }

    /** A finished run: its segment and its notes. Immutable and thread-safe. It need not be closed. */
    public record Run(Segment segment, RunNotes notes, long bytes) {
        static Path notes(Path segment) {
            String name = segment.getFileName().toString();
            return segment.resolveSibling(name.substring(0, name.length() - "whs".length()) + "notes");
        }

        /** Creates a temporary file. The next writer recognises it by its name and removes it. */
        public static Path temporary(Path directory) throws IOException {
            return Files.createTempFile(directory, "spill-", ".tmp");
        }

        /** @param segment as returned by {@link RunBuilder#file} */
        static Run open(Path segment) throws IOException {
            Path notes = notes(segment);
            return open(Segment.open(segment), notes);
        }

        private static Run open(Segment segment, Path notes) throws IOException {
            RunNotes read = RunNotes.open(notes);
            if (read.counts().documents() != segment.counts().documents()) {
                throw new CorruptIndexException(
                        notes,
                        24,
                        "it describes " + read.counts().documents() + " documents, but "
                                + segment.file().getFileName() + " has "
                                + segment.counts().documents());
            }
            return new Run(segment, read, segment.length() + Files.size(notes));
        }

        /** Opens a run for this process alone, and unlinks its files. */
        public static Run openPrivate(Path segment, Path notes) throws IOException {
            try {
                return open(Segment.openPrivate(segment), notes);
            } finally {
                Files.deleteIfExists(notes);
            }
        }

        /** Writes the collected documents as a run, and returns its bytes. If this fails, its files are deleted. */
        public static long write(RunBuilder intake, Path segment, Path notes) throws IOException {
            intake.drain();
            DocumentOrder order = intake.order(true);
            RunNotes.Counts counts = new RunNotes.Counts(
                    intake.hasDigests(),
                    intake.documents(),
                    order.count(),
                    order.repeatedIds(),
                    intake.malformed(),
                    intake.textBytes());
            return Channels.create(segment, () -> {
                intake.write(segment, order);
                return Channels.create(notes, () -> {
                    RunNotes.write(notes, order, counts);
                    return Files.size(segment) + Files.size(notes);
                });
            });
        }
    }
}
